"""Conditions in a normal form: `not` pushed inwards, and/or flattened.

Expressions that are logically equal become structurally equal, so that patterns match them. One
distinction is dropped: with `none` on one side, neither `a = b` nor `a != b` holds, but the text
treats them as opposites.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from thesmos.program.node import walk, with_parts
from thesmos.program.values import (
    OPPOSITE,
    AfterDo,
    Binder,
    Compare,
    EventPattern,
    Exists,
    Flag,
    IfElse,
    Logic,
    LogicWord,
    Not,
    Search,
    SearchWord,
    Value,
    Variable,
)

MAX_TREE = 2500  # parts of an expression to verbalize, at most; nested facts can make it grow

_OTHER_LOGIC: dict[LogicWord, LogicWord] = {"and": "or", "or": "and"}
_OTHER_SEARCH: dict[SearchWord, SearchWord] = {"some": "no", "no": "some", "every": "some"}


def normal(value: Value, positive: bool = True) -> Value:
    """Return a value with its conditions in normal form.

    positive: False negates a condition.
    """
    if isinstance(value, Not):
        return normal(value.value, not positive)
    if isinstance(value, Logic):
        return _flat(value, positive)
    if isinstance(value, Search) and value.word == "every" and not positive:
        return replace(value, word="some", binder=_opposite(value.binder))
    inside: Value = with_parts(value, _inside)
    return inside if positive else _negated(inside)


def conjuncts(value: Value | None) -> list[Value]:
    """Return the conditions that all have to hold; none if the value is None or `yes`."""
    if value is None:
        return []
    condition = normal(value)
    if isinstance(condition, Flag) and condition.value:
        return []
    return (
        list(condition.parts)
        if isinstance(condition, Logic) and condition.word == "and"
        else [condition]
    )


def negation_count(value: Value) -> int:
    """Return how many negations a normal condition has; fewer are easier to read."""
    match value:
        case Logic():
            return sum(map(negation_count, value.parts))
        case Compare():
            return int(value.word == "!=")
        case Search():
            return int(value.word == "no")
        case Exists():
            return int(value.negated)
        case _:
            return int(isinstance(value, Not))


def _flat(value: Logic, positive: bool) -> Value:
    word = value.word if positive else _OTHER_LOGIC[value.word]
    parts: list[Value] = []
    for part in value.parts:
        condition = normal(part, positive)
        if isinstance(condition, Logic) and condition.word == word:
            parts += condition.parts
        else:
            parts.append(condition)
    return parts[0] if len(parts) == 1 else replace(value, word=word, parts=tuple(parts))


def _opposite(binder: Binder) -> Binder:
    condition = None if binder.condition is None else normal(binder.condition, False)
    return replace(binder, domain=normal(binder.domain), condition=condition)


def _inside(part: Any) -> Any:
    """Return a part of a value with all conditions in it in normal form."""
    return normal(part) if isinstance(part, Value) else with_parts(part, _inside)


def _negated(value: Value) -> Value:
    """Return the opposite of a condition whose parts are in normal form."""
    match value:
        case Flag():
            return replace(value, value=not value.value)
        case Compare():
            return replace(value, word=OPPOSITE[value.word])
        case Search() if value.word in _OTHER_SEARCH:
            return replace(value, word=_OTHER_SEARCH[value.word])
        case Exists():
            return replace(value, negated=not value.negated)
        case AfterDo():
            return replace(value, condition=normal(value.condition, False))
        case IfElse():
            return replace(
                value, then=normal(value.then, False), otherwise=normal(value.otherwise, False)
            )
        case _:
            return Not(value, location=value.location, type=value.type)


def substituted(part: Any, values: Mapping[str, Value]) -> Any:
    """Return a part of a program with some names replaced, like the parameters in a fact's body.

    The roles of past events are not replaced, even if they have the same names.
    """
    if isinstance(part, Variable):
        return values.get(part.name, part)
    if isinstance(part, EventPattern) or not values:
        return part
    return with_parts(part, lambda inner: substituted(inner, values))


def names_used(part: Any) -> set[str]:
    """Return the names of roles, parameters and locals in a part of a program."""
    inside = walk(part, outside=(EventPattern,))
    return {node.name for node in inside if isinstance(node, Variable)}


def is_small(part: Any) -> bool:
    """Return whether a part of a program is small enough to be put into words."""
    return next(islice(walk(part), MAX_TREE, None), None) is None
