"""A machine that executes the compiler's statements one by one, and checks what is said of them.

It shows that a host needs nothing but the statements; that no value leaves its type, and no slot
its entry's range; and that no function takes more steps than its bound.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

from testing.bounds import bounds
from thesmos.compile.ir import nodes as ir
from thesmos.compile.optimize.types import typed
from thesmos.link.layout import NONE, UNKNOWN, Entry

State = list[int]
_TESTS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt,
    "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul,
    "/": operator.floordiv, "mod": operator.mod, "min": min, "max": max,
}  # fmt: skip


class Machine:
    """Executes functions of a program on a state. pending: the options of the last decision."""

    def __init__(self, program: ir.Program, codes: int) -> None:
        self.program, types = typed(program, codes)
        self.types = types.functions
        self.bounds = bounds(self.program.functions, types.kinds)
        self.steps = 0
        self.pending: list[int] | None = None

    def call(self, number: int, state: State, arguments: Sequence[Any] = ()) -> Any:
        """The result of a function, which may change the state."""
        function, types, before = self.program.functions[number], self.types[number], self.steps
        run = _Execution(self, state, types.locals)
        for name, argument in enumerate(arguments):
            run.set(name, argument)
        try:
            run.block(function.body)
        except _Returned as returned:
            _check(returned.value, types.result)
            assert self.steps - before <= self.bounds[number]
            return returned.value
        raise AssertionError("a function returns")


class _Returned(Exception):  # noqa: N818 - it is not an error
    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


class _LoopLeft(Exception):  # noqa: N818 - it is not an error
    """The innermost loop was left."""


def _check(value: Any, kind: ir.Type) -> None:
    """A value is of a type."""
    match kind:
        case ir.Int(low, high, none, unknown):
            inside = low <= value <= high
            assert inside or (none and value == NONE) or (unknown and value == UNKNOWN), value
        case ir.Bits(size, most):
            assert value >= 0
            assert value.bit_length() <= size
            assert value.bit_count() <= most
        case _:
            assert isinstance(value, list)


class _Execution:
    """One execution of a function."""

    def __init__(self, machine: Machine, state: State, types: dict[int, ir.Type]) -> None:
        self.machine, self.state, self.types = machine, state, types
        self.locals: dict[int, Any] = {}
        self.codes: list[tuple[int, int]] = []

    def set(self, name: int, value: Any) -> None:
        """Give a local a value of its type."""
        _check(value, self.types[name])
        self.locals[name] = value

    # ------------------------------------------------------------------ statements

    def block(self, statements: ir.Statements) -> None:
        """Execute statements one after the other."""
        for one in statements:
            self.machine.steps += 1
            self.statement(one)

    def statement(self, one: ir.Statement) -> None:  # noqa: PLR0912 - one for each
        match one:
            case ir.Set(name, value):
                self.set(name, self.value(value))
            case ir.Store(entry, thing, inner, value):
                slot = self.slot(entry, self.value(thing), self.value(inner))
                written = self.value(value)
                assert (
                    entry.low <= written <= entry.high
                    or (entry.none and written == NONE)
                    or written == UNKNOWN
                )
                self.state[slot] = written
            case ir.If(condition, then, otherwise):
                self.block(then if self.value(condition) else otherwise)
            case ir.ForRange(name, count, body):
                self.loop(name, range(count), body)
            case ir.ForBits(name, bits, size, body):
                found = self.value(bits)
                assert found.bit_length() <= size
                self.loop(name, [n for n in range(size) if found >> n & 1], body)
            case ir.Loop(limit, body):
                self.loop(None, range(limit), body)
            case ir.Break():
                raise _LoopLeft
            case ir.Evaluate(call):
                self.value(call)
            case ir.Return(value):
                raise _Returned(self.value(value))
            case ir.Emit(code, marks):
                self.codes.append((self.value(code), 0 if marks is None else self.value(marks)))
            case ir.Drop(mark):
                self.codes = [one for one in self.codes if not one[1] >> mark & 1]
            case ir.KeepMarked(mark, met):
                marked = [one for one in self.codes if one[1] >> mark & 1]
                self.set(met, int(bool(marked)))
                self.codes = marked or self.codes
            case ir.Pending(codes):
                self.machine.pending = self.value(codes)
            case _:
                self.whole_state(one)

    def loop(self, name: int | None, members: Sequence[int], body: ir.Statements) -> None:
        """Execute a body for each member."""
        try:
            for member in members:
                if name is not None:
                    self.set(name, member)
                self.block(body)
        except _LoopLeft:
            pass

    def whole_state(self, one: ir.Statement) -> None:
        """A statement about much of the state; its second half is one to return to."""
        size = self.machine.program.size
        match one:
            case ir.OnCopy(body):
                true, self.state = self.state, [*self.state]
                self.block(body)
                self.state = true
            case ir.Fill(entry, first, count, number):
                self.machine.steps += count
                for slot in entry.slots[first : first + count]:
                    self.state[slot] = number
            case ir.Remember(name):
                self.set(name, self.state[:size])
            case ir.Keep(name):
                self.state[size:] = self.locals[name]
            case ir.Restore():
                self.state[:size] = self.state[size:]
            case ir.ClearCopy():
                self.state[size:] = [0] * size
            case _:
                raise AssertionError(one)

    # ---------------------------------------------------------------------- values

    def slot(self, entry: Entry, thing: int, inner: int) -> int:
        """The slot of a thing, which there is."""
        assert 0 <= thing < entry.things
        assert 0 <= inner < entry.width
        return entry.slot(thing, inner)

    def value(self, value: ir.Value) -> Any:
        """The value of a number, a set or a condition."""
        self.machine.steps += 1
        match value:
            case ir.Const(number):
                return number
            case ir.Get(name):
                return self.locals[name]
            case ir.Arithmetic(word, left, right):
                return _ARITHMETIC[word](self.value(left), self.value(right))
            case ir.Test(word, left, right):
                return int(_TESTS[word](self.value(left), self.value(right)))
            case ir.Logic("not", (part,)):
                return 1 - self.value(part)
            case ir.Logic(word, parts):
                decisive = word == "or"
                return int(any(self.value(one) == decisive for one in parts) == decisive)
            case ir.Select(condition, then, otherwise):
                return self.value(then if self.value(condition) else otherwise)
            case ir.Checked(number, _, _, low, high, others):
                found = self.value(number)
                assert low <= found <= high or found in others
                return found
            case ir.Row(table, index):
                place = self.value(index)
                assert place >= 0
                return table.values[place]
            case ir.Call(function, arguments):
                given = [*map(self.value, arguments)]
                return self.machine.call(function, self.state, given)
            case ir.CallOne(functions, index, arguments):
                chosen = functions[self.value(index)]
                given = [*map(self.value, arguments)]
                if chosen is None:
                    return 0
                return self.machine.call(chosen, self.state, given)
        return self.of_state(value)

    def of_state(self, value: ir.Value) -> Any:
        """What the state or its sets say."""
        state = self.state
        match value:
            case ir.Load(entry, thing, inner):
                return state[self.slot(entry, self.value(thing), self.value(inner))]
            case ir.LoadSet(entry, thing):
                first = self.slot(entry, self.value(thing), 0)
                return sum(1 << n for n in range(entry.width) if state[first + n] == 1)
            case ir.Things(entry, low, high, inner):
                slots = enumerate(state[slot] for slot in entry.slots[inner :: entry.width])
                return sum(1 << n for n, one in slots if low <= one <= high)
            case ir.Values(entry, size):
                numbers = {state[slot] for slot in entry.slots}
                return sum(1 << one for one in numbers if 0 <= one < size)
            case ir.Find(entry, _, sought):
                number = self.value(sought)
                there = (n for n, slot in enumerate(entry.slots) if state[slot] == number)
                return next(there, NONE)
        return self.of_sets(value)

    def of_sets(self, value: ir.Value) -> Any:
        """What sets and lists of codes say."""
        match value:
            case ir.BitsOf(bit):
                return 1 << self.value(bit)
            case ir.BitsOp(word, left, right):
                a, b = self.value(left), self.value(right)
                return {"and": a & b, "or": a | b, "minus": a & ~b}[word]
            case ir.Shift(bits, by):
                found = self.value(bits)
                return found << by if by >= 0 else found >> -by
            case ir.Has(bits, bit):
                return self.value(bits) >> self.value(bit) & 1
            case ir.Size(bits):
                return self.value(bits).bit_count()
            case ir.Codes():
                return [code for code, _ in self.codes]
            case ir.HowMany(codes):
                return len(self.value(codes))
            case ir.FirstCode(codes):
                return self.value(codes)[0]
            case ir.RoleOfCodes(codes, first, last, divide, size):
                inside = [code for code in self.value(codes) if first <= code <= last]
                return sum({1 << (code - first) // divide % size for code in inside})
        raise AssertionError(value)
