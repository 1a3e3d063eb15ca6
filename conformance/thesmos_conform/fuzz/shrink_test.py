"""Places made small, without an adapter: the disagreement is a condition on the place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import thesmos
from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play.protocols import State
from thesmos.play.random_play import play
from thesmos_conform.fuzz.shrink import shrink
from thesmos_conform.protocol.messages import Place

SETUP = {"players": 2, "teams": [1, 2], "powers": ["athena", "apollo"]}
FULL = {
    "levels": "1203012301230123012301230",
    "domes": ["A1", "B2"],
    "workers": ["B3 1f", "A2 1m", "C3 2f", "E5 2m"],
    "on_card": {"1m": 2, "coins": ["x", "y"]},
    "to_move": 1,
}


def _none(_: Place) -> tuple[State, ...]:
    raise UsageError("nothing is played here")


def _position(place: Place) -> dict[str, Any]:
    assert place.position is not None
    return place.position


def test_irrelevant_parts_are_left_out() -> None:
    found = shrink(Place("santorini", SETUP, FULL, ("a", "b", "c")), lambda _: True, _none)
    bare = {"levels": "0" * 25, "on_card": {"1m": 2}, "to_move": 1}
    assert bare == found.position
    assert [None, None] == found.setup["powers"]
    assert ("c",) == found.choices[-1:]


def test_relevant_parts_are_kept() -> None:
    def still(place: Place) -> bool:
        here = _position(place)
        tall = here["levels"][3] == "3"
        return tall and "C3 2f" in here["workers"] and "apollo" in place.setup["powers"]

    found = shrink(Place("santorini", SETUP, FULL), still, _none)
    assert "0003" + "0" * 21 == _position(found)["levels"]
    assert ["C3 2f"] == _position(found)["workers"]
    assert [None, "apollo"] == found.setup["powers"]


@pytest.mark.parametrize("choices", [("a", "apollo's", "c"), ("a", "b", "apollo's")], ids=str)
def test_a_power_goes_together_with_the_choices_that_need_it(choices: tuple[str, ...]) -> None:
    def still(place: Place) -> bool:
        return ("apollo's" in place.choices) == ("apollo" in place.setup["powers"])

    found = shrink(Place("santorini", SETUP, FULL, choices), still, _none)
    assert [None, None] == found.setup["powers"]
    assert "apollo's" not in found.choices


def test_a_digit_is_lowered_by_one_if_necessary() -> None:
    found = shrink(
        Place("santorini", SETUP, FULL), lambda place: _position(place)["levels"][3] >= "2", _none
    )
    assert "0002" + "0" * 21 == _position(found)["levels"]


@given(st.integers(0, 40))
def test_no_more_questions_are_asked_than_allowed(tries: int) -> None:
    asked: list[Place] = []
    shrink(Place("g", SETUP, FULL), lambda place: not asked.append(place), _none, tries)  # type: ignore[func-returns-value]
    assert len(asked) <= tries


def test_a_game_from_its_set_up_begins_at_the_turn_that_matters() -> None:
    match = thesmos.load("santorini").match(powers=["athena", None])
    way = [match.start()]
    choices = ["@A1", "@A2", "@E4", "@E5", "A1-B1", "B1+A1", "E4-D4", "D4+E4", "B1-A1", "A1+B1"]
    for choice in choices:
        way.append(way[-1].apply(choice))
    setup = {**SETUP, "powers": ["athena", None]}

    def still(place: Place) -> bool:
        return place.choices[-1:] == ("A1+B1",) and "athena" in place.setup["powers"]

    found = shrink(Place("santorini", setup, None, tuple(choices)), still, lambda _: tuple(way))
    assert ("A1+B1",) == found.choices
    assert 1 == _position(found)["to_move"]


def test_who_does_not_know_memory_is_not_asked_with_it() -> None:
    match = thesmos.load("santorini").match(powers=["achilles", "hypnus"])
    way = [state for state, _ in play(match.start(), Rng(1), 60)]
    assert any("memory" in state.position() for state in way if state.turns_begun)
    setup, asked = {**SETUP, "powers": ["achilles", "hypnus"]}, list[Place]()
    for remembers in (True, False):
        asked.clear()
        shrink(
            Place("santorini", setup, None, ("x",) * (len(way) - 1)),
            lambda place: bool(asked.append(place)),
            lambda _: tuple(way),
            remembers=remembers,
        )
        told = any("memory" in (place.position or {}) for place in asked)
        assert remembers == told
