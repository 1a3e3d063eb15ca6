"""The sizes of registers for the values of a function: numbers, sets, lists of codes."""

from __future__ import annotations

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.ranges import END
from thesmos.compile.optimize.types import Types

NUMBER = 64  # bits of a number
UNKNOWN_SIZE = END >> 1  # if a member can be any number, the size of its set is unknown
_SETS = (
    ir.LoadSet, ir.Things, ir.AtMost, ir.Values, ir.BitsOf, ir.BitsOp, ir.Shift, ir.RoleOfCodes,
)  # fmt: skip
_LISTS = (ir.Codes, ir.Reasons)


def bits_type(size: int) -> int:
    """Return how many bits a register for sets of a size has: the next multiple of 64."""
    return max(1, (size + 63) // 64) * 64


def register(kind: ir.Type | None) -> int:
    """Return how many bits the register of a value of a type has."""
    return bits_type(kind.size) if isinstance(kind, ir.Bits) else NUMBER


class ValueTypes:
    """The types of the values of one function.

    function: the number of the function. largest: how many members the largest set can have.
    """

    def __init__(self, function: int, types: Types, largest: int) -> None:
        self.function, self.types, self.largest = function, types, largest
        self.kinds = types.kinds
        self.locals = types.functions[function].locals

    def bits_of(self, name: int) -> int:
        """Return how many bits the register of a local has."""
        return register(self.locals.get(name))

    def natural(self, value: ir.Value) -> int:
        """Return the least number of bits of a register for a set."""
        size = self.kinds.bits(self.function, value).size
        return bits_type(size if size < UNKNOWN_SIZE else self.largest)

    def set_size(self, value: ir.Value) -> int:
        """Return how many bits a register for a value has, be it a set or a number."""
        match value:
            case ir.Get(name):
                return self.bits_of(name)
            case ir.Select(_, then, otherwise):
                return max(self.set_size(then), self.set_size(otherwise))
            case ir.Call(function):
                return register(self.result_of(function))
        return self.natural(value) if isinstance(value, _SETS) else NUMBER

    def is_list(self, value: ir.Value) -> bool:
        """Return whether a value is a list of codes, or of reasons."""
        match value:
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
        return isinstance(value, _LISTS)

    def result_of(self, function: int) -> ir.Type:
        """Return the type of the result of a called function."""
        return self.types.functions[function].result
