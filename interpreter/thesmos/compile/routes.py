"""§6 What comes next: entering steps, and the routes out of them; §12 stuck and dead end.

What follows is one number, a *next*: END, RESUME, or that of a step and a player. Functions that
leave a step return one; `run` enters what follows, until a decision is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from thesmos.compile import fold, ir
from thesmos.compile.effects import carry_out
from thesmos.compile.events import carry_out_option
from thesmos.compile.in_force import HeldClause, applies, as_now, everybody, own
from thesmos.compile.judging import judge
from thesmos.compile.losing import STUCK, lose
from thesmos.compile.options import any_of, has_requirements, may_skip, offer, options_of
from thesmos.compile.values import holds, value
from thesmos.compile.writer import Frame, Writer
from thesmos.link.layout import EventRole
from thesmos.program import clauses as c
from thesmos.program.declarations import Action, Step
from thesmos.program.node import Ref

MAX_SILENT = 500  # steps that may pass one after the other without a decision
DECISION, OVER, END, RESUME = -3, -2, -1, 0
FIRST = 1  # the number of the first step and player


def next_of(w: Writer, name: Ref | None, player: int) -> ir.Const:
    """The next that a step for a player is."""
    if name is None:
        return ir.Const(RESUME)
    return ir.Const(FIRST + w.game.step_numbers[name] * w.game.players + player)


def chooser_code(step: Step, player: int) -> ir.Const:
    """What the state holds as the chooser."""
    return ir.Const(-1 - player if step.chooser == "chance" else player)


# ----------------------------------------------------------------------- 6.1: entering


def run(w: Writer) -> int:
    """The function that enters what follows, and goes on; returns whether a decision is needed."""
    return w.function("run", 1, lambda given: _run(w, *given))


def _run(w: Writer, following: ir.Get) -> None:
    entering = tuple(
        _entering(w, step, player) for step in w.game.steps for player in range(w.game.players)
    )
    resuming = _resume(w)
    with w.block() as body:
        with w.when(fold.test("=", following, ir.Const(RESUME))):
            nobody = fold.test("=", w.load("interrupted"), fold.NOTHING)
            resumed = ir.Const(END) if resuming is None else ir.Call(resuming, ())
            w.do(ir.Set(following.name, fold.choose(nobody, ir.Const(END), resumed)))
        with w.when(fold.test("=", following, ir.Const(END))):
            w.store("step", fold.NOTHING)
            w.store("chooser", fold.NOTHING)
            w.do(ir.Return(fold.NO))
        with w.when(fold.test("!=", following, ir.Const(RESUME))):
            index = fold.arithmetic("-", following, ir.Const(FIRST))
            w.do(ir.Set(following.name, ir.CallOne(entering, index, ())))
            with w.when(fold.test("=", following, ir.Const(DECISION))):
                w.do(ir.Return(fold.YES))
            over = fold.test("!=", w.load("winners"), fold.NO)
            with w.when(fold.either(fold.test("=", following, ir.Const(OVER)), over)):
                w.do(ir.Return(fold.NO))
    w.do(ir.Loop(2 * MAX_SILENT, tuple(body)))
    w.do(ir.TooLong())


def _entering(w: Writer, step: Step, player: int) -> int:
    """The function that enters a step for a player, and returns a next."""
    if step.chooser == "holder":
        return _enter(w, step, player)
    if step.chooser == "chance" and step.name.card:
        return _enter(w, step, player)

    def make(_: tuple[ir.Get, ...]) -> None:
        active = w.load("active")
        if isinstance(step.chooser, str):
            chooser = active
        else:
            card = w.game.card_numbers[step.name.card]
            w.for_player(active, lambda one: _computed(w, step, card, one))
            return
        functions = tuple(_enter(w, step, one) for one in range(w.game.players))
        w.do(ir.Return(ir.CallOne(functions, chooser, ())))

    return w.function(("entering", step.name), 0, make)


def _computed(w: Writer, step: Step, card: int | None, active: int) -> None:
    """Enter a step whose chooser is computed; the active player, if that is none."""
    assert not isinstance(step.chooser, str)
    frame = Frame(card, active, active, active, active)
    found = w.kept(value(step.chooser, frame, w))
    chooser = fold.choose(fold.known(found), found, ir.Const(active))
    functions = tuple(_enter(w, step, one) for one in range(w.game.players))
    w.do(ir.Return(ir.CallOne(functions, chooser, ())))


def _enter(w: Writer, step: Step, chooser: int) -> int:
    """The function that enters a step for its chooser, and returns a next."""
    key = "enter", step.name, chooser
    marked = has_requirements(w, step, chooser)
    return w.function(key, 0, lambda _: _write_enter(w, step, chooser), marked=marked, emits=marked)


def _write_enter(w: Writer, step: Step, chooser: int) -> None:
    if step.judge:
        with w.when(judge(w, chooser if step.chooser == "active" else None)):
            w.do(ir.Return(ir.Const(OVER)))
    w.store("step", ir.Const(w.game.step_numbers[step.name]))
    w.store("chooser", chooser_code(step, chooser))
    codes: ir.Value | None = None
    if has_requirements(w, step, chooser):
        codes = _offer_with_requirements(w, step, chooser)
    elif step.when_one is not None:
        codes = w.kept(ir.Call(options_of(w, step, chooser), ()))
    if step.when_one is not None:
        assert codes is not None
        card = w.game.card_numbers[step.name.card]
        frame = Frame(card, chooser, chooser, chooser)
        only = fold.test("=", ir.HowMany(codes), fold.YES)
        with w.when(only), w.when(holds(step.when_one, frame, w)):
            w.do(ir.Return(ir.Call(take(w, step, chooser), (ir.FirstCode(codes),))))
    if step.when_empty != "ask":
        some = any_of(w, step, chooser) if codes is None else _some(codes)
        with w.when(some):
            w.do(ir.Return(ir.Const(DECISION)))
        _empty(w, step, chooser)
    w.do(ir.Return(ir.Const(DECISION)))


def _some(codes: ir.Value) -> ir.Value:
    return fold.test(">", ir.HowMany(codes), fold.NO)


def _empty(w: Writer, step: Step, chooser: int) -> None:
    """What follows if a step has no options: it passes, or it is a dead end, or stuck (12)."""
    passing = ir.Return(ir.Call(skipping(w, step, chooser, by_choice=False), ()))
    if step.when_empty == "pass":
        w.do(passing)
        return
    skippable = None if step.chooser == "chance" else may_skip(w, step, chooser)
    if skippable is not None:
        with w.when(skippable):
            w.do(passing)
    with w.when(fold.test("=", w.load("done"), fold.NO)):
        w.store("step", fold.NOTHING)
        w.store("chooser", fold.NOTHING)
        lose(w, ir.Const(w.game.sides[chooser]), w.game.reasons.index(STUCK))
        w.do(ir.Return(ir.Const(OVER)))


def _offer_with_requirements(w: Writer, step: Step, chooser: int) -> ir.Value:
    """The options on entering a step; `counts` and `else` of requirements take effect (4.6)."""
    made = offer(w, step, chooser)
    codes = w.local()
    w.do(ir.Set(codes.name, ir.Codes()))
    again = w.local()
    w.do(ir.Set(again.name, fold.NO))
    for require, met in made.required:
        clause = require.clause
        if clause.counts:
            with w.when(fold.both(require.held, fold.test("=", met, fold.YES))):
                w.store("done", fold.YES)
        if clause.otherwise is not None:
            with w.when(fold.both(require.held, fold.test("=", met, fold.NO))):
                frame = Frame(require.card, require.you, chooser, chooser)
                carry_out(clause.otherwise, frame, w)
                w.do(ir.Set(again.name, fold.YES))
    if any(require.clause.otherwise is not None for require, _ in made.required):
        with w.when(fold.test("=", again, fold.YES)):
            w.do(ir.Set(codes.name, ir.Call(options_of(w, step, chooser), ())))
    return codes


# --------------------------------------------------------------------- 6.2, 6.3: after it


def take(w: Writer, step: Step, chooser: int) -> int:
    """The function that carries out an option of a step, and returns a next."""
    return w.function(
        ("take", step.name, chooser), 1, lambda given: _write_take(w, step, chooser, *given)
    )


def _write_take(w: Writer, step: Step, chooser: int, code: ir.Get) -> None:
    code = ir.Get(code.name)
    *others, last = step.actions
    for name in others:
        codes = w.codes.of[name]
        here = fold.both(
            fold.test(">=", code, ir.Const(codes.first)),
            fold.test("<", code, ir.Const(codes.first + codes.count)),
        )
        with w.when(here):
            _take_action(w, step, w.game.actions[name], chooser, code)
    _take_action(w, step, w.game.actions[last], chooser, code)


def _take_action(w: Writer, step: Step, action: Action, chooser: int, code: ir.Value) -> None:
    frame = carry_out_option(w, action, code, chooser)
    after_event(w, step, action, chooser, frame, None)


def after_event(
    w: Writer, step: Step, action: Action, player: int, frame: Frame, seat: ir.Value | None
) -> None:
    """Interrupts of opponents from a seat on, then the player's own route, then the step's."""
    over = fold.test("!=", w.load("winners"), fold.NO)
    with w.when(over):
        w.do(ir.Return(ir.Const(END)))
    routes = as_now(everybody(w, c.RouteAfter, action.name, player), w)
    for other in w.opponents(player):
        asked = fold.YES if seat is None else fold.test(">=", ir.Const(other), seat)
        for held in (one for one in routes if one.you == other and one.clause.next is not None):
            with w.when(asked), w.when(_is_open(w, held, frame)):
                _interrupt(w, step, other + 1, frame)
                w.do(ir.Return(next_of(w, held.clause.next, other)))
    for held in own(w, c.RouteAfter, action.name, player):
        with w.when(_is_open(w, held, frame)):
            w.do(ir.Return(next_of(w, held.clause.next, player)))
    w.do(ir.Return(next_of(w, step.then, player)))


def _is_open(w: Writer, held: HeldClause[c.RouteAfter], frame: Frame) -> ir.Value:
    """Whether a route holds, and its step is possible."""
    holding = applies(held, frame.with_names(dict(frame.names)), w)
    return w.lazily(holding, lambda: is_possible(w, held.clause, held.you), lambda: fold.NO)


def is_possible(w: Writer, route: c.Route, player: int) -> ir.Value:
    """Whether a route may be taken: with `if possible`, only if its step would have options."""
    if route.next is None or not route.if_possible:
        return fold.YES
    return any_of(w, w.game.steps[w.game.step_numbers[route.next]], player)


def _interrupt(w: Writer, step: Step, next_seat: int, frame: Frame) -> None:
    """Remember the interrupted step, its event, and from which player on to ask again."""
    w.store("interrupted", ir.Const(w.game.step_numbers[step.name]))
    w.store("next_seat", ir.Const(next_seat))
    action = w.game.actions[step.actions[0]]
    values = [frame.names[role.name] for role in action.roles]
    for entry in w.game.layout.entries:
        if isinstance(entry.meaning, EventRole):
            place = entry.meaning.place
            one = values[place] if place < len(values) else fold.NOTHING
            w.do(ir.Store(entry, fold.NO, fold.NO, one))


def _interruptible(w: Writer) -> Iterator[Step]:
    """The steps after whose first action a player's opponents may have a route."""
    for step in w.game.steps:
        if any(clause.next for _, clause in w.game.clauses_about(c.RouteAfter, step.actions[0])):
            yield step


