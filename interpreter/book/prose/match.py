"""Whether an expression or an effect is of a form: a tree with gaps, each standing for anything."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import fields, is_dataclass
from itertools import permutations
from typing import Any

from thesmos.load import tree as t

Found = dict[str, Any]  # what stands in each gap

MAX_SHUFFLED = 4  # parts of `and` and `or` that are tried in any order


def match(form: Any, node: Any, gaps: Set[str]) -> Found | None:
    """What stands in the gaps if the node is of this form, else None.

    Names bound inside (`some (w in …)`) may differ; `=`, `!=`, `and` and `or` go in any order.
    """
    made: Found | None = _match(form, node, gaps, {}, {})
    return made


def take(forms: Sequence[Any], parts: Sequence[Any], gaps: Set[str]) -> tuple[Found, Any] | None:
    """Some of the parts, one for each form, whichever they are: the gaps and the parts left."""
    made: tuple[Found, Any] | None = _take(list(forms), list(parts), gaps, {})
    return made


def _take(forms: list[Any], parts: list[Any], gaps: Set[str], found: Found) -> Any:
    if not forms:
        return found, parts
    for index, part in enumerate(parts):
        made = _match(forms[0], part, gaps, found, {})
        if made is not None:
            rest = _take(forms[1:], parts[:index] + parts[index + 1 :], gaps, made)
            if rest is not None:
                return rest
    return None


def _match(form: Any, node: Any, gaps: Set[str], found: Found, bound: dict[str, str]) -> Any:
    if isinstance(form, t.Name):
        return _name(form.name, node, gaps, found, bound)
    if type(form) is not type(node):
        return None
    if isinstance(form, tuple):
        return _all(form, node, gaps, found, bound)
    if isinstance(form, t.Member):
        return _member(form, node, gaps, found, bound)
    if isinstance(form, t.Fold):
        return _fold(form, node, gaps, found, bound)
    if isinstance(form, t.Logic) and form.word == node.word:
        return _shuffled(form.parts, node.parts, gaps, found, bound)
    if isinstance(form, t.Binary) and form.word == node.word and form.word in ("=", "!="):
        return _shuffled((form.left, form.right), (node.left, node.right), gaps, found, bound)
    if is_dataclass(form):
        names = [each.name for each in fields(form) if each.name != "place"]
        mine = tuple(getattr(form, name) for name in names)
        return _all(mine, tuple(getattr(node, name) for name in names), gaps, found, bound)
    return found if form == node else None


def _name(name: str, node: Any, gaps: Set[str], found: Found, bound: dict[str, str]) -> Any:
    if name in bound:
        return found if isinstance(node, t.Name) and node.name == bound[name] else None
    if name in gaps:
        if not isinstance(node, t.Expr):
            return None
        if name in found:
            return found if found[name] == node else None
        return {**found, name: node}
    same = isinstance(node, t.Name) and node.name == name and name not in bound.values()
    return found if same else None


def _all(forms: Any, nodes: Any, gaps: Set[str], found: Any, bound: dict[str, str]) -> Any:
    if len(forms) != len(nodes):
        return None
    for form, node in zip(forms, nodes, strict=True):
        found = _match(form, node, gaps, found, bound)
        if found is None:
            return None
    return found


def _shuffled(forms: Any, nodes: Any, gaps: Set[str], found: Any, bound: dict[str, str]) -> Any:
    if len(forms) != len(nodes):
        return None
    orders = permutations(nodes) if len(nodes) <= MAX_SHUFFLED else (nodes,)
    tried = (_all(forms, order, gaps, found, bound) for order in orders)
    return next((made for made in tried if made is not None), None)


def _member(form: t.Member, node: t.Member, gaps: Set[str], found: Any, bound: Any) -> Any:
    found = _match(form.domain, node.domain, gaps, found, bound)
    if found is None:
        return None
    inner = {**bound, form.name: node.name}
    return _match(form.condition, node.condition, gaps, found, inner)


def _fold(form: t.Fold, node: t.Fold, gaps: Set[str], found: Any, bound: Any) -> Any:
    found = _match(form.member, node.member, gaps, found, bound) if form.word == node.word else None
    if found is None:
        return None
    inner = {**bound, form.member.name: node.member.name}
    return _match(form.value, node.value, gaps, found, inner)
