"""What explains positions that a turn can't lead to, in the failures of an engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from thesmos.resources import scenarios_dir
from thesmos_conform.cases.case import Case, Look
from thesmos_conform.cases.scenario_cases import read_scenarios, scenario_cases
from thesmos_conform.judging.judge import CaseJudge
from thesmos_conform.judging.result import CaseFailure
from thesmos_conform.judging.turn_ends import ends_of
from thesmos_conform.protocol.messages import Json, Place, Reply
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.testing.ends import BY_POSITIONS, listed, with_end
from thesmos_conform.testing.fakes import Fake

GAME = "santorini"
ORACLE = Oracle()
ALONE = {"players": 2, "teams": [1, 2], "powers": [None, None]}
FLAT: Json = {"levels": "0" * 25, "workers": ["A1 1f", "E5 2f"], "to_move": 1}


def _without_cards(place: Place, _: Reply) -> Reply:
    """The positions that a turn leads to if nobody has a power."""
    there = {key: value for key, value in (place.position or {}).items() if key != "memory"}
    bare = replace(place, setup={**place.setup, "powers": [None, None]}, position=there)
    return listed(ends_of(ORACLE, bare, BY_POSITIONS).by_text)


def _failed(place: Place, change: Callable[[Place, Reply], Reply]) -> CaseFailure:
    """What is wrong with a fake that answers with positions, without a scenario."""
    asked = Case("random:1:1", "random", GAME, "", frozenset(), (Look(place),))
    made = CaseJudge(ORACLE, BY_POSITIONS).judge(asked, Fake(change, BY_POSITIONS))
    assert made.failure is not None
    return made.failure


def _explained(place: Place, change: Callable[[Place, Reply], Reply]) -> tuple[str, ...]:
    """The clauses that are named for what is wrong with it."""
    return _failed(place, change).differences[0].clauses


def test_superfluous_positions_are_explained_by_the_card_that_forbids_the_way() -> None:
    setup = {"players": 2, "teams": [1, 2], "powers": [None, "limus"]}
    position = {"levels": "0" * 25, "workers": ["A1 1f", "C3 2f"], "to_move": 1}
    (clause,) = _explained(Place(GAME, setup, position), _without_cards)
    assert clause.startswith("limus.")


def test_a_missed_end_of_the_game_is_explained_by_the_card_that_forbids_to_go_on() -> None:
    file = scenarios_dir() / GAME / "athena" / "hold-that-blocks-wins.yaml"
    game = ORACLE.game(GAME)
    (asked,) = scenario_cases(read_scenarios([file], game), game, ORACLE)
    place = asked.looks[-1].place
    assert ("athena.opponents-turn.1",) == _explained(place, _without_cards)


@pytest.mark.parametrize("hashed", [False, True])
def test_a_superfluous_position_is_explained_by_the_rule_that_forbids_the_way(hashed: bool) -> None:
    levels = "0" * 6 + "2" + "0" * 18  # B2, in rows from A1
    setup = {"players": 2, "teams": [1, 2], "powers": [None, None]}
    position = {"levels": levels, "workers": ["A1 1f", "E5 2f"], "to_move": 1}
    climbed = {"levels": "1" + levels[1:], "workers": ["B2 1f", "E5 2f"], "to_move": 2}

    clauses = _explained(Place(GAME, setup, position), with_end(ORACLE, climbed, hashed=hashed))
    assert ("move.climb",) == clauses


def test_of_two_explanations_that_of_a_card_is_named_before_that_of_a_rule() -> None:
    """The other Worker moves after the early build; or built far away before that."""
    position = {"levels": "0" * 25, "workers": ["A1 1f", "E1 1m", "E5 2f"], "to_move": 1}
    end = {
        "levels": "0" * 5 + "1" + "0" * 8 + "1" + "0" * 10,  # A2, E3
        "workers": ["A1 1f", "E2 1m", "E5 2f"],
        "to_move": 2,
    }
    place = Place(GAME, ALONE | {"powers": ["prometheus", None]}, position)
    assert ("prometheus.your-turn.3",) == _explained(place, with_end(ORACLE, end))


@pytest.mark.parametrize(
    ("power", "hashed"), [(None, False), (None, True), ("demeter", False), ("prometheus", False)]
)
def test_a_position_that_takes_two_refused_choices_is_explained_by_what_forbids_either(
    power: str | None, hashed: bool
) -> None:
    """Two steps at once, then a building on a space that is not beside the worker."""
    end = {"levels": "1" + "0" * 24, "workers": ["C1 1f", "E5 2f"], "to_move": 2}
    place = Place(GAME, ALONE | {"powers": [power, None]}, FLAT)
    found = _failed(place, with_end(ORACLE, end, hashed=hashed))
    assert ("move.near", "build.near") == found.differences[0].clauses
    assert "" == found.message


def test_a_position_without_an_explanation_is_told_of() -> None:
    end = {"levels": "3" * 25, "workers": ["C1 1f", "E5 2f"], "to_move": 2}
    found = _failed(Place(GAME, ALONE, FLAT), with_end(ORACLE, end))
    assert () == found.differences[0].clauses
    assert found.message.startswith("no explanation was found for 1 position")
