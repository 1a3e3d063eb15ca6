"""The states that a player can't tell from the true one, with their weights: for searches.

Of a state alone, all that look the same and are possible (15.9) are as likely. Hidden pieces that
look alike from behind change places. What a history says of them is in beliefs.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import factorial, inf, prod
from typing import TYPE_CHECKING, NamedTuple, Protocol

from thesmos.dice import Rng
from thesmos.link import layout as l
from thesmos.play.look_alikes import alike, exchange, groups_alike, hidden_pieces, mixed
from thesmos.play.match_parts import MatchParts

if TYPE_CHECKING:
    from thesmos.play.backend import Vector
    from thesmos.play.situation import Situation

Orders = dict[str, list[int]]
FEW = 1000  # exchanges of hidden pieces that are all tried; of more, random ones
TRIES = 50  # random states until one fits


class World(NamedTuple):
    """A state, and how likely it is."""

    vector: Vector
    weight: float


class Drawing(NamedTuple):
    """Random states that fit what a player has seen.

    few: whether they can be counted. Then `worlds` are all of them, each at least once, and the
        weights of equal ones add up. Otherwise they never end, are drawn by weight, and have the
        weight 1 each.
    slow: whether a game is played again to find one.
    """

    worlds: Iterator[World]
    few: bool
    slow: bool


class PossibleWorlds(Protocol):
    """The states that fit what a player has seen."""

    def draw(self, dice: Rng, until: float = inf, /) -> Drawing:
        """Draw random ones. until: when to break off what is to be found out before that."""


class Worlds:
    """The states that fit what a player (from 0) sees of a state."""

    def __init__(self, state: Situation, viewer: int) -> None:
        self._match: MatchParts = state.match
        self._vector, self._viewer = state.vector, viewer

    @property
    def few(self) -> bool:
        """Whether they can be counted."""
        return self._ways <= FEW

    @property
    def is_known(self) -> bool:
        """Whether it is the true state alone."""
        return self._ways == 1

    @cached_property
    def _ways(self) -> float:
        """In how many ways pieces can be exchanged; infinite if more than that is hidden."""
        if not self._match.linked.can_hide:
            return 1
        if not self._is_exchange:
            return inf
        return prod(
            factorial(len(members)) // prod(map(factorial, Counter(places).values()))
            for members, places in zip(self._members, self._places, strict=True)
        )

    def draw(self, dice: Rng, _until: float = inf) -> Drawing:
        """Draw random states that fit: see PossibleWorlds."""
        return Drawing(self._all(dice) if self.few else self._some(dice), self.few, slow=False)

    def _all(self, dice: Rng) -> Iterator[World]:
        for orders in self._all_exchanges(dice):
            vector = tuple(self._match.canonical.permuted(self._vector, orders))
            if self._fits(vector):
                yield World(vector, 1.0)

    def _some(self, dice: Rng) -> Iterator[World]:
        """Yield random states without end. If none is found for long, one comes again."""
        vector = self._vector
        while True:
            for _ in range(TRIES):
                other = self._random(dice)
                if other is not None and self._fits(other):
                    vector = other
                    break
            yield World(vector, 1.0)

    def _random(self, dice: Rng) -> Vector | None:
        """Return a random state that should fit."""
        if not self._is_exchange:
            return alike(self._match, self._vector, self._viewer, dice)
        orders = exchange(self._match, self._groups, dice)
        return tuple(self._match.canonical.permuted(self._vector, orders))

    def _fits(self, vector: Vector) -> bool:
        """Return whether a state looks like the true one, and is as possible."""
        backend = self._match.backend
        return backend.view(vector, self._viewer) == self._seen and (
            self._is_impossible or not backend.broken(vector)
        )

    @cached_property
    def _is_impossible(self) -> bool:
        return bool(self._match.backend.broken(self._vector))

    def _all_exchanges(self, dice: Rng) -> Iterator[Orders]:
        """Yield the exchanges that lead to different states, in random order."""
        ways = [
            [*_arrangements(members, places)]
            for members, places in zip(self._members, self._places, strict=True)
        ]
        pieces = self._match.linked.pieces
        every_way = [*product(*ways)]
        for number in mixed(range(len(every_way)), dice):
            orders = {kind: [*range(len(pieces[kind]))] for kind, _ in self._groups}
            for (kind, members), arranged in zip(self._groups, every_way[number], strict=True):
                for place, piece in zip(members, arranged, strict=True):
                    orders[kind][place] = piece
            yield orders

    @cached_property
    def _seen(self) -> Vector:
        return self._match.backend.view(self._vector, self._viewer)

    @cached_property
    def _groups(self) -> list[tuple[str, list[int]]]:
        return groups_alike(self._match, self._seen) if self._match.linked.can_hide else []

    @property
    def _members(self) -> list[list[int]]:
        return [members for _, members in self._groups]

    @cached_property
    def _places(self) -> list[list[Hashable]]:
        """What the state says of each member of a group; to exchange equal ones changes nothing."""
        numbers_about = self._match.canonical.numbers_about
        return [
            [tuple(numbers_about(self._vector, kind, piece)) for piece in members]
            for kind, members in self._groups
        ]

    @cached_property
    def _is_exchange(self) -> bool:
        """Whether all that is hidden is which of some pieces is where, off the boards."""
        game, seen, present = self._match.linked, self._seen, self._vector
        for entry in game.layout.entries:
            meaning = entry.meaning
            if isinstance(meaning, l.RegisterOf):
                if any(seen[n] not in (present[n], l.UNKNOWN) for n in entry.slots):
                    return False
                continue
            about_pieces = isinstance(meaning, l.PlaceOf) or entry.type.base == "piece"
            if isinstance(meaning, l.AttributeOf):
                about_pieces = about_pieces or meaning.attribute.owner in game.pieces
            if l.UNKNOWN in entry.of(seen) and not about_pieces:
                return False
        for kind in game.game.kinds:
            slots = game.layout.by_meaning[l.PlaceOf(kind.name)].slots
            cells = sum(len(game.boards[board].cells) for board in kind.on)
            hidden = hidden_pieces(game, seen, kind.name)
            if any(0 <= present[slots[piece]] < cells for piece in hidden):
                return False
        return True


def _arrangements(members: Sequence[int], places: Sequence[Hashable]) -> Iterator[list[int]]:
    """Yield for each member the piece that takes its place, once for each different result."""
    by_place = dict[Hashable, list[int]]()
    for piece, place in zip(members, places, strict=True):
        by_place.setdefault(place, []).append(piece)

    def rest(remaining: Mapping[Hashable, list[int]]) -> Iterator[list[int]]:
        if not any(remaining.values()):
            yield []
        for place, pieces in remaining.items():
            if pieces:
                for others in rest({**remaining, place: pieces[1:]}):
                    yield [pieces[0], *others]

    return rest(by_place)
