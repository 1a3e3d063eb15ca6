"""Which scenarios give the fuzzer something to begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.draws import santorini
from thesmos.play.match_ups import Seating
from thesmos_conform.cases.scenario_cases import read_scenarios
from thesmos_conform.fuzz.beginnings import Seed, seeds_of

GIVEN = """\
thesmos: scenario
title: {en: A Worker moves to the next space}
clauses: [pan.win-condition.1]
source: facts/santorini.md#moves
given:
  game: santorini
  powers: [pan, none]
  to_move: 1
  position: {levels: "0000000000000000000000000", workers: [A1 1f, E5 2f]}
steps:
  - when: A1-B1
    then: {step: build}
"""


def _seeds(folder: Path, text: str, powers: tuple[str | None, ...]) -> list[Seed]:
    (folder / "one.yaml").write_text(text)
    game = santorini()
    return seeds_of(read_scenarios([folder], game), game, [Seating(powers, "two-players")])


@pytest.mark.parametrize("powers", [("pan", None), (None, "pan")])
def test_a_scenario_is_a_seed_where_its_powers_meet(
    powers: tuple[str | None, ...], tmp_path: Path
) -> None:
    (seed,) = _seeds(tmp_path, GIVEN, powers)
    assert Seating(("pan", None), "two-players") == seed.seating
    assert ("A1-B1",) == seed.choices
    assert ["A1 1f", "E5 2f"] == seed.position["workers"]


def test_scenarios_of_other_powers_and_other_editions_are_none(tmp_path: Path) -> None:
    assert [] == _seeds(tmp_path, GIVEN, ("atlas", None))
    other = f"{GIVEN}editions: [2020-08]\n"
    assert [] == _seeds(tmp_path, other, ("pan", None))
