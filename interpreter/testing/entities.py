"""Values of expressions in a form that tests can write down."""

from __future__ import annotations

from typing import Any, NamedTuple

from thesmos.program.types import Type
from thesmos.semantics.state import UNKNOWN


class Entity(NamedTuple):
    """A cell, a piece, a player, a word of an enum and so on: its kind, and its number in it."""

    kind: str
    number: int


Value = Any  # Entity | int | bool | None | UNKNOWN | list of these


def lifted(value: Any, kind: Type) -> Value:
    """A value of the semantics, in this form."""
    if kind.many:
        return [lifted(one, kind.one()) for one in value or ()]
    if value is None or value is UNKNOWN or kind.base in ("int", "flag"):
        return value
    return Entity(kind.name or kind.base, value)


def lowered(value: Value) -> Any:
    """A single value, as the semantics has it."""
    return value.number if isinstance(value, Entity) else value
