"""The choices of a match as actions: numbers from 0, which mean the same throughout a match."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from thesmos.arguments import as_integer
from thesmos.choice_words import CONCEDE, SKIP
from thesmos.diagnostics import UsageError, clipped
from thesmos.play.match import Match
from thesmos.play.state import State


def as_match(value: Any) -> Match:
    """Return a match. Raises UsageError for anything else, such as its game."""
    if not isinstance(value, Match):
        hint = "give a match, such as `thesmos.load(name).match()`"
        raise UsageError(f"an environment can't be made of {clipped(repr(value))}", hint)
    return value


class Actions:
    """The actions of a match: a code each for options, one to skip, and one to concede.

    Conceding is an action only where nothing else can be chosen.

    skip, concede: these two, the last ones. count: how many there are.
    """

    def __init__(self, match: Match) -> None:
        self.skip = match.code_count
        self.concede = self.skip + 1
        self.count = self.concede + 1

    def legal(self, state: State) -> list[int]:
        """Return the actions that can be taken, ascending; none at the end of the game."""
        if state.over:
            return []
        actions = [*state.codes, *[self.skip] * state.may_skip]
        return actions or [self.concede]

    def apply(self, state: State, action: Any) -> State:
        """Return the state after an action, a whole number, also one of NumPy's.

        Raises UsageError if it is not legal, or anything else.
        """
        number = as_integer(action)
        if number is None or number not in self.legal(state):
            hint = "take one of the legal actions"
            raise UsageError(f"the action {clipped(str(action))} is not legal", hint)
        if number == self.concede:
            return state.concede()
        return state.skip() if number == self.skip else state.take(number)

    def text(self, state: State, action: int) -> str:
        """Return how an action reads in a state."""
        if action == self.concede:
            return CONCEDE
        return SKIP if action == self.skip else state.text(action)

    def outcomes(self, state: State) -> list[tuple[int, Fraction]]:
        """Return the outcomes of chance with their probabilities, which sum to 1.

        state: one in which chance decides. Raises UsageError for another.
        """
        decision = state.decision
        if decision is None or not decision.chance:
            raise UsageError("chance does not decide here", "ask `is_chance_node` first")
        return [(o.code, decision.probabilities[o.text]) for o in decision.options]
