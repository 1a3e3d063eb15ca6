"""The parts of a record in a linked game: their values in a state, as JSON."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from thesmos.link.layout import UNKNOWN
from thesmos.notation.texts import Texts
from thesmos.program.recorded import (
    RecordedList,
    RecordedMap,
    RecordedMaps,
    RecordedObject,
    RecordedPart,
    RecordedRow,
    RecordedText,
    RecordedValue,
    RecordNotation,
    inside,
)
from thesmos.program.types import Type
from thesmos.program.values import Value

Vector = tuple[int, ...]
Numbers = Callable[[Vector, int, int], Sequence[int]]  # takes a state, a part and a player
MakeNumbers = Callable[[Sequence[RecordedPart]], Numbers]


class RecordedGame:
    """The parts of records of a linked game, for comparison with records written by others.

    position, result: the parts of a position and of a result.
    decision: what is recorded beside a position and the options.
    setup: the parts whose values differ before the first turn.
    values: what forms of turns can ask of a state.
    """

    def __init__(self, notation: RecordNotation, texts: Texts, make_numbers: MakeNumbers) -> None:
        self.notation = notation
        self.position = RecordedParts(notation.position, texts, make_numbers)
        self.decision = RecordedParts(notation.decision, texts, make_numbers)
        self.result = RecordedParts(notation.result, texts, make_numbers)
        self.setup = RecordedParts(notation.setup, texts, make_numbers)
        self.values = RecordedParts(notation.values, texts, make_numbers)


class RecordedParts:
    """Parts of a record, by key, with their values in a state."""

    def __init__(
        self, parts: Mapping[str, RecordedPart], texts: Texts, make_numbers: MakeNumbers
    ) -> None:
        self._parts, self._texts, self._make_numbers = parts, texts, make_numbers
        self._places = {key: place for place, key in enumerate(parts)}

    @functools.cached_property
    def _numbers(self) -> Numbers:
        """Returns what the parts depend on; compiled when a record first has one of them."""
        return self._make_numbers(tuple(self._parts.values()))

    def __contains__(self, key: str) -> bool:
        return key in self._parts

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def says(self, key: str, v: Vector, player: int) -> Any:
        """Return the value of a part.

        player: who decides, from 0.
        """
        numbers = iter(self._numbers(v, self._places[key], player))
        return self._json(self._parts[key], numbers, v)

    def in_order(self, key: str, value: Any) -> Any:
        """Return a record's value for a part, with lists sorted if their order means nothing."""
        return _in_order(self._parts[key], value)

    def _json(self, part: RecordedPart, numbers: Iterator[int], v: Vector) -> Any:
        match part:
            case RecordedValue(value=value) if value.type.many:
                count, member_type = next(numbers), value.type.one()
                return sorted(self._value(member_type, next(numbers), v) for _ in range(count))
            case RecordedValue(value=value):
                return self._value(value.type, next(numbers), v)
            case RecordedText(parts=parts, words=words):
                return "".join(
                    part if isinstance(part, str) else self._text(part, next(numbers), v, words)
                    for part in parts
                )
            case RecordedList(each=each):
                members = [self._json(each, numbers, v) for _ in range(next(numbers))]
                return sorted(members, key=str) if part.is_set else members
            case RecordedMap():
                return dict(self._pair(part, numbers, v) for _ in range(next(numbers)))
            case RecordedMaps(maps=maps):
                objects = [self._json(part, numbers, v) for part in maps]
                return {key: value for json in objects for key, value in json.items()}
            case RecordedRow(parts=row):
                return [self._json(field, numbers, v) for field in row]
            case RecordedObject(parts=named):
                return {name: self._json(field, numbers, v) for name, field in named}
        raise AssertionError(part)

    def _pair(self, part: RecordedMap, numbers: Iterator[int], v: Vector) -> tuple[str, Any]:
        key, member = (self._json(side, numbers, v) for side in inside(part))
        return str(key), member

    def _value(self, kind: Type, number: int, v: Vector) -> Any:
        if number == self._texts.table.none:
            return None
        if kind.base == "flag" and number != UNKNOWN:
            return number == 1
        text = self._texts.value_of(kind, number, v)
        return int(text) if kind.base in ("int", "player", "side") and text != "?" else text

    def _text(self, value: Value, number: int, v: Vector, words: Mapping[str, str]) -> str:
        word = ""
        if value.type.base == "enum" and number >= 0:
            word = self._texts.word(value.type, number)
        elif value.type.base == "flag" and number >= 0:
            word = "yes" if number else "no"
        if word in words:
            return words[word]
        return self._texts.value_of(value.type, number, v)


def _in_order(part: RecordedPart, recorded: Any) -> Any:
    match part:
        case RecordedValue(value=value) if value.type.many and isinstance(recorded, list):
            return sorted(recorded, key=str)
        case RecordedList(each=each) if isinstance(recorded, list):
            members = [_in_order(each, member) for member in recorded]
            return sorted(members, key=str) if part.is_set else members
        case RecordedRow(parts=row) if isinstance(recorded, list) and len(recorded) == len(row):
            return [_in_order(*pair) for pair in zip(row, recorded, strict=True)]
        case RecordedMap(each=each) if isinstance(recorded, dict):
            return {key: _in_order(each, member) for key, member in recorded.items()}
        case RecordedObject(parts=parts) if isinstance(recorded, dict):
            fields = dict(parts)
            return {
                key: _in_order(fields[key], value) if key in fields else value
                for key, value in recorded.items()
            }
    return recorded
