"""§6.2 What comes next after an option, or after a step without one: interrupts and routes.

Functions that leave a step return a *next* (nexts.py), which `run` enters (entering.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower import agenda
from thesmos.compile.lower.effects import carry_out
from thesmos.compile.lower.events import carry_out_option
from thesmos.compile.lower.frame import Frame, frame_for
from thesmos.compile.lower.in_force import (
    GuardedClause,
    applies,
    as_now,
    everybody,
    guards_hold,
    own,
    still_in_force,
)
from thesmos.compile.lower.interrupted import nothing_interrupted, store_roles
from thesmos.compile.lower.nexts import FIRST, RESUME, next_of
from thesmos.compile.lower.options import options_of, some, step_frame
from thesmos.compile.lower.seen import seen, seen_roles, through_view, viewer_of
from thesmos.compile.lower.tracing import note
from thesmos.compile.lower.values import value
from thesmos.compile.lower.writer import Writer
from thesmos.link.layout import EventRole
from thesmos.program import clauses as c
from thesmos.program.declarations import Action, Step
from thesmos.program.node import Ref


def of_holder(step: Step) -> bool:
    """Return whether a step belongs to the holder of its card, whoever is active."""
    return step.chooser == "holder" or (step.chooser == "chance" and bool(step.name.card))


def computed_chooser(w: Writer, step: Step, active: int) -> ir.Value:
    """Return the computed chooser of a step; the active player, if that is none."""
    assert not isinstance(step.chooser, str)
    card = w.game.card_numbers[step.name.card]
    frame = frame_for(active, card=card)
    chosen = w.kept(value(step.chooser, frame, w))
    return w.kept(fold.choose(fold.known(chosen), chosen, ir.Const(active)))


def options_seen(w: Writer, step: Step, chooser: int) -> ir.Value:
    """Return the options of a step, as its chooser sees the state."""
    return ir.Call(through_view(w, viewer_of(step, chooser), options_of(w, step, chooser)), ())


# ----------------------------------------------------------------------- 6.2, 6.3: after it


def take(w: Writer, step: Step, chooser: int) -> int:
    """Return the function that carries out an option of a step, and returns a next."""
    return w.function_about(_write_take, step.name, chooser, parameters=1)


def _write_take(w: Writer, parameters: tuple[ir.Get, ...], of: Ref, chooser: int) -> None:
    step, code = w.game.steps[w.game.step_numbers[of]], ir.Get(parameters[0].name)
    possible = w.codes.with_options(step.actions)
    if not possible:
        w.do(ir.Return(ir.Const(RESUME)))
        return
    *others, last = possible
    for action in w.by_action(others, code):
        _take_action(w, step, action, chooser, code)
    _take_action(w, step, w.game.actions[last], chooser, code)


def _take_action(w: Writer, step: Step, action: Action, chooser: int, code: ir.Value) -> None:
    if w.counted:
        w.do(ir.NoteTaken(w.game.step_numbers[step.name], step.actions.index(action.name)))
    active, chance = step_frame(step, chooser).active, step.chooser == "chance"
    frame = carry_out_option(w, action, code, chooser, active, chance=chance)
    after_event(w, step, action, chooser, frame, None)


def after_event(
    w: Writer, step: Step, action: Action, player: int, frame: Frame, seat: ir.Value | None
) -> None:
    """Write what follows an event: opponents' interrupts, the player's own route, the step's.

    seat: the player from whom on opponents are asked; None if all of them are, and only if nothing
    is interrupted yet.
    """
    over = fold.test("!=", w.load("winners"), fold.NO)
    with w.when(fold.either(over, fold.has(w.out(), ir.Const(player)))):
        w.do(ir.Return(ir.Const(RESUME)))
    routes = as_now(everybody(w, c.RouteAfter, action.name, player), w)
    nobody = fold.test("=", w.load("interrupted"), fold.NOTHING)
    for other in w.opponents(player):
        may_interrupt = nobody if seat is None else fold.test(">=", ir.Const(other), seat)
        for held in (held for held in routes if held.you == other and held.clause.next is not None):
            with w.when(may_interrupt), w.when(_is_open(w, held, frame)):
                _interrupt(w, step, action, player, other + 1, frame)
                w.do(ir.Return(next_of(w, held.clause.next, other)))
    for held in own(w, c.RouteAfter, action.name, player):
        with w.when(_is_open(w, held, frame)):
            _follow(w, held.clause.next, player)
    _follow(w, step.then, player)


def _follow(w: Writer, name: Ref | None, player: int) -> None:
    """Return the step that follows, or what is due before it (6.8)."""
    following = next_of(w, name, player)
    if name is not None and agenda.has_agenda(w):
        with w.when(fold.test("!=", agenda.part(w, "fresh"), fold.NO)):
            agenda.put_down(w, ir.Const(following.value - FIRST), last=True)
            w.do(ir.Return(ir.Const(RESUME)))
    w.do(ir.Return(following))


def _is_open(
    w: Writer,
    held: GuardedClause[c.RouteAfter] | GuardedClause[c.RouteAfterSkip],
    frame: Frame,
) -> ir.Value:
    """Return whether a route holds, and its step is possible."""

    def applied() -> ir.Value:
        inner = frame.with_names(dict(frame.names))
        if isinstance(held.clause, c.RouteAfter):
            inner = seen_roles(w, held.clause, w.game.actions[held.clause.action], frame)
        return applies(held, inner, w)

    holding = seen(w, held.you, applied)
    return w.lazily(holding, lambda: is_possible(w, held.clause, held.you), lambda: fold.NO)


def is_possible(w: Writer, route: c.Route, player: int) -> ir.Value:
    """Return whether a route may be taken; `if possible` requires that its step is (6.7)."""
    if route.next is None or not route.if_possible:
        return fold.YES
    step = w.game.steps[w.game.step_numbers[route.next]]
    if of_holder(step):
        return _has_options(w, step, player)
    if isinstance(step.chooser, str):
        return _if_active(w, lambda active: _has_options(w, step, active))

    def computed(active: int) -> ir.Value:
        chooser = computed_chooser(w, step, active)
        return fold.either(
            *(
                fold.both(fold.test("=", chooser, ir.Const(player)), _has_options(w, step, player))
                for player in range(w.game.players)
            )
        )

    return _if_active(w, computed)


def _if_active(w: Writer, condition: Callable[[int], ir.Value]) -> ir.Value:
    """Return a condition about the active player, written out for each player."""
    players = range(w.game.players)
    return fold.either(
        *(
            fold.both(fold.test("=", w.load("active"), ir.Const(player)), condition(player))
            for player in players
        )
    )


def _has_options(w: Writer, step: Step, chooser: int) -> ir.Value:
    """Return whether a player is not out, and a step has options for them."""
    alive = fold.negated(fold.has(w.out(), ir.Const(chooser)))
    return fold.both(alive, some(options_seen(w, step, chooser)))


def _interrupt(
    w: Writer, step: Step, action: Action, player: int, next_seat: int, frame: Frame
) -> None:
    """Remember the interrupted step, its event, and from which player on to ask again."""
    w.store("interrupted", ir.Const(w.game.step_numbers[step.name]))
    w.store("interrupted_player", ir.Const(player))
    w.store("interrupted_action", ir.Const(step.actions.index(action.name)))
    w.store("next_seat", ir.Const(next_seat))
    agenda.interrupt(w)
    store_roles(w, [frame.names[role.name] for role in action.roles])


def _interruptible(w: Writer, step: Step, action: Action, player: int) -> bool:
    """Return whether a player's opponents may have a route after an action in a step."""
    names: dict[str, ir.Value] = {}
    for role in action.roles:
        names[role.name] = w.local(none=True, unknown=True)
    frame = step_frame(step, player).with_names(names)
    for held in everybody(w, c.RouteAfter, action.name, player):
        if held.clause.next is not None and held.you in w.opponents(player):
            with w.block():  # dropped: only to find out whether the guards can hold at all
                possible = guards_hold(held, frame, w)
            if possible is not fold.NO:
                return True
    return False


