"""The entries of a game's positions in a linked game: each writes its value, and reads it back."""

from __future__ import annotations

import functools
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from thesmos.diagnostics import UsageError
from thesmos.link.layout import (
    NONE,
    UNKNOWN,
    AttributeOf,
    Entry,
    HoldersOf,
    Meaning,
    MemoryOf,
    PlaceOf,
)
from thesmos.link.linked import LinkedGame
from thesmos.notation.memories import Memories
from thesmos.notation.piece_texts import PieceSaid, PieceTexts, attribute_text
from thesmos.notation.value_texts import ValueTexts, Vector, index_of
from thesmos.program import positions as p
from thesmos.program.node import AttributeRef, walk

MAX_LIST = 1000  # entries of a list in a position

E = TypeVar("E", bound=p.PositionEntry)


@dataclass(frozen=True)
class PositionNotation:
    """What entries write with. hidden: in a state, the pieces of a kind that somebody can't see."""

    texts: ValueTexts
    memories: Memories
    hidden: Callable[[Vector, str], set[int]]


@dataclass(frozen=True)
class Placing:
    """A vector that a position is read into.

    placed: by kind, the pieces that have been read. later: what is read when all pieces are placed.
    places: by kind, where each piece has to be, if that is known.
    """

    v: list[int]
    placed: dict[str, set[int]]
    later: list[Callable[[list[int]], None]] = field(default_factory=list)
    places: Mapping[str, Sequence[int]] = field(default_factory=dict)


class LinkedEntry(ABC, Generic[E]):
    """An entry of positions in a linked game."""

    def __init__(self, entry: E, notation: PositionNotation) -> None:
        self.entry, self.path = entry, entry.key
        self.notation, self.texts, self.game = notation, notation.texts, notation.texts.game
        names = (one for one in walk(entry) if isinstance(one, AttributeRef))
        self._attributes: frozenset[Meaning] = frozenset(map(AttributeOf, names))
        self.prepare(entry)

    def prepare(self, entry: E) -> None:
        """Look up what does not depend on the state."""

    @abstractmethod
    def write(self, v: Vector) -> Any:
        """The value in a state."""

    @abstractmethod
    def read(self, value: Any, to: Placing) -> None:
        """Put a value into a vector. Raises UsageError if it is invalid."""

    def said(self, v: Vector) -> frozenset[Meaning]:  # noqa: ARG002 - of a memory it depends on it
        """The meanings of what the value of a state says."""
        return self._attributes

    def slots_of(self, attribute: AttributeRef) -> Entry:
        """The slots of an attribute."""
        return self.game.layout.by_meaning[AttributeOf(attribute)]

    def value(self, value: int, slots: Entry, v: Vector) -> str:
        """A value of an attribute as text."""
        return self.texts.value(slots.type, value, v)


def list_of(value: Any, path: str) -> list[Any]:
    """A value that is a list. Raises UsageError if it is not."""
    if not isinstance(value, list) or len(value) > MAX_LIST:
        raise UsageError(f"{path} must be a list", None)
    return value


def never_changes(path: str, text: str) -> UsageError:
    """The error for a piece with a constant that a position says otherwise."""
    return UsageError(f"{path}: `{text}` is not one of these", "this never changes in a game")


# -------------------------------------------------------------------------- attributes


class _Digits(LinkedEntry[p.Digits]):
    def prepare(self, entry: p.Digits) -> None:
        self.slots = self.slots_of(entry.attribute)

        numbers = (NONE, UNKNOWN, *range(self.slots.low, self.slots.high + 1))
        self.digits = {number: "?" if number < 0 else str(number) for number in numbers}

    def write(self, v: Vector) -> str:
        digits = self.digits
        return "".join([digits[number] for number in self.slots.of(v)])

    def read(self, value: Any, to: Placing) -> None:
        count, low, high = self.slots.count, self.slots.low, self.slots.high
        if not isinstance(value, str) or len(value) != count or not re.fullmatch("[0-9]*", value):
            raise UsageError(f"{self.path} must be {count} digits", f"it is {str(value)[:40]!r}")
        for slot, digit in zip(self.slots.slots, value, strict=True):
            if not low <= int(digit) <= high:
                raise UsageError(f"{self.path} has a {digit}", f"digits go from {low} to {high}")
            to.v[slot] = int(digit)


