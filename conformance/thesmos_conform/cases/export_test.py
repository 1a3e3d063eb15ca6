"""The lines of a suite: one question each, with an answer to be compared by plain equality."""

from __future__ import annotations

from typing import Any

import pytest

from thesmos.resources import scenarios_dir
from thesmos.syntax.schema import schema_violation
from thesmos_conform.cases.case import SCENARIOS, Case, IllegalOption, Look
from thesmos_conform.cases.export import suite_lines
from thesmos_conform.cases.scenario_cases import read_scenarios, scenario_cases
from thesmos_conform.protocol.messages import Json, Place
from thesmos_conform.reference.oracle import Oracle

ORACLE = Oracle()
BEGIN = Place(
    "nim",
    {"players": 2, "teams": [1, 2], "powers": [None, None]},
    {"heaps": "0102", "to_move": 2},
)


def lines(*looks: Look, **about: Any) -> list[Json]:
    """The lines of a case of Nim."""
    case = Case("nim/a", SCENARIOS, "nim", "two-players", frozenset(), looks, **about)
    return [*suite_lines(case, ORACLE)]


def lines_of(game: str, name: str) -> list[Json]:
    """The lines of a scenario."""
    spec = ORACLE.game(game)
    scenarios = read_scenarios([scenarios_dir() / game / f"{name}.yaml"], spec)
    (case,) = scenario_cases(scenarios, spec, ORACLE)
    return [*suite_lines(case, ORACLE)]


def test_a_line_has_its_case_its_place_and_the_answer() -> None:
    looks = Look(BEGIN.after("D1-1", "B1-1"))
    (line,) = lines(looks, title="A title", clauses=("move.near",), tags=("show",))
    assert line == {
        "thesmos_case": 2,
        "id": "nim/a",
        "title": "A title",
        "clauses": ["move.near"],
        "mode": "two-players",
        "powers": [],
        "tags": ["show"],
        "game": "nim",
        "setup": {"players": 2, "teams": [1, 2], "powers": [None, None]},
        "position": {"heaps": "0102", "to_move": 2},
        "choices": ["D1-1", "B1-1"],
        "expect": {"player": 2, "options": ["D1-1"], "may_skip": False},
        "answer": {
            "player": 2,
            "options": ["D1-1"],
            "may_skip": False,
            "turn_of": 2,
            "step": "pick",
            "position": {"heaps": "0001"},
            "held": [[], []],
            "events": [{"e": "pick", "heap": "B1"}, {"e": "turn", "player": 2}],
        },
    }


def test_a_line_without_choices_says_so() -> None:
    (line,) = lines(Look(Place("nim", BEGIN.setup)))
    assert [] == line["choices"]
    assert "position" not in line


def test_at_the_end_of_a_game_the_winners_are_expected() -> None:
    (line,) = lines(Look(BEGIN.after("D1-1", "B1-1", "D1-1")))
    assert {"winners": [2]} == line["expect"]


def test_what_must_be_refused_is_a_question_of_its_own() -> None:
    place = BEGIN.after("D1-1")
    offered, *refused = lines(
        Look(place, (IllegalOption("A1-1", ("heaps.empty",)), IllegalOption("D1-2")))
    )
    assert ["B1-1", "D1-1"] == offered["expect"]["options"]
    assert "why" not in offered
    assert [["D1-1", "A1-1"], ["D1-1", "D1-2"]] == [line["choices"] for line in refused]
    assert [["heaps.empty"], []] == [line["why"] for line in refused]
    assert [{"refused": 1}] * 2 == [line["expect"] for line in refused]
    assert not any("answer" in line for line in refused)


FIRST_HAND = ["c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "ct", "cj", "cq", "d4", "h2"]
SECOND_HAND = ["ck", "ca", "h3", "h4", "h5", "h6", "h7", "h8", "h9", "ht", "hj", "hq", "hk"]


def test_a_view_of_a_player_is_a_question_of_its_own() -> None:
    views = [one for one in lines_of("german-whist", "hidden/hands") if "viewer" in one]
    assert [1, 2] == [one["viewer"] for one in views[:2]]
    hands = [one["answer"]["position"]["hands"] for one in views[:2]]
    assert [[FIRST_HAND, ["h7"]], [[], SECOND_HAND]] == hands


def test_a_viewer_is_told_who_decides_but_not_the_options_of_others() -> None:
    views = [one for one in lines_of("german-whist", "hidden/hands") if "viewer" in one]
    expected = [one["expect"] for one in views[:2]]
    assert [
        {"player": 1, "options": sorted(FIRST_HAND), "may_skip": False},
        {"player": 1},
    ] == expected


def test_chance_is_player_0_and_its_options_are_the_outcomes() -> None:
    lines = lines_of("german-whist", "hidden/hands")
    (chance,) = (one["expect"] for one in lines if one["choices"] == ["d4", "h7"])
    assert (0, False) == (chance["player"], chance["may_skip"])
    assert "s2" in chance["options"]


def test_in_the_set_up_it_is_nobodys_turn() -> None:
    place = Place("santorini", BEGIN.setup)
    assert "turn_of" not in lines(Look(place))[0]["answer"]


WRONG = {
    "another version": {"thesmos_case": 1},
    "no choices": {"choices": None},
    "nothing expected": {"expect": {}},
    "two forms of expectation": {"expect": {"refused": 0, "winners": []}},
    "options without their player": {"expect": {"options": [], "may_skip": False}},
    "an answer to a refused choice": {"expect": {"refused": 0}},
    "reasons without a refusal": {"why": []},
    "no answer": {"answer": None},
    "only the player, without a viewer": {"expect": {"player": 1}},
}


@pytest.mark.parametrize("changes", WRONG.values(), ids=WRONG)
def test_the_schema_finds_a_wrong_line(changes: Json) -> None:
    (line,) = lines(Look(BEGIN))
    assert "" == schema_violation(line, "suite")
    wrong = {key: value for key, value in (line | changes).items() if value is not None}
    assert schema_violation(wrong, "suite")
