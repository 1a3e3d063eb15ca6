"""What differs, and what counts as the same."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testing.comparisons import BY_PLAYER, ROWS, TABLE, ComparedRow
from thesmos.play.differences import (
    alike,
    differences,
    meets,
    normal,
    place_of,
    restricted,
    same_position,
    without_notes,
)

LEAVES = st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["", "a", "b", "1"])
KEYS = st.sampled_from(["k", "p", "s", "memory"])
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3)
)
POSITIONS = st.dictionaries(KEYS, VALUES, max_size=3)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_the_table_holds_in_both_directions(row: ComparedRow) -> None:
    for expected, got in ((row.expected, row.got), (row.got, row.expected)):
        assert same_position(expected, got, BY_PLAYER) is row.position
        assert alike(expected, got) is row.elsewhere


def test_the_page_shows_the_table() -> None:
    def text(value: Any) -> str:
        return f"`{json.dumps(value, separators=(',', ':'))}`"

    words = {True: "same", False: "not"}
    lines = [
        f"| {text(row.expected)} | {text(row.got)} "
        f"| {words[row.position]} | {words[row.elsewhere]} | {row.why} |\n"
        for row in ROWS
    ]
    page = (TABLE.parent / "README.md").read_text(encoding="utf-8")
    assert page.endswith("| expected | got | as positions | elsewhere | because |\n"
                         "|---|---|---|---|---|\n" + "".join(lines))  # fmt: skip


@pytest.mark.parametrize(
    ("expected", "got", "paths"),
    [
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 2, "c": 2}}, [("a", "b")]),
        ({"a": 1, "b": 2}, {"b": 3, "c": 4}, [("a",), ("b",), ("c",)]),
        ({"a": {"b": 1, "c": 2}}, {}, [("a", "b"), ("a", "c")]),
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}, [("a", 2, "b")]),
        ({"a": [1, 2]}, {"a": [1]}, [("a",)]),
        (1, 2, [()]),
    ],
)
def test_a_difference_is_reported_where_it_is(expected: Any, got: Any, paths: list[Any]) -> None:
    assert [part.path for part in differences(expected, got)] == paths


def test_of_texts_in_any_order_only_what_differs_is_missing_or_extra() -> None:
    expected, got = normal({"k": ["b", "a", "a"]}), normal({"k": ["c", "a"]})
    (part,) = differences(expected, got)
    assert (part.path, part.missing, part.extra) == (("k",), ("a", "b"), ("c",))
    (lacking,) = differences(expected, normal({}))
    assert (lacking.listed, lacking.missing, lacking.extra) == (True, ("a", "a", "b"), ())


def test_of_anything_else_the_whole_part_is_missing_or_extra() -> None:
    changed, absent, added = differences({"a": 1, "b": 2}, {"a": "1", "c": 3})
    assert (changed.listed, changed.missing, changed.extra) == (False, (1,), ("1",))
    assert (absent.missing, absent.extra) == ((2,), ())
    assert (added.missing, added.extra) == ((), (3,))


def test_a_list_by_player_differs_where_a_player_differs() -> None:
    expected, got = {"p": [["a", "b"], ["c"]]}, {"p": [["b", "a"], ["d"]]}
    (part,) = differences(normal(expected, BY_PLAYER), normal(got, BY_PLAYER))
    assert (part.path, part.missing, part.extra) == (("p", 2), ("c",), ("d",))


def test_paths_in_words() -> None:
    assert place_of(("s", "p", 2), BY_PLAYER) == "s.p of player 2"
    assert place_of(("k", 2, "a"), BY_PLAYER) == "k[2].a"
    assert place_of(()) == ""


def test_only_what_is_expected_is_looked_at() -> None:
    got = {"a": {"b": 1, "c": 2}, "d": 3}
    assert restricted(got, {"a": {"b": 5, "x": 6}}) == {"a": {"b": 1}}
    assert restricted(got, {"a": {}}) == {"a": {"b": 1, "c": 2}}  # nothing is expected there
    assert restricted(got, {"d": {"e": 1}}) == {"d": 3}


def test_an_event_may_say_more_and_notes_are_no_events() -> None:
    event = {"e": "move", "to": "A1", "player": 1}
    assert meets({"e": "move", "player": 1}, event)
    assert not meets({"e": "move", "player": "1"}, event)
    assert not meets({"e": "move", "from": "A2"}, event)
    assert without_notes([{"e": "note", "to": "A1"}, event]) == [event]


@given(POSITIONS)
def test_a_normal_position_is_normal_and_the_same_as_the_written_one(position: Any) -> None:
    form = normal(position, BY_PLAYER)
    assert normal(form, BY_PLAYER) == form
    assert same_position(position, json.loads(json.dumps(form)), BY_PLAYER)


@given(VALUES, VALUES)
def test_values_are_the_same_in_both_directions(expected: Any, got: Any) -> None:
    assert alike(expected, expected)
    assert alike(expected, got) == alike(got, expected)