class _Cells(LinkedEntry[p.Cells]):
    def prepare(self, entry: p.Cells) -> None:
        self.names = self.texts.names_of(entry.attribute.owner)
        self.fixed = self.game.fixed.get(entry.attribute)

    def write(self, v: Vector) -> list[str]:
        found = self.fixed or [v[slot] for slot in self.slots_of(self.entry.attribute).slots]
        return [name for name, flag in zip(self.names, found, strict=True) if flag == 1]

    def read(self, value: Any, to: Placing) -> None:
        for slot in self.slots_of(self.entry.attribute).slots if self.fixed is None else ():
            to.v[slot] = 0
        for text in list_of(value, self.path):
            thing = index_of(text, self.names, self.path)
            if self.fixed is None:
                to.v[self.slots_of(self.entry.attribute).slot(thing)] = 1
            elif self.fixed[thing] != 1:
                raise never_changes(self.path, text)


class _Map(LinkedEntry[p.Map]):
    def prepare(self, entry: p.Map) -> None:
        self.slots = self.slots_of(entry.attribute)
        self.names = self.texts.names_of(entry.attribute.owner)

    def write(self, v: Vector) -> dict[str, str]:
        found = zip(self.names, self.slots.slots, strict=True)
        texts = {name: self.value(v[slot], self.slots, v) for name, slot in found}
        return {name: text for name, text in texts.items() if text}

    def read(self, value: Any, to: Placing) -> None:
        if not isinstance(value, dict):
            raise UsageError(f"{self.path} must be an object {{cell: value}}", None)
        for slot in self.slots.slots if self.slots.none else ():
            to.v[slot] = self.game.layout.none
        for cell, text in value.items():
            slot = self.slots.slot(index_of(cell, self.names, self.path))
            self.texts.put(text, slot, self.slots, self.path, to.v)


class _ByPlayer(LinkedEntry[p.ByPlayer]):
    def prepare(self, entry: p.ByPlayer) -> None:
        self.slots = self.slots_of(entry.attribute)

    def write(self, v: Vector) -> list[str]:
        return [self.value(v[slot], self.slots, v) for slot in self.slots.slots]

    def read(self, value: Any, to: Placing) -> None:
        for slot, text in zip(self.slots.slots, list_of(value, self.path), strict=False):
            if text != "" or self.slots.none:
                self.texts.put(text, slot, self.slots, self.path, to.v)


class _GameValue(LinkedEntry[p.GameValue]):
    def prepare(self, entry: p.GameValue) -> None:
        self.slots = self.slots_of(entry.attribute)

    def write(self, v: Vector) -> str:
        return self.value(v[self.slots.first], self.slots, v)

    def read(self, value: Any, to: Placing) -> None:
        if value != "" or self.slots.none:
            self.texts.put(value, self.slots.first, self.slots, self.path, to.v)


class _CardMemory(LinkedEntry[p.CardMemory]):
    def prepare(self, entry: p.CardMemory) -> None:
        layout, wanted = self.game.layout.by_meaning, entry.memory
        self.found = [
            (layout[HoldersOf(each.number)].first, self.notation.memories.all[meaning])
            for each in self.game.cards
            if each.card.slug == wanted.card
            and (meaning := MemoryOf(each.number, wanted.name)) in layout
        ]

    def write(self, v: Vector) -> Any:
        return next((memory.write(v) for holders, memory in self.found if v[holders]), "")

    def said(self, v: Vector) -> frozenset[Meaning]:
        return frozenset(memory.entry.meaning for holders, memory in self.found if v[holders])

    def read(self, value: Any, to: Placing) -> None:
        if value == "":  # what is written if nobody holds the card
            return
        if not self.found:
            card = self.entry.memory.card
            raise UsageError(f"{self.path}: {card} is not in play", f"only {card} has {self.path}")
        to.later.append(functools.partial(self.found[0][1].read, value))


