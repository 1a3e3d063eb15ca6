"""Which `hide` clauses can ever hide a piece, given the attributes that nothing changes."""

from __future__ import annotations

from collections.abc import Mapping

from thesmos.program import values as p
from thesmos.program.clauses import Hide
from thesmos.program.node import AttributeRef

Constants = Mapping[AttributeRef, tuple[int | tuple[int, ...], ...]]


def may_hide(clause: Hide, pieces: int, constants: Constants) -> bool:
    """Return whether a clause can hide a piece.

    pieces: how many there are of its kind.
    constants: attributes that nothing in play changes, with the value of each piece.
    """
    condition = clause.binder.condition
    parts: tuple[p.Value | None, ...] = (condition,)
    if isinstance(condition, p.Logic) and condition.word == "and":
        parts = condition.parts
    flags_of_parts = (_flags(part, clause.binder.name, constants) for part in parts)
    needed = [flags for flags in flags_of_parts if flags]
    return any(all(flags[piece] == 1 for flags in needed) for piece in range(pieces))


def _flags(
    part: p.Value | None, name: str, constants: Constants
) -> tuple[int | tuple[int, ...], ...] | None:
    """Return the flag of each piece, for conditions that are constant flags of the named piece."""
    match part:
        case p.AttributeValue(attribute=attribute, of=(p.Variable(name=variable),)) if (
            variable == name
        ):
            return constants.get(attribute)
    return None
