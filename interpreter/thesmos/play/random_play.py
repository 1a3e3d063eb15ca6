"""Random play: uniform choices; outcomes of chance by their weights.

Skipping counts as one more option where it is allowed; a dead end is conceded. The random numbers
come from play/rng.py, so that a seed gives the same game on every system.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from thesmos.diagnostics import InternalError
from thesmos.play.choice import CONCEDED, SKIPPED, Choice, take
from thesmos.play.protocols import SomeState, State

if TYPE_CHECKING:
    from thesmos.play.options import Option


class Dice(Protocol):
    """A source of random numbers."""

    def below(self, n: int, /) -> int:
        """A number from 0 to n - 1."""


def pick(state: State, dice: Dice) -> Choice:
    """A random choice: uniform for a player, by weight for chance. The game must not be over."""
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
    """A random outcome of chance, by weight; uniform if all weights are 0."""
    weights = [outcome.weight for outcome in outcomes]
    if not any(weights):
        weights = [1] * len(outcomes)
    left = dice.below(sum(weights))
    for outcome, weight in zip(outcomes, weights, strict=True):
        left -= weight
        if left < 0:
            return Choice(outcome.text, outcome)
    raise InternalError("a number below the sum of the weights is none of theirs")


def play(
    state: SomeState, dice: Dice, limit: int | None = None
) -> Iterator[tuple[SomeState, Choice]]:
    """Play a random game from a state; yield each state with the choice made in it.

    Outcomes of chance are choices of player 0 and count as decisions. limit: the greatest number
    of decisions.
    """
    made = 0
    while state.decision is not None and (limit is None or made < limit):
        choice = pick(state, dice)
        yield state, choice
        state = take(state, choice)
        made += 1
