"""`thesmos mutate` on a small game: what it prints, writes and saves, and its exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from testing.heap import heap_game, write_scenario
from thesmos.cli import cli

MODEST = ("--powers", "modest", "--decisions", "0")
LEFT = ("--clause", "take.left")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The game, as a relative folder, with scenarios about the rule `take.left` beside it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "heap").mkdir()
    heap_game(tmp_path / "heap")
    for heap, options in ((2, ["1", "2"]), (1, ["1"])):
        file = tmp_path / "scenarios" / f"{heap}.yaml"
        then = json.dumps({"then": {"legal": {"exactly": options}}})
        write_scenario(file, f"position: {{heap: {heap}}}", then, game="heap")
    return "heap"


def call(*words: str, code: int = 0) -> Result:
    result = CliRunner().invoke(cli, ["mutate", *words, "--jobs", "1"])
    assert code == result.exit_code, result.output
    return result


def passed_and_skipped(folder: str) -> tuple[int, int]:
    """The number of scenarios of a folder that pass, and that are skipped."""
    printed = json.loads(CliRunner().invoke(cli, ["test", folder, "--json"]).stdout)
    return printed["passed"], printed["skipped"]


def test_a_rule_that_the_scenarios_pin_down_exits_with_0(game: str) -> None:
    printed = call(game, "scenarios", *LEFT).stdout
    assert "all: 3 of 3 killed, 100.0 %" in printed.splitlines()
    assert "survive" not in printed


def test_a_survivor_is_shown_with_its_place_and_lines_and_exits_with_1(game: str) -> None:
    lines = call(game, "scenarios", *MODEST, code=1).stdout.splitlines()
    start = lines.index("heap/powers/modest.yaml:7:5: modest.rules.1")
    assert [
        "  modest.rules.1:drop-clause:1",
        "    - forbid take where many = 2",
        "    no difference in 0 random decisions",
    ] == lines[start + 1 : start + 4]
    assert "modest: 0 of 6 killed, 0.0 %" in lines
    assert "tagged calm: 0 of 6 killed, 0.0 %" in lines


def test_a_tag_selects_its_cards(game: str) -> None:
    words = (game, "scenarios", "--tag", "calm", "--decisions", "0", "--json")
    assert ["modest"] == list(json.loads(call(*words, code=1).stdout)["cards"])


def test_a_sample_is_always_the_same(game: str) -> None:
    words = (game, "scenarios", "--sample", "3", "--decisions", "0", "--json")
    first, again = (json.loads(call(*words, code=1).stdout) for _ in range(2))
    assert 3 == first["mutants"]
    assert first["units"] == again["units"]


def test_with_a_module_what_it_says_is_changed(game: str, tmp_path: Path) -> None:
    """The game's own scenarios judge the rest."""
    module = tmp_path / "heap" / "modules" / "slow"
    module.mkdir(parents=True)
    (module / "module.yaml").write_text(
        "thesmos: module\nslug: slow\ntitle: {en: Slow}\n"
        "adds: {clauses: {+Rules: 'forbid take where many = 2'}}\n"
    )
    then = '{then: {legal: {exactly: ["1"]}}}'
    file = tmp_path / "slowly" / "one.yaml"
    write_scenario(file, "position: {heap: 2}", then, "take.left", "heap+slow")
    printed = json.loads(call("heap+slow", "slowly", "--decisions", "0", "--json").stdout)
    assert ["tiny.rules.2"] == [unit["id"] for unit in printed["units"]]


def test_a_lower_score_than_the_least_exits_with_1(game: str) -> None:
    call(game, "scenarios", *MODEST, "--min", "0", code=0)
    call(game, "scenarios", *MODEST, "--min", "0.1", code=1)


def test_a_difference_is_shown_and_written_as_a_scenario_of_the_folder(
    game: str, tmp_path: Path
) -> None:
    words = (game, "scenarios", "--powers", "modest", "--decisions", "100", "--drafts", "found")
    result = call(*words, code=1)

    assert "6 drafts written to found\n" in result.stderr
    assert (
        "    modest against shy, at the start: differs in `options` (--drafts shows it)"
        in result.stdout.splitlines()
    )
    drafts = sorted(path.name for path in (tmp_path / "found").iterdir())
    assert 6 == len(drafts)
    assert "modest.rules.1-drop-clause-1.yaml" in drafts
    assert (0, 6) == passed_and_skipped("found")
    for draft in drafts:
        lines = (tmp_path / "found" / draft).read_text().splitlines(keepends=True)
        reviewed = "".join(line for line in lines if not line.startswith("pending:"))
        (tmp_path / "found" / draft).write_text(reviewed)
    assert (6, 0) == passed_and_skipped("found")


def test_the_figures_are_one_json_object(game: str) -> None:
    printed = json.loads(call(game, "scenarios", *LEFT, "--json").stdout)
    assert (3, 3, 0, 100.0) == tuple(printed[k] for k in ("mutants", "killed", "survived", "score"))
    assert "1" in printed["units"][0]["killers"]  # only this scenario needs the rule itself


def test_a_full_run_is_saved(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = "thesmos_conform.cases.scenario_cases.scenarios_dir"
    monkeypatch.setattr(shipped, lambda: tmp_path / "scenarios")
    monkeypatch.setattr("thesmos_conform.cli.figures.strength_dir", lambda: tmp_path / "strength")
    result = call(game, "--decisions", "0", "--save", code=1)

    assert f"written to {tmp_path / 'strength' / 'tiny.json'}\n" in result.stderr
    saved = json.loads((tmp_path / "strength" / "tiny.json").read_text())
    assert ("strength", "tiny", 2) == (saved["thesmos"], saved["game"], saved["scenarios"])
    assert {"tiny", "modest", "bold", "shy"} == saved["cards"].keys()


@pytest.mark.parametrize(
    "part", [("scenarios",), MODEST, LEFT, ("--tag", "calm"), ("--sample", "1")]
)
def test_a_part_of_the_figures_is_not_saved(game: str, part: tuple[str, ...]) -> None:
    assert "--save is for a full run" in call(game, *part, "--save", code=2).stderr


def test_a_listed_mutant_counts_as_equivalent(game: str, tmp_path: Path) -> None:
    (tmp_path / "same.yaml").write_text(
        "thesmos: equivalent\ntiny:\n  - id: 'modest.rules.1:shift-bound:1'\n"
        "    becomes: 'forbid take where many = 3'\n    because: for the test\n"
    )
    printed = call(game, "scenarios", *MODEST, "--marks", "same.yaml", code=1).stdout
    assert "modest: 0 of 5 killed, 0.0 %, 1 equivalent" in printed.splitlines()
    assert "1 of the equivalent ones are proved" in printed
