"""Adjusting what surrounds a change, so that the mutant is well typed.

A change has the type of what it replaces, except for numbers: their ranges are computed again
within the changed unit. The types of roles and facts that other units use stay as they were.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeGuard

from thesmos.program.effects import Assign
from thesmos.program.node import Node, walk
from thesmos.program.path import mapped
from thesmos.program.ranges import absolute_type, arithmetic_type, opposite_type
from thesmos.program.types import LEAST
from thesmos.program.values import (
    Absolute,
    Arithmetic,
    Compare,
    IfElse,
    Negative,
    Number,
    Past,
    Value,
)


def fitted(part: Any) -> Any:
    """Return a changed part with the types and limits that follow from the change."""
    return mapped(part, _fitted)


def _fitted(node: Node) -> Node:
    if isinstance(node, Arithmetic):
        return _typed(node, arithmetic_type(node.word, node.left.type, node.right.type))
    if isinstance(node, Negative):
        return _typed(node, opposite_type(node.value.type))
    if isinstance(node, Absolute):
        return _typed(node, absolute_type(node.value.type))
    if isinstance(node, IfElse):
        return _typed(node, node.then.type.union(node.otherwise.type))
    if isinstance(node, Compare):
        left, right = _counting(node.left, node.right), _counting(node.right, node.left)
        if (left, right) != (node.left, node.right):
            return replace(node, left=left, right=right)
    return node


def _typed(node: Value, kind: Any) -> Value:
    return node if node.type == kind else replace(node, type=kind)


def _counting(side: Value, other: Value) -> Value:
    """Return a side of a comparison; a count of events stops at one more than the other side."""
    if _is_count(side) and isinstance(other, Number):
        return replace(side, limit=other.value + 1)
    return side


def _is_count(node: Value) -> TypeGuard[Past]:
    return isinstance(node, Past) and node.query.question == "times"


def is_allowed(part: Any) -> bool:
    """Return whether the language allows a changed part: its numbers fit their places."""
    return not any(
        (isinstance(node, Assign) and not _holds(node))
        or (isinstance(node, Arithmetic) and node.type.low < LEAST)
        or (isinstance(node, Compare) and not _countable(node))
        for node in walk((part,))
    )


def _holds(node: Assign) -> bool:
    """Return whether the target can hold every assigned number; `+=` stops at its limits."""
    target, assigned = node.target.type, node.value.type
    numbers = node.word == ":=" and target.base == assigned.base == "int"
    return not numbers or target.low <= assigned.low <= assigned.high <= target.high


def _countable(node: Compare) -> bool:
    """Return whether a count of events, if there is one, is compared with a literal number."""
    sides = (node.left, node.right)
    return not any(map(_is_count, sides)) or any(isinstance(side, Number) for side in sides)
