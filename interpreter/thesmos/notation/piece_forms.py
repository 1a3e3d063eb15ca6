"""The text of a piece in positions, such as `A1 2f`: written from a state, and read back.

Its twin is `web/piece_forms.js`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.notation.expected import index_of
from thesmos.notation.texts import Texts, any_of, number_of
from thesmos.notation.value_table import Table, Vector


@dataclass(frozen=True)
class PieceMeaning:
    """What the text of a piece says.

    place, name: None if the text does not say it.
    values: of attributes, as text.
    """

    place: str | None
    name: str | None
    values: tuple[tuple[Table, str], ...]


class PieceForm:
    """The form of the texts of pieces in one entry of positions."""

    def __init__(self, texts: Texts, entry: Table) -> None:
        self.texts, self.entry, self.kind = texts, entry, entry["kind"]
        self.form: Sequence[str | Table] = entry["form"]
        self.pieces: Table = texts.table.kinds[self.kind]
        self._fields = [part for part in self.form if not isinstance(part, str)]
        # What a text depends on: the place, and the slots of attributes.
        self._blocks = [(self.pieces["first"], 1)] + [
            (field["first"], field["width"]) for field in self._fields if "first" in field
        ]
        self._alone = not any("piece" in self._type_of(field) for field in self._fields)
        self._written: dict[tuple[int, ...], str] = {}

    def _type_of(self, field: Table) -> Table:
        return self.texts.table.types[field["type"]] if "type" in field else {}

    def write(self, piece: int, v: Vector) -> str:
        """Return the text of a piece."""
        if not self._alone:  # it also says where another piece is
            return self._text(piece, v)
        key = (piece, *[v[first + piece * width] for first, width in self._blocks])
        text = self._written.get(key)
        if text is None:
            text = self._written[key] = self._text(piece, v)
        return text

    def _text(self, piece: int, v: Vector) -> str:
        parts = (p if isinstance(p, str) else self._field(p, piece, v) for p in self.form)
        return "".join(parts)

    def _field(self, field: Table, piece: int, v: Vector) -> str:
        match field.get("is"):
            case "place":
                return self.texts.cell(self.kind, self.texts.place(self.kind, piece, v))
            case "name":
                return str(self.pieces["names"][piece])
        return self.texts.attribute(field, piece, v)

    # ------------------------------------------------------------------------- reading

    @functools.cached_property
    def _pattern(self) -> re.Pattern[str]:
        """A pattern that just the texts of this form match, with a group for each field."""
        return self._pattern_with("")

    @functools.cached_property
    def _loose_pattern(self) -> re.Pattern[str]:
        """A pattern that texts with numbers outside of their ranges match as well."""
        return self._pattern_with(r"-?\d+")

    def _pattern_with(self, numbers: str) -> re.Pattern[str]:
        parts = (
            re.escape(part) if isinstance(part, str) else f"({self._field_pattern(part, numbers)})"
            for part in self.form
        )
        return re.compile("".join(parts))

    def _field_pattern(self, field: Table, numbers: str) -> str:
        match field.get("is"):
            case "place":
                return self._place_pattern()
            case "name":
                names = self.pieces["names"]
                return any_of(names) + ("|" if "" in names else "")
        return self.texts.pattern(field, numbers)

    def _place_pattern(self) -> str:
        """Return a pattern for the place of a piece; it is empty for one not on a board."""
        cells = any_of(self.pieces["places"][: self.pieces["cells"]])
        if "zone" not in self.entry:
            return cells
        return f"{cells}|" if self.entry["zone"] is None else ""

    def is_text(self, text: str) -> bool:
        """Return whether a text is written in this form."""
        return self._pattern.fullmatch(text) is not None

    def read(self, text: Any, path: str) -> PieceMeaning:
        """Return what a text says. Raises UsageError if it is not written in this form."""
        match = None
        if isinstance(text, str):
            match = self._pattern.fullmatch(text) or self._loose_pattern.fullmatch(text)
        if match is None:
            if self.form == [{"is": "name"}]:
                index_of(text, self.pieces["names"], path)  # suggests a name like it
            hint = f"write it as {self._template()}"
            raise UsageError(f"{path}: can't read `{str(text)[:40]}`", hint)
        words = [*zip(self._fields, match.groups(), strict=True)]
        plain = {field["is"]: word for field, word in words if "is" in field}
        values = tuple((field, word) for field, word in words if "is" not in field)
        return PieceMeaning(plain.get("place"), plain.get("name"), values)

    def _template(self) -> str:
        """Return the form as it is declared: `{place} {owner}{sex}`."""
        return "".join(
            part if isinstance(part, str) else f"{{{part.get('is') or part['attribute']}}}"
            for part in self.form
        )

    def fits(self, piece: int, meaning: PieceMeaning, path: str, v: Vector) -> bool:
        """Return whether the name and the constant attributes of a piece are as a text says."""
        if meaning.name is not None and meaning.name != self.pieces["names"][piece]:
            return False
        return all(
            number_of(about, piece, v) == self.texts.number(about, word, path)
            for about, word in meaning.values
            if about["constant"] and "piece" not in self._type_of(about)  # not known yet
        )

    def put(self, piece: int, meaning: PieceMeaning, path: str, v: list[int]) -> None:
        """Give a piece those attributes in a text that positions set.

        Raises UsageError for a value that such an attribute can't have.
        """
        for about, word in meaning.values:
            if not about["constant"]:
                self.texts.put(about, piece, word, path, v)
