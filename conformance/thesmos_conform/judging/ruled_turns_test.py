"""Rulings of ours inside a turn, and engines that know only what the turn leads to."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from thesmos.resources import scenarios_dir
from thesmos_conform.cases.case import Case, Look
from thesmos_conform.cases.scenario_cases import read_scenarios, scenario_cases
from thesmos_conform.judging import ruled_turns
from thesmos_conform.judging.judge import CaseJudge
from thesmos_conform.judging.refused_ways import RefusedWays
from thesmos_conform.judging.result import CaseResult
from thesmos_conform.judging.turn_ends import ends_of
from thesmos_conform.protocol.messages import Answer, Json, Place, Reply
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.testing.ends import BY_POSITIONS, with_end
from thesmos_conform.testing.fakes import Fake

GAME = "santorini"
ORACLE = Oracle()
RULED = {"levels": "0" * 25, "workers": ["C3 1f", "E5 2f"], "on_card": {"talus": 1, "whirlpool": 1}}
ON_A_WHIRLPOOL = {**RULED, "tokens": ["D4 whirlpool 0"], "to_move": 1}


def _talus_by_positions(placed: str, *, hashed: bool = False, **how: str) -> CaseResult:
    """The result of an engine of positions that offers one space too many for the Talus."""
    setup = {"players": 2, "teams": [1, 2], "powers": ["europa-talus", "charybdis"]}
    place = Place(GAME, setup, ON_A_WHIRLPOOL)
    end = ON_A_WHIRLPOOL | {"workers": ["C4 1f", "E5 2f"], "levels": "0" * 12 + "1" + "0" * 12}
    end |= {"tokens": ["D4 whirlpool 0", f"{placed} talus 0"], "to_move": 2}
    end["on_card"] = {"whirlpool": 1}
    asked = Case("random:1:1", "random", GAME, "", frozenset(), (Look(place),), whole=True)
    peer = Fake(with_end(ORACLE, end, hashed=hashed), BY_POSITIONS)
    return CaseJudge(ORACLE, BY_POSITIONS, **how).judge(asked, peer)


@pytest.mark.parametrize("hashed", [False, True])
def test_by_positions_too_who_plays_as_the_recorded_original_is_not_wrong(hashed: bool) -> None:
    made = _talus_by_positions("D4", hashed=hashed)
    assert ("our ruling", "ruling talus-and-tokens") == (made.status, made.reason.split(":")[0])


def test_a_position_that_other_rules_forbid_as_well_is_wrong_in_spite_of_a_ruling() -> None:
    assert "fail" == _talus_by_positions("A1").status


def test_by_positions_too_who_follows_the_original_is_not_told_of_rulings() -> None:
    made = _talus_by_positions("D4", follow="original")
    assert ("left out", "ruling talus-and-tokens, so not asked") == (made.status, made.reason)


def _as_the_original(place: Place, reply: Reply) -> Reply:
    """Proteus still forces a worker onto the space from which the mover was carried back to it."""
    ends = ends_of(ORACLE, place, BY_POSITIONS)
    texts = []
    for text in ends.by_text:
        end = json.loads(text)
        if "C3 2f" in end["workers"] and ends.way(text).startswith("C3-D3"):
            end["workers"] = ["C3 2m" if one == "E1 2m" else one for one in end["workers"]]
        texts.append(end)
    return Answer(positions=tuple(texts))


def _proteus(change: Callable[[Place, Reply], Reply], *choices: str) -> CaseResult:
    """The result of an engine in a scenario, or in a game that goes on with these choices."""
    file = scenarios_dir() / GAME / "proteus" / "back-where-it-came-from.yaml"
    game = ORACLE.game(GAME)
    (asked,) = scenario_cases(read_scenarios([file], game), game, ORACLE)
    if choices:
        look = Look(replace(asked.looks[0].place, choices=choices))
        asked = Case("random:1:1", "random", GAME, "", frozenset(), (look,), whole=True)
    return CaseJudge(ORACLE, BY_POSITIONS).judge(asked, Fake(change, BY_POSITIONS))


def test_a_turn_in_which_the_original_comes_to_another_state_is_not_wrong() -> None:
    made = _proteus(_as_the_original)
    assert ("our ruling", "ruling two-on-a-space") == (made.status, made.reason.split(":")[0])


def test_what_is_missing_elsewhere_in_such_a_turn_is_wrong() -> None:
    def forgetful(place: Place, reply: Reply) -> Reply:
        made = _as_the_original(place, reply)
        assert isinstance(made, Answer)
        kept = [end for end in made.positions or () if "C4 2f" not in end["workers"]]
        return Answer(positions=tuple(kept))

    assert "fail" == _proteus(forgetful).status


def _careless(place: Place, reply: Reply) -> Reply:
    """As the original, and once a block may be built far from the worker."""
    made = _as_the_original(place, reply)
    assert isinstance(made, Answer)
    first = next(end for end in made.positions or () if "C4 2f" in end["workers"])
    far = first | {"levels": "1" + "0" * 24}
    return Answer(positions=(*(made.positions or ()), far))


def test_what_a_refused_choice_leads_to_in_such_a_turn_is_wrong() -> None:
    assert "fail" == _proteus(_careless).status


@pytest.mark.parametrize("end", [{"to_move": 1}, {**ON_A_WHIRLPOOL, "levels": "4" * 25}])
def test_a_position_that_is_like_no_end_of_such_a_turn_is_wrong(end: Json) -> None:
    def confused(place: Place, reply: Reply) -> Reply:
        made = _as_the_original(place, reply)
        assert isinstance(made, Answer)
        return Answer(positions=(*(made.positions or ()), end))

    assert "fail" == _proteus(confused, "C3-D3").status


def test_where_too_many_choices_are_refused_to_try_them_all_no_ruling_excuses_a_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ruled_turns, "RefusedWays", partial(RefusedWays, tried=1))
    assert "fail" == _proteus(_careless).status


def test_a_ruling_in_one_turn_of_a_game_excuses_nothing_in_the_turns_after_it() -> None:
    def forgetful(place: Place, reply: Reply) -> Reply:
        made = _as_the_original(place, reply)
        assert isinstance(made, Answer)
        to_move = (place.position or {})["to_move"]
        return made if to_move == 2 else Answer(positions=(made.positions or ())[1:])

    turns = ("C3-D3", "C3+B2", "A1-B1", "B1+C1")
    assert "our ruling" == _proteus(_as_the_original, *turns).status
    assert "fail" == _proteus(forgetful, *turns).status
