"""How the values of a function are represented in WebAssembly.

A number is an i64 on the stack, a condition an i32. A set is as many words of 64 bits as it needs:
a word is a function that writes code to push it, called at most once. A list is the address of its
first code and the number of codes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import NamedTuple

from thesmos.compile.ir import nodes as ir
from thesmos.compile.machine.memory import WorkFrame
from thesmos.compile.machine.value_types import NUMBER, ValueTypes, register
from thesmos.compile.optimize.types import Types
from thesmos.compile.wasm import opcodes as op
from thesmos.compile.wasm.code import I32, I64, Code
from thesmos.compile.wasm.module import WasmModule
from thesmos.link.layout import Entry

Word = Callable[[], None]
ALIGNED = 16  # frames, their parts and the parts of memory begin at multiples of it
STATE, WORK = 0, 1  # the first two locals of each function: addresses


class WrittenList(NamedTuple):
    """A list: words that push the address of the first code, an i32, and the number, an i64."""

    first: Word
    number: Word


class Linked(NamedTuple):
    """What the functions of a program share.

    functions: the numbers in the module of the functions written so far, which the next one may
    call. slot_bits: bits of a slot. half, slots: the slots of a half of a state, and of the whole.
    """

    module: WasmModule
    types: Types
    functions: dict[int, int]
    largest: int
    slot_bits: int
    half: int
    slots: int

    def bytes(self, slots: int) -> int:
        """Return the size of a number of slots, in bytes."""
        return slots * self.slot_bits // 8

    @property
    def copy(self) -> int:
        """The size of a copy of a state."""
        return -(-self.bytes(self.slots) // ALIGNED) * ALIGNED

    def words(self, kind: ir.Type | None) -> int:
        """Return how many words a value of a type has."""
        return register(kind) // NUMBER

    def parameters(self, function: int, count: int) -> list[int]:
        """Return the types of all parameters of a function."""
        kinds = self.types.functions[function].locals
        return [I32, I32] + [I64] * sum(self.words(kinds.get(name)) for name in range(count))


class RegisterWriter(ValueTypes, ABC):
    """The registers of one function. state: the local with the address of the state.

    end: the local with the address after the last code emitted; reasons: that after the last
    reason. places: the first of the locals that hold each local of the function.
    """

    def __init__(self, number: int, linked: Linked, code: Code, frame: WorkFrame) -> None:
        super().__init__(number, linked.types, linked.largest)
        self.linked, self.code, self.frame = linked, code, frame
        self.state, self.end, self.reasons = STATE, -1, -1
        self.places: dict[int, int] = {}

    # ---------------------------------------------------------------------- memory

    def work(self, offset: int) -> None:
        """Push an address in the frame."""
        self.code.get(WORK)
        if offset:
            self.code.i32(offset)
            self.code.do(op.I32_ADD)

    def address(self, entry: Entry, thing: ir.Value, inner: ir.Value) -> int:
        """Push an address for a slot; return what has to be added to it."""
        code, size = self.code, self.linked.slot_bits // 8
        constant, moving = entry.first, False
        code.get(self.state)
        for part, factor in ((thing, entry.width), (inner, 1)):
            if isinstance(part, ir.Const):
                constant += part.value * factor
                continue
            self.number_of(part)
            code.do(op.I32_WRAP_I64)
            if factor * size != 1:
                code.i32(factor * size)
                code.do(op.I32_MUL)
            code.do(op.I32_ADD)
            moving = True
        if constant < 0 and moving:
            code.i32(constant * size)
            code.do(op.I32_ADD)
            constant = 0
        return max(constant, 0) * size

    def load(self, offset: int) -> None:
        """Push the number in the slot at an address on the stack."""
        loads = {8: op.I64_LOAD8_S, 16: op.I64_LOAD16_S, 32: op.I64_LOAD32_S}
        self.code.load(loads[self.linked.slot_bits], offset)

    def store(self, offset: int) -> None:
        """Pop a number into the slot at an address."""
        stores = {8: op.I64_STORE8, 16: op.I64_STORE16, 32: op.I64_STORE32}
        self.code.store(stores[self.linked.slot_bits], offset)

    # ----------------------------------------------------------------------- words

    def nothing(self) -> None:
        """Push an empty word."""
        self.code.i64(0)

    def kept(self, words: Sequence[Word]) -> list[Word]:
        """Return the same words, saved in locals, so that they may be pushed more than once."""
        return [self.pusher(one) for one in self.spared(words)]

    def spared(self, words: Sequence[Word]) -> list[int]:
        """Return the spare locals that words are put into."""
        made = []
        for word in words:
            word()
            made.append(self.code.spare(I64))
            self.code.set(made[-1])
        return made

    def pusher(self, local: int) -> Word:
        """Return a word that pushes a local."""
        return lambda: self.code.get(local)

    def pushing(self, value: ir.Value) -> Word:
        """Return a word that pushes a number, and may do so more than once."""
        if isinstance(value, (ir.Const, ir.Get)):
            return lambda: self.number_of(value)
        return self.kept([lambda: self.number_of(value)])[0]

    # ------------------------------------------------------------ what writes values

    @abstractmethod
    def number_of(self, value: ir.Value) -> None:
        """Push a number."""

    @abstractmethod
    def truth(self, value: ir.Value) -> None:
        """Push a condition."""

    @abstractmethod
    def words(self, value: ir.Value, count: int) -> list[Word]:
        """Return a set as `count` words; members that have no place there are left out."""

    @abstractmethod
    def codes_of(self, value: ir.Value, into: int | None = None) -> WrittenList:
        """Return a list. into: where in the frame a called function writes it; None: anywhere."""

    @abstractmethod
    def call(self, value: ir.Call | ir.CallOne, count: int, into: int | None = None) -> list[Word]:
        """Return the result of a call as `count` words. into: as in `codes_of`."""
