"""Searches slots in WebAssembly, many at once, as vectors; the results are sets."""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Mapping

from thesmos.compile.ir import nodes as ir
from thesmos.compile.machine.value_types import NUMBER
from thesmos.compile.wasm import opcodes as op
from thesmos.compile.wasm.code import I32, I64
from thesmos.compile.wasm.registers import RegisterWriter, Word
from thesmos.link.layout import Entry

VECTOR = 128  # bits of a vector
_FEW = 8  # up to so many slots are searched without a loop


class SearchWriter(RegisterWriter, ABC):
    """Writes the sets of one function that are found by a search through slots of the state."""

    def of_state(self, value: ir.LoadSet | ir.Things | ir.AtMost | ir.Values) -> list[Word]:
        """Return a set that is found by a search through slots of the state."""
        match value:
            case ir.LoadSet(entry, thing):
                return self._of_thing(entry, thing)
            case ir.Things(entry, low, high, inner):
                return self._within_range(entry, low, high, inner)
            case ir.AtMost(entry, limit):
                return self._at_most(entry, limit)
            case ir.Values(entry, size):
                return self._values(entry, size)

    def _of_thing(self, entry: Entry, thing: ir.Value) -> list[Word]:
        """Return the set that a thing has: its slots that are 1."""
        if isinstance(thing, ir.Const):
            first, start = self.pusher(self.state), (entry.first + thing.value * entry.width)
            return self._compared(first, start, entry.width, self._within(1, 1))
        code, place = self.code, self.code.spare(I32)
        offset = self.address(entry, thing, ir.Const(0))
        code.set(place)
        start = offset * 8 // self.linked.slot_bits
        return self._compared(self.pusher(place), start, entry.width, self._within(1, 1))

    def _within_range(self, entry: Entry, low: int, high: int, inner: int) -> list[Word]:
        """Return the set of the things whose slot is from `low` to `high`. inner: which slot."""
        edge = 1 << self.linked.slot_bits - 1
        low, high = max(low, -edge), min(high, edge - 1)
        if low > high:
            return []
        if entry.width > 1:
            return self._within_one_by_one(entry, low, high, inner)
        compare = self._within(low, high)
        return self._compared(self.pusher(self.state), entry.first, entry.count, compare)

    def _within_one_by_one(self, entry: Entry, low: int, high: int, inner: int) -> list[Word]:
        """Return the same if things have several slots: one after the other, from the last."""
        code, step = self.code, self.linked.bytes(entry.width)
        place, found = code.spare(I32), code.spare(I64)

        def word(begin: int) -> Word:
            first = self.linked.bytes(entry.first + inner + begin * entry.width)
            count = min(NUMBER, entry.things - begin)

            def push() -> None:
                self.nothing()
                code.set(found)
                code.i32(count * step)
                code.set(place)
                with code.loop() as again:
                    code.get(found)
                    code.i64(1)
                    code.do(op.I64_SHL)
                    code.get(place)
                    code.i32(step)
                    code.do(op.I32_SUB)
                    code.tee(place)
                    code.get(self.state)
                    code.do(op.I32_ADD)
                    self.load(first)
                    code.i64(low)
                    code.do(op.I64_SUB)
                    code.i64(high - low + 1)
                    code.do(op.I64_LT_U, op.I64_EXTEND_I32_U, op.I64_OR)
                    code.set(found)
                    code.get(place)
                    code.jump_if(again)
                code.get(found)

            return push

        return [word(begin) for begin in range(0, entry.things, NUMBER)]

    def _at_most(self, entry: Entry, limit: ir.Value) -> list[Word]:
        """Return the set of the things whose slot is at most a number, of any size."""
        code, edge = self.code, 1 << self.linked.slot_bits - 1
        known, number = self.kinds.range(self.number, limit), self.pushing(limit)
        most = number
        if known.high >= edge:
            most = self._either(number, lambda: code.i64(edge - 1), number, op.I64_LT_S, edge)
        words = self._compared_with(most, entry, op.LE_S)
        if known.least >= -edge:
            return words
        return [self._either(one, self.nothing, number, op.I64_GE_S, -edge) for one in words]

    def _either(self, one: Word, other: Word, number: Word, instruction: int, limit: int) -> Word:
        """Return a word that pushes `one` if a comparison with a limit holds, else `other`."""
        code = self.code

        def push() -> None:
            one()
            other()
            number()
            code.i64(limit)
            code.do(instruction, op.SELECT)

        return push

    def _within(self, low: int, high: int) -> Word:
        """Return a word that compares a vector on the stack with a range."""
        code, bits = self.code, self.linked.slot_bits
        edge = 1 << bits - 1

        def compare() -> None:
            if low == high:
                code.splat(low, bits)
                code.vector(op.EQ[bits])
            elif low == -edge:
                code.splat(high, bits)
                code.vector(op.LE_S[bits])
            elif high == edge - 1:
                code.splat(low, bits)
                code.vector(op.GE_S[bits])
            else:
                code.splat(low, bits)
                code.vector(op.SUB[bits])
                code.splat(high - low, bits)
                code.vector(op.LE_U[bits])

        return compare

    def equal(self, entry: Entry, number: Word) -> list[Word]:
        """Return the set of the things whose slot equals the number, in the bits of a slot."""
        return self._compared_with(number, entry, op.EQ)

    def _compared_with(
        self, number: Word, entry: Entry, instructions: Mapping[int, int]
    ) -> list[Word]:
        """Return the set of the things for whose slot a comparison holds, by bits of a slot."""
        code, bits = self.code, self.linked.slot_bits

        def compare() -> None:
            number()
            code.do(op.I32_WRAP_I64)
            code.vector(op.SPLAT[bits])
            code.vector(instructions[bits])

        return self._compared(self.pusher(self.state), entry.first, entry.count, compare)

    def _compared(
        self, first: Word, start: int, count: int, compare: Callable[[], None]
    ) -> list[Word]:
        """Return the set of those of `count` slots for which a comparison holds.

        first: pushes an address. start: the offset of the first slot from it.
        """
        code, bits = self.code, self.linked.slot_bits
        lanes = VECTOR // bits

        def word(begin: int) -> Word:
            def push() -> None:
                for at in range(begin, min(begin + NUMBER, count), lanes):
                    first()
                    code.load_vector(self.linked.bytes(start + at))
                    compare()
                    code.vector(op.BITMASK[bits])
                    if count - at < lanes:
                        code.i32((1 << count - at) - 1)
                        code.do(op.I32_AND)
                    code.do(op.I64_EXTEND_I32_U)
                    if at > begin:
                        code.i64(at - begin)
                        code.do(op.I64_SHL, op.I64_OR)

            return push

        return [word(begin) for begin in range(0, count, NUMBER)]

    def _values(self, entry: Entry, size: int) -> list[Word]:
        """Return the set of the numbers from 0 to `size` - 1 in the slots of an entry."""
        code, count = self.code, -(-size // NUMBER)
        if count == 1 and entry.count <= _FEW:
            return [self._few_values(entry, size)]
        found = [code.spare(I64) for _ in range(count)]
        place, number = code.spare(I32), code.spare(I64)
        for local in found:
            self.nothing()
            code.set(local)
        code.i32(0)
        code.set(place)
        with code.loop() as again:
            code.get(self.state)
            code.get(place)
            code.do(op.I32_ADD)
            self.load(self.linked.bytes(entry.first))
            code.tee(number)
            code.i64(size)
            code.do(op.I64_LT_U)
            with code.if_():
                self.add(number, found)
            code.get(place)
            code.i32(self.linked.bytes(1))
            code.do(op.I32_ADD)
            code.tee(place)
            code.i32(self.linked.bytes(entry.count))
            code.do(op.I32_LT_U)
            code.jump_if(again)
        return [self.pusher(local) for local in found]

    def _few_values(self, entry: Entry, size: int) -> Word:
        """Return the same for few slots, as one word: one after the other, without jumps."""

        def push() -> None:
            code, number = self.code, self.code.spare(I64)
            for slot in entry.slots:
                code.get(self.state)
                self.load(self.linked.bytes(slot))
                code.tee(number)
                code.i64(size)
                code.do(op.I64_LT_U, op.I64_EXTEND_I32_U)
                code.get(number)
                code.do(op.I64_SHL)
                if slot > entry.first:
                    code.do(op.I64_OR)

        return push

    # ----------------------------------------------------------------- single members

    def add(self, number: int, found: list[int]) -> None:
        """Add a member, which is in a local, to a set in locals."""
        code = self.code
        words = self.bit_of(self.pusher(number), len(found))
        for local, bit in zip(found, words, strict=True):
            code.get(local)
            bit()
            code.do(op.I64_OR)
            code.set(local)

    def bit_of(self, number: Word, count: int) -> list[Word]:
        """Return the set of one member, which must have a place in it."""

        def word(n: int) -> Word:
            def push() -> None:
                if count == 1:
                    self.code.i64(1)
                else:
                    self.is_in_word(number, n)
                    self.code.do(op.I64_EXTEND_I32_U)
                number()
                self.code.do(op.I64_SHL)

            return push

        return [word(n) for n in range(count)]

    def is_in_word(self, number: Word, n: int) -> None:
        """Push the condition that the place of a member is in word `n`."""
        number()
        self.code.i64(6)
        self.code.do(op.I64_SHR_S)
        self.code.i64(n)
        self.code.do(op.I64_EQ)
