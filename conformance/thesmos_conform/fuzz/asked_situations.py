"""Which situations were asked about, and so what it is worth to ask about a game."""

from __future__ import annotations

from itertools import accumulate

from thesmos_conform.fuzz.played_game import PlayedGame
from thesmos_conform.fuzz.situations import Situation
from thesmos_conform.fuzz.watched_match import CHOSEN, HELD

WORTH = {HELD: 30, CHOSEN: 3}  # by the first word; all others count once
BEGUN = 3  # decisions that cost as much as to begin a game


class AskedSituations:
    """The situations of all games so far, as far as they were asked about."""

    def __init__(self) -> None:
        self._known: set[Situation] = set()

    def worth(self, played: PlayedGame) -> float:
        """How much of a game is new, for each decision to ask about."""
        return max(self._gains(played))

    def ask(self, played: PlayedGame, least: int, most: int) -> int | None:
        """After how many choices to stop asking about a game: where it is worth most till then.

        None if nothing in it is new, unless some choices must be asked about. least, most: choices
        to ask about, as far as there are so many.
        """
        gains = self._gains(played)[: most + 1]
        if not least and not max(gains):
            return None
        first = min(least, len(gains) - 1)
        made = gains.index(max(gains[first:]), first)
        self._known.update(*played.found[: made + 1])
        return made

    def _gains(self, played: PlayedGame) -> list[float]:
        """By the number of choices: how much is new up to there, for each decision."""
        new = accumulate(map(self._new, played.found))
        return [found / (made + BEGUN) for made, found in enumerate(new)]

    def _new(self, found: set[Situation]) -> int:
        """How much of what was found is new."""
        return sum(WORTH.get(str(one[0]), 1) for one in found - self._known)