# ------------------------------------------------------------------------------ pieces


class _OnBoard(LinkedEntry[E]):
    """An entry about pieces on a board."""

    kind: str
    form: PieceTexts

    def stand(self, text: Any, said: PieceSaid, to: Placing) -> None:
        """Place a piece that has not been placed and is as a text says."""
        placed = to.placed[self.kind]
        places = self.game.layout.by_meaning[PlaceOf(self.kind)]
        cell = index_of(said.place, self.texts.cells[self.kind], self.path)
        known = to.places.get(self.kind)
        for piece, slot in enumerate(places.slots):
            if piece in placed or not self.form.fits(piece, said, self.path):
                continue
            if known is not None and known[piece] != cell:
                continue
            placed.add(piece)
            to.v[slot] = cell
            self.form.put(piece, said, self.path, to.v)
            return
        hint = "the powers in play have no more of them"
        raise UsageError(f"{self.path}: no {self.kind} is left for `{text}`", hint)


class _Pieces(_OnBoard[p.Pieces]):
    def prepare(self, entry: p.Pieces) -> None:
        self.kind, self.form = entry.kind, PieceTexts(self.texts, entry.kind, entry.text)

    def write(self, v: Vector) -> list[str]:
        hidden = self.notation.hidden(v, self.kind)
        standing = self.texts.standing(self.kind, v)
        return [
            self.form.write(piece, v)
            for piece in standing
            if (piece in hidden) == self.entry.hidden
        ]

    def read(self, value: Any, to: Placing) -> None:
        for text in list_of(value, self.path):
            self.stand(text, self.form.read(text, self.path), to)


class _OnePiece(_OnBoard[p.OnePiece]):
    def prepare(self, entry: p.OnePiece) -> None:
        self.kind = entry.kind
        self.form = PieceTexts(self.texts, entry.kind, (p.PlaceText(),))

    def write(self, v: Vector) -> str:
        standing = self.texts.standing(self.kind, v)
        found = next((piece for piece in standing if self._is_this(piece, v)), None)
        return "" if found is None else self.form.write(found, v)

    def _is_this(self, piece: int, v: Vector) -> bool:
        return all(
            attribute_text(self.texts, each.attribute, piece, v) == each.text
            for each in self.entry.where
        )

    def read(self, value: Any, to: Placing) -> None:
        if value == "":  # no such piece is on the board
            return
        where = tuple((each.attribute, each.text) for each in self.entry.where)
        self.stand(value, replace(self.form.read(value, self.path), values=where), to)


def zone_of(texts: ValueTexts, kind: str, zone: str) -> int:
    """What stands for a zone among the places of a kind of pieces, after the cells."""
    return len(texts.cells[kind]) + texts.names_of("Zone").index(zone)


class _Counts(LinkedEntry[p.ZoneCounts]):
    def prepare(self, entry: p.ZoneCounts) -> None:
        self.zone = zone_of(self.texts, entry.kind, entry.zone)
        self.places = self.game.layout.by_meaning[PlaceOf(entry.kind)]
        self.form = PieceTexts(self.texts, entry.kind, entry.text)

    def write(self, v: Vector) -> dict[str, int]:
        there = [n for n, place in enumerate(self.places.of(v)) if place == self.zone]
        return dict(Counter(self.form.write(piece, v) for piece in there)) if there else {}

    def read(self, value: Any, to: Placing) -> None:
        """Put pieces into the zone, given as {text: number}."""
        if not isinstance(value, dict) or not all(type(n) is int for n in value.values()):
            raise UsageError("pieces in a zone must be an object {text: number}", None)
        for text, count in value.items():
            if self.form.pattern.fullmatch(str(text)):  # others are of another kind
                self._put(self.form.read(text, self.path), count, to)

    def _put(self, said: PieceSaid, count: int, to: Placing) -> None:
        """Put so many pieces into the zone that are not placed yet and are as a text says."""
        placed, known = to.placed[self.entry.kind], to.places.get(self.entry.kind)
        for piece, slot in enumerate(self.places.slots):
            free = piece not in placed and self.form.fits(piece, said, self.path)
            if count > 0 and free and (known is None or known[piece] == self.zone):
                count -= 1
                placed.add(piece)
                to.v[slot] = self.zone
                to.later.append(functools.partial(self.form.put, piece, said, self.path))


