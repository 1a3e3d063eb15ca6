"""Match-ups that are played in one pool of all powers, compiled once (see link/pool.py)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from thesmos.link.linked import LinkedGame
from thesmos.link.pool import begun
from thesmos.play.backend import Backend
from thesmos.play.game import Game
from thesmos.play.match import Match
from thesmos.play.protocols import Match as AnyMatch
from thesmos.play.state import State


class PooledMatch(Match):
    """A match-up in a pool. match_up: the same one, linked by itself."""

    match_up: LinkedGame

    def start(self, seed: int = 0) -> State:
        """The first state."""
        powers: list[str | None] = [None] * self.match_up.players
        reserve = []
        for each in self.match_up.cards:
            if each.holder is not None:
                powers[each.holder] = each.card.slug
            elif not each.common:
                reserve.append(each.card.slug)
        return self._enter(begun(self.linked, powers, reserve))


class Pools:
    """The pools of a game, one for each mode and seats, made when they are first asked for."""

    def __init__(self, game: Game, make_backend: Callable[[LinkedGame], Backend]) -> None:
        self.game, self._make_backend = game, make_backend
        self._linked: dict[object, LinkedGame] = {}
        self._backends: dict[int, Backend] = {}

    def linked(self, match: AnyMatch) -> LinkedGame:
        """The pool of a match-up."""
        game, linked = self.game, match.linked
        words = {one.name: one.values for one in linked.game.options}
        options = {name: words[name][number] for name, number in linked.settings.items()}
        key = linked.mode.slug, linked.sides, tuple(sorted(options.items()))
        if key not in self._linked:
            mode = game.checked.modes[linked.mode.slug]
            seats = replace(mode, sides=tuple(side + 1 for side in linked.sides))
            nobody = [None] * linked.players
            self._linked[key] = game.link(nobody, seats, options, [*game.powers], pool=True)
        return self._linked[key]

    def of(self, match: AnyMatch) -> Match:
        """The same match-up, played in its pool."""
        pool = self.linked(match)
        if id(pool) not in self._backends:
            self._backends[id(pool)] = self._make_backend(pool)
        backend = self._backends[id(pool)]
        made = PooledMatch(pool, make_backend=lambda _: backend, records=self.game.records)
        made.match_up = match.linked
        return made
