"""Prints values as Python expressions, in brackets where they need them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.optimize.checked import WORDS
from thesmos.link.layout import NONE, Entry

SHORT = 8  # up to so many numbers are written as a tuple
_FLAG = ir.Const(1), ir.Const(0)
_TESTS = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_CONDITIONS = (ir.Test, ir.Has)
_NUMBERS = (ir.Arithmetic, ir.BitsOf, ir.BitsOp, ir.Shift)
_IN_BRACKETS = {*_CONDITIONS, *_NUMBERS, ir.Logic, ir.Select}  # unless it is a call
_ARITHMETIC = {"+": "+", "-": "-", "*": "*", "/": "//", "mod": "%"}
_SETS = {"and": "&", "or": "|", "minus": "& ~"}


class NamedRows:
    """Rows of constants or functions, each with a name that begins with a letter."""

    def __init__(self, letter: str) -> None:
        self._letter = letter
        self._numbers: dict[tuple[Any, ...], int] = {}

    def name_of(self, row: tuple[Any, ...]) -> str:
        """Return the name of a row; equal rows have the same name."""
        return f"{self._letter}{self._numbers.setdefault(row, len(self._numbers))}"

    def by_name(self) -> dict[str, tuple[Any, ...]]:
        """Return the rows by name."""
        return {f"{self._letter}{number}": row for row, number in self._numbers.items()}


class PrintedMembers(NamedTuple):
    """The members of a set, printed for a loop.

    numbers: the text of numbers in order, all members among them.
    condition: which of the numbers are members.
    """

    numbers: str
    condition: ir.Value = fold.YES


class ValuePrinter:
    """Prints values; printer.py has the legend of the letters.

    constants: the results of functions that do nothing but return a constant.
    tables, rows: the tables, and rows of functions, that values need.
    held: locals whose text is written where they are read, with the text and its value.
    slices: names of the copies of slots that were read before a loop, by the first slot.
    firsts: if there are many slots, the names of dicts from a value to the first thing that has it.
    read: the locals that the last printed value reads.
    called: whether the last printed value calls a function.
    """

    def __init__(
        self, constants: Mapping[int | None, ir.Const], tables: NamedRows, rows: NamedRows
    ) -> None:
        self.constants = constants
        self.tables, self.rows = tables, rows
        self.held: dict[int, tuple[str, ir.Value]] = {}
        self.slices: dict[int, str] = {}
        self.firsts: dict[int, str] = {}
        self.marked = False
        self.read: set[int] = set()
        self.called = False

    def value(self, value: ir.Value) -> str:
        """Print a value as an expression, in brackets unless it is a name, a number or a call."""
        return _VALUES[value.__class__](self, value)

    def bare(self, value: ir.Value) -> str:
        """Print a value as an expression that needs no brackets around it."""
        return bare(_VALUES[value.__class__](self, value), value)

    def get(self, value: ir.Get) -> str:
        """Print a local; if its text is held back, print that text."""
        self.read.add(value.name)
        held = self.held.pop(value.name, None)
        return held[0] if held else f"x{value.name}"

    def inside(self, value: ir.Value, kinds: tuple[type, ...]) -> str:
        """Print a value inside another one, without brackets if it is of one of the kinds."""
        return self.bare(value) if value.__class__ in kinds else self.value(value)

    def slot(self, entry: Entry, thing: ir.Value, inner: ir.Value) -> str:
        """Print the slot of a thing of an entry."""
        constant = entry.first
        parts = []
        for value, factor in ((thing, entry.width), (inner, 1)):
            if isinstance(value, ir.Const):
                constant += value.value * factor
            else:
                parts.append(self.value(value) + (f" * {factor}" if factor != 1 else ""))
        return " + ".join([str(constant), *parts]) if constant or not parts else " + ".join(parts)

    def slots(self, entry: Entry) -> str:
        """Print all slots of an entry."""
        return self.slices.get(entry.first) or f"v[{entry.first}:{entry.first + entry.count}]"

    def has(self, value: ir.Has) -> str:
        """Print whether a number is in a set."""
        if isinstance(value.bits, ir.Values):
            entry = value.bits.entry
            return (
                f"({self.value(value.bit)} in {self.firsts.get(entry.first) or self.slots(entry)})"
            )
        return f"({self.value(value.bits)} >> {self.value(value.bit)} & 1 == 1)"

    def find(self, value: ir.Find) -> str:
        """Print the first thing of an entry whose slot is a number."""
        firsts = self.firsts.get(value.entry.first)
        if firsts:
            return f"{firsts}.get({self.bare(value.value)}, {NONE})"
        return f"find({self.slots(value.entry)}, {self.value(value.value)})"

    def load_set(self, value: ir.LoadSet) -> str:
        """Print the set that a thing has."""
        first = self.slot(value.entry, value.thing, ir.Const(0))
        return f"within(v[{first}:{first} + {value.entry.width}], 1, 1)"

    def table(self, rows: tuple[object, ...]) -> str:
        """Return the name of a table of constants."""
        return self.tables.name_of(rows)

    def arithmetic(self, value: ir.Arithmetic) -> str:
        """Print arithmetic, including `min` and `max`."""
        if value.word in ("min", "max"):
            return f"{value.word}({self.bare(value.left)}, {self.bare(value.right)})"
        left, right = self._term(value.left, value.word, True), self._term(value.right, value.word)
        return f"({left} {_ARITHMETIC[value.word]} {right})"

    def _term(self, value: ir.Value, word: str, first: bool = False) -> str:
        """Print an operand of arithmetic, with brackets only if precedence requires them."""
        if isinstance(value, ir.Arithmetic):
            product = value.word not in ("+", "-")
            if word == "+" or (first and word == "-") or (product and (first or word == "-")):
                return self.bare(value)
        return self.value(value)

    def test(self, value: ir.Test) -> str:
        """Print a comparison."""
        left, right = self._compared(value.left), self._compared(value.right)
        return f"({left} {_TESTS[value.word]} {right})"

    def _compared(self, value: ir.Value) -> str:
        """Print a value to be compared; a flag as a condition, which equals 1 or 0 in Python."""
        if isinstance(value, ir.Select) and (value.then, value.otherwise) == _FLAG:
            return self.value(value.condition)
        return self.inside(value, _NUMBERS)

    def logic(self, value: ir.Logic) -> str:
        """Print a condition made of conditions."""
        if value.word == "not":
            return f"(not {self.inside(value.parts[0], _CONDITIONS)})"
        parts = (self._part(part, value.word) for part in value.parts)
        return f"({f' {value.word} '.join(parts)})"

    def _part(self, part: ir.Value, word: str) -> str:
        """Print a part of a condition: `not` binds most tightly, `or` least."""
        if isinstance(part, ir.Logic) and part.word not in ("not", "and" if word == "or" else ""):
            return self.value(part)
        return self.inside(part, (*_CONDITIONS, ir.Logic))

    def select(self, value: ir.Select) -> str:
        """Print one of two values."""
        condition, otherwise = self._choice(value.condition), self.bare(value.otherwise)
        return f"({self._choice(value.then)} if {condition} else {otherwise})"

    def _choice(self, value: ir.Value) -> str:
        return self.value(value) if isinstance(value, (ir.Select, ir.Get)) else self.bare(value)

    def bits_op(self, value: ir.BitsOp) -> str:
        """Print a set of two sets."""
        return f"({self.value(value.left)} {_SETS[value.word]}{self.value(value.right)})"

    def shift(self, value: ir.Shift) -> str:
        """Print a set with other members."""
        return f"({self.value(value.bits)} {'<<' if value.by > 0 else '>>'} {abs(value.by)})"

    def call(self, value: ir.Call) -> str:
        """Print a call."""
        if value.function in self.constants:
            return self.value(self.constants[value.function])
        self.called = True
        return f"f{value.function}({', '.join(['v', *map(self.bare, value.arguments)])})"

    def call_one(self, value: ir.CallOne) -> str:
        """Print a call of one of several functions."""
        if all(function in self.constants for function in value.functions):
            results = "".join(f"{self.constants[function].value}, " for function in value.functions)
            return f"({results})[{self.bare(value.index)}]"
        name = self.rows.name_of(value.functions)
        self.called = True
        arguments = ", ".join(["v", *map(self.bare, value.arguments)])
        return f"{name}[{self.bare(value.index)}]({arguments})"

    def digits(self, value: ir.RoleOfCodes) -> str:
        """Print the values that a role has in codes."""
        codes = self.value(value.codes)
        return f"digits({codes}, {value.first}, {value.last}, {value.divide}, {value.size})"

    # ------------------------------------------------------------------------- loops

    def members(self, bits: ir.Value, member: ir.Get) -> PrintedMembers | None:
        """Print numbers in order among which are the members of a set.

        Return None if the members have to be found bit by bit.
        """
        match bits:
            case ir.Const(number):
                return PrintedMembers(str(members_of(number)))
            case ir.BitsOf(bit):
                return PrintedMembers(f"({self.value(bit)},)")
            case ir.Row(table, index):
                rows = self.table(tuple(map(members_of, table.values)))
                return PrintedMembers(f"{rows}[{self.bare(index)}]")
            case ir.Things(entry):
                return PrintedMembers(_all(entry.things), fold.has(bits, member))
            case ir.LoadSet(entry, thing):
                inside = ir.Load(entry, thing, member, unknown=True)
                return PrintedMembers(_all(entry.width), fold.test("=", inside, fold.YES))
            case ir.Select(condition, then, otherwise):
                yes, no = self.members(then, member), self.members(otherwise, member)
                if yes is not None and no is not None and fold.NO in (then, otherwise):
                    numbers = f"({yes.numbers} if {self.value(condition)} else {no.numbers})"
                    return PrintedMembers(numbers, (yes if otherwise is fold.NO else no).condition)
            case ir.BitsOp("and" | "minus" as word, left, right):
                if word == "and" and isinstance(right, (ir.Const, ir.Row)):
                    left, right = right, left
                members = self.members(left, member)
                if members is not None:
                    in_right = fold.has(right, member)
                    stays = in_right if word == "and" else fold.negated(in_right)
                    condition = fold.both(members.condition, stays)
                    return PrintedMembers(members.numbers, condition)
        return None


def bare(text: str, value: ir.Value) -> str:
    """Return the text of a value without the brackets around it."""
    return text[1:-1] if value.__class__ in _IN_BRACKETS and text[0] == "(" else text


def _all(size: int) -> str:
    return str(tuple(range(size))) if size <= SHORT else f"range({size})"


@cache
def members_of(bits: int) -> tuple[int, ...]:
    """Return the members of a set in order."""
    return tuple(number for number in range(bits.bit_length()) if bits >> number & 1)


_VALUES: dict[type, Callable[[ValuePrinter, Any], str]] = {
    ir.Const: lambda of, value: str(value.value),
    ir.Get: ValuePrinter.get,
    ir.Load: lambda of, value: f"v[{of.slot(value.entry, value.thing, value.inner)}]",
    ir.LoadSet: ValuePrinter.load_set,
    ir.Things: lambda of, value: f"within({of.slots(value.entry)}, {value.low}, {value.high})",
    ir.Values: lambda of, value: f"members({of.slots(value.entry)}, {value.size})",
    ir.Find: ValuePrinter.find,
    ir.Checked: lambda of, value: (
        f"tested({of.bare(value.value)}, {value.low}, {value.high}, {value.others}, "
        f"{value.excluded}, {WORDS.index(value.word)}, {value.of})"
    ),
    ir.Row: lambda of, value: f"{of.table(value.table.values)}[{of.bare(value.index)}]",
    ir.Arithmetic: ValuePrinter.arithmetic,
    ir.Test: ValuePrinter.test,
    ir.Logic: ValuePrinter.logic,
    ir.Select: ValuePrinter.select,
    ir.BitsOf: lambda of, value: f"(1 << {of.value(value.bit)})",
    ir.BitsOp: ValuePrinter.bits_op,
    ir.Shift: ValuePrinter.shift,
    ir.Has: ValuePrinter.has,
    ir.Size: lambda of, value: f"({of.value(value.bits)}).bit_count()",
    ir.Call: ValuePrinter.call,
    ir.CallOne: ValuePrinter.call_one,
    ir.Codes: lambda of, value: "[e[0] for e in o]" if of.marked else "o",
    ir.Reasons: lambda of, value: "r",
    ir.HowMany: lambda of, value: f"len({of.value(value.codes)})",
    ir.FirstCode: lambda of, value: f"{of.value(value.codes)}[0]",
    ir.RoleOfCodes: ValuePrinter.digits,
}
