"""Types of expressions: the type of each construct, its range, and whether it may be none."""

from __future__ import annotations

from typing import Any

import pytest

from testing.entities import Entity
from testing.lab import Lab

NAMES: dict[str, Any] = {"a": Entity("Stone", 0), "here": Entity("Cell", 5)}


@pytest.fixture(scope="module")
def lab() -> Lab:
    """A lab in any state."""
    return Lab()


def cases(table: dict[str, str]) -> pytest.MarkDecorator:
    """Parametrize a test with expressions and their types, as messages write them."""
    return pytest.mark.parametrize(("text", "expected"), table.items(), ids=list(table))


def typed(lab: Lab, text: str) -> str:
    """The type of a valid expression."""
    kind = lab.type(text, **NAMES)
    assert lab.diagnostics == []
    return str(kind)


@cases({
    "3": "3",
    "yes": "yes or no",
    "red": "Colour",
    "bag": "Zone",
    "you": "Player",
    "active": "Player",
    "self": "Power or none",  # the game has no card
    "granted": "yes or no",
    "round": "0..50",
    "mood": "Colour or none",
    "chosen": "Stone or none",
    "visited": "set of Cell",
    "a": "Stone or none",
    "none": "none",
})  # fmt: skip
def test_names(lab: Lab, text: str, expected: str) -> None:
    """A number has its own type; a local has the type of its value."""
    assert typed(lab, text) == expected


@cases({
    "Stone": "set of Stone",
    "all Stones": "set of Stone",
    "your Stones": "set of Stone",
    "Stone at here": "Stone or none",
    "Player": "set of Player",
    "opponent Players": "set of Player",
    "your Powers": "set of Power",
    "{red, blue}": "set of Colour",
    "Stone except all Stones": "set of Stone",
    "{a} union your Stones": "set of Stone",
    "those (s in Stone where size(s) > 2)": "set of Stone",
    "first (s in Stone where size(s) > 2)": "Stone or none",
    "likes(a)": "set of Colour",
    "beside(here)": "set of Cell",
    "adjacent(here)": "set of Cell",
})  # fmt: skip
def test_sets_and_members(lab: Lab, text: str, expected: str) -> None:
    """`first` may find nothing; a set may be empty, but is never none."""
    assert typed(lab, text) == expected


@cases({
    "some (s in Stone where size(s) > 2)": "yes or no",
    "count (s in Stone where size(s) > 2)": "0..12",
    "count(Stone)": "0..12",
    "count(adjacent(here))": "0..4",
    "a in Stone": "yes or no",
    "round = 7": "yes or no",
    "a = a": "yes or no",
    "a is none": "yes or no",
    "not yes": "yes or no",
    "yes and no": "yes or no",
    "pair(a, a)": "yes or no or none",
    "likes(a, red)": "yes or no",
    "likes(a, red) = no": "yes or no",
    "option(variant) = wild": "yes or no",
    "did(put)": "yes or no",
    "times(put) < 3": "yes or no",
})  # fmt: skip
def test_conditions_and_counts(lab: Lab, text: str, expected: str) -> None:
    """Conditions, counts, memberships."""
    assert typed(lab, text) == expected


@cases({
    "last(put).stone": "Stone or none",
    "first(put during your last turn).at": "Cell or none",
    "last(put during game of you).at": "Cell or none",
})  # fmt: skip
def test_history(lab: Lab, text: str, expected: str) -> None:
    """They are none if nothing has happened."""
    assert typed(lab, text) == expected


@cases({
    "round + 1": "1..51",
    "round - 9": "-9..41",
    "round * 2": "0..100",
    "-round": "-50..0",
    "round / 2": "0..25",
    "round * round": "0..2500",
    "sum (size(s) for s in Stone)": "0..108",
    "size(a) + round": "0..59 or none",
    "max (size(s) for s in Stone)": "0..9 or none",
    "1 if loud else 5": "1..5",
    "min(round, 3)": "0..3",
    "max(round - 5, 0)": "0..45",
    "min(round - 20, -round)": "-50..0",
    "min(size(tie(a)), 3)": "0..3 or none",
    "abs(round - 20)": "0..30",
    "abs(-2 - round)": "2..52",
    "abs(size(tie(a)))": "0..9 or none",
    "size(a) if loud else 20": "0..20 or none",
})  # fmt: skip
def test_ranges(lab: Lab, text: str, expected: str) -> None:
    """The least and the greatest result of arithmetic."""
    assert typed(lab, text) == expected


@cases({
    "size(a)": "0..9 or none",
    "size(first (s in Stone where yes))": "0..9 or none",
    "colour(a)": "Colour or none",
    "place(a)": "Cell or none",
    "zone(a)": "Zone or none",
    "beyond(here, here)": "Cell or none",
    "direction(here, here)": "Direction or none",
    "first (x in Cell by most row(x))": "Cell or none",
    "along (x from here by step(x, north) while yes)": "set of Cell",
    "first along (x from here by step(x, north) where yes)": "Cell or none",
    "spread (x from {here} to adjacent(x))": "set of Cell",
    "back(direction(here, here))": "Direction or none",
    "turned(north, round)": "Direction",
    "C3": "Cell",
    "player 2": "Player",
    "player 3": "Player or none",
    "side(you)": "Side",
    "next_player(you)": "Player",
    "score(you)": "-50..50",
    "height(here)": "0..9 or none",
})  # fmt: skip
def test_a_call_with_an_argument_that_may_be_none_may_be_none(
    lab: Lab, text: str, expected: str
) -> None:
    """Attributes and core functions of something that may be none may be none."""
    assert typed(lab, text) == expected


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("size(here)", "E311"),
        ("round + red", "E311"),
        ("a = here", "E311"),
        ("red < blue", "E311"),
        ("not 3", "E311"),
        ("count(round)", "E313"),
        ("a in round", "E313"),
        ("mood = none", "E314"),
        ("{red, 3}", "E311"),
        ("size(a, a)", "E308"),
        ("sighs(a)", "E306"),
        ("rounds", "E304"),
        ("option(speed)", "E307"),
        ("option(variant) = mild", "E307"),
        ("1 if yes else red", "E311"),
        ("those (a in Stone where yes)", "E303"),
        ("times(put) < round", "E332"),
    ],
)
def test_an_error_is_reported_once(lab: Lab, text: str, code: str) -> None:
    """Whatever the expression around it is."""
    lab.type(text, **NAMES)
    assert lab.diagnostics == [code]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "round mod 5", "0..4",
        ),
        pytest.param(
            "9 / size(a)", "1..9 or none",
        ),
        pytest.param(
            "9 / round", "0..9 or none",
        ),
        pytest.param(
            "row(place(a)) * 9", "0..891 or none",
        ),
    ],
)  # fmt: skip
def test_ranges_whose_limits_are_not_at_the_ends(lab: Lab, text: str, expected: str) -> None:
    """Assignments are checked with these ranges: a value must not overflow."""
    assert typed(lab, text) == expected


@pytest.mark.parametrize(
    "text",
    ["times(put) + 1 > 3", "max (times(put) for c in Colour)"],
)
def test_times_is_only_compared(lab: Lab, text: str) -> None:
    """A register counts only as far as a comparison needs, so there must be one."""
    lab.type(text)
    assert lab.diagnostics == ["E332"]


def test_a_number_that_could_be_mistaken_for_none_is_an_error(lab: Lab) -> None:
    """A thousand times the score goes to -50000, and none is -32768."""
    lab.type("score(you) * 1000 < 0")
    assert lab.diagnostics != []
