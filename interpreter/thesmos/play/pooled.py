"""Match-ups that share a program: they are played in a pool of cards (see link/pool.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from thesmos.compile.python.match import CompiledMatch
from thesmos.diagnostics import UsageError
from thesmos.link.linked import LinkedGame
from thesmos.link.pool import first_vector, pool_cards
from thesmos.notation.possible import BrokenCondition
from thesmos.notation.recorded import RecordedGame
from thesmos.play.backend import Backend, Vector
from thesmos.play.game import Game, MatchKey
from thesmos.play.match import Match
from thesmos.play.state import ENTERED, State

Seats = tuple[str, tuple[int, ...], tuple[tuple[str, str], ...]]


class PooledMatch:
    """A match-up that a pool plays. Its states are the pool's.

    pool: the match of the pool.
    first: its vector before the first instruction of the flow.
    """

    def __init__(self, pool: Match, first: Vector) -> None:
        self.pool, self._first = pool, first

    @property
    def linked(self) -> LinkedGame:
        """The pool, linked."""
        return self.pool.linked

    @property
    def texts(self) -> Mapping[str, Mapping[str, Any]]:
        """Empty: matches in pools show no cards."""
        return self.pool.texts

    @property
    def recorded(self) -> RecordedGame:
        """How others write records of the match."""
        return self.pool.recorded

    def start(self) -> State:
        """The first state."""
        after = self.pool.backend.after_entering(self._first)
        return State.after(self.pool, after, (self._first, ENTERED))

    def load(self, position: dict[str, Any], *, allow_impossible: bool = False) -> State:
        """A state from a record's position: as in Match."""
        return self.pool.load(position, self._first, allow_impossible=allow_impossible)

    def broken(self, vector: Vector) -> list[BrokenCondition]:
        """The conditions of possible positions that a state breaks: as in Match."""
        return self.pool.broken(vector)

    def from_json(self, saved: Any) -> State:
        """The state that `to_json` saved: as in Match."""
        return self.pool.from_json(saved)


class Pools:
    """The pools of a game, one for each mode, sides and options, made on first use.

    keys: the match-ups whose cards they contain; None for all cards of the game.
    make_backend: makes the backend of a pool.
    """

    def __init__(
        self,
        game: Game,
        keys: Iterable[MatchKey] | None = None,
        make_backend: Callable[[LinkedGame], Backend] = CompiledMatch,
    ) -> None:
        self.game, self._make_backend = game, make_backend
        self._keys = None if keys is None else [*keys]
        self._pools: dict[Seats, tuple[Match, Callable[..., Vector]]] = {}

    def pool(self, key: MatchKey) -> Match:
        """The pool of a match-up. Raises UsageError if its options can't be played."""
        return self._pool(key)[0]

    def match(self, key: MatchKey) -> PooledMatch:
        """A match-up in its pool. Raises UsageError if it can't be played."""
        pool, begin = self._pool(key)
        return PooledMatch(pool, begin(key.powers, key.reserve))

    def _pool(self, key: MatchKey) -> tuple[Match, Callable[..., Vector]]:
        seats = _seats(key)
        if seats not in self._pools:
            mode = replace(self.game.checked.modes[key.mode], sides=key.sides)
            nobody = [None] * len(key.sides)
            linked = self.game.link(nobody, mode, dict(key.options), self._cards(key), pool=True)
            match = Match(linked, make_backend=self._make_backend, records=self.game.records)
            cards = pool_cards(linked)

            def begin(powers: Sequence[str | None], reserve: Sequence[str]) -> Vector:
                return first_vector(linked, powers, reserve, cards)

            self._pools[seats] = match, begin
        return self._pools[seats]

    def _cards(self, key: MatchKey) -> list[str]:
        """The cards of a pool; match-ups that can't be played have none."""
        if self._keys is None:
            return [*self.game.powers]
        slugs: set[str] = set()
        for other in self._keys:
            if _seats(other) == _seats(key):
                try:
                    cards = self.game.cards_in_play(other)
                except UsageError:  # raised again when this match-up is asked for
                    continue
                slugs.update(card.card.slug for card in cards if not card.common)
        return sorted(slugs)


def _seats(key: MatchKey) -> Seats:
    return key.mode, key.sides, key.options
