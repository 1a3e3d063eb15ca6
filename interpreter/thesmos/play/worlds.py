"""The states that a player can't tell from the true one, with their weights: for searches.

Hidden pieces that look alike from behind change places. Of a state alone, all that look the same
are as likely. With a history, a state counts only if the whole game could have gone as the player
saw it with the pieces exchanged, and as much as chance would then have decided as it did.
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
from thesmos.link.weighted_steps import weighted_steps
from thesmos.play.backend import weights_of
from thesmos.play.look_alikes import alike, exchange, groups_alike, hidden_pieces, mixed
from thesmos.play.match_parts import MatchParts

if TYPE_CHECKING:
    from thesmos.play.backend import Vector
    from thesmos.play.situation import Situation

Orders = dict[str, list[int]]
FEW = 1000  # exchanges of hidden pieces that are all tried; of more, random ones
TRIES = 50  # random exchanges until one fits; then pairs are exchanged, one after the other
PAIRS = 2  # that are exchanged for each hidden piece
FRACTIONS = 1 << 30  # of a probability


class World(NamedTuple):
    """A state, and how likely it is."""

    vector: Vector
    weight: float


class PossibleWorlds(Protocol):
    """The states that fit what a player has seen."""

    @property
    def remembers(self) -> bool:
        """Whether there is a history: to find a world, it is played again."""

    @property
    def few(self) -> bool:
        """Whether they can be counted."""

    def draw(self, dice: Rng, /) -> Iterator[World]:
        """Yield random states that fit, with their weights.

        If they are few, they are all that fit, each at least once, and the weights of equal ones
        add up. Otherwise they never end, are drawn by weight, and have the weight 1 each.
        """


class Worlds:
    """The states that fit what a player (from 0) has seen of a state, or of a whole game."""

    def __init__(
        self, states: Sequence[Situation], codes: Sequence[int | None], viewer: int
    ) -> None:
        """states: of the game, one after the other; the last one is the present.

        codes: of the option that led to each state but the first; None if none did.
        """
        self._match: MatchParts = states[-1].match
        self._past = [state.vector for state in states]
        self._codes = [*codes]
        self._viewer = viewer
        self._shares: dict[Vector, float] = {}  # by true state, of the outcome that came

    @property
    def remembers(self) -> bool:
        """Whether there is a history: to find a world, it is played again."""
        return len(self._past) > 1 and self._match.linked.can_hide

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
        if not self.is_exchange:
            return inf
        return prod(
            factorial(len(members)) // prod(map(factorial, Counter(places).values()))
            for members, places in zip(self._members, self._places, strict=True)
        )

    def draw(self, dice: Rng) -> Iterator[World]:
        """Yield random states that fit, with their weights.

        See PossibleWorlds. If they are few, the true state has the weight 1.
        """
        if self.few:
            worlds = map(self._world, self._all_exchanges(dice))
            yield from (world for world in worlds if world.weight)
        elif self.is_exchange:
            for vector in self._random_exchanges(dice):
                yield World(vector, 1.0)
        else:
            present = self._past[-1]
            while True:
                yield World(alike(self._match, present, self._viewer, dice) or present, 1.0)

    def _all_exchanges(self, dice: Rng) -> Iterator[Orders]:
        """Yield the exchanges that lead to different games, in random order."""
        ways = [
            [*_arrangements(members, places)]
            for members, places in zip(self._members, self._places, strict=True)
        ]
        every_way = [*product(*ways)]
        for number in mixed(range(len(every_way)), dice):
            orders = self._unchanged()
            for (kind, members), pieces in zip(self._groups, every_way[number], strict=True):
                for place, piece in zip(members, pieces, strict=True):
                    orders[kind][place] = piece
            yield orders

    def _random_exchanges(self, dice: Rng) -> Iterator[Vector]:
        """Yield states with pieces exchanged, by weight, without end."""
        orders, world, largest = self._unchanged(), World(self._past[-1], 1.0), 0.0
        while True:
            for _ in range(TRIES):
                other = exchange(self._match, self._groups, dice)
                other_world = self._world(other)
                largest = max(largest, other_world.weight)
                if other_world.weight and _happens(other_world.weight / largest, dice):
                    orders, world = other, other_world
                    break
            else:
                orders, world = self._walked(orders, world, dice)
            yield world.vector

    def _walked(self, orders: Orders, world: World, dice: Rng) -> tuple[Orders, World]:
        """Exchange random pairs, and return what that leads to.

        After many, each exchange comes in proportion to its weight (Metropolis).
        """
        for _ in range(PAIRS * sum(map(len, self._members))):
            kind, members = self._groups[dice.below(len(self._groups))]
            one, two = (members[dice.below(len(members))] for _ in range(2))
            order = [*orders[kind]]
            order[one], order[two] = order[two], order[one]
            other = {**orders, kind: order}
            other_world = self._world(other)
            if _happens(other_world.weight / world.weight, dice):
                orders, world = other, other_world
        return orders, world

    def _unchanged(self) -> Orders:
        pieces = self._match.linked.pieces
        return {kind: [*range(len(pieces[kind]))] for kind, _ in self._groups}

    @cached_property
    def _seen(self) -> list[Vector]:
        return [self._match.backend.view(vector, self._viewer) for vector in self._past]

    @cached_property
    def _groups(self) -> list[tuple[str, list[int]]]:
        return groups_alike(self._match, self._seen[-1]) if self._match.linked.can_hide else []

    @property
    def _members(self) -> list[list[int]]:
        return [members for _, members in self._groups]

    @cached_property
    def _places(self) -> list[list[Hashable]]:
        """What the game says of each member of a group; to exchange equal ones changes nothing."""
        numbers_about = self._match.canonical.numbers_about
        return [
            [tuple(tuple(numbers_about(v, kind, piece)) for v in self._past) for piece in members]
            for kind, members in self._groups
        ]

    @cached_property
    def is_exchange(self) -> bool:
        """Return whether all that is hidden is which of some pieces is where, off the boards."""
        game, seen, present = self._match.linked, self._seen[-1], self._past[-1]
        for entry in game.layout.entries:
            meaning = entry.meaning
            if isinstance(meaning, l.RegisterOf):
                veiled = any(seen[n] not in (present[n], l.UNKNOWN) for n in entry.slots)
                if veiled and not self.remembers:
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

    def _world(self, orders: Orders) -> World:
        """Return the present state with the pieces exchanged, and how likely the game led to it.

        That is how likely others would have chosen as they did, as a multiple of the true game; 0
        if the player would have seen something else, or the choices could not have led there.
        """
        backend, canonical = self._match.backend, self._match.canonical
        vector, weight = self._past[-1], 1.0
        moved = canonical.moved(orders)
        codes = [*self._codes, None]  # the present choice is open
        before: tuple[Vector, int] | None = None  # a state, and the option that was taken in it
        for true, seen, code in zip(self._past, self._seen, codes, strict=True):
            vector = tuple(canonical.permuted(true, orders, moved))
            if backend.view(vector, self._viewer) != seen:
                return World(vector, 0.0)
            if before is not None and not self._leads_to(*before, vector):
                return World(vector, 0.0)
            if code is None:
                before = None
                continue
            other = self._exchanged_code(code, orders)
            before = vector, other
            if self._chooser_of(true) == self._viewer:
                continue
            if other not in backend.options(vector):
                return World(vector, 0.0)
            if true not in self._shares:
                self._shares[true] = self._share(true, code)
            weight *= self._share(vector, other) / self._shares[true]
        return World(vector, weight)

    def _leads_to(self, vector: Vector, code: int, after: Vector) -> bool:
        """Return whether an option leads from a state to another, where like pieces count as one.

        Of chance, another option of the action may: it draws pieces by what they have in common.
        """
        backend, key = self._match.backend, self._match.canonical.key
        options = backend.options(vector)
        if code in options and backend.after(vector, code)[0] == after:
            return True
        action, by_chance = backend.codes.option(code)[0], self._chooser_of(vector) < 0
        return any(
            key(backend.after(vector, option)[0]) == key(after)
            for option in options
            if option == code or (by_chance and backend.codes.option(option)[0] == action)
        )

    def _chooser_of(self, vector: Vector) -> int:
        return vector[self._match.linked.layout.core("chooser")]

    @cached_property
    def _weighted(self) -> frozenset[int]:
        return weighted_steps(self._match.linked)

    def _share(self, vector: Vector, code: int) -> float:
        """Return the probability of a choice: of chance, or of a player who likes all as much."""
        backend, by_player = self._match.backend, self._chooser_of(vector) >= 0
        codes = backend.options(vector)
        if vector[self._match.linked.layout.core("step")] not in self._weighted:
            return 1 / (len(codes) + (by_player and backend.may_skip(vector)))
        weights = weights_of(backend, vector, codes)
        return weights[codes.index(code)] / sum(weights)

    def _exchanged_code(self, code: int, orders: Orders) -> int:
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


def _arrangements(members: Sequence[int], places: Sequence[Hashable]) -> Iterator[list[int]]:
    """Yield for each member the piece that takes its place, once for each different result."""
    alike = dict[Hashable, list[int]]()
    for piece, place in zip(members, places, strict=True):
        alike.setdefault(place, []).append(piece)

    def rest(left: Mapping[Hashable, list[int]]) -> Iterator[list[int]]:
        if not any(left.values()):
            yield []
        for place, pieces in left.items():
            if pieces:
                for others in rest({**left, place: pieces[1:]}):
                    yield [pieces[0], *others]

    return rest(alike)


def _happens(probability: float, dice: Rng) -> bool:
    """Return whether something happens that has this probability; above 1 it does."""
    return dice.below(FRACTIONS) < FRACTIONS * probability
