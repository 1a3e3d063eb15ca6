"""What all constructs share: a location, a section of the semantics, references, and one walker."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from typing import Any, ClassVar

from thesmos.diagnostics import Location


@dataclass(frozen=True)
class Node:
    """A construct of the language, with the place in the source where it begins.

    section: the section of docs/pages/language/semantics.md that says what the construct means.
    """

    section: ClassVar[str] = ""

    location: Location = field(compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, order=True)
class Ref:
    """The resolved name of a fact, an action, a step or a memory.

    card: the slug of the card that declares it; empty for the game itself.
    """

    card: str
    name: str

    def __str__(self) -> str:
        return f"{self.card}.{self.name}" if self.card else self.name


@dataclass(frozen=True, order=True)
class AttributeRef:
    """The resolved name of an attribute. owner: the kind of thing; empty for the game itself."""

    owner: str
    name: str

    def __str__(self) -> str:
        return f"{self.owner}.{self.name}"


def walk(part: Any) -> Iterator[Any]:
    """Return every dataclass inside a part of a program, the part itself first, in source order.

    part: a node, or a tuple or dict with nodes in it.
    """
    if isinstance(part, tuple):
        for each in part:
            yield from walk(each)
    elif isinstance(part, dict):
        for each in part.values():
            yield from walk(each)
    elif (names := _walked(part.__class__)) is not None:
        yield part
        for name in names:
            yield from walk(getattr(part, name))


@cache
def _walked(kind: type) -> tuple[str, ...] | None:
    """Return the fields of a class that may hold nodes; None if it is not part of a program."""
    if not is_dataclass(kind) or not kind.__module__.startswith(__package__):
        return None
    return tuple(f.name for f in fields(kind) if f.name not in ("location", "type"))
