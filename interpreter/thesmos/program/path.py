"""Places in a program, and copies of a program that differ in one of them.

A *path* leads from a part to a place inside it: names of fields, indices of tuples, keys of dicts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any

from thesmos.program.node import Node

Path = tuple[str | int, ...]


def find(part: Any, path: Path) -> Any:
    """Return what is at a path."""
    for each in path:
        part = getattr(part, str(each)) if is_dataclass(part) else part[each]
    return part


def put(part: Any, path: Path, new: Any) -> Any:
    """Return a copy with something else at a path; None in a tuple leaves the element out."""
    if not path:
        return new
    first, *rest = path
    if is_dataclass(part) and not isinstance(part, type):
        name = str(first)
        return replace(part, **{name: put(getattr(part, name), tuple(rest), new)})
    made = put(part[first], tuple(rest), new)
    if isinstance(part, dict):
        return {**part, first: made}
    index = int(first)
    middle = () if made is None and not rest else (made,)
    return (*part[:index], *middle, *part[index + 1 :])


def mapped(part: Any, change: Callable[[Node], Node]) -> Any:
    """Return a copy in which every node is what `change` makes of it, those inside others first."""
    if isinstance(part, tuple):
        made = tuple(mapped(each, change) for each in part)
        return part if all(a is b for a, b in zip(made, part, strict=True)) else made
    if isinstance(part, dict):
        return {key: mapped(each, change) for key, each in part.items()}
    if not is_dataclass(part) or isinstance(part, type):
        return part
    new = {f.name: mapped(getattr(part, f.name), change) for f in fields(part)}
    changed = {name: one for name, one in new.items() if one is not getattr(part, name)}
    whole = replace(part, **changed) if changed else part
    return change(whole) if isinstance(whole, Node) else whole
