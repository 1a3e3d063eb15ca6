"""Writes sets as WebAssembly: words of 64 bits."""

from __future__ import annotations

from abc import ABC

from thesmos.compile.ir import nodes as ir
from thesmos.compile.machine.value_types import NUMBER
from thesmos.compile.wasm import opcodes as op
from thesmos.compile.wasm.code import I32, I64
from thesmos.compile.wasm.registers import Word
from thesmos.compile.wasm.searching import SearchWriter

_LOADS = {8: op.I64_LOAD8_S, 16: op.I64_LOAD16_S, 32: op.I64_LOAD32_S}


class SetWriter(SearchWriter, ABC):
    """Writes the sets of one function."""

    def words(self, value: ir.Value, count: int) -> list[Word]:
        """Return a set as `count` words; members that have no place there are left out."""
        match value:
            case ir.Const(number):
                return [self._constant(number >> NUMBER * n) for n in range(count)]
            case ir.Get(name):
                have = self.bits_of(name) // NUMBER
                made = [self.pusher(self.places[name] + n) for n in range(min(count, have))]
            case ir.LoadSet() | ir.Things() | ir.AtMost() | ir.Values():
                made = self.of_state(value)
            case ir.Row(table, index):
                made = self.row(table, index, count)
            case ir.Select():
                made = self._select(value, count)
            case ir.BitsOf(bit):
                made = self._bit(bit, count)
            case ir.BitsOp():
                made = self._bits_op(value, count)
            case ir.Shift(of, by):
                made = self._shift(of, by, count)
            case ir.RoleOfCodes():
                made = self._role(value)
            case _:
                made = self._called(value, count)
        return (made + [self.nothing] * count)[:count]

    def _called(self, value: ir.Value, count: int) -> list[Word]:
        """Return a set that a function returns; or a number, whose bits represent players."""
        if isinstance(value, (ir.Call, ir.CallOne)):
            return self.call(value, count)
        return [lambda: self.number_of(value)]

    def _constant(self, number: int) -> Word:
        return lambda: self.code.i64(number)

    def _select(self, value: ir.Select, count: int) -> list[Word]:
        """Return one of two sets; the other is not evaluated."""
        code = self.code

        def push() -> None:
            self.truth(value.condition)
            with code.if_(I64):
                self.words(value.then, 1)[0]()
                code.otherwise()
                self.words(value.otherwise, 1)[0]()

        if count == 1:
            return [push]
        made = [code.spare(I64) for _ in range(count)]

        def keep(one: ir.Value) -> None:
            for word, local in zip(self.words(one, count), made, strict=True):
                word()
                code.set(local)

        self.truth(value.condition)
        with code.if_():
            keep(value.then)
            code.otherwise()
            keep(value.otherwise)
        return [self.pusher(local) for local in made]

    def _bits_op(self, value: ir.BitsOp, count: int) -> list[Word]:
        left, right = self.words(value.left, count), self.words(value.right, count)
        return [self._combined(value.word, *pair) for pair in zip(left, right, strict=True)]

    def _combined(self, word: str, left: Word, right: Word) -> Word:
        def push() -> None:
            left()
            right()
            if word == "minus":
                self.code.i64(-1)
                self.code.do(op.I64_XOR)
            self.code.do(op.I64_OR if word == "or" else op.I64_AND)

        return push

    # ----------------------------------------------------------------- single members

    def _bit(self, bit: ir.Value, count: int) -> list[Word]:
        """Return the set of one member; the empty set, if there is no place for it."""
        code, known = self.code, self.kinds.range(self.number, bit)
        if count == 1 and known.least >= 0 and known.high < NUMBER:

            def one() -> None:
                code.i64(1)
                self.number_of(bit)
                code.do(op.I64_SHL)

            return [one]
        number = self.pushing(bit)

        def word(n: int) -> Word:
            def push() -> None:
                self.is_in_word(number, n)
                code.do(op.I64_EXTEND_I32_U)
                number()
                code.do(op.I64_SHL)

            return push

        return [word(n) for n in range(count)]

    def has(self, bits: ir.Value, bit: ir.Value) -> None:
        """Push whether a number is in a set."""
        code, known = self.code, self.kinds.range(self.number, bit)
        if isinstance(bits, ir.Values):
            self._is_value(bits, bit)
            return
        count = self.natural(bits) // NUMBER
        words = self.words(bits, count)
        if count == 1 and known.least >= 0 and known.high < NUMBER:
            words[0]()
            self.number_of(bit)
        else:
            number = self.pushing(bit)
            words = self.kept(words)
            self.nothing()
            for n, word in enumerate(words):
                word()
                self.is_in_word(number, n)
                code.do(op.I32_EQZ, op.SELECT)
            number()
        code.do(op.I64_SHR_U)
        code.i64(1)
        code.do(op.I64_AND, op.I32_WRAP_I64)

    def _is_value(self, bits: ir.Values, bit: ir.Value) -> None:
        """Push whether a number, which is below the size, is in one of the slots of an entry."""
        number = self.pushing(bit)
        self.nothing()
        for word in self.equal(bits.entry, number):
            word()
            self.code.do(op.I64_OR)
        self.nothing()
        self.code.do(op.I64_NE)
        number()
        self.code.i64(min(bits.size, 1 << self.linked.slot_bits - 1))
        self.code.do(op.I64_LT_U, op.I32_AND)

    def _shift(self, of: ir.Value, by: int, count: int) -> list[Word]:
        """Return a set with `by` added to each member."""
        have = count if by >= 0 else max(count, self.natural(of) // NUMBER)
        words = self.words(of, have)
        if have > 1:
            words = self.kept(words)
        whole, part = divmod(abs(by), NUMBER)
        way, back = (op.I64_SHL, op.I64_SHR_U) if by >= 0 else (op.I64_SHR_U, op.I64_SHL)
        step = 1 if by >= 0 else -1

        def shifted(n: int) -> Word:
            near, far = n - step * whole, n - step * (whole + 1)

            def push() -> None:
                self._moved(words[near] if 0 <= near < have else self.nothing, way, part)
                if part and 0 <= far < have:
                    self._moved(words[far], back, NUMBER - part)
                    self.code.do(op.I64_OR)

            return push

        return [shifted(n) for n in range(count)]

    def _moved(self, word: Word, way: int, by: int) -> None:
        word()
        if by:
            self.code.i64(by)
            self.code.do(way)

    def _role(self, value: ir.RoleOfCodes) -> list[Word]:
        """Return the set of the values that a role has in codes."""
        code, codes = self.code, self.codes_of(value.codes)
        found = [code.spare(I64) for _ in range(-(-value.size // NUMBER))]
        at, end, inside, digit = code.spare(I32), code.spare(I32), code.spare(I32), code.spare(I64)
        for local in found:
            self.nothing()
            code.set(local)
        codes.first()
        code.tee(at)
        codes.number()
        code.do(op.I32_WRAP_I64)
        code.i32(4)
        code.do(op.I32_MUL, op.I32_ADD)
        code.set(end)
        with code.block() as done, code.loop() as again:
            code.get(at)
            code.get(end)
            code.do(op.I32_GE_U)
            code.jump_if(done)
            code.get(at)
            code.load(op.I32_LOAD, 0)
            code.i32(value.first)
            code.do(op.I32_SUB)
            code.tee(inside)
            code.i32(value.last - value.first)
            code.do(op.I32_LE_U)
            with code.if_():
                code.get(inside)
                code.i32(value.divide)
                code.do(op.I32_DIV_U)
                code.i32(value.size)
                code.do(op.I32_REM_U, op.I64_EXTEND_I32_U)
                code.set(digit)
                self.add(digit, found)
            code.get(at)
            code.i32(4)
            code.do(op.I32_ADD)
            code.set(at)
            code.jump(again)
        return [self.pusher(local) for local in found]

    # ---------------------------------------------------------------------- tables

    def row(self, table: ir.Table, index: ir.Value, count: int) -> list[Word]:
        """Return a constant of a table."""
        code, values = self.code, table.values
        low, high = min(values), max(values)
        have = 1 if low < 0 else -(-max(1, high.bit_length()) // NUMBER)
        fitting = (bits for bits in _LOADS if -(1 << bits - 1) <= low and high < 1 << bits - 1)
        size = next(fitting, NUMBER * have) // 8
        data = b"".join((one & (1 << 8 * size) - 1).to_bytes(size, "little") for one in values)
        first, place = self.linked.module.keep(data), code.spare(I32)
        wanted = min(have, count)

        def push_address() -> None:
            self.number_of(index)
            code.do(op.I32_WRAP_I64)
            if size > 1:
                code.i32(size)
                code.do(op.I32_MUL)

        def loaded(n: int) -> None:
            code.load(_LOADS.get(size * 8, op.I64_LOAD), first + 8 * n)

        def only() -> None:
            push_address()
            loaded(0)

        if wanted == 1:
            return [only]
        push_address()
        code.set(place)

        def word(n: int) -> Word:
            def push() -> None:
                code.get(place)
                loaded(n)

            return push

        return [word(n) for n in range(wanted)]
