"""Which locals and results are sets, lists of codes or copies of the state, and how large sets are.

A local is a set if it is given one, or used as one; a constant, or a row of a table, may be either.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.ranges import END, Known, Range
from thesmos.compile.ir.reading import Node, used_by, walk

EMPTY = ir.Bits(0, 0)
LIST, STATE = ir.List(), ir.StateCopy()
ROUNDS = 4  # after so many, a set that still grows is given the largest size its members allow
SETS = (
    ir.LoadSet, ir.Things, ir.AtMost, ir.Values, ir.BitsOf, ir.BitsOp, ir.Shift, ir.RoleOfCodes,
)  # fmt: skip
_REVEALING = {  # the nodes that reveal something about types
    ir.Set, ir.Remember, ir.Return, ir.Call, ir.CallOne, ir.ForBits, ir.Has, ir.Size, ir.Shift,
    ir.BitsOp,
}  # fmt: skip


class Kinds:
    """The types of all locals and results that are not numbers.

    numbers: for each function, the ranges of locals that are given numbers.
    results: the ranges of results.
    """

    def __init__(
        self,
        functions: Sequence[ir.Function],
        numbers: Sequence[dict[int, Range]],
        results: Sequence[Range],
    ) -> None:
        self._locals: list[dict[int, ir.Type]] = [{} for _ in functions]
        self._results: list[ir.Type | None] = [None for _ in functions]
        self._known = [Known(results) for _ in functions]
        for facts, ranges in zip(self._known, numbers, strict=True):
            for name, range_ in ranges.items():
                facts.limit(name, range_)
        revealing = [
            [node for node in walk(function.body) if node.__class__ in _REVEALING]
            for function in functions
        ]
        self._callers: list[set[int]] = [set() for _ in functions]
        for number, function in enumerate(functions):
            for called in used_by(function).needed:
                self._callers[called].add(number)
        self._round = 0
        self._again = set(range(len(functions)))  # those to examine again in the next round
        while self._again:
            self._round += 1
            again, self._again = sorted(self._again), set()
            for number in again:
                self._look(number, revealing[number])

    def local(self, function: int, name: int) -> ir.Type | None:
        """Return the type of a local; None if it is a number."""
        return _sure(self._locals[function].get(name))

    def locals(self, function: int) -> dict[int, ir.Type]:
        """Return the types of the locals of a function that are not numbers."""
        types = {name: _sure(kind) for name, kind in self._locals[function].items()}
        return {name: kind for name, kind in types.items() if kind is not None}

    def result(self, function: int) -> ir.Type | None:
        """Return the type of the result of a function; None if it is a number."""
        return _sure(self._results[function])

    def of(self, function: int, value: ir.Value) -> ir.Type | None:
        """Return the type of a value of a function; None if it is a number."""
        return _sure(self._kind(function, value))

    def range(self, function: int, value: ir.Value) -> Range:
        """Return the range of a value of a function, wherever in it the value is evaluated."""
        return self._known[function].range(value)

    # ------------------------------------------------------------------ one function

    def _look(self, number: int, nodes: Sequence[Node]) -> None:
        for node in nodes:
            match node:
                case ir.Set(name, value):
                    self._give(number, name, number, value)
                case ir.Remember(name):
                    self._locals[number][name] = STATE
                case ir.Return(value):
                    returned = _both(self._results[number], self._kind(number, value), self._round)
                    if returned != self._results[number]:
                        self._again |= {number, *self._callers[number]}
                    self._results[number] = returned
                case ir.Call(called, arguments):
                    self._pass(number, called, arguments)
                case ir.CallOne(functions, _, arguments):
                    for callee in functions:
                        if callee is not None:
                            self._pass(number, callee, arguments)
                case ir.ForBits(_, bits) | ir.Has(bits) | ir.Size(bits) | ir.Shift(bits):
                    self._use(number, bits)
                case ir.BitsOp(_, left, right):
                    self._use(number, left)
                    self._use(number, right)

    def _give(self, number: int, name: int, giver: int, value: ir.Value) -> None:
        """Note that a function gives a value to a local."""
        before = self._locals[number].get(name)
        is_set = isinstance(_sure(before), ir.Bits)
        kind = self.bits(giver, value) if is_set else self._kind(giver, value)
        covering = _both(before, kind, self._round)
        if covering is not None and covering != before:
            self._locals[number][name] = covering
            self._again |= {number} if number == giver else {number, *self._callers[number]}

    def _use(self, number: int, bits: ir.Value) -> None:
        """Note that a value is used as a set."""
        if isinstance(bits, ir.Get):
            before = self._locals[number].get(bits.name)
            if _sure(before) is None:
                self._locals[number][bits.name] = _both(before, EMPTY, 0) or EMPTY
                self._again |= {number, *self._callers[number]}

    def _pass(self, number: int, called: int, arguments: Sequence[ir.Value]) -> None:
        """Note that a function is given arguments."""
        for name, argument in enumerate(arguments):
            self._give(called, name, number, argument)
            if isinstance(_sure(self._locals[called].get(name)), ir.Bits):
                self._use(number, argument)

    # ------------------------------------------------------------------------- values

    def _kind(self, number: int, value: ir.Value) -> ir.Type | None:
        """Return the type of a value that may be a set; None for what can only be a number."""
        match value:
            case ir.Codes() | ir.Reasons():
                return LIST
            case ir.Get(name):
                return self._locals[number].get(name)
            case ir.Call(called):
                return self._results[called]
            case ir.CallOne(functions):
                kind: ir.Type | None = None
                for callee in functions:
                    if callee is not None:
                        kind = _both(kind, self._results[callee], 0)
                return kind
            case ir.Select(_, then, otherwise):
                return _both(self._kind(number, then), self._kind(number, otherwise), 0)
            case ir.Const(constant) if constant >= 0:
                return _Maybe(constant.bit_length(), constant.bit_count())
            case ir.Row(table):
                return _of_table(table.values)
        return self.bits(number, value) if isinstance(value, SETS) else None

    def bits(self, number: int, value: ir.Value) -> ir.Bits:
        """Return the size of a value that is used as a set."""
        match value:
            case ir.LoadSet(entry):
                return ir.Bits(entry.width, entry.width)
            case ir.Things(entry) | ir.AtMost(entry):
                return ir.Bits(entry.things, entry.things)
            case ir.Values(entry, size):
                return ir.Bits(size, min(size, entry.count))
            case ir.BitsOf(bit):
                return ir.Bits(max(0, self._known[number].range(bit).high + 1), 1)
            case ir.RoleOfCodes(_, _, _, _, size):
                return ir.Bits(size, size)
            case ir.Shift(bits, by):
                of = self.bits(number, bits)
                return ir.Bits(max(0, of.size + by), of.most)
            case ir.BitsOp("minus", left, _):
                return self.bits(number, left)
            case ir.BitsOp("and", left, right):
                first, second = self.bits(number, left), self.bits(number, right)
                return ir.Bits(min(first.size, second.size), min(first.most, second.most))
            case ir.BitsOp("or", left, right):
                first, second = self.bits(number, left), self.bits(number, right)
                size = max(first.size, second.size)
                return ir.Bits(size, min(size, first.most + second.most))
        kind = self._kind(number, value)
        if isinstance(kind, ir.Bits):
            return ir.Bits(kind.size, kind.most)
        high = self._known[number].range(value).high  # a number whose bits represent players
        size = high.bit_length() if high < END else 0
        return ir.Bits(size, size)


class _Maybe(ir.Bits):
    """The size of a constant that may be a number or a set."""


@cache
def _of_table(values: tuple[int, ...]) -> ir.Type | None:
    """Return the type of a row of a table."""
    if min(values) < 0:
        return None
    return _Maybe(max(map(int.bit_length, values)), max(map(int.bit_count, values)))


def _sure(kind: ir.Type | None) -> ir.Type | None:
    """Return the type if it is certainly no number: a constant too large for one is a set."""
    return None if isinstance(kind, _Maybe) and kind.size <= END.bit_length() else kind


def _both(first: ir.Type | None, second: ir.Type | None, round_: int) -> ir.Type | None:
    """Return the type that covers both types."""
    if not isinstance(first, ir.Bits) or not isinstance(second, ir.Bits):
        sure = [
            kind for kind in (first, second) if kind is not None and not isinstance(kind, _Maybe)
        ]
        return sure[0] if sure else first or second
    size, most = max(first.size, second.size), max(first.most, second.most)
    if round_ > ROUNDS:
        most = size
    kind = _Maybe if isinstance(first, _Maybe) and isinstance(second, _Maybe) else ir.Bits
    return kind(size, most)