class _Members(LinkedEntry[p.Members]):
    def prepare(self, entry: p.Members) -> None:
        self.form = PieceTexts(self.texts, entry.kind, entry.text)
        self.fixed = self.game.fixed.get(entry.attribute)
        self.names = self.texts.names[entry.kind]
        self.places = self.game.layout.by_meaning[PlaceOf(entry.kind)]
        zone = entry.zone
        self.zone = None if zone is None else zone_of(self.texts, entry.kind, zone)

    def write(self, v: Vector) -> list[list[str]]:
        there = [
            piece
            for piece, slot in enumerate(self.places.slots)
            if self.zone is None or v[slot] == self.zone
        ]
        return [
            [self.form.write(piece, v) for piece in there if self._is_of(piece, player, v)]
            for player in range(self.game.players)
        ]

    def _is_of(self, piece: int, player: int, v: Vector) -> bool:
        if self.fixed is not None:
            given = self.fixed[piece]
            return player in given if isinstance(given, tuple) else given == player
        slots = self.slots_of(self.entry.attribute)
        if slots.type.many:
            return v[slots.slot(piece, player)] == 1
        return v[slots.slot(piece)] == player

    def read(self, value: Any, to: Placing) -> None:
        """Give each player the listed pieces."""
        for player, texts in enumerate(list_of(value, self.path)[: self.game.players]):
            for text in list_of(texts, self.path):
                piece = index_of(text, self.names, self.path)
                self._give(piece, player, to.v)
                if self.zone is not None:
                    to.placed[self.entry.kind].add(piece)
                    to.v[self.places.slot(piece)] = self.zone

    def _give(self, piece: int, player: int, v: list[int]) -> None:
        if self.fixed is not None:
            if not self._is_of(piece, player, v):
                raise never_changes(self.path, self.names[piece])
            return
        slots = self.slots_of(self.entry.attribute)
        if slots.type.many:
            v[slots.slot(piece, player)] = 1
        else:
            v[slots.slot(piece)] = player


LINKED: dict[type[p.PositionEntry], type[LinkedEntry[Any]]] = {
    p.Digits: _Digits,
    p.Cells: _Cells,
    p.Map: _Map,
    p.ByPlayer: _ByPlayer,
    p.GameValue: _GameValue,
    p.CardMemory: _CardMemory,
    p.Pieces: _Pieces,
    p.OnePiece: _OnePiece,
    p.ZoneCounts: _Counts,
    p.Members: _Members,
}


def linked_entries(notation: PositionNotation) -> list[LinkedEntry[Any]]:
    """The entries of a linked game, in the order in which positions have them."""
    return [LINKED[type(entry)](entry, notation) for entry in entries_in_play(notation.texts.game)]


def entries_in_play(game: LinkedGame) -> list[p.PositionEntry]:
    """The entries of the game itself, and those of the cards that take part."""
    there = {"", *(each.card.slug for each in game.cards)}
    return [entry for entry in game.game.position if entry.card in there]


def kinds_placed(game: LinkedGame) -> set[str]:
    """The kinds of pieces whose places some entry writes."""
    found = set()
    for entry in entries_in_play(game):
        match entry:
            case p.Pieces(kind=kind) | p.OnePiece(kind=kind) | p.ZoneCounts(kind=kind):
                found.add(kind)
            case p.Members(kind=kind, zone=str()):
                found.add(kind)
    return found
