"""What the registers of a function hold: numbers, sets, lists of codes.

A number is an i64, a set an integer of as many bits as it needs, a condition a jump or an i1. Lists
of codes are kept in the work space (see memory.py); a list is an address and a count.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple

from thesmos.compile.ir import nodes as ir
from thesmos.compile.machine.memory import WorkFrame
from thesmos.compile.machine.value_types import ValueTypes
from thesmos.compile.native.llvm_lines import Lines, Mark
from thesmos.compile.native.searching import Slots
from thesmos.compile.optimize.types import Types
from thesmos.link.layout import Entry


class CodeList(NamedTuple):
    """A list of codes: the address of the first, and how many there are."""

    first: str
    number: str


class RegisterPrinter(ValueTypes, ABC):
    """The registers of one function, and what they hold.

    codes: the variable with the number of codes that it has emitted. tables: the names of the
    constants that it needs, by their text. widths: the sizes of registers whose bits it counts.
    registers: those of the locals that are not in memory.
    """

    def __init__(
        self,
        lines: Lines,
        number: int,
        types: Types,
        slots: Slots,
        largest: int,
    ) -> None:
        super().__init__(number, types, largest)
        self.lines, self.slots = lines, slots
        self.tables: dict[str, str] = {}
        self.codes = ""
        self.frame = WorkFrame(0, 0, {}, 0, 0, 0)
        self.widths: set[int] = set()
        self.registers: dict[int, str] = {}

    def local(self, name: int, size: int) -> str:
        """Return the value of a local, as a register of a size."""
        of = self.bits_of(name)
        found = self.registers.get(name) or self.lines.get(f"load i{of}, ptr %x{name}")
        return self.lines.resized(found, of, size)

    # -------------------------------------------------------------- what prints values

    @abstractmethod
    def value(self, value: ir.Value) -> str:
        """Write a number; return its register."""

    @abstractmethod
    def bits(self, value: ir.Value, size: int) -> str:
        """Write a set; return its register, of a size that is enough for all its members."""

    @abstractmethod
    def slot(self, entry: Entry, thing: ir.Value, inner: ir.Value) -> str:
        """Write the number of a slot; return its register."""

    @abstractmethod
    def select(
        self, condition: ir.Value, then: Callable[[], str], otherwise: Callable[[], str], size: int
    ) -> str:
        """Write one of two values; return its register of a size. The other is not evaluated."""

    @abstractmethod
    def jump_if(self, condition: ir.Value, then: str, otherwise: str) -> Mark:
        """End the block with a jump to one of two labels; return what is known at both."""

    @abstractmethod
    def codes_of(self, value: ir.Value, into: str | None = None) -> CodeList:
        """Write a list of codes. into: where a called function writes it; None for anywhere."""

    @abstractmethod
    def call(self, value: ir.Call | ir.CallOne, size: int, into: str | None = None) -> str:
        """Write a call; return its result in a register of a size. into: where it writes codes."""
