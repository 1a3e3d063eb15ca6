"""Every template that the code can use exists in every language.

Names of templates are in the code, either whole or computed from a word of the language or of a
schema. This module reads the code for both: a name computed in a new way has to be listed here.
"""

from __future__ import annotations

import ast
import functools
import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from thesmos.resources import grammar_dir
from thesmos_rulebook.prose.declarations import FLOW_WORDS
from thesmos_rulebook.prose.language import language_codes, load_language
from thesmos_rulebook.prose.preamble import _TURN_CONDITIONS
from thesmos_rulebook.prose.sentences import ENDINGS

GRAMMAR = (grammar_dir() / "clause.lark").read_text("utf-8")
SCHEMA = json.loads((grammar_dir() / "game.schema.json").read_text("utf-8"))
LOOKUPS = ("render", "template", "noun_form")  # functions that get a template by its name


def token(name: str) -> list[str]:
    """Return the words of a token of the grammar: quoted ones, else those in its first brackets."""
    (line,) = re.findall(rf"^{name}(?:\.\d)?:(.*)$", GRAMMAR, re.MULTILINE)
    quoted = re.findall(r'"([^"]+)"', line)
    return quoted or re.findall(r"[a-z]+", line.partition(")")[0])


def empties(node: object) -> list[str]:
    """Return the values of `when empty` of a step, from the schema of a game."""
    if isinstance(node, list):
        return [word for one in node for word in empties(one)]
    if not isinstance(node, dict):
        return []
    own = node.get("when empty", {}).get("enum", [])
    return [*own, *(word for one in node.values() for word in empties(one))]


WHOSE = token("WHOSE")
COMPARED = token("COMPARATOR")
ARITHMETIC = ["+", "-", "*", "/", "mod", "min", "max", "except", "union"]
MEMBERS = ["a", "any", "the", "each", "none", "all"]
FORMS = [
    *("a", "bare", "bare many", "coming", "each of yours", "first", "one", "that", "that other"),
    *("yours", "next.again", "next.again.possible"),
    *(f"{whose}.{form}" for whose, form in product(("kind", "all", *WHOSE), MEMBERS)),
]

# Names with gaps as they are in the code, and what fills the gaps.
COMPUTED: dict[str, list[str]] = {
    "along.{}": [*token("UNTIL"), "where"],
    "first by.{}": [*token("CRITERION"), "where"],
    "amount.{}": [word for word in COMPARED if word != "!="],  # `!=` becomes a negation
    "binary.{}": [*COMPARED, *ARITHMETIC],
    "criterion.{}": token("CRITERION"),
    "ending.{}": [*ENDINGS],
    "flow.{}": [*FLOW_WORDS.values()],
    "fold.{}.each": token("FOLD"),
    "hand.{}": ["take", "give", "share", "revoke", "drop"],
    "history.{}": ["last", "first"],
    "if effect{}": ["", ".many"],
    "literal.{}": ["noun", "step"],
    "next.{}": ["may", "must", "try"],
    "next.{}.you": ["may", "must"],
    "next.{}{}": [f"{way}{who}" for way, who in product(("may", "must", "try"), ("", ".you"))],
    "of.{}": MEMBERS,
    "set.{}": [":=", "+=", "-="],
    "step.{}": ["may", "must", "active", "holder", "chance"],
    "step.{}{}": [
        f"{word}{who}" for word, who in product(empties(SCHEMA), ("", ".you")) if word != "pass"
    ],
    "there.{}": ["some", "no", "every"],
    "time.{}": [*_TURN_CONDITIONS],
    "turn.{}": token("WHOSE_TURN"),
}
GUARDED = {"hand.{}.self", "hand.{}.you", "person.{}"}  # asked for only where they are
NOUN_FORMS = {"{}.{}", "kind.{}"}  # forms of a noun: those of FORMS


def filled(pattern: str) -> list[str]:
    """Return the names that a pattern can become."""
    first, _, rest = pattern.partition("{}")
    return [f"{first}{word}{rest.removeprefix('{}')}" for word in COMPUTED[pattern]]


def names_in(node: ast.expr, inside: ast.AST) -> Iterator[str]:
    """Yield the names that an expression can be; a computed one as a pattern."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        parts = (str(p.value) if isinstance(p, ast.Constant) else "{}" for p in node.values)
        yield "".join(parts)
    elif isinstance(node, ast.IfExp):
        yield from (*names_in(node.body, inside), *names_in(node.orelse, inside))
    elif isinstance(node, ast.BinOp):
        pairs = product(names_in(node.left, inside), names_in(node.right, inside))
        yield from (f"{left}{right}" for left, right in pairs)
    elif isinstance(node, ast.Name):
        for part in ast.walk(inside):
            if isinstance(part, ast.Assign) and ast.unparse(part.targets[0]) == node.id:
                yield from names_in(part.value, inside)
            elif isinstance(part, ast.For) and ast.unparse(part.target) == node.id:
                for member in getattr(part.iter, "elts", ()):
                    yield from names_in(member, inside)


@functools.cache
def used_names() -> set[str]:
    """Return every template name that a function of this package uses."""
    result: set[str] = set()
    for file in Path(__file__).parent.glob("*.py"):
        if file.name.endswith("_test.py"):
            continue
        for inside in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(inside, ast.FunctionDef):
                for call in ast.walk(inside):
                    if isinstance(call, ast.Call) and ast.unparse(call.func).endswith(LOOKUPS):
                        result.update(names_in(call.args[0], inside))
    return result


def test_every_computed_template_name_is_listed_here() -> None:
    assert {name for name in used_names() if "{" in name} == {*COMPUTED} | GUARDED | NOUN_FORMS


@pytest.mark.parametrize("code", language_codes())
def test_every_template_that_can_be_used_exists(code: str) -> None:
    whole = {name for name in used_names() if "{" not in name}
    wanted = whole.union(FORMS, *map(filled, COMPUTED))
    assert [name for name in sorted(wanted) if not load_language(code).has_template(name)] == []


@pytest.mark.parametrize("code", language_codes())
def test_no_template_is_unused(code: str) -> None:
    genders = {*load_language(code).articles.values()} - {""}
    whole = {name for name in used_names() if "{" not in name}
    starts = tuple(name.partition("{}")[0] for name in GUARDED)
    known = whole.union(FORMS, *map(filled, COMPUTED), ("and", "or", "nor", "then"))
    left = {
        name
        for name in load_language(code).templates
        if name not in known and not name.startswith(starts)
        and not (name.rpartition(".")[2] in genders and name.rpartition(".")[0] in known)
    }  # fmt: skip
    assert left == set()
