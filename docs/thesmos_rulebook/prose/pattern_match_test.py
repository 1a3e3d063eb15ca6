"""Patterns with gaps match, and conditions are put into a normal form."""

from __future__ import annotations

import pytest

from thesmos.diagnostics import Location
from thesmos.syntax import nodes as t
from thesmos.syntax.clause_parser import parse_expr
from thesmos.syntax.yaml_nodes import YamlText
from thesmos_rulebook.prose.normal_form import conjuncts, normal
from thesmos_rulebook.prose.pattern_match import match, take


def expr(text: str) -> t.Expr:
    result, diagnostics = parse_expr(YamlText(Location("", 1, 1), text))
    assert result is not None, diagnostics
    return result


@pytest.mark.parametrize(
    ("form", "gaps", "text"),
    [
        ("free(s)", "s", "free(beyond(a, b))"),
        ("a = b", "ab", "place(w) = first(walk during this turn).to"),
        ("some (w in S where near(w, s))".replace("S", "your Pawns"), "s",
         "some (v in your Pawns where near(v, to))"),
        ("height = 3", "", "3 = height"),
        ("high and free(s)", "s", "free(to) and high"),
    ],
)  # fmt: skip
def test_a_pattern_matches(form: str, gaps: str, text: str) -> None:
    assert match(expr(form), expr(text), frozenset(gaps)) is not None


@pytest.mark.parametrize(
    ("form", "gaps", "text"),
    [
        ("free(s)", "s", "full(s)"),
        ("near(s, s)", "s", "near(a, b)"),
        ("height < 3", "", "3 < height"),
        ("some (w in your Pawns where near(w, s))", "", "some (v in your Pawns where near(v, to))"),
        ("some (w in your Pawns where near(w, w))", "", "some (v in your Pawns where near(v, w))"),
    ],
)
def test_a_pattern_does_not_match(form: str, gaps: str, text: str) -> None:
    assert match(expr(form), expr(text), frozenset(gaps)) is None


def test_a_gap_binds_the_node_in_its_place() -> None:
    found = match(expr("near(a, b)"), expr("near(from, place(w))"), frozenset("ab"))
    assert {"a": expr("from"), "b": expr("place(w)")} == found


def test_take_removes_the_matched_conditions() -> None:
    found = take([expr("rise > 0")], conjuncts(expr("free(to) and rise > 0")), frozenset())
    assert ({}, [expr("free(to)")]) == found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("not (a and not b)", "not a or b"),
        ("not (n < 3)", "n >= 3"),
        ("not some (w in S where c)", "no (w in S where c)"),
        ("not every (w in S where c)", "some (w in S where not c)"),
        ("not (x is none)", "x exists"),
        ("a and (b and c)", "a and b and c"),
        ("not not a", "a"),
    ],
)
def test_not_is_pushed_inwards(text: str, expected: str) -> None:
    text, expected = (each.replace("in S", "in your Pawns") for each in (text, expected))
    assert normal(expr(expected)) == normal(expr(text))
