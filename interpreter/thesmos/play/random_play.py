"""Random play: one uniform choice after another, outcomes of chance by their weights.

Skipping counts as one more option where it is allowed; a dead end is conceded. The numbers come
from the interpreter's own generator, so that a seed means the same game everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from thesmos.diagnostics import InternalError
from thesmos.play.protocols import CONCEDE, SKIP, TURN_STARTS, Option, State


class Dice(Protocol):
    """A source of random numbers."""

    def below(self, n: int, /) -> int:
        """A number from 0 to n - 1."""


@dataclass(frozen=True)
class Choice:
    """What was chosen: an option, or one of the words `skip` and `concede`."""

    text: str
    option: Option | None = None


SKIPPED = Choice(SKIP)
CONCEDED = Choice(CONCEDE)


def pick(state: State, dice: Dice) -> Choice:
    """A uniform choice, of chance a weighted one. The game must not be over."""
    decision = state.decision
    assert decision is not None
    options = decision.options
    if decision.player == 0:
        return _drawn(options, dice)
    count = len(options) + decision.may_skip
    if count == 0:
        return CONCEDED
    index = dice.below(count)
    if index == len(options):
        return SKIPPED
    return Choice(options[index].text, options[index])


def _drawn(outcomes: Sequence[Option], dice: Dice) -> Choice:
    """An outcome of chance; all are alike if none has a weight."""
    weights = [outcome.weight for outcome in outcomes]
    if not any(weights):
        weights = [1] * len(outcomes)
    left = dice.below(sum(weights))
    for outcome, weight in zip(outcomes, weights, strict=True):
        left -= weight
        if left < 0:
            return Choice(outcome.text, outcome)
    raise InternalError("a number below the sum of the weights is none of theirs")


def take(state: State, choice: Choice) -> State:
    """The state after a choice."""
    if choice.option is not None:
        return state.apply(choice.option)
    return state.skip() if choice.text == SKIP else state.concede()


def play(state: State, dice: Dice, limit: int | None = None) -> Iterator[tuple[State, Choice]]:
    """A random game from here: each state with the choice made in it, `limit` decisions at most.

    Outcomes of chance are choices of player 0 and count as decisions.
    """
    made = 0
    while state.decision is not None and (limit is None or made < limit):
        choice = pick(state, dice)
        yield state, choice
        state = take(state, choice)
        made += 1


def play_bare(state: State, dice: Dice, limit: int) -> Iterator[State]:
    """A random game from here, the states after each choice; options are never put into words.

    The fast way for those who only need to get on: outcomes of chance are drawn alike, without
    their weights.
    """
    for _ in range(limit):
        if state.result is not None:
            return
        roles = state.roles
        count = len(roles) + state.may_skip
        index = dice.below(count) if count else -1
        if index < 0:
            state = state.concede()
        else:
            state = state.follow(roles[index]) if index < len(roles) else state.skip()
        yield state


def turn_starts(state: State) -> int:
    """How many turns began on the way from the previous state to this one."""
    return sum(event["e"] in TURN_STARTS for event in state.events)
