"""What the registers of a function hold: numbers, sets, lists of codes.

A number is an i64, a set an integer of as many bits as it needs, a condition a jump or an i1. Lists
of codes lie in the work space (see memory.py); a list is an address and a count.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import NamedTuple

from thesmos.compile import ir
from thesmos.compile.native.llvm_lines import Lines, bits_type
from thesmos.compile.native.memory import WorkFrame
from thesmos.compile.native.searching import Slots
from thesmos.compile.native.set_sizes import UNKNOWN_SIZE
from thesmos.compile.types import Types
from thesmos.link.layout import Entry

NUMBER = 64  # bits of a number
_SETS = (ir.LoadSet, ir.Things, ir.Values, ir.BitsOf, ir.BitsOp, ir.Shift, ir.RoleOfCodes)


class CodeList(NamedTuple):
    """A list of codes: the address of the first, and how many there are."""

    first: str
    number: str


def register(kind: ir.Type | None) -> int:
    """How many bits the register of a value of a type has."""
    return bits_type(kind.size) if isinstance(kind, ir.Bits) else NUMBER


class RegisterPrinter(ABC):
    """The registers of one function, and what they hold.

    number: of the function; calls: the functions that it calls. codes: where it keeps how many
    codes it has emitted. tables: the names of the constants that it needs, by their text. widths:
    of the registers whose bits it counts. largest: how many members the largest set can have.
    """

    def __init__(
        self,
        lines: Lines,
        number: int,
        calls: Sequence[int],
        types: Types,
        slots: Slots,
        largest: int,
    ) -> None:
        self.lines, self.slots = lines, slots
        self.largest = largest
        self.tables: dict[str, str] = {}
        self.codes = ""
        self.frame = WorkFrame(0, 0, {}, 0, 0)
        self.widths: set[int] = set()
        self.number, self.calls, self.types = number, calls, types
        self.kinds = types.kinds
        self.locals = types.functions[number].locals

    # ---------------------------------------------------------------------- types

    def bits_of(self, name: int) -> int:
        """How many bits the register of a local has."""
        return register(self.locals.get(name))

    def natural(self, value: ir.Value) -> int:
        """How many bits a register for a set has at least."""
        size = self.kinds.bits(self.number, value).size
        return bits_type(size if size < UNKNOWN_SIZE else self.largest)

    def set_size(self, value: ir.Value) -> int:
        """How many bits a register for a value has: those of a set, or those of a number."""
        match value:
            case ir.Get(name):
                return self.bits_of(name)
            case ir.Select(_, then, otherwise):
                return max(self.set_size(then), self.set_size(otherwise))
            case ir.Call(function):
                return register(self.result_of(function))
        return self.natural(value) if isinstance(value, _SETS) else 64

    def is_list(self, value: ir.Value) -> bool:
        """Whether a value is a list of codes."""
        match value:
            case ir.Codes():
                return True
            case ir.Get(name):
                return isinstance(self.locals.get(name), ir.List)
            case ir.Call(function):
                return isinstance(self.result_of(function), ir.List)
            case ir.CallOne(functions):
                return any(
                    isinstance(self.result_of(each), ir.List)
                    for each in functions
                    if each is not None
                )
            case ir.Select(_, then, otherwise):
                return self.is_list(then) or self.is_list(otherwise)
        return False

    def result_of(self, place: int) -> ir.Type:
        """The type of what one of the functions that are called returns."""
        return self.types.functions[self.calls[place]].result

    # -------------------------------------------------------------- what prints values

    @abstractmethod
    def value(self, value: ir.Value) -> str:
        """A number."""

    @abstractmethod
    def bits(self, value: ir.Value, size: int) -> str:
        """A set, as a register of a size that is enough for all its members."""

    @abstractmethod
    def slot(self, entry: Entry, thing: ir.Value, inner: ir.Value) -> str:
        """The number of a slot."""

    @abstractmethod
    def select(
        self, condition: ir.Value, then: Callable[[], str], otherwise: Callable[[], str], size: int
    ) -> str:
        """One of two values, as a register of a size; the other is not evaluated."""

    @abstractmethod
    def jump_if(self, condition: ir.Value, then: str, otherwise: str) -> None:
        """End the block by a jump to one of two labels."""

    @abstractmethod
    def codes_of(self, value: ir.Value, into: str | None = None) -> CodeList:
        """A list of codes. into: where a function that is called writes it; None for anywhere."""

    @abstractmethod
    def call(self, value: ir.Call | ir.CallOne, size: int, into: str | None = None) -> str:
        """What a function returns, as a register of a size. into: where it writes codes."""
