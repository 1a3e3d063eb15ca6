"""The scenarios that are shipped pass, and so does the example of their README."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from thesmos.home import scenarios_dir
from thesmos.use.scenario import run_paths
from thesmos.use.scenario_read import scenario_files

GAMES = sorted(folder for folder in scenarios_dir().iterdir() if folder.is_dir())


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_all_of_a_game_pass(folder: Path) -> None:
    report = run_paths([folder])
    assert report.failed == 0, report.render()


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