def next_after_interrupt(w: Writer) -> int | None:
    """Return the function that goes on with the interrupted event, and returns a next (6.2).

    Return None if no step can be interrupted.
    """
    interruptible = any(map(bool, _interruptible_events(w)))
    return w.function_about(_write_next_after_interrupt) if interruptible else None


def _interruptible_events(w: Writer) -> Iterator[tuple[Ref, Ref, int] | None]:
    """Yield, in order, each step, action of it and player; None for those never interrupted."""
    most = _most_actions(w)
    for step in w.game.steps:
        for place in range(most):
            action = w.game.actions[step.actions[place]] if place < len(step.actions) else None
            for player in range(w.game.players):
                possible = action is not None and _interruptible(w, step, action, player)
                yield (step.name, step.actions[place], player) if possible else None


def _most_actions(w: Writer) -> int:
    return max((len(step.actions) for step in w.game.steps), default=1)


def _write_next_after_interrupt(w: Writer, _: tuple[ir.Get, ...]) -> None:
    functions = tuple(
        None if event is None else w.function_about(_write_rest_of_event, *event)
        for event in _interruptible_events(w)
    )
    index = w.load("interrupted")
    index = fold.arithmetic("*", index, ir.Const(_most_actions(w)))
    index = fold.arithmetic("+", index, w.load("interrupted_action"))
    index = fold.arithmetic("*", index, ir.Const(w.game.players))
    index = fold.arithmetic("+", index, w.load("interrupted_player"))
    w.do(ir.Return(ir.CallOne(functions, index, ())))


