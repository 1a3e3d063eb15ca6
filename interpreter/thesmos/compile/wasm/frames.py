"""The frame of a function in the work space, for what can't be kept in locals.

After what memory.py puts there come the function's own reasons and copies of the state.
"""

from __future__ import annotations

from dataclasses import dataclass

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.kinds import Kinds
from thesmos.compile.machine.memory import most
from thesmos.compile.optimize.types import FunctionTypes

REASON = 16  # bytes of a reason: four numbers


@dataclass(frozen=True)
class Extra:
    """The additional parts of a frame; offsets are in bytes from the beginning of these parts.

    copies: the offsets of the copies of the state in locals, by local. on_copy: the offset of the
    copies of nested `OnCopy`s. size: the size of everything. Reasons come first.
    """

    copies: dict[int, int]
    on_copy: int
    size: int


def extra(
    function: ir.Function, number: int, types: FunctionTypes, kinds: Kinds, state: int
) -> Extra:
    """Return the additional parts of a function's frame. state: the bytes of a state."""
    size = most(ir.Reason, function.body, number, kinds) * REASON if function.reasons else 0
    copies: dict[int, int] = {}
    for name, kind in types.locals.items():
        if isinstance(kind, ir.StateCopy):
            copies[name] = size
            size += state
    return Extra(copies, size, size + _depth(function.body) * state)


def _depth(statements: ir.Statements) -> int:
    """Return how deeply the `OnCopy`s are nested."""
    found = 0
    for one in statements:
        match one:
            case ir.If(_, then, otherwise):
                found = max(found, _depth(then), _depth(otherwise))
            case ir.ForBits(body=body) | ir.ForRange(body=body) | ir.Loop(body=body):
                found = max(found, _depth(body))
            case ir.OnCopy(body):
                found = max(found, 1 + _depth(body))
    return found
