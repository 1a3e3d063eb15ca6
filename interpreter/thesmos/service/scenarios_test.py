"""A scenario that is being written is told what `thesmos test` would report."""

from __future__ import annotations

from pathlib import Path

import pytest

from thesmos.resources import spec_dir
from thesmos.service import Desk, check_scenario

FILE = "scenarios/base/one.yaml"
SCENARIO = """\
thesmos: scenario
title: A stone is put
clauses: [put.free]
source: facts/hex.md
given:
  game: hex
  powers: [none, none]
  to_move: 2
  position: {stones: {E5: 1, F6: 2}}
steps:
  - when: [A1]
    then: {turn_of: 1}
"""


@pytest.fixture(scope="module")
def hex_desk() -> Desk:
    desk = Desk(str(spec_dir() / "hex"))
    assert desk.check_game()["sound"]
    return desk


def check(desk: Desk, old: str = "", new: str = "") -> list[tuple[str, int, str]]:
    assert old in SCENARIO
    desk.write(FILE, SCENARIO.replace(old, new, 1))
    diagnostics = check_scenario(desk, FILE)["diagnostics"]
    assert {d["file"] for d in diagnostics} <= {FILE}
    return [(d["code"], d["line"], d["message"]) for d in diagnostics]


def test_nothing_is_wrong_in_a_scenario_that_passes(hex_desk: Desk) -> None:
    assert check(hex_desk) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("steps:", "stps:", ("E121", 10, "unknown key `stps`")),
        ("put.free", "put.fre", ("E604", 3, "there is no clause, rule, action or step put.fre")),
        ("[A1]", "[E5]", ("E606", 11, "when: `E5` is not offered in put")),
        ("turn_of: 1", "turn_of: 2", ("E606", 12, "turn_of: expected 2, got 1")),
        ("none, none", "none, nobody", ("E606", 7, "given: there is no power `nobody` in hex")),
    ],
)
def test_what_is_wrong_is_told_at_its_line(
    hex_desk: Desk, old: str, new: str, expected: tuple[str, int, str]
) -> None:
    assert expected in check(hex_desk, old, new)


def test_a_scenario_is_played_by_the_unsaved_rules(tmp_path: Path) -> None:
    texts = {"game.yaml": (spec_dir() / "hex" / "game.yaml").read_text("utf-8")}
    desk = Desk(str(tmp_path / "hex"), texts)
    desk.check_game()
    desk.write("game.yaml", texts["game.yaml"].replace("put:", "place:").replace("put", "place"))
    assert desk.check_game()["sound"]
    assert check(desk, "put.free", "place.free") == []


def test_a_scenario_is_only_read_while_there_has_been_no_game_without_errors() -> None:
    desk = Desk(str(spec_dir() / "hex"), {FILE: SCENARIO.replace("[A1]", "[E5]")})
    assert check_scenario(desk, FILE) == {"diagnostics": [], "sound": True, "whole": False}


def test_a_scenario_that_takes_too_long_is_broken_off(hex_desk: Desk) -> None:
    hex_desk.write(FILE, SCENARIO.replace("[A1]", "[E5]"))
    result = check_scenario(hex_desk, FILE, lambda: False)
    assert (result["diagnostics"], result["whole"]) == ([], False)
