"""Matching of expressions and effects against patterns: trees with gaps."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import fields, is_dataclass
from itertools import permutations
from typing import Any

from thesmos.syntax import nodes as t

Bindings = dict[str, Any]  # what is in each gap

MAX_COMPARED = 20_000  # in one search: patterns are untrusted input
MAX_SHUFFLED = 4  # up to this many parts of `and` and `or` are tried in any order


def match(form: Any, node: Any, gaps: Set[str]) -> Bindings | None:
    """Return what is in the gaps if the node matches the pattern, else None.

    Names bound inside (`some (w in …)`) may differ; `=`, `!=`, `and` and `or` match in any
    order.
    """
    result: Bindings | None = _Matcher(gaps).match(form, node, {}, {})
    return result


def take(forms: Sequence[Any], parts: Sequence[Any], gaps: Set[str]) -> tuple[Bindings, Any] | None:
    """Match each pattern with a different part, in any order; return the gaps and what is left."""
    result: tuple[Bindings, Any] | None = _Matcher(gaps).take(list(forms), list(parts), {})
    return result


class _Matcher:
    """A single search. A node that takes more than `left` comparisons doesn't match."""

    def __init__(self, gaps: Set[str]) -> None:
        self.gaps, self.left = gaps, MAX_COMPARED

    def take(self, forms: list[Any], parts: list[Any], found: Bindings) -> Any:
        if not forms:
            return found, parts
        for index, part in enumerate(parts):
            result = self.match(forms[0], part, found, {})
            if result is not None:
                rest = self.take(forms[1:], parts[:index] + parts[index + 1 :], result)
                if rest is not None:
                    return rest
        return None

    def match(self, form: Any, node: Any, found: Bindings, bound: dict[str, str]) -> Any:
        self.left -= 1
        if self.left < 0:
            return None
        if isinstance(form, t.Name):
            return self._name(form.name, node, found, bound)
        if type(form) is not type(node):
            return None
        if isinstance(form, tuple):
            return self._all(form, node, found, bound)
        if isinstance(form, t.Member):
            return self._member(form, node, found, bound)
        if isinstance(form, t.Fold):
            return self._fold(form, node, found, bound)
        if isinstance(form, t.Logic) and form.word == node.word:
            return self._shuffled(form.parts, node.parts, found, bound)
        if isinstance(form, t.Binary) and form.word == node.word and form.word in ("=", "!="):
            sides = (form.left, form.right), (node.left, node.right)
            return self._shuffled(*sides, found, bound)
        if is_dataclass(form):
            names = [each.name for each in fields(form) if each.name != "location"]
            is_for_holder = tuple(getattr(form, name) for name in names)
            return self._all(
                is_for_holder, tuple(getattr(node, name) for name in names), found, bound
            )
        return found if form == node else None

    def _name(self, name: str, node: Any, found: Bindings, bound: dict[str, str]) -> Any:
        if name in bound:
            return found if isinstance(node, t.Name) and node.name == bound[name] else None
        if name in self.gaps:
            if not isinstance(node, t.Expr):
                return None
            if name in found:
                return found if found[name] == node else None
            return {**found, name: node}
        same = isinstance(node, t.Name) and node.name == name and name not in bound.values()
        return found if same else None

    def _all(self, forms: Any, nodes: Any, found: Any, bound: dict[str, str]) -> Any:
        if len(forms) != len(nodes):
            return None
        for form, node in zip(forms, nodes, strict=True):
            found = self.match(form, node, found, bound)
            if found is None:
                return None
        return found

    def _shuffled(self, forms: Any, nodes: Any, found: Any, bound: dict[str, str]) -> Any:
        if len(forms) != len(nodes):
            return None
        orders = permutations(nodes) if len(nodes) <= MAX_SHUFFLED else (nodes,)
        tried = (self._all(forms, order, found, bound) for order in orders)
        return next((result for result in tried if result is not None), None)

    def _member(self, form: t.Member, node: t.Member, found: Any, bound: Any) -> Any:
        found = self.match(form.domain, node.domain, found, bound)
        if found is None:
            return None
        return self.match(form.condition, node.condition, found, {**bound, form.name: node.name})

    def _fold(self, form: t.Fold, node: t.Fold, found: Any, bound: Any) -> Any:
        found = (
            self.match(form.member, node.member, found, bound) if form.word == node.word else None
        )
        if found is None:
            return None
        return self.match(
            form.value, node.value, found, {**bound, form.member.name: node.member.name}
        )
