"""Writes numbers and conditions, and so completes the writing of values, as WebAssembly."""

from __future__ import annotations

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.ranges import END
from thesmos.compile.machine.value_types import NUMBER
from thesmos.compile.wasm import opcodes as op
from thesmos.compile.wasm.calls import CallWriter
from thesmos.compile.wasm.code import I32, I64
from thesmos.compile.wasm.registers import Word
from thesmos.compile.wasm.sets import SetWriter
from thesmos.link.layout import NONE

_TESTS = {
    "=": op.I64_EQ, "!=": op.I64_NE,
    "<": op.I64_LT_S, "<=": op.I64_LE_S, ">": op.I64_GT_S, ">=": op.I64_GE_S,
}  # fmt: skip
_PLAIN = {"+": op.I64_ADD, "-": op.I64_SUB, "*": op.I64_MUL}
_CONDITIONS = (ir.Test, ir.Logic, ir.Has)
_SIMPLE = (ir.Const, ir.Get)  # evaluating them costs nothing


class ValueWriter(SetWriter, CallWriter):
    """Writes the values of one function."""

    # -------------------------------------------------------------------- numbers

    def number_of(self, value: ir.Value) -> None:
        """Push a number."""
        code = self.code
        match value:
            case ir.Const(number):
                code.i64(number)
            case ir.Get(name):
                code.get(self.places[name])
            case ir.Load(entry, thing, inner):
                self.load(self.address(entry, thing, inner))
            case ir.Arithmetic():
                self._arithmetic(value)
            case ir.Checked():
                self._checked(value)
            case ir.Select():
                self._select_number(value)
            case ir.Size(bits):
                self._size(bits)
            case ir.Find():
                self._find(value)
            case ir.HowMany(codes):
                self.codes_of(codes).number()
            case ir.FirstCode(codes):
                self.codes_of(codes).first()
                code.load(op.I64_LOAD32_S, 0)
            case _ if isinstance(value, _CONDITIONS):
                self.truth(value)
                code.do(op.I64_EXTEND_I32_U)
            case _:  # a call; or a set of players, which is a number too
                self.words(value, 1)[0]()

    def _checked(self, value: ir.Checked) -> None:
        """Push a number; stop if it is not in its range."""
        code = self.code
        number = code.spare(I64)
        self.number_of(value.value)
        code.tee(number)
        code.i64(value.low)
        code.do(op.I64_GE_S)
        code.get(number)
        code.i64(value.high)
        code.do(op.I64_LE_S, op.I32_AND)
        for other in value.others:
            code.get(number)
            code.i64(other)
            code.do(op.I64_EQ, op.I32_OR)
        code.do(op.I32_EQZ)
        with code.if_():
            code.do(op.UNREACHABLE)
        code.get(number)

    def _arithmetic(self, value: ir.Arithmetic) -> None:
        word, code = value.word, self.code
        if word in _PLAIN:
            self.number_of(value.left)
            self.number_of(value.right)
            code.do(_PLAIN[word])
            return
        left, right = self.pushing(value.left), self.pushing(value.right)
        left()
        right()
        if word in ("min", "max"):
            left()
            right()
            code.do(op.I64_LT_S if word == "min" else op.I64_GT_S, op.SELECT)
            return
        low = self.kinds.range(self.number, value.left).low
        divisor = self.kinds.range(self.number, value.right).low
        if -END < 0 <= low and divisor > 0:
            code.do(op.I64_DIV_U if word == "/" else op.I64_REM_U)
            return
        self._rounded_down(word, left, right)

    def _rounded_down(self, word: str, left: Word, right: Word) -> None:
        """Write `/`, rounding down, or `mod`, with the divisor's sign, unlike WebAssembly's own.

        Both numbers are on the stack already.
        """
        code, rest = self.code, self.code.spare(I64)
        code.do(op.I64_REM_S)
        code.set(rest)

        def wrong() -> None:  # whether the remainder is not 0 and has the opposite sign
            code.get(rest)
            right()
            code.do(op.I64_XOR)
            self.nothing()
            code.do(op.I64_LT_S)
            code.get(rest)
            self.nothing()
            code.do(op.I64_NE, op.I32_AND)

        if word == "mod":
            code.get(rest)
            right()
            self.nothing()
            wrong()
            code.do(op.SELECT, op.I64_ADD)
            return
        left()
        right()
        code.do(op.I64_DIV_S)
        wrong()
        code.do(op.I64_EXTEND_I32_U, op.I64_SUB)

    def _select_number(self, value: ir.Select) -> None:
        """Push one of two numbers; the other is not evaluated, unless that costs nothing."""
        code, then, otherwise = self.code, value.then, value.otherwise
        if isinstance(then, _SIMPLE) and isinstance(otherwise, _SIMPLE):
            self.number_of(then)
            self.number_of(otherwise)
            self.truth(value.condition)
            code.do(op.SELECT)
            return
        self.truth(value.condition)
        with code.if_(I64):
            self.number_of(then)
            code.otherwise()
            self.number_of(otherwise)

    def _size(self, bits: ir.Value) -> None:
        first, *others = self.words(bits, self.natural(bits) // NUMBER)
        first()
        self.code.do(op.I64_POPCNT)
        for word in others:
            word()
            self.code.do(op.I64_POPCNT, op.I64_ADD)

    def _find(self, value: ir.Find) -> None:
        """Push the first thing whose slot holds a number; none if there is none."""
        code, number = self.code, self.pushing(value.value)
        words = self.kept(self.equal(value.entry, number))
        code.i64(NONE)
        for n, word in reversed([*enumerate(words)]):
            word()
            code.do(op.I64_CTZ)
            if n:
                code.i64(n * NUMBER)
                code.do(op.I64_ADD)
            word()
            code.do(op.I64_EQZ, op.SELECT)
        if not self._fits(value.value):
            code.i64(NONE)
            number()
            code.i64(1 << self.linked.slot_bits - 1)
            code.do(op.I64_ADD)
            code.i64(1 << self.linked.slot_bits)
            code.do(op.I64_LT_U, op.SELECT)

    def _fits(self, value: ir.Value) -> bool:
        """Return whether a slot can certainly hold a number."""
        known, edge = self.kinds.range(self.number, value), 1 << self.linked.slot_bits - 1
        return -edge <= known.low and known.low <= known.high and known.high < edge

    # ------------------------------------------------------------------- conditions

    def truth(self, value: ir.Value) -> None:
        """Push a condition."""
        code = self.code
        match value:
            case ir.Const(number):
                code.i32(1 if number else 0)
            case ir.Test(word, left, right):
                self._test(word, left, right)
            case ir.Has(bits, bit):
                self.has(bits, bit)
            case ir.Logic("not", (part,)):
                self.truth(part)
                code.do(op.I32_EQZ)
            case ir.Logic(word, (first, *others)):
                self.truth(first)
                if others:
                    rest = ir.Logic(word, (*others,))
                    with code.if_(I32):
                        self.truth(rest) if word == "and" else code.i32(1)
                        code.otherwise()
                        code.i32(0) if word == "and" else self.truth(rest)
            case _:
                self.number_of(value)
                self.nothing()
                code.do(op.I64_NE)

    def _test(self, word: str, left: ir.Value, right: ir.Value) -> None:
        code, size = self.code, max(self.set_size(left), self.set_size(right))
        if size == NUMBER:
            self.number_of(left)
            self.number_of(right)
            code.do(_TESTS[word])
            return
        assert word in ("=", "!="), word  # of sets
        count = size // NUMBER
        pairs = [*zip(self.words(left, count), self.words(right, count), strict=True)]
        self.nothing()
        for one, other in pairs:
            one()
            other()
            code.do(op.I64_XOR, op.I64_OR)
        self.nothing()
        code.do(_TESTS[word])

    def jump_if(self, condition: ir.Value, label: int) -> None:
        """Jump to a label if a condition holds."""
        match condition:
            case ir.Logic("not", (part,)):
                self.jump_unless(part, label)
            case ir.Logic("or", parts):
                for part in parts:
                    self.jump_if(part, label)
            case ir.Logic("and", (*parts, last)):
                with self.code.block() as end:
                    for part in parts:
                        self.jump_unless(part, end)
                    self.jump_if(last, label)
            case _:
                self.truth(condition)
                self.code.jump_if(label)

    def jump_unless(self, condition: ir.Value, label: int) -> None:
        """Jump to a label if a condition does not hold."""
        match condition:
            case ir.Logic("not", (part,)):
                self.jump_if(part, label)
            case ir.Logic("and", parts):
                for part in parts:
                    self.jump_unless(part, label)
            case ir.Logic("or", (*parts, last)):
                with self.code.block() as end:
                    for part in parts:
                        self.jump_if(part, end)
                    self.jump_unless(last, label)
            case _:
                self.truth(condition)
                self.code.do(op.I32_EQZ)
                self.code.jump_if(label)
