"""§6 What comes next: entering steps, and the routes out of them; §12 stuck and dead end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from thesmos.program import clauses as c
from thesmos.program.declarations import Step
from thesmos.program.node import Ref
from thesmos.semantics.agenda import clear, put_down, take_up
from thesmos.semantics.effects import carry_out
from thesmos.semantics.events import carry_out_option
from thesmos.semantics.frame import Frame, frame_for
from thesmos.semantics.hidden import seen_roles, view
from thesmos.semantics.in_force import HeldClause, applies, everybody, own, still_in_force
from thesmos.semantics.judging import judge
from thesmos.semantics.losing import STUCK, lose
from thesmos.semantics.options import Offer, may_skip, offer
from thesmos.semantics.state import BoundAction, Chooser, DueStep, Interrupted, StructuredState
from thesmos.semantics.transition import PendingStep, Skipped, Transition
from thesmos.semantics.values import holds, known, value

MAX_SILENT = 500  # steps that may pass one after the other without a decision


class NextStep(NamedTuple):
    """The step that follows (None at the end of a run), and the player whose run it is."""

    step: Step | None
    player: int


# ----------------------------------------------------------------------- 6.1: entering


def enter(work: Transition, following: NextStep) -> bool:
    """Enter a step, and go on through steps that need no decision; return whether one needs it.

    A run ends when the game is over, and when the chooser of a step is out (13.4).
    """
    for _ in range(MAX_SILENT):
        step, player = following
        if step is None or work.state.over:
            work.state.step = work.state.chooser = None
            return False
        chooser = chooser_of(work.state, step, player)
        if chooser.player in work.state.out:
            following = leave(work, None, player)
            continue
        if step.judge and judge(work):
            return False
        work.state.step, work.state.chooser = step, chooser
        if work.ends_here():
            return True
        options = enter_options(work, step, chooser).options
        if work.state.over or chooser.player in work.state.out:  # an `else` made them lose
            following = leave(work, None, player)
            continue
        skippable = may_skip(view_of(work.state, chooser), step, chooser, options)
        work.decision = PendingStep(step, chooser, options, skippable)
        if not options and (step.when_empty != "ask" or chooser.chance):
            if skippable or step.when_empty == "pass" or chooser.chance:
                following = skip(work, by_choice=False)
            elif work.state.done:
                return True  # 12.3: a dead end
            else:
                lose(work, work.state.side(chooser.player), STUCK)  # 12.2: stuck
                following = leave(work, None, player)
        elif len(options) == 1 and done_when_one(work.state, step, chooser):
            following = take_option(work, options[0])
        else:
            return True
    work.state.step = work.state.chooser = work.state.interrupted = None  # 16.8: the run ends
    clear(work.state)
    return False


def chooser_of(state: StructuredState, step: Step, player: int) -> Chooser:
    """Return who decides in a step; the active player, if its `chooser` is none."""
    if step.chooser == "chance":  # 10.2
        return Chooser(player if step.name.card else state.active, chance=True)
    if step.chooser == "active":
        return Chooser(state.active)
    if step.chooser == "holder":
        return Chooser(player)
    card = state.game.card_numbers[step.name.card]
    found = value(step.chooser, frame_for(state, state.active, card=card))
    return Chooser(found if known(found) else state.active)


def view_of(state: StructuredState, chooser: Chooser) -> StructuredState:
    """The state as a chooser sees it; chance sees everything."""
    return state if chooser.chance else view(state, chooser.player)


def enter_options(work: Transition, step: Step, chooser: Chooser) -> Offer:
    """The options on entering a step; `counts` and `else` of requirements take effect (4.6)."""
    made = offer(view_of(work.state, chooser), step, chooser)
    again = False
    for require, met in made.required:
        if met and require.clause.counts:
            work.state.done = True
        if not met and require.clause.otherwise is not None:
            frame = frame_for(work.state, chooser.player, require.you, require.card)
            carry_out(require.clause.otherwise, frame, work)
            again = True
    return offer(view_of(work.state, chooser), step, chooser) if again else made


def done_when_one(state: StructuredState, step: Step, chooser: Chooser) -> bool:
    """Whether the only option of a step is carried out without a decision."""
    card = state.game.card_numbers[step.name.card]
    frame = frame_for(state, chooser.player, card=card)
    return step.when_one is not None and holds(step.when_one, frame)


# --------------------------------------------------------------------- 6.2, 6.3: after it


def take_option(work: Transition, option: BoundAction) -> NextStep:
    """Carry out an option of the pending step, and return what comes next."""
    step, chooser = work.state.step, work.state.chooser
    assert step is not None
    assert chooser is not None
    frame = carry_out_option(work, option, chooser.player)
    return after_event(work, step, option.action, chooser.player, frame, first_seat=0)


def after_event(
    work: Transition, step: Step, action: Ref, player: int, frame: Frame, first_seat: int
) -> NextStep:
    """Try the interrupts of opponents from a seat on, the player's own routes, then the step's.

    The steps of an interrupt are not interrupted.
    """
    state = work.state
    if state.over or player in state.out:
        return leave(work, None, player)
    routes = everybody(state, c.RouteAfter, action, player)
    for other in state.opponents(player) if state.interrupted is None else ():
        theirs = [held for held in routes if held.you == other and other >= first_seat]
        for following in open_routes(state, theirs, frame):
            if following is not None:
                roles = {
                    role.name: frame.names[role.name] for role in state.game.actions[action].roles
                }
                state.interrupted = Interrupted(
                    step, player, action, roles, other + 1, len(state.agenda), state.fresh
                )
                state.fresh = 0
                return NextStep(following, other)
    mine = own(state, c.RouteAfter, action, player)
    for following in open_routes(state, mine, frame):
        return leave(work, following, player)
    return leave(work, step_named(state, step.then), player)


def open_routes(
    state: StructuredState,
    routes: Iterable[HeldClause[c.RouteAfter | c.RouteAfterSkip]],
    frame: Frame,
) -> Iterator[Step | None]:
    """Yield the steps of the routes that hold in the view of their player, and are possible."""
    for held in routes:
        if route_holds(state, held, frame):
            following = step_named(state, held.clause.next)
            if following is None or is_possible(state, held.clause, following, held.you):
                yield following


def route_holds(state: StructuredState, held: HeldClause[c.Route], frame: Frame) -> bool:
    """Whether a route holds, in the view of the player whose route it is (6.5)."""
    seen, names = view(state, held.you), dict(frame.names)
    if isinstance(held.clause, c.RouteAfter):
        names |= seen_roles(seen, state.game.actions[held.clause.action], names)
    inner = Frame(seen, held.card, held.you, frame.chooser, frame.actor, frame.viewer, names)
    return applies(held, inner)


def is_possible(state: StructuredState, route: c.Route, step: Step, player: int) -> bool:
    """Whether a route may be taken: with `if possible`, only if its step is possible (6.7)."""
    if not route.if_possible:
        return True
    chooser = chooser_of(state, step, player)
    seen = view_of(state, chooser)
    return chooser.player not in state.out and bool(offer(seen, step, chooser).candidates)


def leave(work: Transition, step: Step | None, player: int) -> NextStep:
    """Go on to a step, after those that are due (6.8).

    At the end of an interrupt, return to the step that was interrupted.
    """
    if work.state.over:
        return NextStep(None, player)
    if step is not None and work.state.fresh:
        following = DueStep(work.state.game.step_numbers[step.name], player)
        put_down(work.state, following, last=True)
        step = None
    if step is None:
        due = take_up(work.state)
        if due is not None:
            return NextStep(work.state.game.steps[due.step], due.player)
    if step is None and work.state.interrupted is not None:
        return resume(work, work.state.interrupted)
    return NextStep(step, player)


def resume(work: Transition, before: Interrupted) -> NextStep:
    """Return to the interrupted step: the next opponents' routes, then its own (6.2)."""
    work.state.interrupted, work.state.fresh = None, before.fresh
    player = before.player
    frame = frame_for(work.state, player).with_names(dict(before.roles))
    return after_event(work, before.step, before.action, player, frame, before.next_seat)


def step_named(state: StructuredState, name: Ref | None) -> Step | None:
    """The step of a name; None for `end`."""
    return None if name is None else state.game.steps[state.game.step_numbers[name]]


# ----------------------------------------------------------------------- 6.4: skipping


def skip(work: Transition, *, by_choice: bool) -> NextStep:
    """Leave the pending step without an option, and return what comes next."""
    state = work.state
    step, chooser = state.step, state.chooser
    assert step is not None
    assert chooser is not None
    if by_choice:
        state.done = True
        secret = any(state.game.actions[name].secret for name in step.actions)
        work.reports.append(Skipped(chooser.player, secret))
    player = chooser.player
    frame = frame_for(state, player)
    for held in everybody(state, c.AfterSkip, step.name, player):
        inner = frame.with_names({}).of(held.card, held.you)
        if still_in_force(held, state) and applies(held, inner):
            carry_out(held.clause.effects, inner, work)
    routes = own(state, c.RouteAfterSkip, step.name, player)
    for following in open_routes(state, routes, frame):
        return leave(work, following, player)
    return leave(work, step_named(state, step.after_skip), player)
