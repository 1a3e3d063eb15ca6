"""How many words values have: numbers, sets, lists of codes."""

from __future__ import annotations

from collections.abc import Sequence

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.ranges import END
from thesmos.compile.ir.reading import walk
from thesmos.compile.machine.expressions import WORD
from thesmos.compile.optimize.types import Types
from thesmos.link.layout import Layout

UNKNOWN_SIZE = END >> 1  # if a member can be any number, the size of its set is unknown
_LARGEST_NUMBER = 1 << 10  # larger constants of a table are sets, not members


def words_for(size: int) -> int:
    """Return how many words a set has whose members are below a size."""
    return max(1, -(-size // WORD))


def largest_set(functions: Sequence[ir.Function], layout: Layout) -> int:
    """Return how many members the largest set can have, given slots, loops, tables and roles."""
    sizes = [
        max(entry.things, entry.width, entry.high - min(0, entry.low) + 1)
        for entry in layout.entries
    ]
    for function in functions:
        for node in walk(function.body):
            match node:
                case ir.ForBits(size=size) | ir.RoleOfCodes(size=size) | ir.Values(size=size):
                    sizes.append(size)
                case ir.Row(table) if 0 < max(table.values) < END:
                    sizes.append(min(max(table.values) + 1, _LARGEST_NUMBER))
    return max(sizes)


class ValueTypes:
    """The types of the values of one function.

    function: the number of the function. largest: how many members the largest set can have.
    """

    def __init__(self, function: int, types: Types, largest: int) -> None:
        self.function, self.types, self.largest = function, types, largest
        self.kinds = types.kinds
        self.locals = types.functions[function].locals

    def words_of(self, kind: ir.Type | None) -> int:
        """Return how many words a value of a type has; of a list, its address and its size."""
        match kind:
            case ir.Bits(size):
                return words_for(size if size < UNKNOWN_SIZE else self.largest)
            case ir.List():
                return 2
        return 1

    def natural(self, value: ir.Value) -> int:
        """Return how many words a value needs that is used as a set."""
        return self.words_of(self.kinds.bits(self.function, value))

    def kind(self, value: ir.Value) -> ir.Type | None:
        """Return the type of a value; None if it is a number."""
        return self.kinds.of(self.function, value)

    def is_list(self, value: ir.Value) -> bool:
        """Return whether a value is a list of codes, or of reasons."""
        return isinstance(self.kind(value), ir.List)

    def result_of(self, function: int) -> ir.Type:
        """Return the type of the result of a called function."""
        return self.types.functions[function].result

    def results_of(self, function: int) -> int:
        """Return how many words a function returns: of a list, only the size."""
        kind = self.result_of(function)
        return 1 if isinstance(kind, ir.List) else self.words_of(kind)
