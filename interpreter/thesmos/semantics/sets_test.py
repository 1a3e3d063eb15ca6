"""Sets, searches and folds, by generated code and by the semantics alike."""

from __future__ import annotations

from typing import Any

import pytest

from testing.lab import Lab
from testing.lab_scene import BLUE, GREEN, RED, both, cases, cell, scene, stone, stones


@pytest.fixture(scope="module")
def lab() -> Lab:
    """The scene, which no test changes."""
    return scene()


@cases({
    "likes(a)": [RED, BLUE],
    "likes(a, red)": True,
    "likes(a, green)": False,
    "red in likes(a)": True,
    "green not in likes(a)": True,
    "likes(b)": [],
    "likes(no_stone)": [],
    "likes(no_stone, red)": False,
    "count(likes(a))": 2,
    "count(likes(no_stone))": 0,
    "visited": [],
    "beside(here)": [cell(n) for n in (1, 4, 6, 9)],
    "beside(no_cell)": [],
    "there in beside(here)": True,
})  # fmt: skip
def test_sets_that_are_remembered_or_derived(lab: Lab, text: str, expected: Any) -> None:
    """Attributes that are sets, and facts; of none there are no members."""
    found = both(lab, text)
    assert (found[0], found[1] or expected) == (expected, expected)


@cases({
    "{}": [],
    "{2, 1, 2, round}": [1, 2, 7],
    "{here, no_cell, there}": [cell(5), cell(6)],
    "{a} union {b}": stones(0, 4),
    "{b} union {a, b}": stones(0, 4),
    "Stone except all Stones": stones(1, 2, 3, 5),
    "Stone except Stone": [],
    "Colour except likes(a)": [GREEN],
    "7 in {2, round}": True,
    "a in {b} union {a}": True,
    "a in Stone except {a}": False,
    "a not in Stone except {a}": True,
    "count(Stone)": 6,
    "count({1, 1})": 1,
})  # fmt: skip
def test_sets(lab: Lab, text: str, expected: Any) -> None:
    """Members once each and in order; none is not a member."""
    assert both(lab, text) == (expected, expected)


@cases({
    "those (s in Stone where size(s) > 2)": stones(0, 4),
    "a in those (s in Stone where size(s) > 2)": True,
    "c in those (s in Stone where size(s) > 2)": False,
    "no_stone in those (s in Stone where size(s) > 2)": False,
    "first (s in Stone where size(s) > 3)": stone(4),
    "first (s in Stone where size(s) > 9)": None,
    "some (s in Stone where size(s) = 5)": True,
    "some (s in Stone where size(s) = 6)": False,
    "every (s in all Stones where size(s) > 2)": True,
    "every (s in Stone where size(s) > 2)": False,
    "every (s in those (t in Stone where size(t) > 8) where no)": True,
    "no (s in Stone where size(s) = 9)": True,
    "no (s in Stone where size(s) = 5)": False,
    "count (s in Stone where size(s) = 0)": 4,
    "count (s in Stone where some (t in Stone where tie(s) = t))": 1,
    "those (s in Stone where no (t in Stone where s != t and colour(t) = colour(s)))": [],
    "those (n in {1, 2, 3} where n mod 2 = 1)": [1, 3],
})  # fmt: skip
def test_searches(lab: Lab, text: str, expected: Any) -> None:
    """`those`, `first`, `some`, `every`, `no`, `count`, inside each other too."""
    assert both(lab, text) == (expected, expected)


@cases({
    "those (s in Stone where colour(s) = green)": stones(1, 4),
    "those (s in Stone where colour(s) = colour(a) and size(s) > 2)": stones(0),
    "those (s in Stone where mood = colour(s))": stones(1, 4),
    "count (s in Stone where colour(s) = colour(no_stone))": 0,
    "count (s in Stone where colour(s) = colour(hidden) and s != a)": 0,
    "count (s in Stone where size(s) = 0 and (colour(s) = red or colour(s) = blue))": 3,
    "every (s in Stone where colour(s) = green)": False,
    "no (s in {a, c} where colour(s) = green)": True,
    "sum (size(s) for s in Stone where colour(s) = green)": 5,
    "first (s in Stone where colour(s) = first (k in Colour where k = colour(b)))": stone(1),
})  # fmt: skip
def test_what_never_changes_chooses_members(lab: Lab, text: str, expected: Any) -> None:
    """Colours are a table: its rows are found by their colour. Nothing is of the colour none."""
    assert both(lab, text) == (expected, expected)


@cases({
    "sum (size(s) for s in Stone)": 8,
    "sum (size(s) for s in Stone where size(s) < 5)": 3,
    "sum (size(s) for s in Stone where size(s) > 8)": 0,
    "sum (size(tie(s)) for s in Stone)": 5,
    "min (size(s) for s in all Stones)": 3,
    "max (size(s) for s in Stone)": 5,
    "max (size(tie(s)) for s in Stone)": 5,
    "min (size(s) for s in Stone where size(s) > 8)": None,
    "max (score(p) for p in Player)": 0,
    "min (score(p) for p in Player)": -20,
    "max (sum (size(t) for t in Stone where owner(t) = owner(s)) for s in Stone)": 5,
})  # fmt: skip
def test_folds(lab: Lab, text: str, expected: Any) -> None:
    """What is none does not count; the least and the greatest of nothing is none."""
    assert both(lab, text) == (expected, expected)
