"""What the locals of a function hold, and where in memory the rest is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from thesmos.compile.ir import nodes as ir
from thesmos.compile.machine.code import Code
from thesmos.compile.machine.expressions import (
    STATE,
    WORK,
    Expr,
    beyond,
    element,
    get,
    number,
    op,
)  # fmt: skip
from thesmos.compile.machine.memory import WorkFrame, copy_size
from thesmos.compile.machine.value_types import ValueTypes
from thesmos.compile.optimize.types import Types
from thesmos.link.layout import Entry

Tables = dict[bytes, int]  # the numbers of constants, by their bytes


@dataclass
class MachineProgram:
    """What the functions of a program share.

    functions, types, frames: by number.
    prefix: how the names of its functions begin.
    largest: how many members the largest set can have.
    bits: of a slot.
    half, slots: the slots of a half of a state, and of the whole.
    tables: the numbers of constants, by their bytes.
    """

    functions: Sequence[ir.Function]
    types: Types
    frames: list[WorkFrame]
    prefix: str
    largest: int
    bits: int
    half: int
    slots: int
    tables: Tables

    @property
    def edge(self) -> int:
        """The number after the greatest one that a slot can hold; the least is its negative."""
        return 1 << self.bits - 1

    def size(self, slots: int) -> int:
        """Return the size of a number of slots, in bytes."""
        return slots * self.bits // 8

    @property
    def copy(self) -> int:
        """The bytes of a copy of a state."""
        return copy_size(self.bits, self.slots)

    def table(self, data: bytes) -> Expr:
        """Return the address of constants."""
        return Expr("table", (), self.tables.setdefault(data, len(self.tables)))

    def name(self, number: int) -> str:
        """Return the name of a function."""
        return f"{self.prefix}{number}"


class Registers(ValueTypes, ABC):
    """The locals of one function.

    number: of the function.
    places: the first of the locals that hold each local of the IR.
    state: the address of the state.
    end, marks, reasons: the locals with the addresses after the last code, its marks, and the last
        reason.
    """

    def __init__(self, number: int, program: MachineProgram, code: Code) -> None:
        super().__init__(number, program.types, program.largest)
        self.program, self.code = program, code
        self.frame = program.frames[number]
        self.state = STATE
        self.places: dict[int, int] = {}
        self.end = self.marks = self.reasons = -1

    def read(self, name: int) -> list[Expr]:
        """Return the words of a local of the IR."""
        first = self.places[name]
        return [*map(get, range(first, first + self.words_of(self.locals.get(name))))]

    def work(self, offset: int) -> Expr:
        """Return an address in the frame."""
        return beyond(WORK, offset)

    def slot(self, entry: Entry, thing: ir.Value, inner: ir.Value) -> Expr:
        """Return the address of a slot."""
        constant, index = entry.first, number(0)
        for part, factor in ((thing, entry.width), (inner, 1)):
            if isinstance(part, ir.Const):
                constant += part.value * factor
            else:
                index = op("add", op("mul", self.number(part), number(factor)), index)
        if constant < 0:
            index, constant = op("add", index, number(constant)), 0
        address = element(self.state, index, self.program.bits // 8)
        return beyond(address, self.program.size(constant))

    # ------------------------------------------------------------ what lowers values

    @abstractmethod
    def words(self, value: ir.Value, count: int = 1, into: int | None = None) -> list[Expr]:
        """Return a value as `count` words: a number, a set, or the address of a list and its size.

        A word may be used once, as an expression of the form is. Members of a set that have no
        place in the words are left out.

        into: where in the frame a called function writes its list; None: anywhere.
        """

    def number(self, value: ir.Value) -> Expr:
        """Return a number. It may be used once."""
        return self.words(value)[0]

    def given_as(
        self, kind: ir.Type | None, value: ir.Value, into: int | None = None
    ) -> list[Expr]:
        """Return a value as the words of a type. into: as in `words`."""
        if isinstance(kind, ir.List) and not self.is_list(value):  # 0 stands for none
            return [self.work(0), number(0)]
        return self.words(value, self.words_of(kind), into)

    @abstractmethod
    def condition(self, value: ir.Value) -> Expr:
        """Return a condition."""

    @abstractmethod
    def called(self, number: int, arguments: list[Expr], into: int) -> list[Expr]:
        """Return the words that a function returns. into: where in the frame its own begins."""
