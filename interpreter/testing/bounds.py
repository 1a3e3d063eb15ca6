"""How many steps of evaluation each function takes at most.

Every statement and every value that is evaluated is a step. A loop counts its largest number of
rounds, a call what it calls, a choice the longer way. Functions call only functions before them, so
one pass in order finds all bounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.kinds import Kinds
from thesmos.compile.ir.reading import values_of


def bounds(functions: Sequence[ir.Function], kinds: Kinds) -> tuple[int, ...]:
    """The bound of each function."""
    found: list[int] = []
    for number, function in enumerate(functions):
        found.append(_Bound(found, number, kinds).block(function.body))
    return tuple(found)


class _Bound:
    def __init__(self, functions: Sequence[int], number: int, kinds: Kinds) -> None:
        """functions: the bounds of those before it."""
        self.functions = functions
        self.number, self.kinds = number, kinds

    def block(self, statements: Iterable[ir.Statement]) -> int:
        """The steps of statements, one after the other."""
        return sum(map(self.statement, statements))

    def statement(self, one: ir.Statement) -> int:
        """The steps of a statement."""
        own = 1 + sum(map(self.value, values_of(one)))
        match one:
            case ir.If(_, then, otherwise):
                return own + max(self.block(then), self.block(otherwise))
            case ir.ForRange(_, count, body):
                return own + count * self.block(body)
            case ir.ForBits(_, bits, size, body):
                return own + min(size, self.kinds.bits(self.number, bits).most) * self.block(body)
            case ir.Loop(limit, body):
                return own + limit * self.block(body)
            case ir.Fill(_, _, count):
                return own + count
            case ir.OnCopy(body):
                return own + self.block(body)
        return own

    def value(self, one: ir.Value) -> int:
        """The steps of a value, itself included."""
        if isinstance(one, ir.Select):
            ways = max(self.value(one.then), self.value(one.otherwise))
            return 1 + self.value(one.condition) + ways
        own = 1 + sum(map(self.value, values_of(one)))
        if isinstance(one, ir.Call):
            return own + self.functions[one.function]
        if isinstance(one, ir.CallOne):
            called = (0 if each is None else self.functions[each] for each in one.functions)
            return own + max(called, default=0)
        return own
