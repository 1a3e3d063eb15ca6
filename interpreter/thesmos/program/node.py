"""What all constructs of a program share: a location, a section of the semantics, references.

`walk` and `inside` read the parts of a construct, `with_parts` changes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field, replace
from typing import Any, ClassVar

from thesmos.constructs import construct, interned, parts_in, walk
from thesmos.diagnostics import Location

__all__ = ["AttributeRef", "Node", "Ref", "inside", "walk", "with_parts"]


@construct
class Node:
    """A construct of the language, with the place in the source where it begins.

    section: the section of docs/pages/language/semantics.md that says what the construct means.
    """

    section: ClassVar[str] = ""

    location: Location = field(compare=False, repr=False, kw_only=True)


@interned
class Ref:
    """The resolved name of a fact, an action, a step or a memory.

    card: the slug of the card that declares it; empty for the game itself.
    """

    card: str
    name: str

    def __str__(self) -> str:
        return f"{self.card}.{self.name}" if self.card else self.name

    def __lt__(self, other: Ref) -> bool:
        return (self.card, self.name) < (other.card, other.name)


@interned
class AttributeRef:
    """The resolved name of an attribute. owner: the kind of thing; empty for the game itself."""

    owner: str
    name: str

    def __str__(self) -> str:
        return f"{self.owner}.{self.name}"

    def __lt__(self, other: AttributeRef) -> bool:
        return (self.owner, self.name) < (other.owner, other.name)


def inside(part: Any) -> Iterator[Any]:
    """Return the dataclasses directly inside a part of a program; it is as for `walk`."""
    values: Iterable[Any] = part.values() if isinstance(part, dict) else part
    if not isinstance(part, (tuple, dict)):
        values = (getattr(part, name) for name in parts_in(part.__class__) or ())
    for value in values:
        if isinstance(value, (tuple, dict)):
            yield from inside(value)
        elif parts_in(value.__class__) is not None:
            yield value


def with_parts(part: Any, change: Callable[[Any], Any]) -> Any:
    """Return a part of a program with `change` applied to each dataclass directly inside it.

    part: as for `walk`. What has nothing to change is returned as it is.
    """
    if isinstance(part, tuple):
        made = tuple(_changed(each, change) for each in part)
        return part if all(a is b for a, b in zip(made, part, strict=True)) else made
    if isinstance(part, dict):
        return {key: _changed(each, change) for key, each in part.items()}
    names = parts_in(part.__class__) or ()
    parts = {name: (old := getattr(part, name), _changed(old, change)) for name in names}
    different = {name: new for name, (old, new) in parts.items() if new is not old}
    return replace(part, **different) if different else part


def _changed(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return the value of a field with `change` applied to it, or to what is in it."""
    if isinstance(value, (tuple, dict)):
        return with_parts(value, change)
    return value if parts_in(value.__class__) is None else change(value)
