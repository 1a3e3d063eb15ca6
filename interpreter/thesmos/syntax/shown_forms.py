"""The forms of clauses and effects as hints show them: `forbid ACTION where CONDITION`.

They are written as any node is (unparse.py), with a word for whatever an author puts in.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from thesmos.diagnostics import Location
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import nodes as t
from thesmos.syntax.grammar import spelling, tables
from thesmos.syntax.tree_builder import FORMS
from thesmos.syntax.unparse import Placeholder, branches

_NOWHERE = Location("", 1, 1)
_KINDS = (ct.Clause, ct.Next, t.Effect)
# By the name of a field; any other is shown by its own name.
_SHOWN: dict[str, Any] = {
    "actions": ("ACTION",),
    "arguments": (t.Name(_NOWHERE, "ROLE"), t.Name(_NOWHERE, "…")),
    "binder": t.Binder("NAME", t.Name(_NOWHERE, "SET"), t.Name(_NOWHERE, "CONDITION")),
    "body": "…",
    "by": "EFFECT",
    "card": "POWER",
    "condition": "CONDITION",
    "criteria": tuple(ct.Criterion(_NOWHERE, word, "SCORE") for word in ("most", "fewest")),
    "domain": "SET",
    "effects": "EFFECT",
    "ground": "NAME",
    "once": True,
    "otherwise": "EFFECT",
    "parameters": ("NAME",),
    "then": "CLAUSE",
    "waiving": ("RULE",),
    "where": "CONDITION",
    "who": "PLAYER",
    "whose": "your",
}


@functools.cache
def forms_by_words() -> dict[str, str]:
    """Return the forms of clauses and effects, by their first word and by their first two.

    Of several with the same first word, this word has the first in the order of the grammar.
    """
    forms: dict[str, str] = {}
    for form in _forms():
        words = form.split()
        forms.setdefault(words[0], form)
        forms.setdefault(" ".join(words[:2]), form)
    return forms


def _forms() -> Iterator[str]:
    """Yield the forms that begin with a word and are written on one line."""
    for rule in tables().rules:
        kind = getattr(FORMS.get(rule.method), "kind", None)
        if not (isinstance(kind, type) and issubclass(kind, _KINDS)):
            continue
        first = rule.symbols[0]
        node = _filled(kind, spelling(first) if first in tables().terminals else "")
        if FORMS[rule.method].children(node) is not None:
            head, *others = branches(node)
            if not others:
                yield ": ".join((head[0], *map(str, head[1])))


def _filled(kind: Any, word: str) -> t.Node:
    """Return a node with placeholders in its fields. word: the first of its text."""
    values = [
        word if field.name == "word" else _placeholder(field.name, str(field.type))
        for field in fields(kind)
        if field.name != "location"
    ]
    node: t.Node = kind(_NOWHERE, *values)
    return node


def _placeholder(name: str, declared: str) -> Any:
    shown = _SHOWN.get(name, False if declared == "bool" else name.upper())
    if not isinstance(shown, str):
        return shown
    return t.Name(_NOWHERE, shown) if declared.startswith("Expr") else Placeholder(shown)
