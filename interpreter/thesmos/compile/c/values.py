"""Prints values as C expressions: numbers as int64_t, sets of W words as setW (see sets.h)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from thesmos.compile import ir
from thesmos.compile.machine.memory import WorkFrame
from thesmos.compile.machine.value_types import NUMBER, ValueTypes, bits_type, register
from thesmos.compile.types import Types
from thesmos.link.layout import NONE, Entry

_TESTS = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_PLAIN = ("+", "-", "*")
_NAMED = {"/": "divided", "mod": "rest_of", "min": "least", "max": "greatest"}
_SETS = {"and": "and", "or": "or", "minus": "minus"}
_CONDITIONS = (ir.Test, ir.Logic, ir.Has)
_WORD = (1 << 64) - 1


@dataclass
class Needed:
    """What has to come before the functions of a file.

    words: the sizes of sets, in words. resized: pairs of sizes for conversions. tables: the names
    of constants, by their text. rows: the names of functions that call one of several, by their
    text.
    """

    words: set[int] = field(default_factory=lambda: {1})
    resized: set[tuple[int, int]] = field(default_factory=set)
    tables: dict[str, str] = field(default_factory=dict)
    rows: dict[str, str] = field(default_factory=dict)


def kind_of(bits: int) -> str:
    """Print the type of a register."""
    return f"set{bits // 64}" if bits > NUMBER else "int64_t"


class CValuePrinter(ValueTypes):
    """Prints the values of one function."""

    def __init__(
        self,
        number: int,
        types: Types,
        largest: int,
        frame: WorkFrame,
        needed: Needed,
    ) -> None:
        super().__init__(number, types, largest)
        self.frame, self.needed = frame, needed

    def words(self, bits: int) -> int:
        """Return how many words a register has; note that operations of this size are needed."""
        self.needed.words.add(bits // 64)
        return bits // 64

    # --------------------------------------------------------------------- numbers

    def value(self, value: ir.Value) -> str:
        """Print a number."""
        match value:
            case ir.Const(number):
                return _number(number)
            case ir.Get(name):
                return self._resized(f"x{name}", self.bits_of(name), NUMBER)
            case ir.Load(entry, thing, inner):
                return f"(int64_t)v[{self.slot(entry, thing, inner)}]"
            case ir.Row(table, index):
                return f"{self._table(table, NUMBER)}[{self.value(index)}]"
            case ir.Arithmetic(word, left, right):
                one, other = self.value(left), self.value(right)
                if word in _PLAIN:
                    return f"({one} {word} {other})"
                return f"{_NAMED[word]}({one}, {other})"
            case ir.Select(condition, then, otherwise):
                return f"({self.truth(condition)} ? {self.value(then)} : {self.value(otherwise)})"
            case ir.Size(bits):
                size = self.natural(bits)
                return f"size{self.words(size)}({self.bits(bits, size)})"
            case ir.Find(entry, _, number):
                first = f"v + {entry.first}, {entry.count}"
                return f"found({first}, {self.value(number)}, {NONE})"
            case ir.HowMany(codes) | ir.FirstCode(codes):
                one_code = isinstance(value, ir.FirstCode)
                return f"(int64_t){self._first_code(codes)}" if one_code else self.count(codes)
            case ir.Call() | ir.CallOne():
                return self.call(value, NUMBER)
        if isinstance(value, _CONDITIONS):
            return f"(int64_t){self.truth(value)}"
        return f"(int64_t){self.bits(value, NUMBER)}"

    def slot(self, entry: Entry, thing: ir.Value, inner: ir.Value) -> str:
        """Print the number of a slot."""
        constant, parts = entry.first, list[str]()
        for part, factor in ((thing, entry.width), (inner, 1)):
            if isinstance(part, ir.Const):
                constant += part.value * factor
            else:
                parts.append(self.value(part) + (f" * {factor}" if factor != 1 else ""))
        return " + ".join([*parts, *[str(constant)] * (constant != 0 or not parts)])

    # ------------------------------------------------------------------ conditions

    def truth(self, value: ir.Value) -> str:
        """Print a condition, in brackets or as a call."""
        match value:
            case ir.Const(number):
                return "1" if number else "0"
            case ir.Test(word, left, right):
                size = max(self.set_size(left), self.set_size(right))
                if size == NUMBER:
                    return f"({self.value(left)} {_TESTS[word]} {self.value(right)})"
                same = f"same{self.words(size)}({self.bits(left, size)}, {self.bits(right, size)})"
                assert word in ("=", "!="), word  # larger sets have no order
                return same if word == "=" else f"(!{same})"
            case ir.Has(ir.Values(entry, size), bit):
                return f"among(v + {entry.first}, {entry.count}, {self.value(bit)}, {size})"
            case ir.Has(bits, bit):
                size = self.natural(bits)
                return f"has{self.words(size)}({self.bits(bits, size)}, {self.value(bit)})"
            case ir.Logic("not", (part,)):
                return f"(!{self.truth(part)})"
            case ir.Logic(word, parts):
                sign = " && " if word == "and" else " || "
                return f"({sign.join(map(self.truth, parts))})"
        return f"({self.value(value)} != 0)"

    # ------------------------------------------------------------------------ sets

    def bits(self, value: ir.Value, size: int) -> str:
        """Print a set, as a register of a size that is enough for all its members."""
        words = self.words(size)
        match value:
            case ir.Const(number):
                return _set(number, size)
            case ir.Get(name):
                return self._resized(f"x{name}", self.bits_of(name), size)
            case ir.LoadSet() | ir.Things() | ir.AtMost() | ir.Values():
                return self._searched(value, size)
            case ir.Row(table, index):
                return f"{self._table(table, size)}[{self.value(index)}]"
            case ir.Select(condition, then, otherwise):
                one, other = self.bits(then, size), self.bits(otherwise, size)
                if size == NUMBER:  # a local is signed, a function's result is not
                    one, other = f"(set1){one}", f"(set1){other}"
                return f"({self.truth(condition)} ? {one} : {other})"
            case ir.BitsOf(bit):
                return f"one{words}({self.value(bit)})"
            case ir.BitsOp(word, left, right):
                return f"{_SETS[word]}{words}({self.bits(left, size)}, {self.bits(right, size)})"
            case ir.Shift(moved, by):
                wide = size if by >= 0 else max(size, self.natural(moved))
                way = "up" if by >= 0 else "down"
                found = f"{way}{self.words(wide)}({self.bits(moved, wide)}, {abs(by)})"
                return self._resized(found, wide, size)
            case ir.RoleOfCodes(codes):
                return self._role(value, codes, size)
            case ir.Call() | ir.CallOne():
                return self.call(value, size)
        return self._resized(self.value(value), NUMBER, size)

    def _searched(self, value: ir.LoadSet | ir.Things | ir.AtMost | ir.Values, size: int) -> str:
        """Print a set that is found by a search through slots of the state."""
        name, first, count = "within", str(value.entry.first), value.entry.count
        match value:
            case ir.LoadSet(entry, thing):
                first, count = self.slot(entry, thing, ir.Const(0)), entry.width
                given = "1, 1, 1"
            case ir.Things(entry, low, high, inner):
                first, count = str(entry.first + inner), entry.things
                given = f"{entry.width}, {low}, {high}"
            case ir.AtMost(_, limit):
                given = f"1, INT64_MIN, {self.value(limit)}"
            case ir.Values(_, limit):
                name, given = "values", str(limit)
        wide = max(size, self.natural(value))
        found = f"{name}{self.words(wide)}(v + {first}, {count}, {given})"
        return self._resized(found, wide, size)

    def _role(self, value: ir.RoleOfCodes, codes: ir.Value, size: int) -> str:
        if isinstance(codes, ir.Select):
            one, other = self._role(value, codes.then, size), self._role(
                value, codes.otherwise, size
            )  # fmt: skip
            return f"({self.truth(codes.condition)} ? {one} : {other})"
        wide = max(size, bits_type(value.size))
        numbers = f"{value.first}, {value.last}, {value.divide}, {value.size}"
        given = f"{self.first(codes)}, {self.count(codes)}, {numbers}"
        return self._resized(f"role{self.words(wide)}({given})", wide, size)

    def _resized(self, text: str, before: int, after: int) -> str:
        if before == after:
            return text
        pair = self.words(before), self.words(after)
        self.needed.resized.add(pair)
        return f"to{pair[0]}_{pair[1]}({text})"

    def _table(self, table: ir.Table, size: int) -> str:
        """Return the name of a table of numbers or, for constants too large for these, of sets."""
        number = size == NUMBER
        rows = ", ".join(_number(one) if number else _braces(one, size) for one in table.values)
        kind = "int64_t" if number else f"set{self.words(size)}"
        text = f"{kind} NAME[{len(table.values)}] = {{{rows}}};"
        return self.needed.tables.setdefault(text, f"t{len(self.needed.tables)}")

    # ----------------------------------------------------------------------- lists

    def count(self, codes: ir.Value, into: str | None = None) -> str:
        """Print the number of codes in a list. into: where a called function writes them."""
        match codes:
            case ir.Codes():
                return "n"
            case ir.Get(name):
                return f"x{name}"
            case ir.Select(condition, then, otherwise):
                one, other = self.count(then, into), self.count(otherwise, into)
                return f"({self.truth(condition)} ? {one} : {other})"
        assert isinstance(codes, (ir.Call, ir.CallOne))
        return self.call(codes, NUMBER, into)

    def first(self, codes: ir.Value, into: str | None = None) -> str:
        """Print the address of codes that have been counted; not for a choice between two lists."""
        match codes:
            case ir.Codes():
                return "(int32_t *)o"
            case ir.Get(name):
                return f"codes{name}"
        assert isinstance(codes, (ir.Call, ir.CallOne))
        return f"(int32_t *)({into or self.beyond()})"

    def _first_code(self, codes: ir.Value) -> str:
        if isinstance(codes, ir.Select):
            one, other = self._first_code(codes.then), self._first_code(codes.otherwise)
            return f"({self.truth(codes.condition)} ? {one} : {other})"
        if isinstance(codes, (ir.Call, ir.CallOne)):
            return f"({self.count(codes)}, *({self.first(codes)}))"
        return f"*({self.first(codes)})"

    def beyond(self) -> str:
        """Print the address of the work space after this function's own frame."""
        return f"o + {self.frame.size}" if self.frame.size else "o"

    # ----------------------------------------------------------------------- calls

    def call(self, value: ir.Call | ir.CallOne, size: int, into: str | None = None) -> str:
        """Print a call, with its result as a register of a size. into: where it writes codes."""
        given = ["v", into or self.beyond(), "p"]
        if isinstance(value, ir.Call):
            arguments = self._given(value.function, value.arguments)
            of = register(self.result_of(value.function))
            text = f"f{value.function}({', '.join([*given, *arguments])})"
            return self._resized(text, of, size)
        return self._call_one(value, size, given)

    def _given(self, place: int, arguments: Iterable[ir.Value]) -> list[str]:
        """Print arguments, with the sizes that the called function takes."""
        kinds = self.types.functions[place].locals
        return [
            self.bits(one, register(kinds.get(name)))
            if isinstance(kinds.get(name), ir.Bits)
            else self.value(one)
            for name, one in enumerate(arguments)
        ]

    def _call_one(self, value: ir.CallOne, size: int, given: list[str]) -> str:
        """Print a call of one of a row of functions, through a function of the file."""
        index = self.value(value.index)
        places = [place for place in value.functions if place is not None]
        if not places:
            return _set(0, size) if size > NUMBER else "0"
        # The functions take registers of different sizes: the row takes the widest of them.
        kinds = [self.types.functions[place].locals for place in places]
        wants = [
            max(register(kind.get(name)) for kind in kinds) for name in range(len(value.arguments))
        ]
        lines = []
        for number, place in enumerate(value.functions):
            result = _set(0, size) if size > NUMBER else "0"
            if place is not None:
                of = self.types.functions[place].locals
                passed = [
                    self._resized(f"a{name}", want, register(of.get(name)))
                    for name, want in enumerate(wants)
                ]
                called = f"f{place}({', '.join(['v', 'o', 'p', *passed])})"
                result = self._resized(called, register(self.result_of(place)), size)
            lines.append(f"case {number}: return {result};")
        more = "".join(f", {kind_of(want)} a{name}" for name, want in enumerate(wants))
        head = f"{kind_of(size)} NAME(slot *v, char *o, pending *p, int64_t i{more})"
        otherwise = lines[-1].partition(": ")[2]
        text = f"{head} {{ switch (i) {{ {' '.join(lines)} }} {otherwise} }}"
        name = self.needed.rows.setdefault(text, f"r{len(self.needed.rows)}")
        arguments = [
            self.bits(one, want) if want > NUMBER else self.value(one)
            for one, want in zip(value.arguments, wants, strict=True)
        ]
        return f"{name}({', '.join([*given, index, *arguments])})"


def _number(number: int) -> str:
    """Print a constant; the least number of 64 bits has no literal."""
    if number >= 1 << 63:  # a set as a number
        number -= 1 << 64
    if -(1 << 31) < number < 1 << 31:
        return str(number) if number >= 0 else f"({number})"
    return f"(int64_t)UINT64_C({number & _WORD})"


def _braces(number: int, size: int) -> str:
    words = ", ".join(f"UINT64_C({number >> at & _WORD})" for at in range(0, size, 64))
    return f"{{{{{words}}}}}"


def _set(number: int, size: int) -> str:
    if size == NUMBER:
        return _number(number)
    return f"(set{size // 64}){_braces(number & (1 << size) - 1, size)}"
