"""Cases of scenarios of Santorini, and the reference that answers them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from thesmos.resources import scenarios_dir
from thesmos_conform.cases.case import Case
from thesmos_conform.cases.scenario_cases import read_scenarios, scenario_cases
from thesmos_conform.reference.oracle import Oracle

GAME = "santorini"
ORACLE = Oracle()
FOLDER = scenarios_dir() / GAME


def read(paths: list[Path]) -> Iterator[Case]:
    """Yield the cases of some scenario files."""
    game = ORACLE.game(GAME)
    return scenario_cases(read_scenarios(paths, game), game, ORACLE)


def cases(area: str) -> list[Case]:
    """Return the cases of a folder, or of a file, of scenarios."""
    return list(read([FOLDER / area]))


def case(name: str) -> Case:
    """Return the case of a scenario, such as `athena/no-climb-until-her-next-turn`."""
    (only,) = cases(f"{name}.yaml")
    return only


HOLD = "athena/no-climb-until-her-next-turn"

# A scenario that the reference does not meet.
UNMET = """
thesmos: scenario
title: A worker moves by itself
clauses: [move]
source: a deliberate error
given:
  game: santorini
  powers: [none, none]
  to_move: 1
  position: {levels: "0000000000000000000000000", workers: [A1 1f, E5 1m, C3 2f, C5 2m]}
steps:
  - then: {player: 2}
"""
