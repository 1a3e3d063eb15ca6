"""Compile nested code (see lowering_code.py) to functions `f(v, e)` that return an integer.

v is the vector of a state, e the frame with the values of local names. none is absorbing: a
function of none is none, and a comparison with none does not hold (semantics §2).
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from thesmos.engine import sets
from thesmos.engine.board import Grid, grid
from thesmos.engine.functions import core
from thesmos.engine.program import (
    ACTIVE,
    GRANTED,
    MISSING,
    NONE,
    OUT,
    REWOUND,
    SHADOW,
    YOU,
    Code,
    Program,
)

Vector = list[int]
Env = list[int]
Value = Callable[[Vector, Env], int]

COMPARE = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt,
    "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


class ValueCompiler:
    """Compiles the expressions of one program; caches the functions of facts."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.grids: dict[str, Grid] = {
            name: grid(b["columns"], b["rows"], b["adjacent"]) for name, b in program.boards.items()
        }
        self.board = next(iter(self.grids.values()), grid(1, 1, 8))
        self.facts: dict[str, Callable[[Vector, Env], int]] = {}
        self.offered: list[tuple[int, ...]] = []  # the options left, while skip clauses are asked
        self.forbidden: Callable[[Vector, str, list[int], int], bool]  # set by engine/tables.py
        self.holder_slots = [
            program.slots[f"holders:{n}"][0] for n in range(len(program.instances))
        ]

    def make(self, code: Code, inst: int | None = None) -> Value:
        """Compile code. inst: the card whose memory and `self` are meant; None for the game."""
        maker = getattr(self, _MAKERS[code[0]])
        made: Value = maker(code, inst)
        return made

    # ------------------------------------------------------------ simple values

    def int_(self, code: Code, inst: int | None) -> Value:
        n = code[1]
        return lambda v, e: n

    def none(self, code: Code, inst: int | None) -> Value:
        return lambda v, e: NONE

    def local(self, code: Code, inst: int | None) -> Value:
        i = code[1]
        return lambda v, e: e[i]

    def active(self, code: Code, inst: int | None) -> Value:
        return lambda v, e: v[ACTIVE]

    def self_(self, code: Code, inst: int | None) -> Value:
        n = NONE if inst is None else inst
        return lambda v, e: n

    def granted(self, code: Code, inst: int | None) -> Value:
        return lambda v, e: v[GRANTED] == inst

    def rewound(self, code: Code, inst: int | None) -> Value:
        return lambda v, e: v[SHADOW] == REWOUND

    def option(self, code: Code, inst: int | None) -> Value:
        n = self.program.options[code[1]]
        return lambda v, e: n

    def memory(self, code: Code, inst: int | None) -> Value:
        slot = self.program.slots[f"memory:{inst}.{code[1]}"][0]
        return lambda v, e: v[slot]

    def attr(self, code: Code, inst: int | None) -> Value:
        name = f"{code[1]}.{code[2]}"
        if name in self.program.fixed:
            table = tuple(self.program.fixed[name])
            index = self.make(code[3], inst)

            def fixed(v: Vector, e: Env) -> int:
                i = index(v, e)
                return table[i] if i >= 0 else NONE

            return fixed
        base = self.program.slots[f"attr:{name}"][0]
        return self._slot(base, code[3], inst)

    def _slot(self, base: int, index_code: Code, inst: int | None) -> Value:
        if index_code[0] == "int":
            slot = base + index_code[1]
            return lambda v, e: v[slot]
        if index_code[0] == "local":
            local = index_code[1]

            def of_local(v: Vector, e: Env) -> int:
                i = e[local]
                return v[base + i] if i >= 0 else NONE

            return of_local
        index = self.make(index_code, inst)

        def of(v: Vector, e: Env) -> int:
            i = index(v, e)
            return v[base + i] if i >= 0 else NONE

        return of

    def call(self, code: Code, inst: int | None) -> Value:
        """A call of a fact: a new frame with the same persons and the arguments."""
        name, *arguments = code[1:]
        fact = self.fact(name)
        given = [self.make(a, inst) for a in arguments]
        padding = [0] * max(0, self.program.facts[name]["frame"] - 4 - len(given))
        if len(given) == 1:
            one = given[0]

            def call_one(v: Vector, e: Env) -> int:
                x = one(v, e)
                if x < MISSING:
                    return NONE
                return fact(v, [*e[:4], x, *padding])

            return call_one

        def call(v: Vector, e: Env) -> int:
            values = [g(v, e) for g in given]
            for x in values:
                if x < MISSING:
                    return NONE
            return fact(v, [*e[:4], *values, *padding])

        return call

    def fact(self, name: str) -> Value:
        """The function of a fact, including the `treat` clauses of the cards in play."""
        if name not in self.facts:
            self.facts[name] = lambda v, e: self.facts[name](v, e)  # noqa: PLW0108 - while facts ask each other
            table = self.program.facts[name]
            body = self.make(table["code"], table["inst"])
            for number in table["treats"]:
                body = self._treat(body, self.program.clauses[number])
            self.facts[name] = body
        return self.facts[name]

    def _treat(self, body: Value, clause: dict[str, Any]) -> Value:
        """A fact with a card's `treat` clause, which applies while a player holds the card."""
        inst = clause["inst"]
        slot = self.holder_slots[inst]
        common = self.program.instances[inst]["common"]
        where = self.make(["and", clause["guard"], clause["where"]], inst)
        value = self.make(clause["value"], inst)
        frame_size = clause["frame"]
        players = range(self.program.players)

        def treated(v: Vector, e: Env) -> int:
            holders = v[slot] & ~v[OUT]
            if common:
                holders = 1 << max(e[YOU], 0)
            if holders:
                ne = [*e, *([0] * (frame_size - len(e)))]
                for player in reversed(players):
                    if holders >> player & 1:
                        ne[YOU] = player
                        if where(v, ne) > 0:
                            return value(v, ne)
            return body(v, e)

        return treated

    # ------------------------------------------------------ functions of the core

    def core(self, code: Code, inst: int | None) -> Value:
        return core(self, code, inst)

    def piece_at(self, code: Code, inst: int | None) -> Value:
        base: int = self.program.slots[f"place:{code[1]}"][0]
        end: int = base + self.program.slots[f"place:{code[1]}"][1]
        at = self.make(code[2], inst)

        def piece_at(v: Vector, e: Env) -> int:
            s = at(v, e)
            if s < 0:
                return NONE
            try:
                return v.index(s, base, end) - base
            except ValueError:
                return NONE

        return piece_at

    # ----------------------------------------------------------------- operators

    def compare(self, code: Code, inst: int | None) -> Value:
        compare = COMPARE[code[0]]
        if code[2][0] == "int" and code[0] != "!=":
            return self._compare_number(code, inst)
        a, b = self.make(code[1], inst), self.make(code[2], inst)

        def holds(v: Vector, e: Env) -> int:
            x = a(v, e)
            if x < MISSING:
                return 0
            y = b(v, e)
            return y >= MISSING and compare(x, y)

        return holds

    def _compare_number(self, code: Code, inst: int | None) -> Value:
        a, n = self.make(code[1], inst), code[2][1]
        if code[0] in ("=", ">", ">="):  # none and unknown lie below every number
            compare = COMPARE[code[0]]
            return lambda v, e: compare(a(v, e), n)
        below = COMPARE[code[0]]
        return lambda v, e: (x := a(v, e)) >= MISSING and below(x, n)

    def in_(self, code: Code, inst: int | None) -> Value:
        return sets.contains(self, code[1], code[2], inst)

    def and_(self, code: Code, inst: int | None) -> Value:
        parts = [self.make(c, inst) for c in code[1:] if list(c) != ["int", 1]]
        if not parts:
            return lambda v, e: 1
        if len(parts) == 1:
            only = parts[0]
            return lambda v, e: only(v, e) > 0
        if len(parts) == 2:  # noqa: PLR2004 - the common case, made fast
            a, b = parts
            return lambda v, e: a(v, e) > 0 and b(v, e) > 0
        tail = tuple(parts)

        def every(v: Vector, e: Env) -> int:
            for part in tail:
                if part(v, e) <= 0:
                    return 0
            return 1

        return every

    def or_(self, code: Code, inst: int | None) -> Value:
        parts = tuple(self.make(c, inst) for c in code[1:])

        def some(v: Vector, e: Env) -> int:
            for part in parts:
                if part(v, e) > 0:
                    return 1
            return 0

        return some

    def not_(self, code: Code, inst: int | None) -> Value:
        a = self.make(code[1], inst)
        return lambda v, e: a(v, e) <= 0

    def neg(self, code: Code, inst: int | None) -> Value:
        a = self.make(code[1], inst)
        return lambda v, e: -x if (x := a(v, e)) >= MISSING else NONE

    def is_none(self, code: Code, inst: int | None) -> Value:
        a = self.make(code[1], inst)
        return lambda v, e: a(v, e) == NONE

    def exists(self, code: Code, inst: int | None) -> Value:
        a = self.make(code[1], inst)
        return lambda v, e: a(v, e) != NONE

    def if_(self, code: Code, inst: int | None) -> Value:
        c, a, b = (self.make(part, inst) for part in code[1:])
        return lambda v, e: a(v, e) if c(v, e) > 0 else b(v, e)

    def arithmetic(self, code: Code, inst: int | None) -> Value:
        a, b = self.make(code[1], inst), self.make(code[2], inst)
        work = _ARITHMETIC[code[0]]

        def calculate(v: Vector, e: Env) -> int:
            x = a(v, e)
            y = b(v, e)
            if x < MISSING or y < MISSING:
                return NONE
            return work(x, y)

        return calculate

    # ---------------------------------------------------------- searches, history

    def search(self, code: Code, inst: int | None) -> Value:
        return sets.search(self, code, inst)

    def forbids(self, code: Code, inst: int | None) -> Value:
        """Whether a clause in force forbids an action with these roles."""
        name = code[1]
        given = [self.make(c, inst) for c in code[2:]]
        return lambda v, e: self.forbidden(v, name, [g(v, e) for g in given], e[YOU])

    def size(self, code: Code, inst: int | None) -> Value:
        members = sets.members(self, code[1], inst)
        return lambda v, e: len(members(v, e))

    def fold(self, code: Code, inst: int | None) -> Value:
        return sets.fold(self, code, inst)

    def history(self, code: Code, inst: int | None) -> Value:
        query = self.program.queries[code[1]]
        base, width = int(query["base"]), int(query["width"])
        window = self.make(code[2], inst)
        empty = int(query["empty"])
        if query["index"] is None:

            def register(v: Vector, e: Env) -> int:
                return v[base + who] if (who := window(v, e)) >= 0 else empty

            return register
        given = self.make(code[3], inst)

        def of(v: Vector, e: Env) -> int:
            who, i = window(v, e), given(v, e)
            return v[base + who * width + i] if who >= 0 and i >= 0 else empty

        return of


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda x, y: x // y if y else NONE,
    "mod": lambda x, y: x % y if y else NONE,
}

_MAKERS = {
    "int": "int_", "none": "none", "local": "local", "active": "active", "self": "self_",
    "granted": "granted", "rewound": "rewound", "option": "option", "memory": "memory",
    "attr": "attr", "call": "call", "core": "core", "piece at": "piece_at",
    "in": "in_", "and": "and_", "or": "or_",
    "not": "not_", "neg": "neg", "-": "arithmetic", "is none": "is_none", "exists": "exists",
    "if": "if_", "+": "arithmetic", "*": "arithmetic", "/": "arithmetic", "mod": "arithmetic",
    "size": "size", "history": "history", "forbidden": "forbids",
    **dict.fromkeys(COMPARE, "compare"),
    **dict.fromkeys(("some", "every", "no", "count", "first"), "search"),
    **dict.fromkeys(("sum", "min", "max"), "fold"),
}  # fmt: skip
