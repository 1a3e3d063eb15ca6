"""Prints numbers and conditions, and so completes the printing of values, as LLVM instructions."""

from __future__ import annotations

from collections.abc import Callable

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.ranges import END
from thesmos.compile.machine.value_types import NUMBER, bits_type
from thesmos.compile.native.llvm_calls import CallPrinter
from thesmos.compile.native.llvm_lines import Mark
from thesmos.compile.native.llvm_sets import SetPrinter
from thesmos.compile.optimize.checked import WORDS
from thesmos.link.layout import NONE, Entry

_TESTS = {"=": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}
_PLAIN = {"+": "add", "-": "sub", "*": "mul"}
_CONDITIONS = (ir.Test, ir.Logic, ir.Has)


class LlvmValuePrinter(SetPrinter, CallPrinter):
    """Prints the values of one function."""

    # -------------------------------------------------------------------- numbers

    def value(self, value: ir.Value) -> str:  # noqa: PLR0912 - one for each
        """Write a number; return its register."""
        lines = self.lines
        match value:
            case ir.Const(number):
                return str(number)
            case ir.Get(name):
                return self.local(name, 64)
            case ir.Load(entry, thing, inner):
                return self.slots.load(self.slot(entry, thing, inner))
            case ir.Row(table, index):
                return self._row(table, index, 64)
            case ir.Arithmetic():
                return self._arithmetic(value)
            case ir.Select():
                return self._one_of(value)
            case ir.Size(bits):
                size = self.natural(bits)
                self.widths.add(size)
                found = lines.count("ctpop", size, f"i{size} {self.bits(bits, size)}")
                return lines.resized(found, size, 64)
            case ir.Find():
                return self._find(value)
            case ir.HowMany(codes):
                return self.codes_of(codes).number
            case ir.FirstCode(codes):
                found = lines.get(f"load i32, ptr {self.codes_of(codes).first}")
                return lines.get(f"sext i32 {found} to i64")
            case ir.Call() | ir.CallOne():
                return self.call(value, 64)
        if isinstance(value, ir.Checked):
            return self._checked(value)
        if isinstance(value, _CONDITIONS):
            return lines.get(f"zext i1 {self.truth(value)} to i64")
        return self.bits(value, 64)  # a set of players, which is a number too

    def _one_of(self, value: ir.Select) -> str:
        """Write one of two numbers; return its register."""
        if (value.then, value.otherwise) == (fold.YES, fold.NO):
            return self.lines.get(f"zext i1 {self.truth(value.condition)} to i64")
        return self.select(
            value.condition, lambda: self.value(value.then), lambda: self.value(value.otherwise), 64
        )

    def _checked(self, value: ir.Checked) -> str:
        """Write a number if it is in its range; else note it, and go on with the lowest."""
        get, number = self.lines.get, self.value(value.value)
        inside = "false"
        if value.low <= value.high:
            above = get(f"sub i64 {number}, {value.low}")
            inside = get(f"icmp ule i64 {above}, {value.high - value.low}")
        for other in value.others:
            inside = get(f"or i1 {inside}, {get(f'icmp eq i64 {number}, {other}')}")
        about = f"i64 {WORDS.index(value.word)}, i64 {value.of}, i64 {value.low}, i64 {value.high}"
        return get(f"call i64 @checked(i1 {inside}, i64 {number}, {about})")

    def slot(self, entry: Entry, thing: ir.Value, inner: ir.Value) -> str:
        """Write the number of a slot; return its register."""
        constant, found = entry.first, ""
        for part, factor in ((thing, entry.width), (inner, 1)):
            if isinstance(part, ir.Const):
                constant += part.value * factor
                continue
            one = self.value(part)
            if factor != 1:
                one = self.lines.get(f"mul i64 {one}, {factor}")
            found = self.lines.get(f"add i64 {found}, {one}") if found else one
        if not found:
            return str(constant)
        return self.lines.get(f"add i64 {found}, {constant}") if constant else found

    def _arithmetic(self, value: ir.Arithmetic) -> str:
        left, right = self.value(value.left), self.value(value.right)
        word = value.word
        if word in ("min", "max"):
            return self.lines.count(f"s{word}", 64, f"i64 {left}, i64 {right}")
        if word in _PLAIN:
            return self.lines.get(f"{_PLAIN[word]} i64 {left}, {right}")
        low = self.kinds.range(self.number, value.left).low
        divisor = self.kinds.range(self.number, value.right).low
        if -END < 0 <= low and divisor > 0:
            return self.lines.get(f"{'udiv' if word == '/' else 'urem'} i64 {left}, {right}")
        return self._rounded_down(word, left, right)

    def _rounded_down(self, word: str, left: str, right: str) -> str:
        """Write `/`, rounding down, or `mod`, with the divisor's sign, unlike the processor."""
        get = self.lines.get
        rest = get(f"srem i64 {left}, {right}")
        differ = get(f"icmp slt i64 {get(f'xor i64 {rest}, {right}')}, 0")
        wrong = get(f"and i1 {differ}, {get(f'icmp ne i64 {rest}, 0')}")
        if word == "mod":
            more = get(f"select i1 {wrong}, i64 {right}, i64 0")
            return get(f"add i64 {rest}, {more}")
        less = get(f"sext i1 {wrong} to i64")
        return get(f"add i64 {get(f'sdiv i64 {left}, {right}')}, {less}")

    def select(
        self, condition: ir.Value, then: Callable[[], str], otherwise: Callable[[], str], size: int
    ) -> str:
        """Write one of two values; return its register. The other is not evaluated."""
        lines = self.lines
        yes, no, end = lines.name(), lines.name(), lines.name()
        mark = self.jump_if(condition, yes, no)
        lines.block(yes, mark)
        one, after_one = then(), lines.here
        lines.jump(end)
        lines.block(no, mark)
        other, after_other = otherwise(), lines.here
        lines.block(end, mark)
        return lines.get(f"phi i{size} [{one}, %{after_one}], [{other}, %{after_other}]")

    def _find(self, value: ir.Find) -> str:
        """Write a search for the first thing whose slot holds a number; none if there is none."""
        lines, entry = self.lines, value.entry
        size, number = bits_type(entry.count), self.value(value.value)
        first = self.slots.address(str(entry.first))
        found = self.slots.equal(number, first, entry.count, size)
        self.widths.add(size)
        place = lines.count("cttz", size, f"i{size} {found}, i1 false")
        there = lines.get(f"icmp ne i{size} {found}, 0")
        if not self._fits(value.value):
            there = lines.get(f"and i1 {there}, {self._fitting(number)}")
        return lines.get(f"select i1 {there}, i64 {lines.resized(place, size, 64)}, i64 {NONE}")

    def _fits(self, value: ir.Value) -> bool:
        """Return whether a slot can certainly hold a number."""
        known = self.kinds.range(self.number, value)
        least, greatest = self.slots.least, self.slots.greatest
        return least <= known.low and known.low <= known.high and known.high <= greatest

    def _fitting(self, number: str) -> str:
        """Write the condition that a slot can hold a number."""
        get, bits = self.lines.get, self.slots.bits
        cut = get(f"sext i{bits} {get(f'trunc i64 {number} to i{bits}')} to i64")
        return get(f"icmp eq i64 {cut}, {number}")

    # ------------------------------------------------------------------- conditions

    def truth(self, value: ir.Value) -> str:
        """Write a condition; return it as an i1."""
        lines = self.lines
        match value:
            case ir.Const(number):
                return "true" if number else "false"
            case ir.Test(word, left, right):
                size = max(self.set_size(left), self.set_size(right))
                if size > NUMBER:
                    one, other = self.bits(left, size), self.bits(right, size)
                else:
                    one, other = self.value(left), self.value(right)
                return lines.get(f"icmp {_TESTS[word]} i{size} {one}, {other}")
            case ir.Has(bits, bit):
                return self._has(bits, bit)
            case ir.Logic():
                yes, no, end = lines.name(), lines.name(), lines.name()
                mark = self.jump_if(value, yes, no)
                lines.block(yes, mark)
                lines.jump(end)
                lines.block(no, mark)
                lines.block(end, mark)
                return lines.get(f"phi i1 [true, %{yes}], [false, %{no}]")
        return lines.get(f"icmp ne i64 {self.value(value)}, 0")

    def jump_if(self, condition: ir.Value, then: str, otherwise: str) -> Mark:
        """End the block with a jump to one of two labels; return what is known at both."""
        lines = self.lines
        match condition:
            case ir.Logic("not", (part,)):
                return self.jump_if(part, otherwise, then)
            case ir.Logic(word, (first, *parts)):
                marks = []
                for part in parts:
                    following = lines.name()
                    ways = (following, otherwise) if word == "and" else (then, following)
                    marks.append(self.jump_if(first, *ways))
                    lines.block(following, marks[-1])
                    first = part
                marks.append(self.jump_if(first, then, otherwise))
                return marks[0]
        lines.branch(self.truth(condition), then, otherwise)
        return lines.mark()

    def _has(self, bits: ir.Value, bit: ir.Value) -> str:
        """Write the condition that a number is in a set."""
        lines, known = self.lines, self.kinds.range(self.number, bit)
        if isinstance(bits, ir.Values):
            entry, number = bits.entry, self.value(bit)
            first = self.slots.address(str(entry.first))
            size = bits_type(entry.count)
            found = self.slots.equal(number, first, entry.count, size)
            there = lines.get(f"icmp ne i{size} {found}, 0")
            if known.least >= 0 and known.high < min(bits.size, self.slots.greatest + 1):
                return there
            limit = min(bits.size, self.slots.greatest + 1)
            return lines.get(f"and i1 {there}, {lines.get(f'icmp ult i64 {number}, {limit}')}")
        size = self.natural(bits)
        of, number = self.bits(bits, size), self.value(bit)
        inside = known.least >= 0 and known.high < size
        if not inside:
            among = lines.get(f"icmp ult i64 {number}, {size}")
            number = lines.get(f"select i1 {among}, i64 {number}, i64 0")
        shifted = lines.get(f"lshr i{size} {of}, {lines.resized(number, 64, size)}")
        found = lines.get(f"trunc i{size} {shifted} to i1")
        return found if inside else lines.get(f"and i1 {among}, {found}")
