"""Interchangeable pieces (semantics §1.6), and one key for all states that play the same."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from thesmos.link import layout as l
from thesmos.link.linked import LinkedGame
from thesmos.link.pieces import OWNER
from thesmos.program.node import AttributeRef, walk
from thesmos.program.types import Type
from thesmos.semantics.outcome import scores
from thesmos.semantics.vector import state_from

Vector = tuple[int, ...]
Orders = Mapping[str, Sequence[int]]  # by kind, for each place the piece that takes it
Classes = dict[str, list[list[int]]]  # by kind
RESULT: tuple[l.CoreName, ...] = ("winners", "reason", "out")


class SlotsAbout(NamedTuple):
    """The slots about the pieces of a kind.

    of_pieces: for each piece, the slots that belong to it.
    naming: the slots whose value is a piece of the kind.
    """

    of_pieces: list[list[int]]
    naming: list[int]


class Canonical:
    """Makes keys that are equal for states of a linked game that play the same.

    blocks: the slots that are about pieces, as tables. event_roles: those of an interrupted event.
    """

    def __init__(self, game: LinkedGame) -> None:
        self.game = game
        blocks = (SlotTable(game, entry) for entry in game.layout.entries)
        self.blocks = [block for block in blocks if block.about_pieces]
        self.event_roles = [
            e.first for e in game.layout.entries if isinstance(e.meaning, l.EventRole)
        ]
        self._winners = game.layout.core("winners")
        self._slots: dict[str, SlotsAbout] = {}

    def key(self, vector: Vector) -> Vector:
        """Return the vector with interchangeable pieces sorted by everything it says about them.

        For a finished game, only the board, the result and the scores count.
        """
        if vector[self._winners]:
            slots = zip(vector, self.board, strict=False)
            board = tuple(number if on_board else 0 for number, on_board in slots)
            return self._in_order(board) + (self.scores(vector) if self.game.scores else ())
        return self._in_order(vector)

    def scores(self, vector: Vector) -> Vector:
        """Return the scores in the last state of a game, which are part of the result."""
        by_score = scores(state_from(self.game, vector)).values()
        return tuple(number for values in by_score for number in values)

    def _in_order(self, vector: Vector) -> Vector:
        """The vector with the pieces of each class sorted."""
        return self.exchanged_in(vector, self.classes)

    def exchanged_in(self, vector: Vector, classes: Classes) -> Vector:
        """Return a vector with the pieces of some classes exchanged so that they are sorted."""
        orders = self._orders(vector, classes)
        return self.permuted(vector, orders) if orders else vector

    def _orders(self, vector: Vector, classes: Classes) -> dict[str, list[int]]:
        """Return, by kind, the order in which the pieces of each class are sorted."""
        orders = {}
        for kind, groups in classes.items():
            order = [*range(len(self.game.pieces[kind]))]
            for members in groups:
                ranked = sorted(members, key=lambda piece: self.numbers_about(vector, kind, piece))
                for place, piece in zip(members, ranked, strict=True):
                    order[place] = piece
            if order != sorted(order):
                orders[kind] = order
        return orders

    def exchange_to(self, seen: Vector, wanted: Vector) -> Orders:
        """Return how pieces change places so that one vector becomes another with an equal key."""
        orders = {}
        sorted_pieces, wanted_pieces = (self._orders(v, self.classes) for v in (seen, wanted))
        for kind in {*sorted_pieces, *wanted_pieces}:
            unchanged = [*range(len(self.game.pieces[kind]))]
            order = [*unchanged]
            from_ranks = sorted_pieces.get(kind, unchanged)
            for piece, place in zip(from_ranks, wanted_pieces.get(kind, unchanged), strict=True):
                order[place] = piece
            orders[kind] = order
        return orders

    def permuted(
        self, vector: Vector, orders: Orders, moved: Sequence[int] | None = None
    ) -> Vector:
        """The vector with pieces exchanged, in every slot that is about them.

        moved: what `moved` returns for the orders, if somebody has it already.
        """
        sources = self.moved(orders) if moved is None else moved
        size = self.game.layout.size
        exchanged: list[int] = []
        for half in (vector[:size], vector[size:]):
            exchanged += self._exchanged(half, orders, sources) if any(half) else half
        return tuple(exchanged)

    def _exchanged(self, half: Vector, orders: Orders, moved: Sequence[int]) -> list[int]:
        exchanged = [half[slot] for slot in moved]
        for slots, kind in self.naming:
            for slot in slots if kind in orders else ():
                exchanged[slot] = _place(exchanged[slot], orders[kind])
        layout = self.game.layout
        step = exchanged[layout.core("interrupted")]
        if step != layout.none and self.event_roles:  # with the roles of an event
            action = self.game.steps[step].actions[exchanged[layout.core("interrupted_action")]]
            for role, slot in zip(self.game.actions[action].roles, self.event_roles, strict=False):
                if role.type.base == "piece":
                    exchanged[slot] = _place(exchanged[slot], orders.get(role.type.name))
        return exchanged

    def moved(self, orders: Orders) -> list[int]:
        """Return, for each slot, which one takes its place when pieces are exchanged."""
        sources = [*range(self.game.layout.size)]
        for block in self.blocks:
            block.move(sources, orders)
        return sources

    @property
    def naming(self) -> list[tuple[Sequence[int], str]]:
        """The slots whose values are pieces, with the kind of these."""
        return [(block.slots, block.names) for block in self.blocks if block.names]

    def numbers_about(self, vector: Vector, kind: str, piece: int) -> list[int]:
        """Return all that a vector says about a piece: its own slots, and where it is a value."""
        slots = self.slots_about(kind)
        numbers = [vector[slot] for slot in slots.of_pieces[piece]]
        if len(vector) > self.game.layout.size:
            numbers += [vector[self.game.layout.size + slot] for slot in slots.of_pieces[piece]]
        return numbers + [int(vector[slot] == piece) for slot in slots.naming]

    @cached_property
    def classes(self) -> Classes:
        """The classes of interchangeable pieces, by kind; only kinds that have any."""
        return {kind: groups for kind in self.game.pieces if (groups := classes(self.game, kind))}

    @cached_property
    def unnamed(self) -> Classes:
        """Those of kinds that no option names, if anything can be hidden: see Renumbering."""
        roles = (role for action in self.game.actions.values() for role in action.open_roles)
        named = {_piece(role.type) for role in roles}
        kinds = self.classes.items() if self.game.can_hide else ()
        return {kind: groups for kind, groups in kinds if kind not in named}

    def slots_about(self, kind: str) -> SlotsAbout:
        """Return the slots about the pieces of a kind."""
        if kind not in self._slots:
            of_pieces = [
                [slot for block in self.blocks for slot in block.slots_of(kind, piece)]
                for piece in range(len(self.game.pieces[kind]))
            ]
            naming = (block.slots for block in self.blocks if block.names == kind)
            self._slots[kind] = SlotsAbout(of_pieces, [slot for slots in naming for slot in slots])
        return self._slots[kind]

    @cached_property
    def board(self) -> list[bool]:
        """Of each slot, whether it is part of the board or the result.

        The board is where the pieces are, and the attributes that positions show.
        """
        shown = {part for part in walk(self.game.game.position) if isinstance(part, AttributeRef)}

        def on_board(meaning: l.Meaning) -> bool:
            match meaning:
                case l.CoreSlot(name):
                    return name in RESULT
                case l.AttributeOf(attribute):
                    return attribute in shown
            return isinstance(meaning, l.PlaceOf)

        return [on_board(entry.meaning) for entry in self.game.layout.entries for _ in entry.slots]


class SlotTable:
    """The slots of an entry of the layout, as a table.

    axes: for each of its axes the kind of what its rows are about (empty: of no piece), and how
        many there are.
    names: the kind of pieces that its values are; empty if they are none.
    """

    def __init__(self, game: LinkedGame, entry: l.Entry) -> None:
        self.slots = entry.slots
        self.names = entry.type.name if entry.type.base == "piece" and not entry.type.many else ""
        self.axes = [(self._owner(game, entry.meaning), entry.things)]
        for kind in game.indices(entry.meaning):
            self.axes.append((_piece(kind), game.size_of(kind)))
        if entry.type.many:
            self.axes.append((_piece(entry.type), entry.width // self._rows_inside()))
        if isinstance(entry.meaning, l.EventRole):
            self.axes, self.names = [], ""

    def _rows_inside(self) -> int:
        count = 1
        for _, size in self.axes[1:]:
            count *= size
        return count

    @staticmethod
    def _owner(game: LinkedGame, meaning: l.Meaning) -> str:
        """Return the kind of piece that an entry is about; empty if it isn't about pieces."""
        if isinstance(meaning, l.PlaceOf):
            return meaning.kind
        if isinstance(meaning, l.AttributeOf) and meaning.attribute.owner in game.pieces:
            return meaning.attribute.owner
        return ""

    @property
    def about_pieces(self) -> bool:
        """Whether anything in it is about a piece."""
        return bool(self.names) or any(kind for kind, _ in self.axes)

    def slots_of(self, kind: str, piece: int) -> Iterator[int]:
        """The slots in the rows of a piece."""
        ranges = (range(size) for _, size in self.axes)
        for slot, at in zip(self.slots, itertools.product(*ranges), strict=True):
            if (kind, piece) in zip((name for name, _ in self.axes), at, strict=True):
                yield slot

    def move(self, sources: list[int], orders: Orders) -> None:
        """Set `sources`, for each slot, to the one that takes its place if pieces are exchanged."""
        if any(kind in orders for kind, _ in self.axes):
            numbers = [0]
            for kind, size in self.axes:
                order = orders.get(kind, range(size))
                numbers = [number * size + place for number in numbers for place in order]
            for slot, number in zip(self.slots, numbers, strict=True):
                sources[slot] = self.slots[number]


