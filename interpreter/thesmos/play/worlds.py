"""The states that a player can't tell from the true one, drawn at random: for programs that search.

Hidden pieces that look alike from behind change places. Of a state alone, all that look the same
are as likely. With a history, a state counts only if the whole game could have gone as the player
saw it with the pieces exchanged, and as much as chance would then have decided as it did.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from thesmos.dice import Rng, drawn
from thesmos.link import layout as l
from thesmos.link.weighted_steps import weighted_steps
from thesmos.play.backend import weights_of
from thesmos.play.look_alikes import alike, exchange, hidden_pieces
from thesmos.play.match_parts import MatchParts

if TYPE_CHECKING:
    from thesmos.play.backend import Vector
    from thesmos.play.situation import Situation

Worlds = Callable[[Rng], "Vector"]
Orders = dict[str, list[int]]
KEPT = 400  # worlds that fit a history; then one of these is drawn each time
TRIES = 200  # exchanges that are tried until one fits
FRACTIONS = 1 << 30  # in which the weights of worlds are counted


def worlds_of(state: Situation, viewer: int) -> Worlds:
    """Return a function that draws states which look the same to a player, from 0."""
    match, vector = state.match, state.vector
    if not match.linked.can_hide:
        return lambda _: vector
    return lambda dice: alike(match, vector, viewer, dice) or vector


class RememberedWorlds:
    """Draws states that fit what a player (from 0) has seen of a whole game."""

    def __init__(
        self,
        states: Sequence[Situation],
        codes: Sequence[int | None],
        viewer: int,
        drawn_from_each: int = 1,
    ) -> None:
        """states: of the game, one after the other; the last one is the present.

        codes: of the option that led to each state but the first; None if none did.
        drawn_from_each: another world is looked for once in so many draws: that takes as long as
            playing the game again.
        """
        self._match: MatchParts = states[-1].match
        self._past = [state.vector for state in states]
        self._codes = [*codes]
        self._viewer = viewer
        self._seen = [self._match.backend.view(vector, viewer) for vector in self._past]
        self._weights: dict[tuple[tuple[int, ...], ...], float] = {}
        self._fitting: list[tuple[Vector, float]] = []
        self._drawn, self._drawn_from_each = 0, drawn_from_each
        self._weighted = weighted_steps(self._match.linked)
        self._shares: dict[Vector, float] = {}  # by true state, of the outcome that came

    def __call__(self, dice: Rng) -> Vector:
        """Return a state that fits; the true one if none is found."""
        present, seen = self._past[-1], self._seen[-1]
        if not self._is_exchange():
            return alike(self._match, present, self._viewer, dice) or present
        enough = len(self._fitting) == KEPT or self._drawn % self._drawn_from_each
        self._drawn += 1
        for _ in range(0 if enough and self._fitting else TRIES):
            orders = exchange(self._match, seen, dice)
            key = tuple(map(tuple, orders.values()))
            if key not in self._weights:
                self._weights[key] = self._weight(orders)
            if self._weights[key]:
                vector = self._match.canonical.permuted(present, orders)
                self._fitting.append((tuple(vector), self._weights[key]))
                break
        if not self._fitting:
            return present
        largest = max(weight for _, weight in self._fitting)
        shares = [round(FRACTIONS * weight / largest) for _, weight in self._fitting]
        return self._fitting[drawn(shares, dice)][0]

    def _is_exchange(self) -> bool:
        """Return whether all that is hidden is which of some pieces is where, off the boards."""
        game, seen, present = self._match.linked, self._seen[-1], self._past[-1]
        for entry in game.layout.entries:
            meaning = entry.meaning
            about_pieces = isinstance(meaning, l.PlaceOf) or entry.type.base == "piece"
            if isinstance(meaning, l.AttributeOf):
                about_pieces = about_pieces or meaning.attribute.owner in game.pieces
            unknown = l.UNKNOWN in entry.of(seen)
            if unknown and not about_pieces and not isinstance(meaning, l.RegisterOf):
                return False
        for kind in game.game.kinds:
            slots = game.layout.by_meaning[l.PlaceOf(kind.name)].slots
            cells = sum(len(game.boards[board].cells) for board in kind.on)
            hidden = hidden_pieces(game, seen, kind.name)
            if any(0 <= present[slots[piece]] < cells for piece in hidden):
                return False
        return True

    def _weight(self, orders: Orders) -> float:
        """Return how likely chance would have made the game with the pieces exchanged.

        As a multiple of the true game; 0 if the player would have seen something else, or if
        somebody could not have chosen what they did.
        """
        backend, weight = self._match.backend, 1.0
        chooser = self._match.linked.layout.core("chooser")
        canonical = self._match.canonical
        moved = canonical.moved(orders)
        exchanged = [tuple(canonical.permuted(v, orders, moved)) for v in self._past]
        for vector, seen in zip(exchanged, self._seen, strict=True):
            if backend.view(vector, self._viewer) != seen:
                return 0.0
        for vector, true, code in zip(exchanged, self._past, self._codes, strict=False):
            if code is None or true[chooser] == self._viewer:
                continue
            other = self._exchanged(code, orders)
            if other not in backend.options(vector):
                return 0.0
            if true[chooser] < 0:
                if true not in self._shares:
                    self._shares[true] = self._share(true, code)
                weight *= self._share(vector, other) / self._shares[true]
        return weight

    def _share(self, vector: Vector, code: int) -> float:
        """Return the probability of an outcome of chance."""
        backend = self._match.backend
        codes = backend.options(vector)
        if vector[self._match.linked.layout.core("step")] not in self._weighted:
            return 1 / len(codes)
        weights = weights_of(backend, vector, codes)
        return weights[codes.index(code)] / sum(weights)

    def _exchanged(self, code: int, orders: Orders) -> int:
        """Return the code of an option with its pieces exchanged."""
        codes = self._match.backend.codes
        action, values = codes.option(code)
        roles = self._match.linked.actions[action].open_roles
        return codes.code(
            action,
            tuple(
                orders[role.type.name].index(value)
                if role.type.base == "piece" and role.type.name in orders
                else value
                for role, value in zip(roles, values, strict=True)
            ),
        )
