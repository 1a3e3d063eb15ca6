"""Which situations were asked about, and therefore how much asking about a game is worth."""

from __future__ import annotations

from itertools import accumulate

from thesmos_conform.fuzz.played_game import PlayedGame
from thesmos_conform.fuzz.situations import Situation
from thesmos_conform.fuzz.watched_match import CHOSEN, HELD

WORTH = {HELD: 30, CHOSEN: 3}  # the weight of a situation by its first word; of all others 1
BEGUN = 3  # the cost of beginning a game, in decisions


class AskedSituations:
    """The situations of all games that have been asked about so far."""

    def __init__(self) -> None:
        self._known: set[Situation] = set()

    def worth(self, played: PlayedGame) -> float:
        """Return how much a game offers that is new, for each decision to ask about."""
        return max(self._gains(played))

    def ask(self, played: PlayedGame, least: int, most: int) -> int | None:
        """Decide how many choices of a game to ask about, for the most gain, and note what is new.

        None if nothing in the game is new, unless `least` demands some. least, most: bounds on the
        number of choices, as far as the game has so many.
        """
        gains = self._gains(played)[: most + 1]
        if not least and not max(gains):
            return None
        first = min(least, len(gains) - 1)
        choices = gains.index(max(gains[first:]), first)
        self._known.update(*played.situations[: choices + 1])
        return choices

    def _gains(self, played: PlayedGame) -> list[float]:
        """Return, for each number of choices, how much is new up to there for each decision."""
        weights = accumulate(map(self._new, played.situations))
        return [weight / (choices + BEGUN) for choices, weight in enumerate(weights)]

    def _new(self, situations: set[Situation]) -> int:
        """Return the weight of the situations that are new."""
        return sum(WORTH.get(str(situation[0]), 1) for situation in situations - self._known)
