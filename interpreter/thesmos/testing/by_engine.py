"""0.1's engine as a judge: the same match-ups, played by it."""

from __future__ import annotations

import functools

from thesmos.engine.lowering import lower
from thesmos.engine.match import Match
from thesmos.play import match as play
from thesmos.play.game import Game, MatchKey
from thesmos.testing import draws


def by_engine(match: play.Match) -> Match:
    """The same match, played by the engine."""
    return Match(match.linked, lower(match.linked), match.texts)


class EngineGame(Game):
    """A game whose matches the engine plays."""

    @classmethod
    def of(cls, game: Game) -> EngineGame:
        """The same game."""
        return cls(game.checked, game.path, game.around)

    def make(self, key: MatchKey) -> Match:  # type: ignore[override]  # acts as one
        return by_engine(super().make(key))

    @functools.cached_property
    def drafting(self) -> EngineGame:
        """The draft, played by the engine."""
        return EngineGame.of(super().drafting)


@functools.cache
def santorini() -> EngineGame:
    """The game with many powers."""
    return EngineGame.of(draws.santorini())


@functools.cache
def pook() -> EngineGame:
    """The game of secrets and chance."""
    return EngineGame.of(draws.pook())
