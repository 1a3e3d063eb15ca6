"""Patterns with gaps match, and conditions are put into a normal form."""

from __future__ import annotations

import pytest

from thesmos.program.node import Ref
from thesmos.program.values import Compare, FactValue, Logic, Past, Variable, Word
from thesmos_rulebook.prose.normal_form import conjuncts, names_used, normal, substituted
from thesmos_rulebook.prose.pattern_match import match, take
from thesmos_rulebook.testing.phrases import node, readings, value

NAMES = "abvwsx"  # bound around what is matched


@pytest.mark.parametrize(
    ("form", "gaps", "text"),
    [
        ("free(s)", "s", "free(beyond(a, b))"),
        ("a = b", "ab", "place(w) = first(walk).to"),
        ("some (w in your Pawns where near(place(w), s))", "s",
         "some (v in your Pawns where near(place(v), to))"),
        ("height = 3", "", "3 = height"),
        ("high and free(s)", "s", "free(to) and high"),
        ("size(x) > 1", "x", "size(w) > 1"),
        ("size(x) > 1", "x", "size(first (c in Card where size(c) = 9)) > 1"),
        ("hue(w) = c", "wc", "hue(pawn) = blue"),
        ("did(walk where rise = n)", "n",
         "did(walk where rise = 2)"),
        ("each w in Pawn: size(w) := n", "n", "each v in Pawn: size(v) := 3"),
        ("place(w) := s", "ws", "place(pawn) := to"),
    ],
)  # fmt: skip
def test_a_pattern_matches(form: str, gaps: str, text: str) -> None:
    assert match(node(form, gaps), node(text, NAMES), frozenset(gaps)) is not None


@pytest.mark.parametrize(
    ("form", "gaps", "text"),
    [
        ("free(s)", "s", "full(s)"),
        ("near(s, s)", "s", "near(a, b)"),
        ("height < 3", "", "3 < height"),
        ("count(your Pawns) = n", "n", "count(opponent Pawns) = 1"),
        ("count(Pawn) = n", "n", "count(Card) = 1"),
        ("some (w in your Pawns where near(w, s))", "", "some (v in your Pawns where near(v, to))"),
        ("some (w in your Pawns where near(w, w))", "", "some (v in your Pawns where near(v, w))"),
        ("did(walk)", "", "did(walk during your last turn)"),
        ("did(walk)", "", "did(pick)"),
        ("last(walk).to", "", "last(walk).pawn"),
    ],
)
def test_a_pattern_does_not_match(form: str, gaps: str, text: str) -> None:
    assert match(node(form, gaps), node(text, NAMES), frozenset(gaps)) is None


def test_a_gap_binds_the_node_in_its_place() -> None:
    found = match(node("near(a, b)", "ab"), node("near(from, place(w))", "w"), frozenset("ab"))
    assert {"a": value("from"), "b": value("place(w)", "w")} == found


def test_take_removes_the_matched_conditions() -> None:
    found = take([value("rise > 0")], conjuncts(value("free(to) and rise > 0")), frozenset())
    assert ({}, [value("free(to)")]) == found


def test_a_name_in_a_pattern_means_a_role_or_a_word_of_the_game() -> None:
    role, word = (each.pattern for each in readings("pawn = red"))
    assert isinstance(role, Compare)
    assert isinstance(role.right, Variable)
    assert isinstance(word, Compare)
    assert isinstance(word.right, Word)


def test_a_fact_in_a_pattern_is_resolved() -> None:
    made = value("free(to)")
    assert isinstance(made, FactValue)
    assert made.fact == Ref("", "free")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("not (high and not tired)", "not high or tired"),
        ("not (height < 3)", "height >= 3"),
        ("not some (w in S where free(w))", "no (w in S where free(w))"),
        ("not every (w in S where free(w))", "some (w in S where not free(w))"),
        ("not (x is none)", "x exists"),
        ("high and (tired and winless)", "high and tired and winless"),
        ("not not high", "high"),
        ("not no", "yes"),
        ("count (w in S where not (height < 3)) > 1", "count (w in S where height >= 3) > 1"),
    ],
)
def test_not_is_pushed_inwards(text: str, expected: str) -> None:
    text, expected = (each.replace("in S", "in your Pawns") for each in (text, expected))
    assert normal(value(expected, NAMES)) == normal(value(text, NAMES))


def test_roles_of_past_events_are_not_substituted() -> None:
    asked = value("free(to) and did(walk where rise = 2)")
    assert names_used(asked) == {"to"}
    made = substituted(asked, {"to": value("from"), "rise": value("height")})
    assert isinstance(made, Logic)
    place, past = made.parts
    assert place == value("free(from)")
    assert isinstance(past, Past)
    assert past == value("did(walk where rise = 2)")
