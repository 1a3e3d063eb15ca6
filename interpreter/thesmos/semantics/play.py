"""The entry points: begin a game, find the pending decision, and decide.

States are values: every function returns a new one and changes none.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from thesmos.diagnostics import UsageError
from thesmos.link.linked import LinkedGame
from thesmos.semantics.losing import CONCEDED, lose
from thesmos.semantics.options import may_skip, offer
from thesmos.semantics.routes import NextStep, enter, leave, take_option, view_of
from thesmos.semantics.routes import skip as skip_step
from thesmos.semantics.state import BoundAction, History, StructuredState
from thesmos.semantics.transition import PendingStep, Report, Transition
from thesmos.semantics.turns import advance
from thesmos.semantics.vector import state_from


class Outcome(NamedTuple):
    """The state after a choice, what happened on the way, and what is to be decided next."""

    state: StructuredState
    reports: list[Report]
    decision: PendingStep | None

    @classmethod
    def of(cls, work: Transition) -> Outcome:
        """The outcome of a transition. At the end of the game, nothing is to be decided."""
        pending = None if work.state.step is None else work.decision
        return cls(work.state, work.reports, pending)


def start(game: LinkedGame, past: History | None = None) -> Outcome:
    """Return the first state. past: answers questions about the past; by default the registers."""
    state = state_from(game, game.layout.start, past)
    work = Transition(state)
    advance(work)
    return Outcome.of(work)


def decision(state: StructuredState) -> PendingStep | None:
    """Return the pending decision of a state, as its chooser sees it; None at the end."""
    if state.step is None or state.chooser is None:
        return None
    seen = view_of(state, state.chooser)
    options = offer(seen, state.step, state.chooser).options
    skippable = may_skip(seen, state.step, state.chooser, options)
    return PendingStep(state.step, state.chooser, options, skippable)


def choose(state: StructuredState, option: BoundAction, *, checked: bool = True) -> Outcome:
    """Return the state after an option. checked: False skips the check that it is offered.

    Raises UsageError for an option that is not offered.
    """
    pending = decision(state) if checked else None
    if checked and (pending is None or option not in pending.options):
        raise UsageError(f"{option} is not offered", "choose one of the decision's options")
    work = Transition(state.copy())
    return _go_on(work, take_option(work, option))


def skip(state: StructuredState, *, checked: bool = True) -> Outcome:
    """Return the state after skipping the step. checked: False skips the check that it is allowed.

    Raises UsageError if it is not.
    """
    pending = decision(state) if checked else None
    if checked and (pending is None or not pending.may_skip):
        raise UsageError("this step may not be skipped", "choose one of the options")
    work = Transition(state.copy())
    return _go_on(work, skip_step(work, by_choice=True))


def concede(state: StructuredState) -> Outcome:
    """The state after the deciding player has conceded (13.1). Chance does not concede."""
    if state.chooser is None or state.chooser.chance:
        raise UsageError("nobody can concede now", "only a player who has to decide can")
    work = Transition(state.copy())
    return _go_on(work, _conceded(work))


def _conceded(work: Transition) -> NextStep:
    """The deciding player loses; return what comes next."""
    state = work.state
    assert state.chooser is not None
    player = state.chooser.player
    state.step = state.chooser = None
    lose(work, state.side(player), CONCEDED)
    return leave(work, None, player)


def watched(
    state: StructuredState,
    choice: BoundAction | Literal["skip", "concede", "enter"],
    until: tuple[int, ...],
) -> Transition:
    """Return what happens after a choice, which must be possible, and who can see it.

    choice: `enter` if the flow goes on without one. until: the vector it leads to.
    """
    work = Transition(state.copy(), until=until, watched=True)
    if choice == "enter":
        advance(work)
        return work
    if choice == "concede":
        following = _conceded(work)
    elif choice == "skip":
        following = skip_step(work, by_choice=True)
    else:
        following = take_option(work, choice)
    if not enter(work, following):
        advance(work)
    return work


def _go_on(work: Transition, following: NextStep) -> Outcome:
    """Continue until there is a decision or the game is over."""
    if not enter(work, following):
        advance(work)
    return Outcome.of(work)
