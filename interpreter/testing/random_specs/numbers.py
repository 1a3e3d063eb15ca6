"""Random numbers: arithmetic, and what is counted."""

from __future__ import annotations

from dataclasses import replace

from testing.random_specs.draw import Draw
from testing.random_specs.expressions import Expressions, Maker
from testing.random_specs.scope import ANY_NUMBER, MOST_MEMBERS, Made, SpecScope
from thesmos.program.ranges import absolute_type, arithmetic_type, opposite_type
from thesmos.program.types import LEAST, MOST, Type, number
from thesmos.program.values import MOST_REMEMBERED


class Numbers:
    """Makes numbers, each of a construct of its own."""

    def __init__(self, draw: Draw, values: Expressions) -> None:
        self.draw = draw
        self.values = values

    def makers(self) -> list[Maker]:
        """What makes numbers."""
        return [
            self._arithmetic, self._negative, self._fold, self._count, self._size, self._row,
            self._modulo, self._at_most, self._limit, self._absolute, self._repeats,
        ]  # fmt: skip

    def _arithmetic(self, _w: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        word = self.draw.one(("+", "+", "-", "-", "*", "/", "mod"))
        a = self.values.value(ANY_NUMBER, scope, depth)
        b = self.values.value(number(1, 9) if word in ("/", "mod") else ANY_NUMBER, scope, depth)
        return _possible(f"({a.text} {word} {b.text})", arithmetic_type(word, a.type, b.type))

    def _modulo(self, wanted: Type, scope: SpecScope, depth: int, present: bool) -> Made | None:
        """Within a range from 0: `e mod 4`."""
        if wanted.low > 0 or wanted.high < 1:
            return None
        value = self.values.value(number(0, 99), scope, depth, present)
        top = min(wanted.high, 98) + 1
        return Made(f"({value.text} mod {top})", number(0, top - 1).optional(value.type.none))

    def _at_most(self, wanted: Type, scope: SpecScope, depth: int, _present: bool) -> Made | None:
        """Within a range: `min(e, 3)`."""
        if wanted.low > 0 or wanted.high < 0:
            return None
        value = self.values.value(number(0, MOST), scope, depth)
        high = min(wanted.high, 99)
        return Made(f"min({value.text}, {high})", number(0, high).optional(value.type.none))

    def _limit(self, _w: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        word = self.draw.one(("min", "max"))
        a, b = (self.values.value(ANY_NUMBER, scope, depth) for _ in range(2))
        return Made(f"{word}({a.text}, {b.text})", arithmetic_type(word, a.type, b.type))

    def _absolute(self, _w: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        value = self.values.value(ANY_NUMBER, scope, depth)
        return Made(f"abs({value.text})", absolute_type(value.type))

    def _repeats(self, _w: Type, scope: SpecScope, _d: int, _p: bool) -> Made | None:
        return Made("repeats", number(0, MOST_REMEMBERED)) if scope.names.repetition else None

    def _negative(self, _w: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        value = self.values.value(ANY_NUMBER, scope, depth)
        return _possible(f"(-{value.text})", opposite_type(value.type))

    def _fold(self, _w: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        word = self.draw.one(("sum", "min", "max"))
        binder, _, inner = self.values.binder(
            self.values.member_kind(scope), scope, depth, always=50
        )
        value = self.values.value(number(0, 99) if word == "sum" else ANY_NUMBER, inner, depth)
        kind = value.type.optional()
        if word == "sum":
            kind = number(0, value.type.high * MOST_MEMBERS)
        return _possible(f"{word} ({value.text} for {binder})", kind)

    def _count(self, _w: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        binder, _, _ = self.values.binder(self.values.member_kind(scope), scope, depth)
        return Made(f"count ({binder})", number(0, MOST_MEMBERS))

    def _size(self, _w: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        made = self.values.set(self.values.member_kind(scope).set(), scope, depth)
        return Made(f"count({made.text})", number(0, MOST_MEMBERS))

    def _row(self, _w: Type, scope: SpecScope, depth: int, present: bool) -> Made | None:
        if not scope.names.boards:
            return None
        cell = self.values.value(
            scope.names.kind(self.draw.one(scope.names.boards)), scope, depth, present
        )
        word = self.draw.one(("row", "column"))
        return Made(f"{word}({cell.text})", number(0, 99).optional(cell.type.none))


def _possible(text: str, kind: Type) -> Made | None:
    """A number, unless it could leave the range of all numbers."""
    possible = kind.low >= LEAST and kind.high <= MOST
    return Made(text, replace(kind, base="int", many=False)) if possible else None
