"""Follows a game as it is played: which clauses hold, and which situations it reaches."""

from __future__ import annotations

from collections.abc import Sequence

from thesmos.play.choice import Choice
from thesmos.play.match import Match
from thesmos.play.state import State
from thesmos.program.node import Ref
from thesmos_conform.fuzz.reached_clauses import CountedMatch, Feature
from thesmos_conform.fuzz.situations import Situation, Situations

HELD, CHOSEN = "held", "chosen"  # the first words of what held, and of what held for a choice
GROUND = "ground"


class WatchedMatch:
    """Follows one game of a match after another. held: what the present game reached.

    closely: whether situations are told beside what held; that takes most of the time.
    """

    def __init__(self, match: Match, *, closely: bool = True) -> None:
        self._closely = closely
        self._counted = CountedMatch(match)
        self._situations = Situations(match.linked)
        self._codes = match.backend.codes
        self._before: tuple[Ref, Sequence[int]] | None = None
        self._like: set[Situation] = set()
        self.held: set[Feature] = set()

    def begin(self) -> None:
        """Follow another game from now on."""
        self._before, self._like, self.held = None, set(), set()

    def chosen(self, choice: Choice, after: State) -> None:
        """Note a choice in the state seen last. after: the state it led to."""
        if not self._closely:
            return
        option = None if choice.option is None else self._codes.option(choice.option.code)
        self._like = self._situations.like(option, self._before)
        self._before = None if after.turns_begun else option

    def situations(self, state: State) -> set[Situation]:
        """Return a state's situations, and what held on the way, with the choice's features."""
        held = self._counted.since()
        marks: set[Situation] = {(HELD, *feature) for feature in held}
        if state.result is not None:
            marks.add((HELD, GROUND, state.result.reason))
        if not self._closely:
            self.held |= held
            return marks
        chosen = {(CHOSEN, *mark, *like) for mark in marks for like in self._like}
        self.held |= held
        return self._situations.of(state, self._before) | marks | chosen
