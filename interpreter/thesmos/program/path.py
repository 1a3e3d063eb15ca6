"""Places in a program, and copies of a program that differ in one of them.

A *path* leads from a part to a place inside it: names of fields, indices of tuples, keys of dicts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any

from thesmos.program.node import Node, with_parts

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


def carried_over(before: Any, after: Any, other: Any) -> Any:
    """Return another part with what has changed from one part to a second, made from it.

    What is otherwise in the other part than before the change stays as it is. What has the same
    text there counts as the same, even if its type is another one, such as a wider range.
    """
    if after is before or before == after:
        return other
    if other == before:
        return after
    if isinstance(before, dict) and isinstance(other, dict):
        common = before.keys() & after.keys() & other.keys()
        return other | {key: carried_over(before[key], after[key], other[key]) for key in common}
    if isinstance(before, tuple) and isinstance(other, tuple):
        if len(before) == len(after) == len(other):
            return tuple(map(carried_over, before, after, other))
        left_out = [each for each in before if each not in after]
        return tuple(
            each
            for each in other
            if not any(each == gone or _same_text(each, gone) for gone in left_out)
        )
    if type(before) is type(other) is not type(after) and _same_text(before, other):
        return after
    if not is_dataclass(other) or not type(before) is type(after) is type(other):
        return other
    assert is_dataclass(before)
    assert not isinstance(other, type)
    parts = {f.name: (getattr(before, f.name), getattr(after, f.name)) for f in fields(before)}
    changed = {name: pair for name, pair in parts.items() if pair[0] is not pair[1]}
    made = {name: carried_over(*pair, getattr(other, name)) for name, pair in changed.items()}
    return replace(other, **made)


def _same_text(one: Any, other: Any) -> bool:
    return isinstance(one, Node) and isinstance(other, Node) and one.location == other.location


def mapped(part: Any, change: Callable[[Node], Node]) -> Any:
    """Return a copy in which every node is what `change` makes of it, those inside others first."""
    made = with_parts(part, lambda each: mapped(each, change))
    return change(made) if isinstance(made, Node) else made
