"""How many words the values of a function have: numbers, sets, lists of codes."""

from __future__ import annotations

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.ranges import END
from thesmos.compile.machine.expressions import WORD
from thesmos.compile.optimize.types import Types

UNKNOWN_SIZE = END >> 1  # if a member can be any number, the size of its set is unknown


def words_for(size: int) -> int:
    """Return how many words a set has whose members are below a size."""
    return max(1, -(-size // WORD))


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
