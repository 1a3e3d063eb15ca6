"""The remembered positions (§8.6) of a state, as they are written under `memory`."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Any

from thesmos.link.layout import Entry, RememberedOf
from thesmos.link.repetition import ComparedPart, numbers_of, value_of, values_of
from thesmos.notation.memory import FLAGS, Axis, Memory
from thesmos.notation.value_texts import ValueTexts, Vector, index_of
from thesmos.program.types import FLAG, Type

NOTHING = "-"  # stands for none, which has no text elsewhere
NUMBER = re.compile(r"-?[0-9]{1,6}")
MOST_VALUES = 10_000


class RememberedPositions(Memory):
    """The positions, the oldest first: for each, a text with the values that are compared.

    A repeated value is written once, with its number of times: `-*14`.
    """

    def __init__(self, texts: ValueTexts, entry: Entry, name: str) -> None:
        super().__init__(texts, entry, name)
        self.parts = texts.game.compared
        self.count = texts.game.layout.by_meaning[RememberedOf("count")]
        self._words = [_words(texts, _type(part)) for part in self.parts]

    @property
    def telling(self) -> Sequence[int]:
        """The slot with how many positions there are: the numbers of a position may all be 0."""
        return self.count.slots

    def is_fresh(self, v: Vector) -> bool:
        """Return whether no position is remembered."""
        return v[self.count.first] == 0

    def write(self, v: Vector) -> list[str]:
        """Return the positions as data."""
        numbers, width = self.entry.of(v), self.entry.width
        rows = (numbers[n * width : (n + 1) * width] for n in range(v[self.count.first]))
        return [self._text(values_of(self.parts, row)) for row in rows]

    def write_over(self, v: Vector, placed: Sequence[int]) -> list[str]:  # noqa: ARG002 - as above
        """Return the same as `write`, which writes all positions."""
        return self.write(v)

    @property
    def _places(self) -> Sequence[int]:
        """For each value of a position, the number of its part."""
        return [n for n, part in enumerate(self.parts) for _ in range(part.packing.values)]

    def _text(self, values: Sequence[int | None]) -> str:
        texts = [
            self._compared_text(n, value) for n, value in zip(self._places, values, strict=True)
        ]
        runs = ((text, len([*same])) for text, same in itertools.groupby(texts))
        return " ".join(text if often == 1 else f"{text}*{often}" for text, often in runs)

    def texts_of_part(self, number: int) -> list[str]:
        """Return the texts of all values of a part, by the number of the value."""
        part = self.parts[number]
        return [self._compared_text(number, value_of(part, n)) for n in range(part.packing.radix)]

    def _compared_text(self, part: int, value: int | None) -> str:
        if value is None:
            return NOTHING
        if _type(self.parts[part]).base == "flag":
            return "yes" if value else "no"
        number = _type(self.parts[part]).base == "int"
        return str(value) if number else self._words[part][value]

    def read(self, value: Any, v: list[int]) -> None:
        """Put positions into a vector. Raises UsageError for any that no state can remember."""
        entry, places = self.entry, self._places
        if not isinstance(value, list) or len(value) > entry.things:
            raise self._wrong(value, f"write a list of at most {entry.things} positions")
        v[entry.first : entry.first + entry.count] = [0] * entry.count
        for row, position in enumerate(value):
            texts = [*_texts(str(position))]
            if len(texts) != len(places):
                raise self._wrong(position, f"write the {len(places)} values that are compared")
            compared = [self._value(n, text) for n, text in zip(places, texts, strict=True)]
            first = entry.slot(row)
            v[first : first + entry.width] = numbers_of(self.parts, compared)
        v[self.count.first] = len(value)

    def _value(self, number: int, text: str) -> int | None:
        part = self.parts[number]
        kind = _type(part)
        if part.none and text == NOTHING:
            return None
        if kind.base == "flag" and text in FLAGS:
            return FLAGS[text]
        if kind.base not in ("int", "flag"):
            return index_of(text, self._words[number], self.name)
        if kind.base == "int" and NUMBER.fullmatch(text) and kind.low <= int(text) <= kind.high:
            return int(text)
        raise self._wrong(text, f"write {kind}{f', or {NOTHING} for none' if part.none else ''}")


def _texts(position: str) -> Iterator[str]:
    """Yield the texts of a position, each as often as the number after it says."""
    for word in position.split():
        text, sign, often = word.rpartition("*")
        counted = bool(sign) and NUMBER.fullmatch(often) is not None
        yield from [text] * min(int(often), MOST_VALUES) if counted else [word]


def _type(part: ComparedPart) -> Type:
    """Return the type of a remembered value; for a set, that of whether a member is in it."""
    kind = part.compared.value.type
    return FLAG if kind.many else kind.one()


def _words(texts: ValueTexts, kind: Type) -> Sequence[str]:
    """Return the texts of the values of a type; the words of an enum, as marks may be empty."""
    if kind.base == "enum":
        return texts.enums[kind.name]
    return () if kind.base in ("int", "flag") else Axis(texts, kind).names
