"""Conditions in a normal form: `not` pushed inwards, and/or flattened.

Expressions that are logically equal become structurally equal, so that patterns match them. One
distinction is dropped: with `none` on one side, neither `a = b` nor `a != b` holds, but the text
treats them as opposites.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

from thesmos.syntax import nodes as t
from thesmos.syntax.nodes import all_nodes

MAX_TREE = 5000  # nodes of an expression to be verbalized; nested facts can make it grow

OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_TURNED = {"and": "or", "or": "and", "some": "no", "no": "some", "exists": "is none",
           "is none": "exists", "yes": "no"}  # fmt: skip


def normal(expr: t.Expr, positive: bool = True) -> t.Expr:
    """Return the condition, or its opposite, with `not` pushed inwards."""
    if isinstance(expr, t.Unary) and expr.word == "not":
        return normal(expr.value, not positive)
    if isinstance(expr, t.Logic):
        return _flat(expr, positive)
    if isinstance(expr, t.Literal) and expr.word in ("yes", "no"):
        return expr if positive else replace(expr, word="no" if expr.word == "yes" else "yes")
    if isinstance(expr, t.Binary) and expr.word in OPPOSITE:
        word = expr.word if positive else OPPOSITE[expr.word]
        return replace(expr, word=word, left=_inside(expr.left), right=_inside(expr.right))
    if isinstance(expr, t.SetSearch) and expr.word in ("some", "no", "every"):
        return _search(expr, positive)
    if isinstance(expr, t.Unary) and expr.word in _TURNED:
        word = expr.word if positive else _TURNED[expr.word]
        return replace(expr, word=word, value=_inside(expr.value))
    inner = _inside(expr)
    return inner if positive else t.Unary(expr.location, "not", inner)


def conjuncts(expr: t.Expr | None) -> list[t.Expr]:
    """Return the conditions that all have to hold; none if the expression is None or `yes`."""
    if expr is None:
        return []
    result = normal(expr)
    if isinstance(result, t.Literal) and result.word == "yes":
        return []
    return list(result.parts) if isinstance(result, t.Logic) and result.word == "and" else [result]


def negation_count(expr: t.Expr) -> int:
    """Return how many negations a normal condition has; fewer are easier to read."""
    if isinstance(expr, t.Logic):
        return sum(map(negation_count, expr.parts))
    if isinstance(expr, t.Binary):
        return int(expr.word == "!=")
    return int(isinstance(expr, t.Unary) and expr.word in ("not", "is none")) or int(
        isinstance(expr, t.SetSearch) and expr.word == "no"
    )


def _flat(expr: t.Logic, positive: bool) -> t.Expr:
    word = expr.word if positive else _TURNED[expr.word]
    parts: list[t.Expr] = []
    for part in expr.parts:
        result = normal(part, positive)
        if isinstance(result, t.Logic) and result.word == word:
            parts += result.parts
        else:
            parts.append(result)
    return parts[0] if len(parts) == 1 else t.Logic(expr.location, word, tuple(parts))


def _search(expr: t.SetSearch, positive: bool) -> t.Expr:
    if positive or expr.word != "every":
        word = expr.word if positive else _TURNED[expr.word]
        return replace(expr, word=word, member=_member(expr.member, True))
    return replace(expr, word="some", member=_member(expr.member, False))


def _member(member: t.Member, positive: bool) -> t.Member:
    condition = None if member.condition is None else normal(member.condition, positive)
    return replace(member, domain=_inside(member.domain), condition=condition)


def _inside(expr: t.Expr) -> t.Expr:
    """Return an expression with all conditions inside it in normal form."""
    if isinstance(expr, (t.SetSearch, t.Fold)):
        result = replace(expr, member=_member(expr.member, True))
        return (
            replace(result, value=_inside(result.value)) if isinstance(result, t.Fold) else result
        )
    if isinstance(expr, t.History):
        event = expr.event
        asked = None if event.condition is None else normal(event.condition)
        given = None if event.with_value is None else _inside(event.with_value)
        return replace(expr, event=replace(event, condition=asked, with_value=given))
    if isinstance(expr, t.FunctionCall):
        return replace(expr, arguments=tuple(_inside(a) for a in expr.arguments))
    if isinstance(expr, t.PieceAt):
        return replace(expr, at=_inside(expr.at))
    if isinstance(expr, (t.Logic, t.Binary, t.Unary)):
        return _operator(expr)
    if isinstance(expr, t.SetSize):
        return replace(expr, domain=_inside(expr.domain))
    return expr


def _operator(expr: t.Expr) -> t.Expr:
    if isinstance(expr, t.Binary) and expr.word not in OPPOSITE:
        return replace(expr, left=_inside(expr.left), right=_inside(expr.right))
    if isinstance(expr, t.Unary) and expr.word == "-":
        return replace(expr, value=_inside(expr.value))
    return normal(expr)


def substituted(node: Any, values: dict[str, t.Expr]) -> Any:
    """Return a tree with some names replaced, such as the parameters in a fact's body."""
    if isinstance(node, t.Name):
        return values.get(node.name, node)
    if isinstance(node, tuple):
        return tuple(substituted(part, values) for part in node)
    if not hasattr(node, "__dataclass_fields__"):
        return node
    result = {
        f: substituted(getattr(node, f), values)
        for f in node.__dataclass_fields__
        if f != "location"
    }
    return type(node)(
        **({"location": node.location} if hasattr(node, "location") else {}), **result
    )


def is_small(node: Any) -> bool:
    """Return whether a tree is small enough to be put into words."""
    return next(islice(all_nodes(node), MAX_TREE, None), None) is None
