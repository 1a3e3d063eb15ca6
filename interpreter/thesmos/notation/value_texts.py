"""Values of a linked game as text, written and read back, for use in notation and positions."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

from thesmos.diagnostics import UsageError, suggest
from thesmos.link.layout import UNKNOWN, Entry, PlaceOf
from thesmos.link.linked import LinkedGame
from thesmos.program import positions as p
from thesmos.program.clauses import Hide
from thesmos.program.types import DIRECTIONS, Type

Vector = Sequence[int]

SEATED = ("player", "side")  # base types whose values are written from 1
NAMED = ("cell", "direction", "enum", "piece", "power", "zone")  # whose values are written by name


class ValueTexts:
    """Values of one linked game as text: a cell's name, an enum's mark, a player's number.

    cells: by kind of piece, the names of the cells it can be on.
    names: by kind, the names of its pieces; empty for a piece without one.
    own_names: the same, but also empty for a piece whose name may be that of something else.
    called: by kind, what each piece is called, wherever it is.
    enums, marks: the words of each enum, and their marks.
    types: the types of attributes.
    """

    def __init__(self, game: LinkedGame) -> None:
        self.game = game
        boards = {board.name: board.cells for board in game.game.boards}
        enums = game.game.enum_words
        self.enums = {enum: tuple(word.word for word in words) for enum, words in enums.items()}
        self.marks = {enum: tuple(word.mark for word in words) for enum, words in enums.items()}
        self.names = {k: tuple(p.name or "" for p in pieces) for k, pieces in game.pieces.items()}
        self.cells = {
            kind.name: tuple(cell for board in kind.on for cell in boards[board])
            for kind in game.game.kinds
        }
        self.own_names = {k: _own_names(k, names, self.cells[k]) for k, names in self.names.items()}
        self.called = {
            kind: tuple(name or f"{kind} {n}" for n, name in enumerate(names, 1))
            for kind, names in self.own_names.items()
        }
        self.types = game.game.attribute_types
        self._words = boards | self.marks
        self._words["Power"] = tuple(card.card.slug for card in game.cards)
        self._words["Direction"] = DIRECTIONS
        self._words["Zone"] = tuple(zone.name for zone in game.game.zones)
        self._places = {kind: game.layout.by_meaning[PlaceOf(kind)] for kind in game.pieces}

    def value(self, kind: Type, value: int, v: Vector) -> str:
        """Return a value as text.

        v: the state, for the place of a piece without a name.
        """
        if value == UNKNOWN:
            return "?"
        if value == self.game.layout.none:
            return ""
        if kind.base == "piece":
            return self.piece(kind.name, value, v)
        if kind.base in SEATED:
            return str(value + 1)
        words = self._words.get(kind.name)
        return str(value) if words is None else words[value]

    def words_of(self, name: str) -> Sequence[str] | None:
        """Return the words for the values of a type; None for numbers and pieces."""
        return self._words.get(name)

    def own_words(self, kind: Type) -> tuple[str, ...]:
        """Return what values of a type are called, if that is not the same in all match-ups."""
        if kind.base == "piece":
            return self.names[kind.name]
        return tuple(self._words[kind.name]) if kind.base == "power" else ()

    def value_in_position(self, kind: Type, value: int, v: Vector) -> str:
        """Return a value as text in a position, in which the text of a piece is unique."""
        if kind.base != "piece" or value < 0:
            return self.value(kind, value, v)
        return self.piece_in_position(kind.name, value, v)

    def piece_in_position(self, kind: str, piece: int, v: Vector) -> str:
        """Return a unique text for a piece: its own name, its cell if read as it, or its number."""
        if not self.own_names[kind][piece] and kind in self.found_by_place:
            cell = self.place(kind, piece, v)
            if cell and self.first_at(kind, cell, v) == piece:
                return cell
        return self.called[kind][piece]

    @functools.cached_property
    def entries(self) -> list[p.PositionEntry]:
        """The entries of positions: those of the game, and of the cards that take part."""
        in_play = {"", *(card.card.slug for card in self.game.cards)}
        return [entry for entry in self.game.game.position if entry.card in in_play]

    @functools.cached_property
    def placed(self) -> set[str]:
        """The kinds of pieces whose places an entry writes."""
        placing = (p.Pieces, p.OnePiece, p.ZoneCounts)
        kinds = {entry.kind for entry in self.entries if isinstance(entry, placing)}
        members = (entry for entry in self.entries if isinstance(entry, p.Members))
        return kinds | {entry.kind for entry in members if entry.zone}

    @functools.cached_property
    def found_by_place(self) -> frozenset[str]:
        """The kinds of pieces for which positions say where each one on a board is."""
        pieces = [entry for entry in self.entries if isinstance(entry, p.Pieces)]
        hidden = {clause.kind for _, clause in self.game.clauses_about(Hide, None)}
        hidden -= {entry.kind for entry in pieces if entry.hidden}
        whole = {entry.kind for entry in pieces if not entry.hidden} - hidden
        return frozenset(self.names) - (self.placed - whole)

    def piece(self, kind: str, piece: int, v: Vector) -> str:
        """Return a piece by its name, or else by the cell it is on."""
        at = self._places[kind].slot(piece)
        return self.names[kind][piece] or self.piece_at(kind, piece, v[at])

    def piece_at(self, kind: str, piece: int, at: int) -> str:
        """Return a piece by its name, or else by the cell it is on.

        at: its place in the state.
        """
        return self.names[kind][piece] or self._cell(kind, at) or f"{kind} {piece + 1}"

    def place(self, kind: str, piece: int, v: Vector) -> str:
        """Return the name of the cell that a piece is on; empty if it is not on a board."""
        return self._cell(kind, v[self._places[kind].slot(piece)])

    def _cell(self, kind: str, at: int) -> str:
        cells = self.cells[kind]
        return cells[at] if 0 <= at < len(cells) else ""

    def standing(self, kind: str, v: Vector) -> list[int]:
        """Return the pieces of a kind that are on a board, by number."""
        cells = len(self.cells[kind])
        return [n for n, place in enumerate(self._places[kind].of(v)) if 0 <= place < cells]

    def places_of(self, kind: str) -> tuple[str, ...]:
        """Return the texts of all places of a kind of pieces, by their numbers in the state."""
        return (*self.cells[kind], *self.names_of("Zone"))

    def names_of(self, owner: str) -> tuple[str, ...]:
        """Return the names of the cells of a board, or what the pieces of a kind are called."""
        return self.called[owner] if owner in self.called else self._words[owner]

    # ------------------------------------------------------------------------- reading

    def number(self, kind: Type, text: Any, path: str) -> int:
        """Return the value of a text; none if it is empty. Raises UsageError if it has no value."""
        if kind.none and text == "":
            return self.game.layout.none
        if kind.base == "enum" and text in self.marks[kind.name]:  # a mark may be empty
            return self.marks[kind.name].index(text)
        if kind.base in NAMED:
            return index_of(text, self.names_of(kind.name), path)
        try:
            number = int(text)
        except (TypeError, ValueError, OverflowError):
            raise UsageError(f"{path}: `{str(text)[:20]}` is not a number", None) from None
        return number - 1 if kind.base in SEATED else number

    def put(self, text: Any, slot: int, slots: Entry, path: str, v: list[int]) -> None:
        """Put the value of a text into one of the slots of an entry.

        Raises UsageError for a value that the slot can't have.
        """
        number = None
        if slots.type.base == "piece" and text not in self.names_of(slots.type.name):
            number = self.first_at(slots.type.name, text, v)
        if number is None:
            number = self.number(slots.type, text, path)
        if not slots.low <= number <= slots.high and number != self.game.layout.none:
            shown = (self.value(slots.type, end, v) for end in (slots.low, slots.high))
            hint = f"values go from {' to '.join(shown)}"
            raise UsageError(f"{path} can't be {str(text)[:20]}", hint)
        v[slot] = number

    def first_at(self, kind: str, cell: Any, v: Vector) -> int | None:
        """Return the first piece of a kind on the cell with a name; None if there is none."""
        standing = self.standing(kind, v)
        return next((piece for piece in standing if self.place(kind, piece, v) == cell), None)

    def pattern(self, kind: Type, *, numbers: str = "") -> str:
        """Return a pattern for exactly the texts that a value can have in a longer text.

        numbers: a pattern for numbers to use instead of their range.
        """
        if kind.base in NAMED:
            cells = self.cells[kind.name] if kind.base == "piece" else ()
            pattern = any_of((*self.names_of(kind.name), *cells))
        elif kind.base in SEATED:
            pattern = numbers or any_number(1, self.game.players)
        else:
            high = 1 if kind.base == "flag" else kind.high
            pattern = numbers or any_number(kind.low, high)
        empty = kind.none or (kind.base == "enum" and "" in self.marks[kind.name])
        return pattern + "|" if empty else pattern


def values_in(slots: Sequence[int]) -> Callable[[Vector], object]:
    """Return a function that returns the values of some slots in a vector, in a comparable form.

    Successive slots are taken as one slice.
    """
    runs: list[slice] = []
    for slot in sorted(slots):
        if runs and runs[-1].stop == slot:
            runs[-1] = slice(runs[-1].start, slot + 1)
        else:
            runs.append(slice(slot, slot + 1))
    return itemgetter(*runs) if runs else lambda _: ()


def _own_names(kind: str, names: Sequence[str], cells: Sequence[str]) -> tuple[str, ...]:
    """Return the name of each piece; empty if it is not unique, as two cards may bring the same."""
    numbered = (f"{kind} {n}" for n in range(1, len(names) + 1))
    often = Counter((*names, *cells, *numbered))
    return tuple(name if often[name] == 1 else "" for name in names)


def any_of(names: Sequence[str]) -> str:
    """Return a pattern for any of these names; it matches nothing if there are none."""
    return "|".join(re.escape(name) for name in names if name) or "(?!)"


def any_number(low: int, high: int) -> str:
    """Return a pattern for the numbers of a range, as they are written in digits."""
    parts = [f"-(?:{any_number(max(1, -high), -low)})"] if low < 0 else []
    low = max(low, 0)
    for length in range(len(str(low)), len(str(high)) + 1) if low <= high else ():
        least = max(low, 10 ** (length - 1) if length > 1 else 0)
        parts.append(_numbers_of_one_length(str(least), str(min(high, 10**length - 1))))
    return "|".join(parts)


def _numbers_of_one_length(low: str, high: str) -> str:
    """Return a pattern for the texts of digits between two of the same length."""
    if not low.strip("0") and not high.strip("9"):
        return f"[0-9]{{{len(low)}}}"
    if len(low) == 1:
        return f"[{low}-{high}]"
    if low[0] == high[0]:
        return f"{low[0]}(?:{_numbers_of_one_length(low[1:], high[1:])})"
    rest = len(low) - 1
    first, last = (low, low[0] + "9" * rest), (high[0] + "0" * rest, high)
    digits = range(int(low[0]) + 1, int(high[0]))
    between = [(f"{digit}{'0' * rest}", f"{digit}{'9' * rest}") for digit in digits]
    return "|".join(f"(?:{_numbers_of_one_length(*bounds)})" for bounds in (first, *between, last))


def index_of(text: Any, names: Sequence[str], path: str) -> int:
    """Return the index of a name. Raises UsageError if there is no such name."""
    if not text or text not in names:
        named = [name for name in names if name]
        hint = suggest(str(text), named) or (f"one of {named[0]} … {named[-1]}" if named else None)
        raise UsageError(f"{path}: there is no `{str(text)[:20]}`", hint)
    return names.index(text)
