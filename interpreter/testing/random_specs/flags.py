"""Random conditions."""

from __future__ import annotations

from testing.random_specs.draw import Draw
from testing.random_specs.expressions import Expressions, Maker
from testing.random_specs.past import PastQuestions
from testing.random_specs.scope import DEEPEST, Made, SpecScope, may_stand
from thesmos.program.types import FLAG, INT, Type, number

COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")


class Flags:
    """Makes values that are yes or no, each of a construct of its own."""

    def __init__(self, draw: Draw, values: Expressions, past: PastQuestions) -> None:
        self.draw = draw
        self.values = values
        self.past = past

    def makers(self, scope: SpecScope) -> list[Maker]:
        """What makes conditions, more often what is more common."""
        makers: list[Maker] = [
            self._compare, self._compare, self._compare, self.compare_numbers, self._logic,
            self._logic, self._not, self._exists, self._exists, self._is_in, self._is_in,
            self._search, self._member, self._board_flag, self._option,
        ]  # fmt: skip
        if not scope.closed:
            makers += [self.past.did, self.past.times, self._player_flag]
            makers += [self._forbidden, self._turn_flag]
        return makers

    def simple(self) -> list[Maker]:
        """What makes conditions without conditions inside."""
        return [self._compare, self._exists]

    def _compare(self, _w: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        kind = self.values.some_kind(scope)
        if kind.base in ("flag", "int"):
            return self.compare_numbers(kind, scope, depth, False)
        known = any(may_stand(each, kind, False) for each in scope.locals.values())
        if scope.closed and kind.base not in ("enum", "zone") and not known:
            return None
        a, b = self.values.value(kind, scope, depth), self.values.value(kind, scope, depth)
        return Made(f"({a.text} {self.draw.one(('=', '!=', '!='))} {b.text})", FLAG)

    def compare_numbers(self, _w: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        """`n > 3`."""
        a = self.values.value(INT, scope, depth)
        b = self.values.value(number(a.type.low, a.type.high), scope, DEEPEST)
        word = self.draw.one(COMPARISONS)
        return Made(f"({a.text} {word} {b.text})", FLAG)

    def _logic(self, _w: Type, scope: SpecScope, depth: int, _p: bool) -> Made:
        word = self.draw.one((" and ", " or ", " or "))
        parts = [self.values.condition(scope, depth) for _ in range(self.draw.between(2, 3))]
        return Made(f"({word.join(parts)})", FLAG)

    def _not(self, _w: Type, scope: SpecScope, depth: int, _p: bool) -> Made:
        return Made(f"(not {self.values.condition(scope, depth)})", FLAG)

    def _exists(self, _w: Type, scope: SpecScope, depth: int, _p: bool) -> Made:
        kind = self.values.some_kind(scope)
        value = self.values.value(kind, scope, depth)
        return Made(f"({value.text} {self.draw.one(('exists', 'exists', 'is none'))})", FLAG)

    def _is_in(self, _w: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        kind = self.values.some_kind(scope)
        if kind.base == "flag":
            return None
        one = self.values.value(kind, scope, depth)
        many = self.values.set(kind.set(), scope, depth)
        return Made(f"({one.text} {self.draw.one(('in', 'in', 'not in'))} {many.text})", FLAG)

    def _search(self, _w: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        binder, _, _ = self.values.binder(self.values.member_kind(scope), scope, depth)
        return Made(f"{self.draw.one(('some', 'some', 'every', 'no'))} ({binder})", FLAG)

    def _member(self, _w: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        """`likes(stone, red)`, `bound(w)`."""
        found = [each for each in (*scope.memories, *scope.attributes) if each.type.many]
        found = [each for each in found if each.owner != ""]
        if not found:
            return None
        chosen = self.draw.one(found)
        return Made(
            self.values.membership(chosen.name, chosen.owner, chosen.type, scope, depth), FLAG
        )

    def _board_flag(self, _w: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        name = self.draw.one(("perimeter", "corner", "opposite", "diagonal"))
        if name == "diagonal":
            return Made(f"diagonal({self.values.thing('Direction', scope, depth)})", FLAG)
        if not scope.names.boards:
            return None
        board = self.draw.one(scope.names.boards)
        cells = [self.values.thing(board, scope, depth) for _ in range(1 + (name == "opposite"))]
        return Made(f"{name}({', '.join(cells)})", FLAG)

    def _player_flag(self, _w: Type, scope: SpecScope, depth: int, _p: bool) -> Made:
        player = self.values.thing("Player", scope, depth)
        if self.draw.chance(50):
            return Made(f"alive({player})", FLAG)
        return Made(f"holds({player}, {self.values.thing('Power', scope, depth)})", FLAG)

    def _turn_flag(self, _w: Type, _s: SpecScope, _d: int, _p: bool) -> Made:
        return Made(self.draw.one(("granted", "(not granted)", "rewound", "(not rewound)")), FLAG)

    def _option(self, _w: Type, scope: SpecScope, _depth: int, _p: bool) -> Made | None:
        if not scope.names.options:
            return None
        name = self.draw.one(tuple(scope.names.options))
        word = self.draw.one(scope.names.options[name])
        return Made(f"(option({name}) {self.draw.one(('=', '!='))} {word})", FLAG)

    def _forbidden(self, _w: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        if not scope.asking or not scope.names.actions:
            return None
        action = self.draw.one(scope.names.actions)
        given = self.values.arguments(tuple(action.open_roles.values()), scope, depth)
        return Made(f"forbidden({', '.join([action.name, *(g.text for g in given)])})", FLAG)
