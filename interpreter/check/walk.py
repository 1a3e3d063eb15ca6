"""Walking through syntax trees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from thesmos.load import tree as t


def nodes(node: Any) -> Iterator[Any]:
    """A node and all nodes inside it."""
    if isinstance(node, tuple):
        for part in node:
            yield from nodes(part)
    elif is_dataclass(node):
        yield node
        for each in fields(node):
            yield from nodes(getattr(node, each.name))


def calls_of(node: Any) -> list[str]:
    """The names called, with or without arguments."""
    return [n.name for n in nodes(node) if isinstance(n, (t.Call, t.Name))]
