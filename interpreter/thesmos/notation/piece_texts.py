"""The text of a piece in positions, such as `A1 2f`: written from a state, and read back."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from thesmos.diagnostics import UsageError
from thesmos.link.layout import AttributeOf, PlaceOf
from thesmos.notation.value_texts import ValueTexts, Vector, any_of, index_of
from thesmos.program.node import AttributeRef
from thesmos.program.positions import (
    AttributeText,
    NameText,
    PieceField,
    PieceText,
    PlaceText,
    template,
)

Where = Literal["on a board", "in a zone", "anywhere"]


@dataclass(frozen=True)
class PieceMeaning:
    """What the text of a piece says.

    place, name: None if the text does not say it.
    """

    place: str | None
    name: str | None
    values: tuple[tuple[AttributeRef, str], ...]


class PieceTexts:
    """The texts of the pieces of a kind in one form.

    where: the pieces that have such a text.
    """

    def __init__(
        self, texts: ValueTexts, kind: str, text: PieceText, where: Where = "anywhere"
    ) -> None:
        self.texts, self.kind, self.text, self._where = texts, kind, text, where
        self.fields = [part for part in text if isinstance(part, PieceField)]
        # By piece, the slots that its text depends on; and its texts, by the values of these.
        self._slots = [self._slots_of(piece) for piece in range(len(texts.names[kind]))]
        self._written: dict[tuple[int, ...], str] = {}
        self._alone = all(texts.types[a].base != "piece" for a in self._attributes())

    def write(self, piece: int, v: Vector) -> str:
        """Return the text of a piece."""
        if not self._alone:  # it also says where another piece is
            return self._text(piece, v)
        key = (piece, *[v[slot] for slot in self._slots[piece]])
        text = self._written.get(key)
        if text is None:
            text = self._written[key] = self._text(piece, v)
        return text

    def _attributes(self) -> Iterator[AttributeRef]:
        return (field.attribute for field in self.fields if isinstance(field, AttributeText))

    def _slots_of(self, piece: int) -> list[int]:
        layout, fixed = self.texts.game.layout.by_meaning, self.texts.game.fixed
        entries = [layout[AttributeOf(name)] for name in self._attributes() if name not in fixed]
        return [entry.slot(piece) for entry in (layout[PlaceOf(self.kind)], *entries)]

    def _text(self, piece: int, v: Vector) -> str:
        parts = (p if isinstance(p, str) else self._field(p, piece, v) for p in self.text)
        return "".join(parts)

    def _field(self, field: PieceField, piece: int, v: Vector) -> str:
        match field:
            case AttributeText(attribute=attribute):
                return attribute_text(self.texts, attribute, piece, v)
            case PlaceText():
                return self.texts.place(self.kind, piece, v)
        return self.texts.names[self.kind][piece]

    # ------------------------------------------------------------------------- reading

    @functools.cached_property
    def pattern(self) -> re.Pattern[str]:
        """A pattern that just the texts of this form match, with a group for each field."""
        return self._pattern("")

    @functools.cached_property
    def _loose_pattern(self) -> re.Pattern[str]:
        """A pattern that texts with numbers outside of their ranges match as well."""
        return self._pattern(r"-?\d+")

    def _pattern(self, numbers: str) -> re.Pattern[str]:
        parts = (
            re.escape(part) if isinstance(part, str) else f"({self._field_pattern(part, numbers)})"
            for part in self.text
        )
        return re.compile("".join(parts))

    def read(self, text: Any, path: str) -> PieceMeaning:
        """Return what a text says. Raises UsageError if it is not written in this form."""
        match = None
        if isinstance(text, str):
            match = self.pattern.fullmatch(text) or self._loose_pattern.fullmatch(text)
        if match is None and self.text == (NameText(),):
            index_of(text, self.texts.names[self.kind], path)  # suggests a name like it
        if match is None:
            hint = f"write it as {template(self.text)}"
            raise UsageError(f"{path}: can't read `{str(text)[:40]}`", hint)
        place, name, values = None, None, []
        for field, word in zip(self.fields, match.groups(), strict=True):
            match field:
                case PlaceText():
                    place = word
                case AttributeText(attribute=attribute):
                    values.append((attribute, word))
                case _:
                    name = word
        return PieceMeaning(place, name, tuple(values))

    def _field_pattern(self, field: PieceField, numbers: str) -> str:
        match field:
            case AttributeText(attribute=attribute):
                return self.texts.pattern(self.texts.types[attribute], numbers=numbers)
            case PlaceText():
                cells = any_of(self.texts.cells[self.kind])
                return {"on a board": cells, "in a zone": "", "anywhere": f"{cells}|"}[self._where]
        names = self.texts.names[self.kind]
        return any_of(names) + ("|" if "" in names else "")

    @functools.cached_property
    def constants(self) -> frozenset[AttributeRef]:
        """The attributes that never change, by which a text finds its piece."""
        return frozenset(filter(self.is_constant, self._attributes()))

    def is_constant(self, attribute: AttributeRef) -> bool:
        """Return whether a piece can be found by an attribute: it never changes.

        What is another piece can't be told before all of them are placed.
        """
        fixed = attribute in self.texts.game.fixed
        return fixed and self.texts.types[attribute].base != "piece"

    @property
    def shows_name(self) -> bool:
        """Whether a text shows the name of its piece."""
        return NameText() in self.fields

    @functools.cached_property
    def names_all(self) -> bool:
        """Whether a text shows a name that only one piece has, and so all its constants."""
        names = self.texts.names[self.kind]
        return self.shows_name and len({*names} - {""}) == len(names)

    def fits(self, piece: int, meaning: PieceMeaning, path: str) -> bool:
        """Return whether the name and the constant attributes of a piece are as a text says."""
        if meaning.name is not None and meaning.name != self.texts.names[self.kind][piece]:
            return False
        fixed, types = self.texts.game.fixed, self.texts.types
        return all(
            fixed[name][piece] == self.texts.number(types[name], word, path)
            for name, word in meaning.values
            if self.is_constant(name)
        )

    def put(self, piece: int, meaning: PieceMeaning, path: str, v: list[int]) -> None:
        """Give a piece those attributes in a text that are not constant.

        Raises UsageError for a value that such an attribute can't have.
        """
        for name, word in meaning.values:
            if name not in self.texts.game.fixed:
                slots = self.texts.game.layout.by_meaning[AttributeOf(name)]
                self.texts.put(word, slots.slot(piece), slots, path, v)


def attribute_text(texts: ValueTexts, attribute: AttributeRef, piece: int, v: Vector) -> str:
    """Return an attribute of a piece as text."""
    fixed = texts.game.fixed.get(attribute)
    if fixed is None:
        value = v[texts.game.layout.by_meaning[AttributeOf(attribute)].slot(piece)]
    else:
        constant = fixed[piece]
        assert isinstance(constant, int)  # a text has no field for a set
        value = constant
    return texts.value_in_position(texts.types[attribute], value, v)
