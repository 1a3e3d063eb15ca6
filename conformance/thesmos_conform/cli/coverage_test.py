"""`thesmos coverage` on a small game: what it prints and saves, and its exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from testing.heap import heap_game, write_scenario
from thesmos.cli import cli


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The game, as a relative folder, with scenarios beside it.

    They need the rule `take.left` and the clause of `modest`; that of `shy` acts in one, which
    says nothing of it.
    """
    monkeypatch.chdir(tmp_path)
    (tmp_path / "heap").mkdir()
    heap_game(tmp_path / "heap")
    one = '{then: {legal: {exactly: ["1"]}}}'
    folder = tmp_path / "scenarios"
    write_scenario(folder / "left.yaml", "position: {heap: 1}", one)
    cards = "powers: [modest, shy], position: {heap: 5}"
    write_scenario(folder / "modest.yaml", cards, one, "modest.rules.1")
    after = '{when: ["1", "2"], then: {result: none}}'
    write_scenario(folder / "quiet.yaml", "powers: [shy, none], position: {heap: 5}", after)
    return "heap"


def call(*words: str, code: int = 0) -> Result:
    result = CliRunner().invoke(cli, ["coverage", *words, "--jobs", "1"])
    assert code == result.exit_code, result.output
    return result


def test_a_card_whose_clauses_are_asserted_exits_with_0(game: str) -> None:
    printed = call(game, "scenarios", "--powers", "modest").stdout.splitlines()
    assert [
        "modest: only one scenario needs its clauses: modest",
        "1 clauses and rules: 1 cited, 1 fired, 1 asserted by a scenario",
        "2 pairs of powers: 1 met in a scenario, 0 fired in one together",
    ] == printed


def test_a_clause_that_can_be_removed_is_shown_with_its_place_and_exits_with_1(game: str) -> None:
    lines = call(game, "scenarios", code=1).stdout.splitlines()
    assert "heap/powers/bold.yaml:7:5: bold.rules.1: nothing fails without it" in lines
    place = "heap/powers/shy.yaml:7:5: shy.rules.1: "
    assert f"{place}fired in 1 scenario, but nothing fails without it" in lines
    assert not [line for line in lines if "take.left: " in line or "modest.rules.1: " in line]


def test_a_lower_share_than_the_least_exits_with_1(game: str) -> None:
    call(game, "scenarios", "--powers", "modest,shy", "--min", "50", code=0)
    call(game, "scenarios", "--powers", "modest,shy", "--min", "50.1", code=1)


def test_the_table_is_one_json_object(game: str) -> None:
    printed = json.loads(call(game, "scenarios", "--powers", "shy", "--json", code=1).stdout)
    (cover,) = printed.pop("covers")
    assert {"clauses": 1, "cited": 0, "fired": 1, "asserted": 0} == {
        key: printed[key] for key in ("clauses", "cited", "fired", "asserted")
    }
    assert ("shy.rules.1", "shy", None) == (cover["id"], cover["card"], cover["asserted_by"])
    assert [["modest", "shy", 1, 0]] == printed["pairs"]["table"]


def test_a_full_table_is_saved_without_the_folder_of_the_game(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "thesmos_conform.cases.scenario_cases.scenarios_dir", lambda: tmp_path / "scenarios"
    )
    monkeypatch.setattr("thesmos_conform.cli.figures.strength_dir", lambda: tmp_path / "strength")
    file = tmp_path / "strength" / "tiny.coverage.json"
    assert f"written to {file}\n" in call(str(tmp_path / game), "--save", code=1).stderr

    saved = json.loads(file.read_text())
    assert ("coverage", 1, "tiny") == (saved["thesmos"], saved["version"], saved["game"])
    assert "powers/shy.yaml:7:5" in {cover["place"] for cover in saved["covers"]}
    assert str(tmp_path) not in file.read_text()


@pytest.mark.parametrize("part", [("scenarios",), ("--powers", "shy")])
def test_a_part_of_the_table_is_not_saved(game: str, part: tuple[str, ...]) -> None:
    assert "--save is for a full run" in call(game, *part, "--save", code=2).stderr
