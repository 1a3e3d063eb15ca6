"""Values as text, and read back, by the table of a notation. Its twin is `web/texts.js`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.notation.expected import index_of
from thesmos.notation.table import NotationTable
from thesmos.notation.value_table import Table, Vector
from thesmos.program.types import Type


class Texts:
    """Writes and reads values.

    table: what they are called.
    """

    def __init__(self, table: NotationTable) -> None:
        self.table = table

    def value(self, type_name: str, value: int, at: int) -> str:
        """Return a value as text.

        at: the place of a piece without a name; of no meaning for other values.
        """
        if value == self.table.unknown:
            return "?"
        if value == self.table.none:
            return ""
        kind = self.table.types[type_name]
        if "piece" in kind:
            return self._piece(kind["piece"], value, at)
        words: Sequence[str] | None = kind.get("words")
        return str(value + kind["from"]) if words is None else words[value]

    def value_of(self, kind: Type, value: int, v: Vector) -> str:
        """Return a value of any type in a state as text."""
        at = v[self._slot(kind.name, value)] if kind.base == "piece" and value >= 0 else 0
        return self.value(self.table.type_name(kind), value, at)

    def word(self, kind: Type, value: int) -> str:
        """Return the name of a cell, or the word (not the mark) of an enum."""
        about = self.table.types[self.table.type_name(kind)]
        return str(about["names" if "names" in about else "words"][value])

    def _piece(self, kind: str, piece: int, at: int) -> str:
        """Return a piece by its name, or else by the cell it is on, or its number."""
        name: str = self.table.kinds[kind]["names"][piece]
        return name or self.cell(kind, at) or f"{kind} {piece + 1}"

    def cell(self, kind: str, at: int) -> str:
        """Return the name of a cell; empty for any other place."""
        about = self.table.kinds[kind]
        cell: str = about["places"][at] if 0 <= at < about["cells"] else ""
        return cell

    # ------------------------------------------------------------------------- pieces

    def _slot(self, kind: str, piece: int) -> int:
        slot: int = self.table.kinds[kind]["first"] + piece
        return slot

    def place(self, kind: str, piece: int, v: Vector) -> int:
        """Return the place of a piece, by its number."""
        return v[self._slot(kind, piece)]

    def standing(self, kind: str, v: Vector) -> list[int]:
        """Return the pieces of a kind that are on a board, by number."""
        about = self.table.kinds[kind]
        first, cells = about["first"], about["cells"]
        places = v[first : first + len(about["names"])]
        return [piece for piece, place in enumerate(places) if 0 <= place < cells]

    def first_at(self, kind: str, cell: Any, v: Vector) -> int | None:
        """Return the first piece of a kind on the cell with a name; None if there is none."""
        standing = self.standing(kind, v)
        return next((n for n in standing if self.cell(kind, self.place(kind, n, v)) == cell), None)

    def called(self, kind: str, piece: int, v: Vector) -> str:
        """Return a unique text for a piece: its own name, its cell if read as it, or its number."""
        about = self.table.kinds[kind]
        if about["foundByPlace"] and not about["ownNames"][piece]:
            cell = self.cell(kind, self.place(kind, piece, v))
            if cell and self.first_at(kind, cell, v) == piece:
                return cell
        return self.table.called[kind][piece]

    def attribute(self, about: Table, thing: int, v: Vector) -> str:
        """Return the value of an attribute of a thing as text, in which a piece is unique."""
        value = number_of(about, thing, v)
        kind = self.table.types[about["type"]].get("piece")
        if kind is not None and value >= 0:
            return self.called(kind, value, v)
        return self.value(about["type"], value, 0)

    # ------------------------------------------------------------------------- reading

    def number(self, about: Table, text: Any, path: str) -> int:
        """Return the value of a text; none if it is empty. Raises UsageError if it has no value."""
        if about["optional"] and text == "":
            return self.table.none
        kind = self.table.types[about["type"]]
        if "piece" in kind:
            return index_of(text, self.table.called[kind["piece"]], path)
        if "words" in kind:
            words: list[str] = kind["words"]
            return words.index(text) if text in words else index_of(text, words, path)
        try:
            return int(text) - int(kind["from"])
        except (TypeError, ValueError, OverflowError):
            raise UsageError(f"{path}: `{str(text)[:20]}` is not a number", None) from None

    def put(self, about: Table, thing: int, text: Any, path: str, v: list[int]) -> None:
        """Set an attribute of a thing, in a state in which all pieces are placed.

        Raises UsageError for a value that the attribute can't have.
        """
        kind = self.table.types[about["type"]].get("piece")
        number = None
        if kind is not None and text not in self.table.called[kind]:
            number = self.first_at(kind, text, v)
        if number is None:
            number = self.number(about, text, path)
        low, high = about["low"], about["high"]
        if not low <= number <= high and number != self.table.none:
            ends = (self.value(about["type"], n, self.place(kind, n, v) if kind else 0)
                    for n in (low, high))  # fmt: skip
            raise UsageError(
                f"{path} can't be {str(text)[:20]}", f"values go from {' to '.join(ends)}"
            )
        v[about["first"] + thing * about["width"]] = number

    def pattern(self, about: Table, numbers: str = "") -> str:
        """Return a pattern for exactly the texts that a value can have in a longer text.

        numbers: a pattern for numbers to use instead of their range.
        """
        kind = self.table.types[about["type"]]
        words = kind.get("words", ())
        if "piece" in kind:
            pieces = self.table.kinds[kind["piece"]]
            words = [*self.table.called[kind["piece"]], *pieces["places"][: pieces["cells"]]]
        pattern = any_of(words) if "from" not in kind else numbers or kind["pattern"]
        return f"{pattern}|" if about["optional"] or "" in words else str(pattern)


def number_of(about: Table, thing: int, v: Vector) -> int:
    """Return the value of an attribute of a thing."""
    fixed = about.get("fixed")
    value: int = v[about["first"] + thing * about["width"]] if fixed is None else fixed[thing]
    return value


def any_of(names: Iterable[str]) -> str:
    """Return a pattern for any of these names; it matches nothing if there are none."""
    return "|".join(re.escape(name) for name in names if name) or "(?!)"
