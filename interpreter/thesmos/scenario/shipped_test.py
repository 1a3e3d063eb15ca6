"""The scenarios that are shipped: `.ci/run` runs them all. The example of their README passes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from testing.suite import needs_scenarios
from thesmos.resources import scenarios_dir
from thesmos.scenario.reader import scenario_files
from thesmos.scenario.runner import run_paths

pytestmark = needs_scenarios


def test_each_power_has_its_scenarios() -> None:
    areas = {area.name: len(scenario_files(area)) for area in scenarios_dir().glob("santorini/*/")}
    assert areas.pop("base") >= 8
    assert len(areas) >= 16
    assert {name: count for name, count in areas.items() if count < 5} == {}


def test_the_example_of_the_readme_passes(tmp_path: Path) -> None:
    text = (scenarios_dir() / "README.md").read_text(encoding="utf-8")
    example = text.split("```yaml\n", 1)[1].split("```", 1)[0]
    area = tmp_path / "scenarios" / "santorini" / "readme"
    area.mkdir(parents=True)
    shutil.copy(scenarios_dir() / "santorini" / "legend.yaml", area.parent)
    (area / "example.yaml").write_text(example, encoding="utf-8")
    report = run_paths([area])
    assert report.passed == 1, report.render()


SINGLE = """
thesmos: scenario
title: The Abyss is shown by a single mark
clauses: [move]
source: made up
given:
  game: santorini
  powers: [tartarus, none]
  to_move: 1
  legend: {v: {secret: {abyss: "{cell}"}}}
  board: |
    5  0   0   0   0   0
    4  0   0   0   0   0
    3  0   0   GIVEN   0   0
    2  0a  0   0   0   0b
    1  0z  0   0   0   0x
       A   B   C   D   E
steps:
  - then:
      board: |
        5  0   0   0   0   0
        4  0   0   0   0   0
        3  0   0   EXPECTED   0   0
        2  0a  0   0   0   0b
        1  0z  0   0   0   0x
           A   B   C   D   E
"""


@pytest.mark.parametrize(
    ("given", "expected", "said"),
    [
        ("3v", "3v", []),
        ("3", "3", []),
        ("3v", "3", ["secret.abyss: expected nothing, got C3"]),
        ("3", "3v", ["secret.abyss: expected C3, got nothing"]),
    ],
)
def test_a_board_also_shows_that_single_values_are_missing(
    tmp_path: Path, given: str, expected: str, said: list[str]
) -> None:
    shutil.copy(scenarios_dir() / "santorini" / "legend.yaml", tmp_path)
    file = tmp_path / "single.yaml"
    file.write_text(SINGLE.replace("GIVEN", given).replace("EXPECTED", expected), encoding="utf-8")
    (outcome,) = run_paths([file]).outcomes
    assert said == [line for one in outcome.failures for line in one.lines], outcome.render()
