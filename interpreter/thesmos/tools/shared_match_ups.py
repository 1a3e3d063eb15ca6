"""Share pools between match-ups that are known beforehand, where that saves time."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress

from thesmos.diagnostics import UsageError
from thesmos.link.cards import ban_each_other
from thesmos.play.game import Game, MatchKey
from thesmos.play.pooled import PooledMatch, Pools
from thesmos.play.protocols import Setup
from thesmos.record.matches import key_from_setup
from thesmos.tools.shared_pools import SetUp, set_ups, together

SeatsAndCards = tuple[str, frozenset[str]]


class SharedMatchUps:
    """The pools of a game's match-ups (see shared_pools.py).

    setups: the set-up of each game to be played.
    length: how much of each game is played, as a part of a whole game.

    Match-ups of the same cards in other seats use the same pool.
    """

    def __init__(self, game: Game, setups: Iterable[Setup], length: float = 1) -> None:
        self.game = game
        self._texts = Counter(map(_text, setups))
        self._pools: dict[SeatsAndCards, Pools] = {}
        games = {text: count * length for text, count in self._texts.items()}
        for group in together(set_ups(games)):
            pools = Pools(game, self._keys(group))
            self._pools |= dict.fromkeys(((set_up.seats, set_up.cards) for set_up in group), pools)

    def _keys(self, group: Iterable[SetUp]) -> Iterator[MatchKey]:
        for set_up in group:
            with suppress(UsageError):  # raised when this match-up is asked for
                yield key_from_setup(self.game, json.loads(set_up.text))

    def includes(self, setups: Iterable[Setup]) -> bool:
        """Return whether all of these set-ups are among those to be played."""
        return all(_text(setup) in self._texts for setup in setups)

    def match(self, setup: Setup) -> PooledMatch | None:
        """Return the match of a set-up in its pool; None if it has to be compiled by itself.

        Raises UsageError if it can't be played.
        """
        (set_up,) = set_ups({_text(setup): 1}) or (None,)
        pools = None if set_up is None else self._pools.get((set_up.seats, set_up.cards))
        if pools is None:
            return None
        key = key_from_setup(self.game, setup)
        return None if ban_each_other(self.game.cards_in_play(key)) else pools.match(key)


def _text(setup: Setup) -> bytes:
    return json.dumps(setup, sort_keys=True).encode()
