"""Cases from scenarios, recorded games, random games, and beyond a claim."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from testing.suite import RECORDS_DIR
from thesmos_conform.cases.case import protocol_setup
from thesmos_conform.cases.played_cases import random_cases, record_cases
from thesmos_conform.cases.scenario_cases import as_in_records, unmet
from thesmos_conform.judging.judge import CaseJudge
from thesmos_conform.protocol.messages import (
    Claim,
)
from thesmos_conform.runner.canaries import undeclared
from thesmos_conform.testing.fakes import EVERYTHING, Fake
from thesmos_conform.testing.scenarios import (
    GAME,
    HOLD,
    ORACLE,
    UNMET,
    case,
    cases,
    read,
)


def test_a_scenario_is_a_case_with_a_look_for_each_step() -> None:
    made = case(HOLD)
    assert f"{GAME}/{HOLD}" == made.id
    assert frozenset({"athena"}) == made.powers
    assert len(made.looks) == len({look.place.choices for look in made.looks})
    assert all(not unmet(one, ORACLE) for one in cases("athena"))


def test_what_a_board_text_does_not_show_is_not_sent() -> None:
    position = case(HOLD).looks[0].place.position
    assert position is not None
    assert {"levels", "workers", "to_move"} == position.keys() - {"domes"}


def test_numbers_are_sent_as_records_have_them() -> None:
    """A value is a text, the number of pieces a number; a scenario may write either."""
    game = ORACLE.game("nine-mens-morris")
    position = {"men": ["A1 1"], "hand": {"1": 8}, "quiet": 7, "turns": 0}

    sent = as_in_records(position, game.match([None, None]).linked)

    assert sent == {"men": ["A1 1"], "hand": {"1": 8}, "quiet": "7", "turns": "0"}


@pytest.mark.parametrize(
    ("chosen", "sent"),
    [({"faults": "ruled"}, {}), ({"faults": "mended"}, {"options": {"faults": "mended"}})],
)
def test_default_values_of_options_are_not_sent(
    chosen: dict[str, str], sent: dict[str, object]
) -> None:
    """An adapter that claims `{}` may not know the names of options at all."""
    assert sent == protocol_setup({"options": chosen, "chance": "drawn"}, ORACLE.game(GAME))


def test_no_expected_value_is_sent() -> None:
    fake = Fake()
    judge = CaseJudge(ORACLE, EVERYTHING)
    for athena in cases("athena"):
        judge.judge(athena, fake)
    assert {"game", "setup", "position", "choices"} >= {k for p in fake.asked for k in p.as_json()}


def test_an_expectation_that_the_reference_does_not_meet_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(UNMET, encoding="utf-8")
    (made,) = read([file])
    assert "expected 2, got 1" in unmet(made, ORACLE)


def test_recorded_games_are_asked_as_a_whole(tmp_path: Path) -> None:
    game, file = ORACLE.game(GAME), tmp_path / "some.jsonl"
    lines = gzip.decompress((RECORDS_DIR / "base.jsonl.gz").read_bytes()).splitlines(True)
    file.write_bytes(b"".join(lines[:2]))
    found = list(record_cases([file], game, ORACLE))
    assert 2 == len(found)
    assert not any(one.unmet for one in found)
    result = CaseJudge(ORACLE, EVERYTHING).judge(found[0], Fake())
    assert "pass" == result.status
    assert len(found[0].looks[0].place.choices) + 1 == result.decisions


@pytest.mark.parametrize("begins", [("position", "start"), ("position",)], ids=str)
def test_random_games_begin_where_the_claim_allows(begins: tuple[str, ...]) -> None:
    claim = replace(EVERYTHING, begins=begins, powers=frozenset({"pan", "atlas"}))
    game = ORACLE.game(GAME)
    made = list(random_cases(game, claim, 4, 7, ORACLE))
    assert ["random:7:0", "random:7:1", "random:7:2", "random:7:3"] == [one.id for one in made]
    assert all(one.powers <= {"pan", "atlas"} for one in made)
    assert {"start" not in begins} == {one.from_position for one in made}
    judge = CaseJudge(ORACLE, claim)
    assert ["pass"] * 4 == [judge.judge(one, Fake(claim=claim)).status for one in made]


def test_the_same_seed_gives_the_same_games() -> None:
    game = ORACLE.game(GAME)
    first, second = (list(random_cases(game, EVERYTHING, 3, 5, ORACLE)) for _ in range(2))
    assert first == second


def test_each_power_that_is_alone_beyond_the_claim_has_a_canary() -> None:
    claim = Claim(powers=frozenset({"athena"}))
    canaries = list(undeclared(cases("athena") + cases("pan"), claim, ORACLE.game(GAME)))
    ids = [one.id for one in canaries]
    assert "canary:pan" in ids
    assert "canary:athena" not in ids
    assert len(ids) == len(set(ids))
