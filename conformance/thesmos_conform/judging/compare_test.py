"""What counts as a difference between answers, and what does not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from testing.comparisons import BY_PLAYER, ROWS, ComparedRow
from thesmos_conform.judging.compare import (
    ClauseLookup,
    ComparisonScope,
    answer_differences,
    refusal,
    seen_differently,
)
from thesmos_conform.protocol.messages import LEVELS, Answer, ErrorReply, Refused

TERMS = ComparisonScope(LEVELS, ("levels", "workers", "secret"))
HERE: dict[str, Any] = {"levels": "0012", "workers": ["A1 1f", "B1 2f"]}
ASKED = Answer(
    player=1,
    options=("A1-A2", "A1-B2"),
    may_skip=False,
    turn_of=1,
    step="move",
    values={"A1-A2": {"cost": 2}},
    position=HERE,
    held=(("apollo", "pan"), ()),
    events=({"e": "move", "from": "A2", "to": "A1"},),
)
SCORES = {"places": [1, 2], "scores": {"points": [5, 3]}}
OVER = Answer(position=HERE, result={"winners": [1], "reason": "move", "eliminated": []} | SCORES)


def keys(expected: Answer, got: Any, terms: ComparisonScope = TERMS) -> list[str]:
    return [one.key for one in answer_differences(expected, got, terms)]


def test_probabilities_of_outcomes_are_compared_if_given() -> None:
    right = replace(ASKED, player=0, probabilities={"A1-A2": "5/6", "A1-B2": "1/6"})
    even = replace(right, probabilities={"A1-A2": "1/2", "A1-B2": "1/2"})
    assert keys(right, right) == []
    assert keys(right, replace(right, probabilities=None)) == []
    assert keys(right, even) == ["probabilities"]


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"options": ("A1-B2", "A1-A2")},
        {"turn_of": None, "step": None, "held": None, "values": None},
        {"position": {**HERE, "workers": ["B1 2f", "A1 1f"]}},
        {"position": {**HERE, "mine": 1}},
        {"position": {**HERE, "secret": {"workers": []}}},
        {"held": (("pan", "apollo"), ())},
        {"events": ({"e": "note"}, {"e": "move", "from": "A2", "to": "A1", "mine": 1})},
    ],
    ids=str,
)
def test_these_are_the_same(change: dict[str, Any]) -> None:
    assert [] == keys(ASKED, replace(ASKED, **change))


def test_lists_by_player_are_compared_in_their_order() -> None:
    scope = ComparisonScope(LEVELS, ("coins", "hands"), ("coins", "hands.open"))
    expected = replace(ASKED, position={"coins": [3, 4], "hands": {"open": [["a", "b"], ["c"]]}})
    turned = replace(ASKED, position={"coins": [3, 4], "hands": {"open": [["b", "a"], ["c"]]}})
    swapped = replace(ASKED, position={"coins": [4, 3], "hands": {"open": [["c"], ["a", "b"]]}})
    assert [] == keys(expected, turned, scope)
    assert ["position.coins", "position.hands.open"] == keys(expected, swapped, scope)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"player": 2}, ["player"]),
        ({"may_skip": True}, ["may_skip"]),
        ({"step": "build"}, ["step"]),
        ({"values": {"A1-A2": {"cost": 3}}}, ["values"]),
        ({"options": None}, ["options"]),
        ({"options": ("A1-A2", "A1-B2", "A1-A2")}, ["options.twice"]),
        ({"position": None}, ["position"]),
        ({"position": {**HERE, "levels": "0000"}}, ["position.levels"]),
        ({"position": {**HERE, "secret": {"workers": ["C1 1f"]}}}, ["position.secret.workers"]),
        ({"held": ((), ())}, ["held"]),
        ({"result": {"winners": [1]}}, ["result"]),
        ({"events": ()}, ["events"]),
        ({"events": None}, ["events"]),
    ],
    ids=str,
)
def test_these_differ(change: dict[str, Any], expected: list[str]) -> None:
    assert expected == keys(ASKED, replace(ASKED, **change))


def test_a_list_of_pieces_may_hold_one_twice() -> None:
    twice = replace(ASKED, position={**HERE, "workers": ["A1 1f", "A1 1f"]})
    found = answer_differences(ASKED, twice, TERMS)
    assert [(("B1 2f",), ("A1 1f",))] == [(one.missing, one.extra) for one in found]


def test_a_level_that_is_not_claimed_is_not_compared() -> None:
    bare = Answer(player=1, options=ASKED.options, may_skip=False)
    assert [] == keys(ASKED, bare, ComparisonScope(("legal",), TERMS.keys))
    assert ["position"] == keys(ASKED, bare, ComparisonScope(("legal", "apply"), TERMS.keys))


def test_within_a_whole_turn_only_options_are_compared() -> None:
    inside = Answer(player=1, options=ASKED.options, may_skip=False, partial=True)
    assert [] == keys(ASKED, inside)


def test_options_after_the_end_are_a_difference() -> None:
    assert ["options"] == keys(OVER, replace(OVER, options=("A1-A2",), player=1))


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ({"winners": [1]}, []),
        ({"winners": [1], "reason": "move"}, []),
        ({"winners": [2], "reason": "move"}, ["result.winners"]),
        ({"winners": [1], "reason": "build"}, ["result.reason"]),
        ({"winners": [1], "eliminated": [2]}, ["result.eliminated"]),
        ({"winners": [1], "places": [1, 2], "scores": {"points": [5, 3]}}, []),
        ({"winners": [1], "places": [1, 1]}, ["result.places"]),
        (
            {"winners": [1], "scores": {"points": [3, 5], "coins": [1, 1]}},
            ["result.scores.points", "result.scores.coins"],
        ),
        (None, ["result"]),
    ],
    ids=str,
)
def test_reasons_of_a_result_are_compared_if_given(result: Any, expected: list[str]) -> None:
    assert expected == keys(OVER, replace(OVER, result=result))


def test_missing_and_extra_options_come_with_their_clauses() -> None:
    deciding = ClauseLookup(
        allow=lambda texts: tuple(f"may {text}" for text in texts),
        forbid=lambda texts: tuple(f"not {text}" for text in texts),
    )
    got = replace(ASKED, options=("A1-A2", "A1-D4"))
    (found,) = answer_differences(ASKED, got, TERMS, deciding)
    assert (("A1-B2",), ("A1-D4",)) == (found.missing, found.extra)
    assert ("not A1-D4", "may A1-B2") == found.clauses


def test_a_refusal_is_not_an_answer() -> None:
    assert ["refused"] == keys(ASKED, Refused(0))


@pytest.mark.parametrize(
    ("got", "expected"),
    [
        (Refused(2), []),
        (Refused(1), ["refused"]),
        (ASKED, ["options"]),
        (ErrorReply("it hurts"), ["answer"]),
    ],
    ids=str,
)
def test_what_must_be_refused(got: Any, expected: list[str]) -> None:
    assert expected == [one.key for one in refusal(Refused(2), got, "A1-D4", ("move.near",))]


def test_a_view_is_compared_by_position_and_options() -> None:
    sight = Answer(position={**HERE, "workers": ["A1 1f"]}, player=1, options=None)
    assert [] == list(seen_differently(sight, replace(sight, step="mine"), TERMS))
    found = seen_differently(sight, ASKED, TERMS)
    assert ["position.workers"] == [one.key for one in found]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_answers_are_the_same_where_the_table_says_so(row: ComparedRow) -> None:
    scope = ComparisonScope(LEVELS, {*row.expected, *row.got}, BY_PLAYER)
    expected, got = (replace(ASKED, position=side) for side in (row.expected, row.got))
    assert (keys(expected, got, scope) == []) is row.position
    expected, got = (replace(ASKED, values=side) for side in (row.expected, row.got))
    assert keys(expected, got, scope) == ([] if row.elsewhere else ["values"])
