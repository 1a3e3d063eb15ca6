"""Walking through syntax trees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from thesmos.syntax import nodes as t


def nodes(node: Any) -> Iterator[Any]:
    """A node and all nodes inside it."""
    if isinstance(node, tuple):
        for part in node:
            yield from nodes(part)
    elif names := _fields(type(node)):
        yield node
        for name in names:
            yield from nodes(getattr(node, name))


_known: dict[type, tuple[str, ...]] = {}  # there are few kinds and many nodes


def _fields(kind: type) -> tuple[str, ...]:
    """The fields of a kind of node, none of what is no node."""
    if kind not in _known:
        _known[kind] = tuple(f.name for f in fields(kind)) if is_dataclass(kind) else ()
    return _known[kind]


def calls_of(node: Any) -> list[str]:
    """The names called, with or without arguments."""
    return [n.name for n in nodes(node) if isinstance(n, (t.FunctionCall, t.Name))]
