"""What follows from a change for what is around it, so that a mutant is well typed too.

A change has the type of what it replaces, but for numbers: their ranges are worked out again, as
far as the changed unit goes. The types of roles and facts that others use stay as they were.
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
    """A changed part with the types and limits that follow from the change."""
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
    """One side of a comparison. Events need not be counted beyond one more than the other side."""
    if _is_count(side) and isinstance(other, Number):
        return replace(side, limit=other.value + 1)
    return side


def _is_count(node: Value) -> TypeGuard[Past]:
    return isinstance(node, Past) and node.query.question == "times"


def is_allowed(part: Any) -> bool:
    """Whether the language allows a changed part: its numbers fit where they are put."""
    return not any(
        (isinstance(node, Assign) and not _holds(node))
        or (isinstance(node, Arithmetic) and node.type.low < LEAST)
        or (isinstance(node, Compare) and not _countable(node))
        for node in walk((part,))
    )


def _holds(node: Assign) -> bool:
    """Whether the target can hold every number that it may be given; `+=` stops at its limits."""
    wanted, given = node.target.type, node.value.type
    numbers = node.word == ":=" and wanted.base == given.base == "int"
    return not numbers or wanted.low <= given.low <= given.high <= wanted.high


def _countable(node: Compare) -> bool:
    """Whether a count of events is compared with a number, if one is compared."""
    sides = (node.left, node.right)
    return not any(map(_is_count, sides)) or any(isinstance(one, Number) for one in sides)