def _write_rest_of_event(
    w: Writer, _: tuple[ir.Get, ...], name: Ref, action_name: Ref, player: int
) -> None:
    step, action = w.game.steps[w.game.step_numbers[name]], w.game.actions[action_name]
    names: dict[str, ir.Value] = {}
    for place, role in enumerate(action.roles):
        entry = w.game.layout.by_meaning[EventRole(place)]
        names[role.name] = w.kept(ir.Load(entry, fold.NO, fold.NO))
    seat = w.kept(w.load("next_seat"))
    nothing_interrupted(w)
    agenda.resume(w)
    frame = step_frame(step, player).with_names(names)
    after_event(w, step, action, player, frame, seat)


# ---------------------------------------------------------------------------- 6.4: skipping


def skipping(w: Writer, step: Step, chooser: int, *, by_choice: bool) -> int:
    """Return the function that leaves a step without an option, and returns a next."""
    return w.function_about(_write_skip, step.name, chooser, by_choice)


def _write_skip(w: Writer, _: tuple[ir.Get, ...], name: Ref, chooser: int, by_choice: bool) -> None:
    step = w.game.steps[w.game.step_numbers[name]]
    if by_choice:
        w.store("done", fold.YES)
        secret = any(w.game.actions[action].secret for action in step.actions)
        note(w, "skip", ir.Const(chooser), ir.Const(int(secret)))
    frame = step_frame(step, chooser)
    clauses = as_now(everybody(w, c.AfterSkip, step.name, chooser), w)
    for held in clauses:
        inner = replace(frame.with_names({}), card=held.card, you=held.you)
        with w.when(still_in_force(held, w)), w.when(applies(held, inner, w)):
            carry_out(held.clause.effects, inner, w)
    if clauses and w.somebody_may_lose():  # nothing more becomes due when the game is over
        with w.when(fold.test("!=", w.load("winners"), fold.NO)):
            w.do(ir.Return(ir.Const(RESUME)))
    for route in own(w, c.RouteAfterSkip, step.name, chooser):
        with w.when(_is_open(w, route, frame)):
            _follow(w, route.clause.next, chooser)
    _follow(w, step.after_skip, chooser)


def pending_player(w: Writer) -> ir.Value:
    """Return the player who has to choose, or on whose behalf chance chooses."""
    chooser = w.kept(w.load("chooser"))
    negative = fold.arithmetic("-", ir.Const(-1), chooser)
    return fold.choose(fold.test("<", chooser, fold.NO), negative, chooser)


def pending_index(w: Writer) -> ir.Value:
    """Return the index of the pending step and player; less than 0 if no step is pending."""
    player = pending_player(w)
    index = fold.arithmetic("*", w.load("step"), ir.Const(w.game.players))
    return w.kept(fold.arithmetic("+", index, player))
