"""One mistake is told once: nothing is said about what follows from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.drafted import codes


@pytest.mark.parametrize(
    ("clauses", "more", "expected"),
    [
        ("forbid pick where corner(k) > 1", "facts: {corner(k in 0..3): k}", "E303"),
        ("forbid pick where turned(k)", "facts: {turned(k in 0..3): k > 1}", "E303"),
        ("forbid walk where near(to)", "facts: {near(c in Cel): height(c) > 1}", "E301"),
        ("forbid walk where some (c in Cel where height(c) > 1)", "", "E301"),
        (
            "forbid walk where home = to\nafter walk: home := to",
            "memory: {home: {is: Cel}}",
            "E301",
        ),
        ("forbid walk where to in held", "memory: {held: {is: set of Cel}}", "E301"),
        ("permit walk waiving nothing", "", "E343"),
    ],
)
def test_a_mistake_in_a_card(clauses: str, more: str, expected: str, tmp_path: Path) -> None:
    assert codes(tmp_path, clauses, f"{more}\n") == [expected]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{pawn: Pawn, to: Cell, level", "{pawn: Pawn, to: Cel, level"),
        ("mate: {is: Pawn or none}", "mate: {is: Pwn or none}"),
        ("low(c in Cell)", "low(c in Cel)"),
    ],
)
def test_an_unknown_kind_in_the_game(old: str, new: str, tmp_path: Path) -> None:
    used = "forbid walk where mate(to) = pawn and low(to) and to = A1"
    assert codes(tmp_path, used, changes={old: new}) == ["E301"]


@pytest.mark.parametrize(
    ("clauses", "more"),
    [
        ("forbid walk where high(to)\n", "facts: {high(c in Cell): height(c) > 1.5}"),
        ("forbid walk where above\n", "facts: {above: n == 3}"),
        ("after walk: let k := 3\n", ""),
        ("after pick:\n  let k := 3\n  n := k\n", ""),
    ],
)
def test_what_can_t_be_read_is_not_unknown_too(clauses: str, more: str, tmp_path: Path) -> None:
    assert codes(tmp_path, clauses, f"{more}\n") == ["E201"]


def test_a_score_that_can_t_be_read_is_not_unknown_too(tmp_path: Path) -> None:
    scores = "scores: {points: 7.5}"
    rules = "clauses: {Rules: end most by most points where n = 9}"
    changes = {"moments:": f"{scores}\n{rules}\nmoments:"}
    assert codes(tmp_path, changes=changes) == ["E201"]


def test_an_unknown_name_is_told_beside_what_can_t_be_read(tmp_path: Path) -> None:
    clauses = "forbid walk where high(to) and hgh(to)\n"
    more = "facts: {high(c in Cell): height(c) > 1.5}\n"
    assert codes(tmp_path, clauses, more) == ["E201", "E306"]
