"""Prints values as Python expressions, in brackets where they need them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from thesmos.compile import fold, ir
from thesmos.link.layout import Entry

SHORT = 8  # numbers to be written as a tuple
_FLAG = ir.Const(1), ir.Const(0)
_TESTS = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_ARITHMETIC = {"+": "+", "-": "-", "*": "*", "/": "//", "mod": "%"}
_SETS = {"and": "&", "or": "|", "minus": "& ~"}


class ValuePrinter:
    """Prints values, and gathers the tables and rows of functions that they need.

    state: what every function takes first. constants: what functions return that do nothing.
    held: locals whose text is written where they are read.
    slices: names of slots that were read before a loop, by the first of them.
    """

    def __init__(self, state: str) -> None:
        self.state = state
        self.tables: dict[tuple[object, ...], int] = {}
        self.rows: dict[str, int] = {}
        self.constants: dict[int | None, ir.Const] = {}
        self.held: dict[int, str] = {}
        self.slices: dict[int, str] = {}
        self.marked = False

    def value(self, value: ir.Value) -> str:
        """A value as an expression."""
        return _VALUES[value.__class__](self, value)

    def get(self, value: ir.Get) -> str:
        """A local; where its text is held back, the text."""
        return self.held.pop(value.name, None) or f"x{value.name}"

    def slot(self, entry: Entry, thing: ir.Value, inner: ir.Value) -> str:
        """The slot of a thing of an entry."""
        constant = entry.first
        parts = []
        for value, factor in ((thing, entry.width), (inner, 1)):
            if isinstance(value, ir.Const):
                constant += value.value * factor
            else:
                parts.append(self.value(value) + (f" * {factor}" if factor != 1 else ""))
        return " + ".join([str(constant), *parts]) if constant or not parts else " + ".join(parts)

    def slots(self, entry: Entry) -> str:
        """All slots of an entry."""
        return self.slices.get(entry.first) or f"v[{entry.first}:{entry.first + entry.count}]"

    def has(self, value: ir.Has) -> str:
        """Whether a number is in a set."""
        if isinstance(value.bits, ir.Values):
            return f"({self.value(value.bit)} in {self.slots(value.bits.entry)})"
        return f"({self.value(value.bits)} >> {self.value(value.bit)} & 1 == 1)"

    def load_set(self, value: ir.LoadSet) -> str:
        """The set that a thing has."""
        first = self.slot(value.entry, value.thing, ir.Const(0))
        return f"within(v[{first}:{first} + {value.entry.width}], 1, 1)"

    def table(self, rows: tuple[object, ...]) -> str:
        """The name of a table of constants."""
        return f"t{self.tables.setdefault(rows, len(self.tables))}"

    def arithmetic(self, value: ir.Arithmetic) -> str:
        """A sum, or the lesser or greater of two numbers."""
        left, right = self.value(value.left), self.value(value.right)
        if value.word in ("min", "max"):
            return f"{value.word}({left}, {right})"
        return f"({left} {_ARITHMETIC[value.word]} {right})"

    def test(self, value: ir.Test) -> str:
        """A comparison."""
        left, right = self._compared(value.left), self._compared(value.right)
        return f"({left} {_TESTS[value.word]} {right})"

    def _compared(self, value: ir.Value) -> str:
        """A value that is only compared: a flag as a condition, which is 1 or 0 in Python."""
        if isinstance(value, ir.Select) and (value.then, value.otherwise) == _FLAG:
            return self.value(value.condition)
        return self.value(value)

    def logic(self, value: ir.Logic) -> str:
        """Conditions."""
        if value.word == "not":
            return f"(not {self.value(value.parts[0])})"
        return f"({f' {value.word} '.join(map(self.value, value.parts))})"

    def select(self, value: ir.Select) -> str:
        """One of two values."""
        condition = self.value(value.condition)
        return f"({self.value(value.then)} if {condition} else {self.value(value.otherwise)})"

    def bits_op(self, value: ir.BitsOp) -> str:
        """A set of two sets."""
        return f"({self.value(value.left)} {_SETS[value.word]}{self.value(value.right)})"

    def shift(self, value: ir.Shift) -> str:
        """A set with other members."""
        return f"({self.value(value.bits)} {'<<' if value.by > 0 else '>>'} {abs(value.by)})"

    def call(self, value: ir.Call) -> str:
        """A call."""
        if value.function in self.constants:
            return self.value(self.constants[value.function])
        return f"f{value.function}({', '.join([self.state, *map(self.value, value.arguments)])})"

    def call_one(self, value: ir.CallOne) -> str:
        """A call of one of several functions."""
        if all(one in self.constants for one in value.functions):
            results = "".join(f"{self.constants[one].value}, " for one in value.functions)
            return f"({results})[{self.value(value.index)}]"
        names = "".join("none, " if one is None else f"f{one}, " for one in value.functions)
        row = f"r{self.rows.setdefault(names, len(self.rows))}[{self.value(value.index)}]"
        return f"{row}({', '.join([self.state, *map(self.value, value.arguments)])})"

    def digits(self, value: ir.Digits) -> str:
        """The values that a role has in codes."""
        codes = self.value(value.codes)
        return f"digits({codes}, {value.first}, {value.last}, {value.divide}, {value.size})"

    # ------------------------------------------------------------------------- loops

    def members(self, bits: ir.Value, member: ir.Get) -> tuple[str, ir.Value] | None:
        """Numbers in order, and the condition that one of them is a member of a set.

        None where members have to be found bit by bit.
        """
        match bits:
            case ir.Const(number):
                return str(members_of(number)), fold.YES
            case ir.BitsOf(bit):
                return f"({self.value(bit)},)", fold.YES
            case ir.Row(table, index):
                rows = self.table(tuple(map(members_of, table.values)))
                return f"{rows}[{self.value(index)}]", fold.YES
            case ir.Things(entry):
                return _all(entry.things), fold.has(bits, member)
            case ir.LoadSet(entry, thing):
                inside = ir.Load(entry, thing, member, unknown=True)
                return _all(entry.width), fold.test("=", inside, fold.YES)
            case ir.Select(condition, then, otherwise):
                one, other = self.members(then, member), self.members(otherwise, member)
                if one is not None and other is not None and fold.NO in (then, otherwise):
                    test = one[1] if otherwise == fold.NO else other[1]
                    return f"({one[0]} if {self.value(condition)} else {other[0]})", test
            case ir.BitsOp("and" | "minus" as word, left, right):
                if word == "and" and isinstance(right, (ir.Const, ir.Row)):
                    left, right = right, left
                found = self.members(left, member)
                if found is not None:
                    there = fold.has(right, member)
                    kept = there if word == "and" else fold.negated(there)
                    return found[0], fold.both(found[1], kept)
        return None


def _all(size: int) -> str:
    return str(tuple(range(size))) if size <= SHORT else f"range({size})"


@cache
def members_of(bits: int) -> tuple[int, ...]:
    """The members of a set in order."""
    return tuple(number for number in range(bits.bit_length()) if bits >> number & 1)


_VALUES: dict[type, Callable[[ValuePrinter, Any], str]] = {
    ir.Const: lambda of, one: str(one.value) if one.value >= 0 else f"({one.value})",
    ir.Get: ValuePrinter.get,
    ir.Load: lambda of, one: f"v[{of.slot(one.entry, one.thing, one.inner)}]",
    ir.LoadSet: ValuePrinter.load_set,
    ir.Things: lambda of, one: f"within({of.slots(one.entry)}, {one.low}, {one.high})",
    ir.Values: lambda of, one: f"members({of.slots(one.entry)}, {one.size})",
    ir.Find: lambda of, one: f"find({of.slots(one.entry)}, {of.value(one.value)})",
    ir.Row: lambda of, one: f"{of.table(one.table.values)}[{of.value(one.index)}]",
    ir.Arithmetic: ValuePrinter.arithmetic,
    ir.Test: ValuePrinter.test,
    ir.Logic: ValuePrinter.logic,
    ir.Select: ValuePrinter.select,
    ir.BitsOf: lambda of, one: f"(1 << {of.value(one.bit)})",
    ir.BitsOp: ValuePrinter.bits_op,
    ir.Shift: ValuePrinter.shift,
    ir.Has: ValuePrinter.has,
    ir.Size: lambda of, one: f"({of.value(one.bits)}).bit_count()",
    ir.Call: ValuePrinter.call,
    ir.CallOne: ValuePrinter.call_one,
    ir.Codes: lambda of, one: "[e[0] for e in o]" if of.marked else "o",
    ir.Reasons: lambda of, one: "r",
    ir.HowMany: lambda of, one: f"len({of.value(one.codes)})",
    ir.FirstCode: lambda of, one: f"{of.value(one.codes)}[0]",
    ir.Digits: ValuePrinter.digits,
}
