"""Where a function keeps what has no place in locals: in its frame of the work space.

After what memory.py puts there follow reasons of its own and copies of the state.
"""

from __future__ import annotations

from dataclasses import dataclass

from thesmos.compile import ir
from thesmos.compile.kinds import Kinds
from thesmos.compile.machine.memory import most
from thesmos.compile.types import FunctionTypes

REASON = 16  # bytes of a reason: four numbers


@dataclass(frozen=True)
class Extra:
    """What a frame has besides, in bytes from its own beginning.

    copies: where copies of the state are: those of locals, by their names. on_copy: where those of
    `OnCopy` begin, one inside the other. size: of all that. Reasons come first.
    """

    copies: dict[int, int]
    on_copy: int
    size: int


def extra(
    function: ir.Function, number: int, types: FunctionTypes, kinds: Kinds, state: int
) -> Extra:
    """Return what the frame of a function has besides. state: the bytes of a state."""
    size = most(ir.Reason, function.body, number, kinds) * REASON if function.reasons else 0
    copies: dict[int, int] = {}
    for name, kind in types.locals.items():
        if isinstance(kind, ir.StateCopy):
            copies[name] = size
            size += state
    return Extra(copies, size, size + _depth(function.body) * state)


def _depth(statements: ir.Statements) -> int:
    """Return how many copies there are at a time, one inside the other."""
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
