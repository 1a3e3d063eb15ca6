"""Reading scenarios: their content, and every error at its location."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from thesmos.diagnostics import UsageError
from thesmos.scenario.reader import read_legend, read_scenario, scenario_files, scenario_id

LEGEND = """\
thesmos: legend
digits: heights
marks:
  "^": {capped: ["{cell}"]}
  a: {pieces: ["{cell} 1"]}
"""
SCENARIO = """\
thesmos: scenario
title: Something holds here
clauses: [move.near]
source: made up for this test
given:
  game: toy
  to_move: 2
  position: {cards: {red: 1}}
  legend: {k: {hidden: {pieces: ["{cell} 2"]}}}
  board: |
    2  1^ 0
    1  .  2ak
       A  B
steps:
  - then: {board: "1 0 1a\\n A B"}
"""


def write(folder: Path, text: str, legend: str | None = LEGEND) -> Path:
    area = folder / "scenarios" / "toy" / "area"
    area.mkdir(parents=True)
    if legend is not None:
        (area.parent / "legend.yaml").write_text(legend, encoding="utf-8")
    path = area / "first.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_scenario_as_written(tmp_path: Path) -> None:
    made, faults = read_scenario(write(tmp_path, SCENARIO))
    assert faults == []
    assert made is not None
    assert made.id == "toy/area/first"
    assert made.given.position == {
        "heights": "0210",
        "capped": ["A2"],
        "pieces": ["B1 1"],
        "hidden": {"pieces": ["B1 2"]},
        "cards": {"red": 1},
        "to_move": 2,
    }
    assert {
        "heights": "01",
        "capped": [],
        "pieces": ["B1 1"],
        "hidden": {"pieces": []},
    } in made.boards.values()


def test_memory_and_powers_held_belong_to_the_position(tmp_path: Path) -> None:
    more = "  memory: {coins: 3}\n  held: [[x], []]\n  powers: [x, none]\nsteps:"
    made, _ = read_scenario(write(tmp_path, SCENARIO.replace("steps:", more)))
    assert made is not None
    assert made.given.powers == ("x", None)
    assert made.given.position is not None
    assert made.given.position["memory"] == {"coins": 3}
    assert made.given.position["held"] == [["x"], []]


def test_a_title_in_several_languages(tmp_path: Path) -> None:
    """The English one is what reports show."""
    text = SCENARIO.replace(
        "title: Something holds here", "title: {es: Algo vale, en: It holds here}"
    )
    made, faults = read_scenario(write(tmp_path, text))
    assert [] == faults
    assert made is not None
    assert {"es": "Algo vale", "en": "It holds here"} == made.titles
    assert "It holds here" == made.title


WRONG = [
    ("title: Something holds here\n", "", "E122", 1),
    ("source: made", "sauce: made", "E121", 4),
    ("clauses: [move.near]", "clauses: []", "E126", 3),
    ("clauses: [move.near]", "clauses: [Move Near]", "E125", 3),
    ("thesmos: scenario", "thesmos: scenery", "E124", 1),
    ("  to_move: 2\n", "", "E122", 6),
    ("  to_move: 2", "  to_move: second", "E125", 7),
    ("  to_move: 2", "  to_move: 2\n  to_move: 1", "E115", 8),
    ("  - then: {board", "  - then: {bord", "E121", 15),
    ("    2  1^ 0\n", "    2  1# 0\n", "E603", 11),
    ("    2  1^ 0\n", "    2  1^\n", "E603", 11),
    ("    2  1^ 0\n", "    1  1^ 0\n", "E603", 11),
    ("       A  B\n", "       A  A\n", "E603", 13),
    ('"1 0 1a\\n A B"', "no board", "E603", 15),
    ("  - then: {board", "\t- then: {board", "E103", 15),
]


@pytest.mark.parametrize(("old", "new", "code", "line"), WRONG)
def test_errors_are_reported_at_their_location(
    tmp_path: Path, old: str, new: str, code: str, line: int
) -> None:
    assert old in SCENARIO
    made, faults = read_scenario(write(tmp_path, SCENARIO.replace(old, new)))
    assert made is None
    assert code in [fault.code for fault in faults]
    found = next(fault for fault in faults if fault.code == code)
    assert found.location is not None
    assert (found.location.line, found.source_line) == (
        line,
        SCENARIO.replace(old, new).splitlines()[line - 1],
    )


def test_a_start_excludes_a_position(tmp_path: Path) -> None:
    made, faults = read_scenario(write(tmp_path, SCENARIO.replace("to_move: 2", "start: setup")))
    assert made is None
    assert faults


def test_a_board_without_a_legend_is_an_error(tmp_path: Path) -> None:
    text = SCENARIO.replace('  legend: {k: {hidden: {pieces: ["{cell} 2"]}}}\n', "")
    made, faults = read_scenario(write(tmp_path, text, legend=None))
    assert made is None
    assert {fault.code for fault in faults} == {"E602"}


def test_of_a_wrong_legend_only_its_own_errors_are_reported(tmp_path: Path) -> None:
    text = SCENARIO.replace('  legend: {k: {hidden: {pieces: ["{cell} 2"]}}}\n', "")
    made, faults = read_scenario(write(tmp_path, text, legend="thesmos: legend\n"))
    assert made is None
    assert {fault.code for fault in faults} == {"E122"}


@pytest.mark.parametrize(
    "legend", ["thesmos: scenario\n", SCENARIO, "marks: [", "thesmos: legend\n"]
)
def test_an_invalid_legend_is_reported(tmp_path: Path, legend: str) -> None:
    made, faults = read_scenario(write(tmp_path, SCENARIO, legend))
    assert made is None
    assert any(fault.location and fault.location.file.endswith("legend.yaml") for fault in faults)


def test_a_legend_is_not_a_scenario(tmp_path: Path) -> None:
    path = write(tmp_path, SCENARIO)
    made, faults = read_scenario(path.parent.parent / "legend.yaml")
    assert made is None
    assert [fault.code for fault in faults] == ["E601"]
    assert scenario_files(tmp_path) == [path]


def test_a_link_out_of_a_folder_of_scenarios_is_refused_unless_it_is_named(tmp_path: Path) -> None:
    path = write(tmp_path, SCENARIO)
    folder = tmp_path / "theirs"
    folder.mkdir()
    (folder / "link.yaml").symlink_to(path)
    with pytest.raises(UsageError, match="leads out of"):
        scenario_files(folder)
    assert [folder / "link.yaml"] == scenario_files(folder / "link.yaml")
    (tmp_path / "beside").symlink_to(folder)
    (folder / "link.yaml").unlink()
    shutil.copy(path, folder / "own.yaml")
    (folder / "link.yaml").symlink_to("own.yaml")
    assert 2 == len(scenario_files(tmp_path / "beside"))


def test_legends_above_the_scenarios_are_ignored(tmp_path: Path) -> None:
    path = write(tmp_path, SCENARIO, legend=None)
    (tmp_path / "legend.yaml").write_text(LEGEND, encoding="utf-8")
    assert read_legend(path)[0].digits is None


def test_an_id_is_the_path_below_the_scenarios() -> None:
    assert scenario_id(Path("/x/scenarios/y/scenarios/toy/a/b.yaml")) == "toy/a/b"
    assert scenario_id(Path("/x/scenarios/scenarios.yaml")) == "scenarios"
    assert scenario_id(Path("/x/y/z/a/b.yaml")) == "a/b"


@pytest.mark.parametrize("typed", ["b.yaml", "../a/b.yaml", "./b.yaml", "/x/y z/q/a/b.yaml"])
def test_an_id_is_the_same_however_the_path_is_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    folder = tmp_path / "q" / "a"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    assert scenario_id(Path(typed)) == "a/b"


def test_an_id_begins_below_a_folder_whose_name_can_not_be_in_it() -> None:
    assert scenario_id(Path("/x/My Scenarios/a/b.yaml")) == "a/b"
    assert scenario_id(Path("/x/a/My Scenarios/b.yaml")) == "b"


@pytest.mark.parametrize(
    "name", ["aa onclick=alert(7) style=x", "a_b", "B", "-b", "a}", "ä", "a\nb", ".b"]
)
def test_a_file_whose_name_can_not_be_an_id_is_reported(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, SCENARIO)
    made, faults = read_scenario(path.rename(path.with_name(f"{name}.yaml")))
    assert made is None
    assert [fault.code for fault in faults] == ["E605"]


def test_a_folder_whose_name_can_not_be_in_an_id_is_reported(tmp_path: Path) -> None:
    path = write(tmp_path, SCENARIO)
    path.parent.rename(path.parent.with_name("an area"))
    made, faults = read_scenario(path.parent.with_name("an area") / path.name)
    assert made is None
    assert [fault.message for fault in faults] == ["`an area` can't be part of a scenario's id"]


def test_a_scenario_has_no_seed_since_outcomes_of_chance_are_options(tmp_path: Path) -> None:
    text = SCENARIO.replace("  game: toy\n", "  game: toy\n  seed: 3\n")
    made, faults = read_scenario(write(tmp_path, text))
    assert made is None
    assert ["`seed`" in fault.message for fault in faults] == [True]


def test_a_branch_is_called_by_language_or_by_what_is_chosen_in_it(tmp_path: Path) -> None:
    each = "each:\n  - {name: {en: up, es: subiendo}, when: a}\n  - {when: [b, c]}\n"
    made, faults = read_scenario(write(tmp_path, SCENARIO + each))
    assert faults == []
    assert made is not None
    assert [("up", {"en": "up", "es": "subiendo"}), ("b, c", {})] == [
        (branch.name, branch.names) for branch in made.branches
    ]


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_a_file_of_records_is_not_taken_for_a_scenario(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is a file of records, not a scenario") as caught:
        scenario_files(tmp_path / name)
    assert "--records" in str(caught.value.hint)
