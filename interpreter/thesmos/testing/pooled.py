"""Match-ups that are played in one pool of all powers, compiled once (see link/pool.py)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from thesmos.link.linked import LinkedGame
from thesmos.link.pool import begun
from thesmos.play.backend import Backend
from thesmos.play.game import Game
from thesmos.play.match import Match
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
        self._made: dict[object, tuple[LinkedGame, Backend]] = {}

    def of(self, match: Match) -> Match:
        """The same match-up, played in its pool."""
        game, linked = self.game, match.linked
        words = {one.name: one.values for one in linked.game.options}
        options = {name: words[name][number] for name, number in linked.settings.items()}
        key = linked.mode.slug, linked.sides, tuple(sorted(options.items()))
        if key not in self._made:
            mode = game.checked.modes[linked.mode.slug]
            seats = replace(mode, sides=tuple(side + 1 for side in linked.sides))
            nobody = [None] * linked.players
            pool = game.link(nobody, seats, options, [*game.powers], pool=True)
            self._made[key] = pool, self._make_backend(pool)
        pool, backend = self._made[key]
        made = PooledMatch(pool, make_backend=lambda _: backend, records=game.records)
        made.match_up = linked
        return made
