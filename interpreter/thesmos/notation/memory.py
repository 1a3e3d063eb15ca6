"""Values that positions write by name: under `memory`, or in the part `step`."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.link.layout import UNKNOWN, AttributeOf, Entry, RegisterOf
from thesmos.link.linked import LinkedGame
from thesmos.notation.value_texts import ValueTexts, Vector, index_of
from thesmos.program.types import CORE_TYPES, Type
from thesmos.semantics.state import members_of

HIDDEN = "?"  # a value that is unknown in a view
FLAGS: Mapping[object, int] = {True: 1, False: 0, "yes": 1, "no": 0}


class Memory:
    """A block of slots of a state that positions write by name.

    entry: its slots.
    name: the full name, such as `card.coins`.
    bare: the name without the card or kind.
    part: the part of positions that it is in.
    """

    part = "memory"

    def __init__(self, texts: ValueTexts, entry: Entry, name: str) -> None:
        self.texts, self.entry, self.name = texts, entry, name
        self.bare = self.name.rpartition(".")[2]

    @functools.cached_property
    def axes(self) -> Sequence[Axis]:
        """The kinds of things that it has a value for, from the outer to the inner."""
        return [Axis(self.texts, kind) for kind in _axes(self.texts.game, self.entry)]

    @functools.cached_property
    def values(self) -> Axis:
        """The possible values, or members of sets."""
        return Axis(self.texts, self.entry.type.one())

    @property
    def telling(self) -> Sequence[int]:
        """The slots that show whether it is as it was at the beginning."""
        return self.entry.slots

    def is_fresh(self, v: Vector) -> bool:
        """Return whether it is as it was at the beginning."""
        return tuple(self.entry.of(v)) == self.entry.start

    def write(self, v: Vector) -> Any:
        """Return the value as data; for several things, an object with those that have changed."""
        return self._write(v, self.axes, self.entry.first, self.entry.count, [self.entry.start])

    def write_over(self, v: Vector, placed: Sequence[int]) -> Any:
        """Return the same; for several things, also those that differ from another vector.

        Read into that vector, the result gives exactly the same value.
        """
        references = [self.entry.start, (*self.entry.of(placed),)]
        return self._write(v, self.axes, self.entry.first, self.entry.count, references)

    def read(self, value: Any, v: list[int]) -> None:
        """Put a value into a vector in which all pieces are placed.

        Raises UsageError for a value that no state can have.
        """
        self._read(value, self.axes, self.entry.first, self.entry.count, v)

    # ------------------------------------------------------------------------ writing

    def _write(
        self,
        v: Vector,
        axes: Sequence[Axis],
        first: int,
        count: int,
        references: Sequence[tuple[int, ...]],
    ) -> Any:
        if not axes:
            return (
                self._set_texts(v, first, count)
                if self.entry.type.many
                else self._value_text(v, v[first])
            )
        texts = {}
        for text, start in axes[0].split(v, first, count):
            size = count // axes[0].size
            value, at = tuple(v[start : start + size]), start - self.entry.first
            if any(value != reference[at : at + size] for reference in references):
                texts[text] = self._write(v, axes[1:], start, size, references)
        return texts

    def _set_texts(self, v: Vector, first: int, count: int) -> Any:
        if UNKNOWN in v[first : first + count]:
            return HIDDEN
        return [self._value_text(v, member) for member in range(count) if v[first + member] == 1]

    def _value_text(self, v: Vector, value: int) -> Any:
        if value == UNKNOWN:
            return HIDDEN
        if value == self.texts.game.layout.none:
            return ""
        if self.entry.type.base == "int":
            return value
        return value == 1 if self.entry.type.base == "flag" else self.values.text(value, v)

    # ------------------------------------------------------------------------ reading

    def _read(self, value: Any, axes: Sequence[Axis], first: int, count: int, v: list[int]) -> None:
        if axes:
            if not isinstance(value, dict):
                raise self._wrong(value, f"write an object, such as {{{axes[0].example(v)}: …}}")
            size = count // axes[0].size
            for key, inner in value.items():
                number = axes[0].number(key, self.name, v)
                self._read(inner, axes[1:], first + number * size, size, v)
        elif self.entry.type.many:
            if not isinstance(value, list):
                raise self._wrong(value, "write a list of its members")
            v[first : first + count] = [0] * count
            for member in value:
                v[first + self._member(member, count, v)] = 1
        else:
            v[first] = self._number(value, v)

    def _number(self, value: Any, v: list[int]) -> int:
        slots, none = self.entry, self.texts.game.layout.none
        if slots.none and (value == "" or (type(value) is int and value == none)):
            return none
        match slots.type.base:
            case "int":
                if type(value) is not int or not slots.low <= value <= slots.high:
                    raise self._wrong(value, f"its values go from {slots.low} to {slots.high}")
                return value
            case "flag":
                if not isinstance(value, int | str) or value not in FLAGS:
                    raise self._wrong(value, "write true or false")
                return FLAGS[value]
        return self.values.number(value, self.name, v)

    def _member(self, value: Any, count: int, v: list[int]) -> int:
        if self.entry.type.base != "int":
            return self.values.number(value, self.name, v)
        if type(value) is not int or not 0 <= value < count:
            raise self._wrong(value, f"its members go from 0 to {count - 1}")
        return value

    def _wrong(self, value: Any, hint: str) -> UsageError:
        return UsageError(f"{self.part} {self.name} can't be {str(value)[:20]}", hint)


class Axis:
    """The things of a kind, as indices or as values, by their texts."""

    def __init__(self, texts: ValueTexts, kind: Type) -> None:
        self.texts, self.kind = texts, kind
        # A number as an index is counted from 0, even where its range begins later.
        self.size = kind.high + 1 if kind.base == "int" else len(members_of(kind, texts.game))
        self.names: tuple[str, ...]
        if kind.base == "enum":  # marks may be empty
            self.names = texts.enums[kind.name]
        elif kind.base in ("cell", "power", "zone"):
            self.names = texts.names_of(kind.name)
        elif kind.base == "piece":
            self.names = texts.own_names[kind.name]
        else:
            first = 1 if kind.base in ("player", "side") else 0
            self.names = tuple(str(first + number) for number in range(self.size))

    def text(self, number: int, v: Vector) -> str:
        """Return the text of a thing."""
        if self.kind.base != "piece":
            return self.names[number]
        return self.texts.piece_in_position(self.kind.name, number, v)

    def number(self, text: Any, path: str, v: Vector) -> int:
        """Return the thing with a text. Raises UsageError if there is none."""
        if self.kind.base != "piece":
            return index_of(str(text), self.names, path)
        if isinstance(text, str):
            called = self.texts.called[self.kind.name]
            if text in called:
                return called.index(text)
            on_cell = self.texts.first_at(self.kind.name, text, v)
            if on_cell is not None:
                return on_cell
        hint = f"name a {self.kind.name} by its cell, or as `{self.kind.name} 1`"
        raise UsageError(f"{path}: there is no {self.kind.name} `{str(text)[:20]}`", hint)

    def split(self, v: Vector, first: int, count: int) -> Iterator[tuple[str, int]]:
        """Yield the text of each thing, and where its part of a block of slots begins."""
        for number in range(self.size):
            yield self.text(number, v), first + number * (count // self.size)

    def example(self, v: Vector) -> str:
        """Return the text of any of the things."""
        return self.text(0, v) if self.size else self.kind.name


def _axes(game: LinkedGame, entry: Entry) -> Iterator[Type]:
    """Yield the kinds of things that a block has values for: its owner, then its indices."""
    if isinstance(entry.meaning, AttributeOf) and entry.meaning.attribute.owner:
        yield _kind(game, entry.meaning.attribute.owner)
    if isinstance(entry.meaning, RegisterOf):
        yield CORE_TYPES["Side" if entry.meaning.query.owner == "side" else "Player"]
    yield from game.indices(entry.meaning)


def _kind(game: LinkedGame, name: str) -> Type:
    """Return the type of the things that have an attribute."""
    if name in CORE_TYPES:
        return CORE_TYPES[name]
    if name in game.pieces:
        return Type("piece", name)
    return Type("cell" if name in game.boards else "enum", name)
