"""Decorators for the classes that represent parts of a text or a program, and a walker over them.

There are hundreds of these classes, and every command creates all of them. `dataclass(frozen=True)`
would generate six methods for each; here a class gets only its own `__init__` and shares the
others. This saves a third of the start-up time of a command. That objects are not changed is left
to mypy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")
_CONTENT = "_content"  # of a class: the function that gets the compared fields
_HASH = "_hash"  # of an object: its cached hash


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def construct(kind: type[T]) -> type[T]:
    """Make a class a dataclass whose objects are immutable and compared by content.

    Fields with `compare=False` are not part of the content, those with `repr=False` not of `repr`.
    An object can be hashed if its content can; the hash is cached.
    """
    cls: Any = dataclass(eq=False, repr=False)(kind)
    content = _getter([attribute.name for attribute in fields(cls) if attribute.compare])
    setattr(cls, _CONTENT, staticmethod(content))
    setattr(cls, _HASH, None)
    for name, shared in (("__eq__", _equal), ("__hash__", _hashed), ("__repr__", _described)):
        if name not in kind.__dict__:
            setattr(cls, name, shared)
    cls.__getstate__ = _state
    return kind


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def interned(kind: type[T]) -> type[T]:
    """Make a class a construct that exists only once for each content.

    Objects are compared and hashed by identity; their content must be hashable. They are never
    freed, so this is only for names, numbers and the like.
    """
    cls: Any = construct(kind)
    fill, names = cls.__init__, [attribute.name for attribute in fields(cls)]
    objects: dict[tuple[Any, ...], Any] = {}  # by arguments, with and without defaults

    def content(instance: Any) -> tuple[Any, ...]:
        return tuple(getattr(instance, name) for name in names)

    def new(_: type[T], *args: Any, **kwargs: Any) -> Any:
        return (not kwargs and objects.get(args)) or find(args, kwargs)

    def find(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        instance = object.__new__(cls)
        fill(instance, *args, **kwargs)
        instance = objects.setdefault(content(instance), instance)
        return instance if kwargs else objects.setdefault(args, instance)

    cls.__new__, cls.__init__ = new, object.__init__
    cls.__eq__, cls.__hash__ = object.__eq__, object.__hash__
    cls.__reduce__ = lambda self: (kind, content(self))
    return kind


def _getter(names: list[str]) -> Callable[[Any], Any]:
    return attrgetter(*names) if names else lambda _: ()


def _equal(self: Any, other: Any) -> bool:
    if self is other:
        return True
    if self.__class__ is not other.__class__:
        return False
    content = self._content
    same: bool = content(self) == content(other)
    return same


def _hashed(self: Any) -> int:
    kept: int | None = self._hash
    if kept is None:
        kept = self._hash = hash(self._content(self))
    return kept


def _described(self: Any) -> str:
    shown = (
        f"{attribute.name}={getattr(self, attribute.name)!r}"
        for attribute in fields(self)
        if attribute.repr
    )
    return f"{type(self).__name__}({', '.join(shown)})"


def _state(self: Any) -> dict[str, Any]:
    """Pickle without the cached hash: strings hash differently in another process."""
    return {name: value for name, value in self.__dict__.items() if name != _HASH}


# ------------------------------------------------------------------------------------ parts


def walk(part: Any, outside: tuple[type, ...] = ()) -> Iterator[Any]:
    """Yield a part of a text or program and every construct inside it, in source order.

    part: a construct, or a tuple or dict with constructs in it.
    outside: classes to leave out, with everything inside them.
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


# Types of fields that can't hold constructs; most fields have one of these.
_PLAIN = frozenset(("str", "int", "bool", "str | None", "int | None", "tuple[str, ...]"))


@cache
def parts_in(kind: type) -> tuple[str, ...] | None:
    """Return the fields of a class that may hold constructs; None if it isn't a construct."""
    if not hasattr(kind, _CONTENT):
        return None
    names = ((f.name, f.type) for f in fields(kind))
    return tuple(n for n, held in names if n not in ("location", "type") and held not in _PLAIN)


@cache
def _last_first(kind: type) -> Callable[[Any], Sequence[Any]] | None:
    """Return a function that gets the values of these fields in reverse; None as above."""
    names = parts_in(kind)
    if names is None:
        return None
    last_first = names[::-1]
    if len(names) > 1:
        return attrgetter(*last_first)
    # With one name, `attrgetter` would return the bare value.
    return lambda part: [getattr(part, name) for name in last_first]
