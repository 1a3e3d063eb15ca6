"""Matching of values and effects against patterns: nodes in which some names are gaps.

Types and what follows from the arguments are not compared: `level(s)` in a pattern fits the level
of anything that has one.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import permutations
from typing import Any

from thesmos.program.effects import Effect
from thesmos.program.node import AttributeRef
from thesmos.program.values import (
    AllOf,
    Binder,
    BoardFunction,
    CellOf,
    Compare,
    Logic,
    Owned,
    Past,
    Query,
    Value,
    Variable,
    ZoneOf,
)

Bindings = dict[str, Value]  # what is in each gap

MAX_COMPARED = 20_000  # in one search: patterns are untrusted input
MAX_SHUFFLED = 4  # up to this many parts of `and` and `or` are tried in any order

IMPLIED: dict[type, frozenset[str]] = {  # fields that follow from the others and from the arguments
    AttributeRef: frozenset({"owner"}),
    BoardFunction: frozenset({"board"}),
    Past: frozenset({"limit"}),
    CellOf: frozenset({"kind"}),
    Query: frozenset({"owner", "answer", "index"}),
    ZoneOf: frozenset({"kind"}),
}


def match(form: Value | Effect, node: Value | Effect, gaps: Set[str]) -> Bindings | None:
    """Return what is in the gaps if the node matches the pattern, else None.

    Names bound inside (`some (w in …)`) may differ; `=`, `!=`, `and` and `or` match in any
    order.
    """
    return _Matcher(gaps).match(form, node, {}, {})


def take(
    forms: Sequence[Value], parts: Sequence[Value], gaps: Set[str]
) -> tuple[Bindings, list[Value]] | None:
    """Match each pattern with a different part, in any order; return the gaps and what is left."""
    return _Matcher(gaps).take(list(forms), list(parts), {})


class _Matcher:
    """A single search. A node that takes more than `left` comparisons doesn't match."""

    def __init__(self, gaps: Set[str]) -> None:
        self.gaps, self.left = gaps, MAX_COMPARED

    def take(
        self, forms: list[Value], parts: list[Value], found: Bindings
    ) -> tuple[Bindings, list[Value]] | None:
        if not forms:
            return found, parts
        for index, part in enumerate(parts):
            result = self.match(forms[0], part, found, {})
            if result is not None:
                rest = self.take(forms[1:], parts[:index] + parts[index + 1 :], result)
                if rest is not None:
                    return rest
        return None

    def match(
        self, form: Any, node: Any, found: Bindings, bound: dict[str, str]
    ) -> Bindings | None:
        self.left -= 1
        if self.left < 0:
            return None
        if isinstance(form, Variable):
            return self._variable(form.name, node, found, bound)
        if type(form) is not type(node):
            return None
        if isinstance(form, tuple):
            return self._all(form, node, found, bound)
        if not is_dataclass(form):
            return found if form == node else None
        if isinstance(form, (AllOf, Owned)) and form.type.name != node.type.name:
            return None
        if isinstance(form, Logic) and form.word == node.word:
            return self._shuffled(form.parts, node.parts, found, bound)
        if isinstance(form, Compare) and form.word == node.word and form.word in ("=", "!="):
            sides = (form.left, form.right), (node.left, node.right)
            return self._shuffled(*sides, found, bound)
        return self._fields(form, node, found, bound)

    def _variable(
        self, name: str, node: Any, found: Bindings, bound: dict[str, str]
    ) -> Bindings | None:
        if name in bound:
            return found if isinstance(node, Variable) and node.name == bound[name] else None
        if name in self.gaps:
            if not isinstance(node, Value):
                return None
            if name not in found:
                return {**found, name: node}
            return found if found[name] == node else None
        same = isinstance(node, Variable) and node.name == name and name not in bound.values()
        return found if same else None

    def _fields(
        self, form: Any, node: Any, found: Bindings, bound: dict[str, str]
    ) -> Bindings | None:
        """Compare what is inside two nodes; the name of a binder is bound in what comes after."""
        inside: Bindings | None = found
        for name in compared_fields(form.__class__):
            a, b = getattr(form, name), getattr(node, name)
            if inside is not None and isinstance(a, Binder):
                inside = self.match(a.domain, b.domain, inside, bound)
                bound = {**bound, a.name: b.name}
                a, b = a.condition, b.condition
            inside = None if inside is None else self.match(a, b, inside, bound)
        return inside

    def _all(
        self, forms: Any, nodes: Any, found: Bindings, bound: dict[str, str]
    ) -> Bindings | None:
        if len(forms) != len(nodes):
            return None
        inside: Bindings | None = found
        for form, node in zip(forms, nodes, strict=True):
            inside = None if inside is None else self.match(form, node, inside, bound)
        return inside

    def _shuffled(
        self, forms: Any, nodes: Any, found: Bindings, bound: dict[str, str]
    ) -> Bindings | None:
        if len(forms) != len(nodes):
            return None
        orders = permutations(nodes) if len(nodes) <= MAX_SHUFFLED else (nodes,)
        tried = (self._all(forms, order, found, bound) for order in orders)
        return next((result for result in tried if result is not None), None)


@cache
def compared_fields(kind: type) -> tuple[str, ...]:
    """Return the fields in which two nodes of a class must agree, a binder before what it binds."""
    left_out = IMPLIED.get(kind, frozenset()) | {"location", "type"}
    names = [each.name for each in fields(kind) if each.name not in left_out]
    return tuple(sorted(names, key=lambda name: {"word": 0, "binder": 1}.get(name, 2)))
