"""What all constructs share: a location, a section of the semantics, references, and one walker.

`walk` reads the parts of a construct, `with_parts` changes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, fields, is_dataclass, replace
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar

from thesmos.constructs import construct, interned
from thesmos.diagnostics import Location


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


def walk(part: Any, outside: tuple[type, ...] = ()) -> Iterator[Any]:
    """Return every dataclass inside a part of a program, the part itself first, in source order.

    part: a node, or a tuple or dict with nodes in it. outside: classes that are left out with
    everything inside them.
    """
    waiting = [part]
    while waiting:
        part = waiting.pop()
        kind = part.__class__
        if kind is tuple:
            waiting += part[::-1]
        elif kind is dict:
            waiting += reversed(part.values())
        elif (parts_of := _last_first(kind)) is not None and not isinstance(part, outside):
            yield part
            waiting += parts_of(part)


def inside(part: Any) -> Iterator[Any]:
    """Return the dataclasses directly inside a part of a program; it is as for `walk`."""
    values: Iterable[Any] = part.values() if isinstance(part, dict) else part
    if not isinstance(part, (tuple, dict)):
        values = (getattr(part, name) for name in _walked(part.__class__) or ())
    for value in values:
        if isinstance(value, (tuple, dict)):
            yield from inside(value)
        elif _walked(value.__class__) is not None:
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
    names = _walked(part.__class__) or ()
    parts = {name: (old := getattr(part, name), _changed(old, change)) for name in names}
    different = {name: new for name, (old, new) in parts.items() if new is not old}
    return replace(part, **different) if different else part


def _changed(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return the value of a field with `change` applied to it, or to what is in it."""
    if isinstance(value, (tuple, dict)):
        return with_parts(value, change)
    return value if _walked(value.__class__) is None else change(value)


# The types of fields that hold no nodes, and need not be looked at: most fields have one of them.
_PLAIN = frozenset(("str", "int", "bool", "str | None", "int | None", "tuple[str, ...]"))


@cache
def _walked(kind: type) -> tuple[str, ...] | None:
    """Return the fields of a class that may hold nodes; None if it is not part of a program."""
    if not is_dataclass(kind) or not kind.__module__.startswith(__package__):
        return None
    names = ((f.name, f.type) for f in fields(kind))
    return tuple(n for n, held in names if n not in ("location", "type") and held not in _PLAIN)


@cache
def _last_first(kind: type) -> Callable[[Any], Sequence[Any]] | None:
    """Return a function that gets the values of these fields, the last one first; None as above."""
    names = _walked(kind)
    if names is None:
        return None
    last_first = names[::-1]
    if len(names) > 1:
        return attrgetter(*last_first)
    # Of one name, `attrgetter` would return the value alone.
    return lambda part: [getattr(part, name) for name in last_first]
