"""A game in one's own folder: a copy of a shipped one, with a power and scenarios of its author's.

Everything runs in the folder that holds it, as the author would call it.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from thesmos.cli import cli
from thesmos.resources import spec_dir
from thesmos_conform.cases import scenario_cases as cases
from thesmos_conform.report.jsonl import read

pytestmark = pytest.mark.slow

FOLDER = "my-santorini"
POWER = """
thesmos: power
slug: daedalus
title: {en: Daedalus}
text:
  Your Move:
    en: Your Worker may climb two levels.
clauses:
  Your Move: |
    permit move waiving climb where rise = 2
"""
LEVELS = "0000002000000000000000000"
POSITION = {"levels": LEVELS, "workers": ["A1 1f", "C1 1m", "E5 2f", "E4 2m"], "to_move": 1}
SCENARIO = f"""
thesmos: scenario
title: Two levels to climb
clauses: [move.climb]
source: made up
given:
  game: {FOLDER}
  powers: [POWER, none]
  to_move: 1
  position: {{levels: "{LEVELS}", workers: [A1 1f, C1 1m, E5 2f, E4 2m]}}
steps:
  - then: {{legal: {{MUST: [A1-B2, C1-B2]}}}}
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the game and, beside it, scenarios with its power and without any."""
    folder = tmp_path_factory.mktemp("home")
    shutil.copytree(spec_dir() / "santorini", folder / FOLDER)
    (folder / FOLDER / "powers" / "daedalus.yaml").write_text(POWER)
    for name, power, must in (("with", "daedalus", "includes"), ("without", "none", "excludes")):
        file = folder / "mine" / f"{name}.yaml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(SCENARIO.replace("POWER", power).replace("MUST", must))
    (folder / "position.json").write_text(json.dumps(POSITION))
    command = [sys.executable, "-m", "thesmos_conform.testing.adapters.faulty", "climbs"]
    (folder / "climbs.toml").write_text(f"command = {json.dumps(command)}\n")
    return folder


@pytest.fixture
def there(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same folder, as the current one."""
    monkeypatch.chdir(home)
    return home


def call(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words))


def ids(result: Result) -> dict[str, str]:
    """What became of the scenarios."""
    printed = json.loads(result.stdout)["results"]
    return {one["id"]: one["status"] for one in printed if one["source"] == "scenarios"}


def test_the_reference_is_asked_about_scenarios_of_a_folder(there: Path) -> None:
    result = call("conform", "-i", "thesmos", "--game", FOLDER, "mine", "--jobs", "1", "--json")
    assert 0 == result.exit_code, result.output
    assert {"mine/with": "pass", "mine/without": "pass"} == ids(result)


def test_a_folders_own_scenarios_count_beside_the_shipped_ones_and_before_them(
    there: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = shutil.copytree(there / "mine", tmp_path / "shipped" / "scenarios")
    own = tmp_path / "santorini"
    shutil.copytree(there / FOLDER, own)
    (own / "scenarios").mkdir()
    text = (shipped / "with.yaml").read_text().replace(FOLDER, str(own))
    (own / "scenarios" / "with.yaml").write_text(text.replace("Two levels", "Two whole levels"))
    (own / "scenarios" / "other.yaml").write_text(text)
    for file in shipped.iterdir():
        file.write_text(file.read_text().replace(FOLDER, "santorini"))
    monkeypatch.setattr(cases, "scenarios_dir", lambda: shipped)
    lines = map(json.loads, call("suite", str(own)).stdout.splitlines())
    titles = {line["id"]: line["title"] for line in lines}
    assert {"with", "without", "other"} == titles.keys()
    assert "Two whole levels to climb" == titles["with"]


def test_a_foreign_adapter_is_asked_by_the_slug_of_the_game(there: Path) -> None:
    words = ("--game", FOLDER, "--jobs", "1", "--scenarios", "mine")
    result = call("conform", "-i", "climbs.toml", *words, "--json")
    assert 1 == result.exit_code, result.output
    assert {"mine/with": "unsupported", "mine/without": "fail"} == ids(result)


def test_a_failure_has_the_folders_board_and_the_command_to_repeat_it(
    there: Path,
) -> None:
    words = ("conform", "-i", "climbs.toml", "--game", FOLDER, "mine", "--jobs", "1")
    printed = call(*words, "--report", "report.jsonl").stdout
    assert "1 │" in printed
    again = next(line for line in printed.splitlines() if "again: " in line).partition("again: ")[2]
    assert f"--game {FOLDER} --scenarios mine --case mine/without" in again
    assert "mine/without" in call(*again.split()[1:]).stdout
    assert ("--game", FOLDER, "--scenarios", "mine") == read(Path("report.jsonl")).words


def test_without_the_game_the_error_names_the_games_of_the_scenarios(there: Path) -> None:
    result = call("conform", "-i", "climbs.toml", "mine")
    assert 2 == result.exit_code
    assert "no scenarios of santorini here" in result.stderr
    assert FOLDER in result.stderr


def test_two_games_of_one_slug_are_refused(there: Path) -> None:
    result = call("conform", "-i", "climbs.toml", "--game", "santorini", "--game", FOLDER)
    assert 2 == result.exit_code
    assert "are both the game santorini" in result.stderr


def test_a_suite_has_the_slug_and_the_answers_of_the_folder(there: Path) -> None:
    lines = [json.loads(line) for line in call("suite", FOLDER, "mine").stdout.splitlines()]
    assert {"santorini"} == {line["game"] for line in lines}
    first = [line for line in lines if not line["choices"]]
    offered = {line["id"]: "A1-B2" in line["expect"]["options"] for line in first}
    assert {"mine/with": True, "mine/without": False} == offered


def test_fuzzing_writes_scenarios_of_the_folder(there: Path) -> None:
    words = ("--game", FOLDER, "--powers", "none,none", "--enough", "1", "--out", "found")
    result = call("fuzz", "-i", "climbs.toml", *words)
    assert 1 == result.exit_code, result.output
    assert f"conform -i climbs.toml --game {FOLDER} --scenarios found/" in result.stdout
    assert 0 == call("test", "found").exit_code


def test_counting_beside_the_reference_goes_by_the_folder(there: Path) -> None:
    words = ("--powers", "daedalus,none", "--position", "position.json", "--depth", "1")
    result = call("perft", FOLDER, *words, "--divide", "-i", "thesmos")
    assert 0 == result.exit_code, result.output
    assert "no difference" in result.stdout