def _resume(w: Writer) -> int | None:
    """The function that returns to the interrupted step, and returns a next (6.2)."""
    steps = {w.game.step_numbers[step.name]: step for step in _interruptible(w)}
    if not steps:
        return None
    players = range(w.game.players)

    def of(step: Step, player: int) -> int:
        key = "resume", step.name, player
        return w.function(key, 0, lambda _: _write_resume(w, step, player))

    functions = tuple(
        of(steps[n], player) if n in steps else None
        for n in range(len(w.game.steps))
        for player in players
    )

    def make(_: tuple[ir.Get, ...]) -> None:
        factor = ir.Const(w.game.players)
        index = fold.arithmetic("*", w.load("interrupted"), factor)
        index = fold.arithmetic("+", index, w.load("active"))
        w.do(ir.Return(ir.CallOne(functions, index, ())))

    return w.function("resume", 0, make)


def _write_resume(w: Writer, step: Step, player: int) -> None:
    action = w.game.actions[step.actions[0]]
    names: dict[str, ir.Value] = {}
    for place, role in enumerate(action.roles):
        entry = w.game.layout.by_meaning[EventRole(place)]
        names[role.name] = w.kept(ir.Load(entry, fold.NO, fold.NO))
    seat = w.kept(w.load("next_seat"))
    w.store("interrupted", fold.NOTHING)
    w.store("next_seat", fold.NO)
    for entry in w.game.layout.entries:
        if isinstance(entry.meaning, EventRole):
            w.do(ir.Store(entry, fold.NO, fold.NO, fold.NOTHING))
    frame = Frame(None, player, player, player, player, names)
    after_event(w, step, action, player, frame, seat)


