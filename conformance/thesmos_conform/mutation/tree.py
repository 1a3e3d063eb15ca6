"""Walking through a syntax tree, and changing one place of it.

A *path* leads from a document to a place in it: names of fields, indices of tuples, keys of dicts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from thesmos.syntax import nodes as t

Path = tuple[str | int, ...]
FLAGS = ("exists", "is none", "not")
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=", "in")
SEARCHES = ("some", "every", "no")


@dataclass(frozen=True)
class Site:
    """A node in its context. condition: whether it decides if something holds."""

    node: Any
    path: Path
    parent: Any
    field: str
    condition: bool


def sites(node: Any, path: Path = (), parent: Any = None, field: str = "") -> Iterator[Site]:
    """A node and all nodes inside it, from the outside in, in the order of the text."""
    yield from _sites(node, path, parent, field, _decides(node, parent, field, False))


def _sites(node: Any, path: Path, parent: Any, field: str, condition: bool) -> Iterator[Site]:
    yield Site(node, path, parent, field, condition)
    for each in fields(node) if is_dataclass(node) else ():
        value = getattr(node, each.name)
        parts = value if isinstance(value, tuple) else (value,)
        for index, part in enumerate(parts):
            if isinstance(part, t.Node | t.Member | t.Event):
                inner = (
                    (*path, each.name, index) if isinstance(value, tuple) else (*path, each.name)
                )
                decides = _decides(part, node, each.name, condition)
                yield from _sites(part, inner, node, each.name, decides)


def _decides(node: Any, parent: Any, field: str, outer: bool) -> bool:
    """Whether an expression is a condition, or a part of one that is itself yes or no."""
    if not isinstance(node, t.Expr):
        return False
    if field in ("where", "condition"):
        return True
    if isinstance(parent, t.Logic) or (isinstance(parent, t.Unary) and parent.word == "not"):
        return outer
    if isinstance(parent, t.IfElse):
        return outer and field != "condition"
    return field in ("expr", "body", "value", "") and not _inside(parent) and is_flag(node)


def _inside(parent: Any) -> bool:
    """Whether an expression is inside another one."""
    return isinstance(parent, t.Expr | t.Event | t.Member)


def is_flag(node: t.Expr) -> bool:
    """Whether an expression is yes or no, judged by its form alone."""
    if isinstance(node, t.Unary):
        return node.word in FLAGS
    if isinstance(node, t.Binary):
        return node.word in COMPARISONS
    if isinstance(node, t.SetSearch):
        return node.word in SEARCHES
    if isinstance(node, t.History):
        return node.word == "did"
    return isinstance(node, t.Logic) or (isinstance(node, t.Literal) and node.word != "none")


def find(root: Any, path: Path) -> Any:
    """The value at a path."""
    for part in path:
        root = getattr(root, part) if is_dataclass(root) else root[part]  # type: ignore[arg-type]
    return root


def put(root: Any, path: Path, new: Any) -> Any:
    """A copy of a document with another value at a path; None in a tuple removes the element."""
    if not path:
        return new
    first, *rest = path
    if is_dataclass(root):
        name = str(first)
        return replace(root, **{name: put(getattr(root, name), tuple(rest), new)})  # type: ignore[type-var]
    if isinstance(root, dict):
        return {**root, first: put(root[first], tuple(rest), new)}
    index = int(first)
    made = put(root[index], tuple(rest), new)
    middle = () if made is None and not rest else (made,)
    return (*root[:index], *middle, *root[index + 1 :])
