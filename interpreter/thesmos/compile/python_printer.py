"""Prints functions as a Python module.

The state is a list `v` of integers, as the layout says. What is printed consists of this file's
words and of integers: no text of a spec can be part of it, because statements hold none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import fields
from typing import get_args

from thesmos.compile import fold, ir
from thesmos.compile.nodes import changes, pure_functions, reads, sets
from thesmos.link.layout import NONE, Entry

HELPERS = f"""\
def within(values, low, high):
    made, bit = 0, 1
    for value in values:
        if low <= value <= high:
            made |= bit
        bit += bit
    return made
def find(values, value):
    return values.index(value) if value in values else {NONE}
def members(values, size):
    made = 0
    for value in values:
        if 0 <= value < size:
            made |= 1 << value
    return made
def digits(codes, first, last, divide, size):
    made = 0
    for code in codes:
        if first <= code <= last:
            made |= 1 << (code - first) // divide % size
    return made
def none(*given):
    return 0
"""
SHORT = 8  # numbers to be written as a tuple
_ARITHMETIC = {"+": "+", "-": "-", "*": "*", "/": "//", "mod": "%"}
_NOT_EXPORTED = ("functions", "size", "counters")
_REASONS = get_args(ir.ReasonKind)
_FLAG = ir.Const(1), ir.Const(0)
_TESTS = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


def printed(program: ir.Program | ir.Explanation, *, undo: bool = False) -> str:
    """The text of a module with the functions that are called from outside, under their names.

    undo: functions take a list after the state, and append (slot, old value) for what they change,
    so that it can be changed back in the opposite order.
    """
    printer = _Printer(pure_functions(program.functions), program.size, undo=undo)
    functions = [
        line
        for number, function in enumerate(program.functions)
        for line in printer.function(number, function)
    ]
    tables = [f"t{number} = {values}" for values, number in printer.tables.items()]
    rows = [f"r{number} = ({names})" for names, number in printer.rows.items()]
    names = [
        f"{field.name} = {_exported(getattr(program, field.name))}"
        for field in fields(program)
        if field.name not in _NOT_EXPORTED
    ]
    if isinstance(program, ir.Program) and program.counters:
        names.append(f"counts = [0] * {program.counters}")
    return HELPERS + "\n".join([*tables, *functions, *rows, *names]) + "\n"


def _exported(functions: int | tuple[int, ...]) -> str:
    """A function, or several, as they are called from outside."""
    if isinstance(functions, int):
        return f"f{functions}"
    return f"({''.join(f'f{number}, ' for number in functions)})"


class _Printer:
    def __init__(self, pure: Set[int], size: int, *, undo: bool) -> None:
        self._pure = pure
        self._undo = undo
        self._state = ["v", "u"] if undo else ["v"]  # what every function takes first
        self._size = size
        self._copies = 0
        self.tables: dict[tuple[object, ...], int] = {}
        self.rows: dict[str, int] = {}
        self._marked = False

    def function(self, number: int, function: ir.Function) -> Iterator[str]:
        """The lines of a function."""
        self._marked = function.marked
        parameters = [*self._state, *(f"x{n}" for n in range(function.parameters))]
        yield f"def f{number}({', '.join(parameters)}):"
        if function.emits:
            yield " o = []"
        if function.reasons:
            yield " r = []"
        yield from self._block(function.body, 1)

    # ------------------------------------------------------------------ statements

    def _block(self, statements: Sequence[ir.Statement], depth: int) -> Iterator[str]:
        made = False
        for one in statements:
            for line in self._statement(one, depth):
                made = True
                yield line
            if isinstance(one, (ir.Return, ir.Break)):
                break
        if not made:
            yield " " * depth + "pass"

    def _statement(  # noqa: PLR0912 - one for each
        self, one: ir.Statement, depth: int
    ) -> Iterator[str]:
        margin = " " * depth
        match one:
            case ir.Set(name, value):
                yield f"{margin}x{name} = {self.value(value)}"
            case ir.Store():
                yield from (margin + line for line in self._store(one))
            case ir.If():
                yield from self._if(one, depth, "if")
            case ir.ForRange(name, count, body):
                yield f"{margin}for x{name} in range({count}):"
                yield from self._block(body, depth + 1)
            case ir.ForBits():
                yield from self._for_bits(one, depth)
            case ir.Loop(limit, body):
                yield f"{margin}for _ in range({limit}):"
                yield from self._block(body, depth + 1)
            case ir.Break():
                yield f"{margin}break"
            case ir.Evaluate(call):
                yield f"{margin}{self.value(call)}"
            case ir.Count(clause):
                yield f"{margin}counts[{clause}] += 1"
            case ir.TooLong(of, number):
                yield f'{margin}raise OverflowError("{of}", {self.value(number)})'
            case ir.Pending(codes):
                yield f"{margin}v.append({self.value(codes)})"
            case ir.OnCopy(body):
                yield from self._on_copy(body, depth)
            case ir.Return(value):
                yield f"{margin}return {self.value(value)}"
            case _:
                for line in self._other(one):
                    yield margin + line

    def _other(self, one: ir.Statement) -> Iterator[str]:
        """A statement about the codes or the reasons of the function, or the state as a whole."""
        if self._undo and isinstance(one, (ir.Keep, ir.Restore, ir.Forget)):
            yield "u += enumerate(v)"
        match one:
            case ir.Remember(name):
                yield f"x{name} = v[:{self._size}]"
            case ir.Keep(name):
                yield f"v[{self._size}:] = x{name}"
            case ir.Restore():
                yield f"v[:{self._size}] = v[{self._size}:]"
            case ir.Forget():
                yield f"v[{self._size}:] = [0] * {self._size}"
            case ir.Emit(code, None):
                yield f"o.append({self.value(code)})"
            case ir.Emit(code, marks):
                assert marks is not None
                yield f"o.append(({self.value(code)}, {self.value(marks)}))"
            case ir.Drop(mark):
                yield f"o = [e for e in o if not e[1] >> {mark} & 1]"
            case ir.Require(mark, met):
                yield f"k = [e for e in o if e[1] >> {mark} & 1]"
                yield f"x{met} = 1 if k else 0"
                yield "o = k or o"
            case ir.Reason(kind, number, holder, holds):
                given = f"{_REASONS.index(kind)}, {number}, {holder}, {self.value(holds)}"
                yield f"r.append(({given}))"
            case _:
                raise AssertionError(one)

    def _store(self, one: ir.Store) -> Iterator[str]:
        slot, value = self._slot(one.entry, one.thing, one.inner), self.value(one.value)
        if not self._undo:
            yield f"v[{slot}] = {value}"
            return
        yield f"w = {value}"
        yield f"i = {slot}"
        yield "u.append((i, v[i]))"
        yield "v[i] = w"

    def _on_copy(self, body: ir.Statements, depth: int) -> Iterator[str]:
        margin, name = " " * depth, f"c{self._copies}"
        self._copies += 1
        state = ", ".join(self._state)
        yield f"{margin}{name} = {state}"
        yield f"{margin}{state} = {'[*v], []' if self._undo else '[*v]'}"
        yield from self._block(body, depth)
        yield f"{margin}{state} = {name}"

    def _for_bits(self, one: ir.ForBits, depth: int) -> Iterator[str]:
        margin, name, body = " " * depth, one.name, one.body
        found = self._members(one.bits, ir.Get(name))
        if found is not None and (found[1] == fold.YES or self._stays(one.bits, body)):
            members, condition = found
            yield f"{margin}for x{name} in {members}:"
            if condition != fold.YES:
                body = (ir.If(condition, body, ()),)
        else:
            yield f"{margin}m{name} = {self.value(one.bits)}"
            yield f"{margin}while m{name}:"
            yield f"{margin} b = m{name} & -m{name}"
            yield f"{margin} m{name} ^= b"
            yield f"{margin} x{name} = b.bit_length() - 1"
        yield from self._block(body, depth + 1)

    def _stays(self, value: ir.Value, body: ir.Statements) -> bool:
        """Whether a value is the same before and after statements, and in between."""
        return not changes(body, self._pure) and not reads((value,)).keys() & sets(body)

    def _if(self, one: ir.If, depth: int, word: str) -> Iterator[str]:
        margin = " " * depth
        if not one.then:
            one = ir.If(ir.Logic("not", (one.condition,)), one.otherwise, ())
        yield f"{margin}{word} {self.value(one.condition)}:"
        yield from self._block(one.then, depth + 1)
        if len(one.otherwise) == 1 and isinstance(one.otherwise[0], ir.If):
            yield from self._if(one.otherwise[0], depth, "elif")
        elif one.otherwise:
            yield f"{margin}else:"
            yield from self._block(one.otherwise, depth + 1)

    # ---------------------------------------------------------------------- values

    def value(self, value: ir.Value) -> str:  # noqa: PLR0912, C901 - one for each
        """A value as an expression, in brackets where it needs them."""
        of = self.value
        match value:
            case ir.Const(number):
                return str(number) if number >= 0 else f"({number})"
            case ir.Get(name):
                return f"x{name}"
            case ir.Load(entry, thing, inner):
                return f"v[{self._slot(entry, thing, inner)}]"
            case ir.LoadSet(entry, thing):
                first = self._slot(entry, thing, ir.Const(0))
                return f"within(v[{first}:{first} + {entry.width}], 1, 1)"
            case ir.Things(entry, low, high):
                return f"within({self._slots(entry)}, {low}, {high})"
            case ir.Values(entry, size):
                return f"members({self._slots(entry)}, {size})"
            case ir.Find(entry, _, sought):
                return f"find({self._slots(entry)}, {of(sought)})"
            case ir.Has(ir.Values(entry, _), bit):
                return f"({of(bit)} in {self._slots(entry)})"
            case ir.Row(table, index):
                number = self.tables.setdefault(table.values, len(self.tables))
                return f"t{number}[{of(index)}]"
            case ir.Arithmetic("min" | "max" as word, left, right):
                return f"{word}({of(left)}, {of(right)})"
            case ir.Arithmetic(word, left, right):
                return f"({of(left)} {_ARITHMETIC[word]} {of(right)})"
            case ir.Test(word, left, right):
                return f"({self._compared(left)} {_TESTS[word]} {self._compared(right)})"
            case ir.Logic("not", (part,)):
                return f"(not {of(part)})"
            case ir.Logic(word, parts):
                return f"({f' {word} '.join(map(of, parts))})"
            case ir.Select(condition, then, otherwise):
                return f"({of(then)} if {of(condition)} else {of(otherwise)})"
            case ir.BitsOf(bit):
                return f"(1 << {of(bit)})"
            case ir.BitsOp("minus", left, right):
                return f"({of(left)} & ~{of(right)})"
            case ir.BitsOp(word, left, right):
                return f"({of(left)} {'&' if word == 'and' else '|'} {of(right)})"
            case ir.Has(bits, bit):
                return f"({of(bits)} >> {of(bit)} & 1 == 1)"
            case ir.Shift(bits, by):
                return f"({of(bits)} {'<<' if by > 0 else '>>'} {abs(by)})"
            case ir.Size(bits):
                return f"({of(bits)}).bit_count()"
            case ir.Call(function, arguments):
                return f"f{function}({', '.join([*self._state, *map(of, arguments)])})"
            case ir.CallOne(functions, index, arguments):
                names = ", ".join("none" if one is None else f"f{one}" for one in functions) + ","
                number = self.rows.setdefault(names, len(self.rows))
                return f"r{number}[{of(index)}]({', '.join([*self._state, *map(of, arguments)])})"
            case ir.Codes():
                return "[e[0] for e in o]" if self._marked else "o"
            case ir.Reasons():
                return "r"
            case ir.HowMany(codes):
                return f"len({of(codes)})"
            case ir.FirstCode(codes):
                return f"{of(codes)}[0]"
            case ir.Digits(codes, first, last, divide, size):
                return f"digits({of(codes)}, {first}, {last}, {divide}, {size})"
        raise AssertionError(value)

    def _members(self, bits: ir.Value, member: ir.Get) -> tuple[str, ir.Value] | None:
        """Numbers in order, and the condition that one of them is a member of a set.

        None where members have to be found bit by bit.
        """
        match bits:
            case ir.Const(number):
                return str(_members_of(number)), fold.YES
            case ir.BitsOf(bit):
                return f"({self.value(bit)},)", fold.YES
            case ir.Row(table, index):
                rows = tuple(map(_members_of, table.values))
                number = self.tables.setdefault(rows, len(self.tables))
                return f"t{number}[{self.value(index)}]", fold.YES
            case ir.Things(entry, _, _):
                return self._all(entry.things), fold.has(bits, member)
            case ir.LoadSet(entry, thing):
                inside = ir.Load(entry, thing, member, unknown=True)
                return self._all(entry.width), fold.test("=", inside, fold.YES)
            case ir.Select(condition, then, otherwise):
                one, other = self._members(then, member), self._members(otherwise, member)
                if one is not None and other is not None and fold.NO in (then, otherwise):
                    test = one[1] if otherwise == fold.NO else other[1]
                    return f"({one[0]} if {self.value(condition)} else {other[0]})", test
            case ir.BitsOp("and", left, right):
                if isinstance(right, (ir.Const, ir.Row)):
                    left, right = right, left
                found = self._members(left, member)
                if found is not None:
                    return found[0], fold.both(found[1], fold.has(right, member))
            case ir.BitsOp("minus", left, right):
                found = self._members(left, member)
                if found is not None:
                    without = fold.negated(fold.has(right, member))
                    return found[0], fold.both(found[1], without)
        return None

    def _all(self, size: int) -> str:
        return str(tuple(range(size))) if size <= SHORT else f"range({size})"

    def _compared(self, value: ir.Value) -> str:
        """A value that is only compared: a flag as a condition, which is 1 or 0 in Python."""
        if isinstance(value, ir.Select) and (value.then, value.otherwise) == _FLAG:
            return self.value(value.condition)
        return self.value(value)

    def _slots(self, entry: Entry) -> str:
        return f"v[{entry.first}:{entry.first + entry.count}]"

    def _slot(self, entry: Entry, thing: ir.Value, inner: ir.Value) -> str:
        """The slot of a thing of an entry."""
        constant = entry.first
        parts = []
        for value, factor in ((thing, entry.width), (inner, 1)):
            if isinstance(value, ir.Const):
                constant += value.value * factor
            else:
                parts.append(self.value(value) + (f" * {factor}" if factor != 1 else ""))
        return " + ".join([str(constant), *parts]) if constant or not parts else " + ".join(parts)


def _members_of(bits: int) -> tuple[int, ...]:
    """The members of a set in order."""
    return tuple(number for number in range(bits.bit_length()) if bits >> number & 1)