# ----------------------------------------------------------------------- 6.4: skipping


def skipping(w: Writer, step: Step, chooser: int, *, by_choice: bool) -> int:
    """The function that leaves a step without an option, and returns a next."""

    def make(_: tuple[ir.Get, ...]) -> None:
        if by_choice:
            w.store("done", fold.YES)
        frame = Frame(None, chooser, chooser, chooser)
        for held in as_now(everybody(w, c.AfterSkip, step.name, chooser), w):
            inner = replace(frame.with_names({}), card=held.card, you=held.you)
            with w.when(applies(held, inner, w)):
                carry_out(held.clause.effects, inner, w)
        for route in own(w, c.RouteAfterSkip, step.name, chooser):
            with w.when(applies(route, frame, w)):
                w.do(ir.Return(next_of(w, route.clause.next, chooser)))
        w.do(ir.Return(next_of(w, step.after_skip, chooser)))

    return w.function(("skip", step.name, chooser, by_choice), 0, make)


def pending_index(w: Writer) -> ir.Value:
    """The place of the pending step and its chooser among those; less than 0 if there is none."""
    chooser = w.kept(w.load("chooser"))
    negative = fold.arithmetic("-", ir.Const(-1), chooser)
    player = fold.choose(fold.test("<", chooser, fold.NO), negative, chooser)
    index = fold.arithmetic("*", w.load("step"), ir.Const(w.game.players))
    return w.kept(fold.arithmetic("+", index, player))