def _place(piece: int, order: Sequence[int] | None) -> int:
    """The place that a piece takes; none and unknown stay."""
    return piece if order is None or piece < 0 else order.index(piece)


def _piece(kind: Type) -> str:
    return kind.name if kind.base == "piece" else ""


def told_apart_by(game: LinkedGame, kind: str) -> list[AttributeRef]:
    """Return the constants of a kind of pieces that some text in play can read, and whose it is."""
    texts = [card for _, card in game.parts] + [game.game.match_up]
    read = {part for part in walk(tuple(texts)) if isinstance(part, AttributeRef)}
    return [
        name for name in game.fixed if name.owner == kind and (name in read or name.name == OWNER)
    ]


def classes(game: LinkedGame, kind: str) -> list[list[int]]:
    """Return the classes of pieces of a kind that no text in play can tell apart.

    Such pieces have no name, are equal in every constant that some text reads, and are not the
    value of a constant. Classes of one piece are left out.
    """
    named = {
        value
        for name, values in game.fixed.items()
        if _piece(game.game.attribute_types[name]) == kind
        for constant in values
        for value in (constant if isinstance(constant, tuple) else (constant,))
    }
    groups: dict[object, list[int]] = {}
    count, columns = len(game.pieces[kind]), [game.fixed[n] for n in told_apart_by(game, kind)]
    for piece in game.pieces[kind]:
        alike = tuple(
            values[piece.number * len(values) // count : (piece.number + 1) * len(values) // count]
            for values in columns
        )
        itself = piece.number if piece.name or piece.number in named else None
        groups.setdefault((alike, itself), []).append(piece.number)
    return [group for group in groups.values() if len(group) > 1]
