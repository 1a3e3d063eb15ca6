"""What a scenario expects of a position, and what is said if it is not met."""

from __future__ import annotations

from typing import Any

import pytest

from testing.comparisons import ROWS, ComparedRow, listing_game
from thesmos.play.differences import restricted
from thesmos.scenario.comparison import position_lines

GAME = listing_game().game
WHOLE = [row for row in ROWS if restricted(row.got, row.expected) == row.got]  # no other keys


@pytest.mark.parametrize("row", WHOLE, ids=str)
def test_positions_are_the_same_where_the_table_says_so(row: ComparedRow) -> None:
    assert (position_lines(row.expected, row.got, GAME) == ()) is row.position


def test_keys_that_are_not_given_are_not_compared() -> None:
    got = {"k": {"a": 1, "b": 2}, "m": 3}
    assert position_lines({"k": {"a": 1}}, got, GAME) == ()
    assert position_lines({"k": {}}, got, GAME) == (
        "k.a: expected nothing, got 1",
        "k.b: expected nothing, got 2",
    )


@pytest.mark.parametrize(
    ("expected", "got", "lines"),
    [
        ({"k": 1}, {"k": 2}, ("k: expected 1, got 2",)),
        ({"k": 1}, {"k": "1"}, ('k: expected 1, got "1"',)),
        ({"k": True}, {"k": "yes"}, ('k: expected true, got "yes"',)),
        ({"k": None}, {"k": "C3"}, ("k: expected nothing, got C3",)),
        ({"k": ["a", "b"]}, {"k": ["b", "c"]}, (
            "k: - expected, but not there: a", "k: + there, but not expected: c",
        )),
        ({"s": {"p": ["7", "2"]}}, {"s": {"p": ["7", "3"]}}, (
            "s.p of player 2: expected 2, got 3",
        )),
    ],
    ids=str,
)  # fmt: skip
def test_what_differs_is_said_with_its_place(
    expected: Any, got: Any, lines: tuple[str, ...]
) -> None:
    assert position_lines(expected, got, GAME) == lines
