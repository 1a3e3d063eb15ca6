"""`thesmos conform` on the command line: exit codes, JSON output, files."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from thesmos.cli import cli
from thesmos.resources import scenarios_dir
from thesmos.syntax.spec_folder import shipped_slugs
from thesmos_conform.report.jsonl import read, read_every
from thesmos_conform.testing.scenarios import UNMET

AREA = str(scenarios_dir() / "santorini" / "base")

MINE = """
thesmos: scenario
title: A block is built beside the Worker
clauses: [build.near]
source: our own
given:
  game: santorini
  powers: [none, none]
  to_move: 1
  position: {levels: '0000000000000000000000000', workers: [A1 1f, E5 2f]}
steps: [{when: A1-A2, then: {legal: {includes: [A2+A1]}}}]
"""


def adapter(folder: Path, fault: str, more: str = "") -> str:
    """The file of one of the adapters of the tests."""
    file = folder / f"{fault}.toml"
    command = [sys.executable, "-m", "thesmos_conform.testing.adapters.faulty", fault]
    file.write_text(f"{more}\ncommand = {json.dumps(command)}\n", encoding="utf-8")
    return str(file)


def call(*words: str) -> Result:
    return CliRunner().invoke(
        cli, ["conform", "--game", "santorini", "--scenarios", AREA, "--jobs", "1", *words]
    )


def printed(result: Result) -> Any:
    return json.loads(result.stdout)


def test_a_conformant_adapter(tmp_path: Path) -> None:
    result = call("-i", adapter(tmp_path, "honest"), "--json")
    assert 0 == result.exit_code, result.output
    made = printed(result)
    assert (True, True, "base") == (made["conformant"], made["complete"], made["profile"])
    assert {"pass", "unsupported"} == made["counts"].keys()
    assert "scenarios" == made["results"][0]["source"]


def test_an_adapter_that_is_not_conformant(tmp_path: Path) -> None:
    result = call("-i", adapter(tmp_path, "climbs"))
    assert 1 == result.exit_code
    assert "move.climb" in result.stdout
    assert "fail santorini/base/climb-one-level-only: " in result.stderr  # as it came
    assert "not conformant for base" in result.stdout


def test_a_scenario_of_ones_own_shows_nothing_about_a_profile(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(MINE, encoding="utf-8")
    words = ["conform", str(file), "-i", adapter(tmp_path, "honest"), "--game", "santorini"]
    made = printed(CliRunner().invoke(cli, [*words, "--json"]))
    assert ("own claim", 1) == (made["profile"], made["counts"]["pass"])


def test_a_filter_leaves_no_verdict(tmp_path: Path) -> None:
    words = ("--case", "santorini/base/climb*", "--json")
    result = call("-i", adapter(tmp_path, "honest"), *words)
    assert 0 == result.exit_code
    made = printed(result)
    assert not made["conformant"]
    assert 1 == made["counts"]["pass"]
    assert "skipped" in made["counts"]


def test_known_failures_are_written_and_then_expected(tmp_path: Path) -> None:
    known = tmp_path / "known.toml"
    file = adapter(tmp_path, "climbs")
    assert 1 == call("-i", file, "--write-known", str(known)).exit_code
    again = call("-i", file, "--known", str(known), "--json")
    assert 0 == again.exit_code, again.output
    assert "fail santorini" not in again.stderr
    assert {"expected failure", "pass", "unsupported"} == printed(again)["counts"].keys()
    better = call("-i", adapter(tmp_path, "honest"), "--known", str(known), "--json")
    assert 1 == better.exit_code
    assert "unexpected pass" in printed(better)["counts"]


def test_a_list_of_known_failures_is_never_overwritten(tmp_path: Path) -> None:
    known = tmp_path / "known.toml"
    known.write_text("# edited")
    done = call("-i", adapter(tmp_path, "climbs"), "--write-known", str(known))
    assert (2, "# edited") == (done.exit_code, known.read_text())
    assert "already exists" in done.stderr


def test_rerun_asks_only_the_failures(tmp_path: Path) -> None:
    report = tmp_path / "report.jsonl"
    file = adapter(tmp_path, "climbs")
    call("-i", file, "--report", str(report))
    wrong = {one.id for one in read(report).results if one.status == "fail"}
    again = printed(call("-i", file, "--rerun", str(report), "--json"))
    assert wrong
    assert wrong == {one["id"] for one in again["results"] if one["status"] == "fail"}
    assert "pass" not in again["counts"]


def test_of_several_games_those_with_something_to_ask_are_asked() -> None:
    """The reference claims all games; one of them has the case."""
    words = ["conform", "-i", "thesmos", "--case", "santorini/base/climb-one*", "--json"]
    result = CliRunner().invoke(cli, words)
    assert 0 == result.exit_code, result.output
    assert ["santorini"] == [one["game"] for one in printed(result)["games"]]
    assert 1 == printed(result)["counts"]["pass"]


def test_a_case_that_no_game_has_is_an_error() -> None:
    result = CliRunner().invoke(cli, ["conform", "-i", "thesmos", "--case", "no-such-case"])
    assert (2, "") == (result.exit_code, result.stdout)
    assert "no cases are left to ask" in result.stderr


@pytest.mark.parametrize(
    ("games", "where"),
    [((), f"any of the {len(shipped_slugs())} games"), (("--game", "pook"), "pook")],
)
def test_a_power_that_no_game_has_is_an_error(games: tuple[str, ...], where: str) -> None:
    result = CliRunner().invoke(cli, ["conform", "-i", "thesmos", "--power", "limos", *games])
    assert (2, "") == (result.exit_code, result.stdout)
    assert f"there is no power `limos` in {where}" in result.stderr


@pytest.mark.parametrize("option", ["--rerun", "--since"])
def test_where_all_passed_before_nothing_is_asked(tmp_path: Path, option: str) -> None:
    file, report, again = adapter(tmp_path, "honest"), tmp_path / "all.jsonl", tmp_path / "no.jsonl"
    call("-i", file, "--report", str(report))
    result = call("-i", file, option, str(report), "--report", str(again), "--json")
    assert 0 == result.exit_code, result.output
    assert not printed(result)["conformant"]
    assert {"skipped", "passed before", "unsupported"} >= printed(result)["counts"].keys()
    assert printed(result)["counts"]["passed before"]
    assert "nothing is left to ask" in printed(result)["games"][0]["notes"][0]
    assert read(again).results


@pytest.mark.parametrize("words", [["--fail-fast"], ["--max-failures", "1"], ["--max-fail", "1"]])
def test_a_run_can_stop_at_the_first_failure(tmp_path: Path, words: list[str]) -> None:
    result = call("-i", adapter(tmp_path, "climbs"), *words, "--json")
    assert 1 == result.exit_code
    assert (1, False) == (printed(result)["counts"]["fail"], printed(result)["complete"])


@pytest.mark.parametrize("option", ["--rerun", "--since"])
def test_what_passed_before_is_counted_apart(tmp_path: Path, option: str) -> None:
    file, first, second = adapter(tmp_path, "climbs"), tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    call("-i", file, "--report", str(first))
    passed = {one.id for one in read(first).results if one.status == "pass"}
    for earlier in (first, second):  # the second one has them from the first
        again = call("-i", file, option, str(earlier), "--report", str(second), "--json")
        before = {
            one["id"] for one in printed(again)["results"] if one["status"] == "passed before"
        }
        assert passed == before
        assert len(passed) == printed(again)["counts"]["passed before"]


def test_a_known_failure_does_not_stop_the_run(tmp_path: Path) -> None:
    known, file = tmp_path / "known.toml", adapter(tmp_path, "climbs")
    call("-i", file, "--write-known", str(known))
    again = call("-i", file, "--known", str(known), "--fail-fast", "--json")
    assert (0, True) == (again.exit_code, printed(again)["complete"])
    assert 1 < printed(again)["counts"]["expected failure"]


def test_an_adapter_that_does_not_start(tmp_path: Path) -> None:
    result = call("-i", adapter(tmp_path, "no-library"))
    assert 3 == result.exit_code
    assert "no such library" in result.stderr


@pytest.mark.slow
def test_an_incomplete_run(tmp_path: Path) -> None:
    assert 4 == call("-i", adapter(tmp_path, "early-exit")).exit_code


def test_a_suite_that_the_reference_does_not_meet(tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(UNMET, encoding="utf-8")
    words = ["conform", "-i", adapter(tmp_path, "honest"), "--scenarios", str(file)]
    result = CliRunner().invoke(cli, words)
    assert 5 == result.exit_code
    assert "expected 2, got 1" in result.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--game", "chess"), "chess"),
        (("--profile", "everything"), "has no profile `everything`"),
        (("--level", "perft"), "does not claim the level perft"),
        (("--shard", "3/2"), "is not a part of the suite"),
        (("--power", "pan"), "no cases are left"),
        (("--records", "nowhere.jsonl"), "nowhere.jsonl does not exist"),
        (("--report", "report.doc"), "no report format"),
        (("--known", "nowhere.toml"), "can't be read"),
    ],
    ids=lambda one: one if isinstance(one, str) else " ".join(one),
)
def test_a_wrong_call_is_explained(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    result = call("-i", adapter(tmp_path, "honest"), *words)
    assert 2 == result.exit_code
    assert said in result.stderr


@pytest.mark.parametrize(
    ("words", "usual"),
    [
        (("conform",), {"conformant": False, "complete": False, "results": []}),
        (("fuzz", "--time", "1s"), {"games": 0, "disagreements": []}),
        (("perft", "santorini", "--depth", "1", "--divide"), {"asked": 0, "differs": None}),
    ],
    ids=["conform", "fuzz", "perft"],
)
@pytest.mark.parametrize("fault", ["no-library", "no-such-program"])
def test_an_adapter_that_can_not_be_started_gives_one_object(
    tmp_path: Path, words: tuple[str, ...], usual: dict[str, Any], fault: str
) -> None:
    file = adapter(tmp_path, fault)
    if fault == "no-such-program":
        Path(file).write_text(f'command = ["{fault}"]\n', encoding="utf-8")
    result = CliRunner().invoke(cli, [*words, "-i", file, "--json"])
    assert 3 == result.exit_code
    made = printed(result)
    assert usual == {key: made[key] for key in usual}
    why = made["not_started"]
    assert why["message"] in result.stderr
    assert {"no-library": "exit", "no-such-program": "no-start"}[fault] == why["kind"]


def test_a_report_in_a_missing_folder_is_refused_before_anything_is_asked(tmp_path: Path) -> None:
    file = adapter(tmp_path, "no-library")
    for option in ("--report", "--write-known"):
        result = call("-i", file, option, str(tmp_path / "none" / "report.txt"))
        assert 2 == result.exit_code
        assert "there is no folder" in result.stderr


def test_a_profile_beyond_the_claim_fails(tmp_path: Path) -> None:
    words = ("--profile", "base-4", "--json")
    result = call("-i", adapter(tmp_path, "honest"), *words)
    assert 1 == result.exit_code
    assert "does not cover the profile `base-4`" in printed(result)["games"][0]["notes"][0]


def test_the_reports_of_several_adapters_are_in_one_file(tmp_path: Path) -> None:
    report = tmp_path / "both.jsonl"
    both = ("-i", adapter(tmp_path, "honest"), "-i", adapter(tmp_path, "climbs"))
    assert 1 == call(*both, "--report", str(report)).exit_code
    assert [True, False] == [run.conformant for run in read_every(report)]
    again = call(*both, "--rerun", str(report), "--json")
    assert 1 == again.exit_code
    nothing, asked = printed(again)["adapters"]
    assert {"skipped", "passed before"} == nothing["counts"].keys()
    assert asked["adapter"].endswith("climbs.toml")
    assert "pass" not in asked["counts"]


def test_several_adapters_are_named_shortly_in_the_table_and_by_file_in_json(
    tmp_path: Path,
) -> None:
    files = [adapter(tmp_path, "honest"), adapter(tmp_path, "climbs")]
    both = [word for file in files for word in ("-i", file)]
    shown = call(*both).stdout
    name = shown.split(" (", 1)[0].strip()
    assert f"Wrong in {name} (climbs.toml) only\n" in shown
    assert f"\n{name} (honest.toml): conformant" in shown
    assert str(tmp_path) not in shown
    assert files == [one["adapter"] for one in printed(call(*both, "--json"))["adapters"]]


def test_a_report_without_the_adapter_can_not_be_repeated(tmp_path: Path) -> None:
    report = tmp_path / "both.jsonl"
    both = ("-i", adapter(tmp_path, "honest"), "-i", adapter(tmp_path, "climbs"))
    call(*both, "--report", str(report))
    (tmp_path / "elsewhere").mkdir()
    other = call("-i", adapter(tmp_path / "elsewhere", "honest"), "--rerun", str(report))
    assert 2 == other.exit_code
    assert "has no report of" in other.stderr


def test_an_unknown_edition_is_reported_with_those_that_exist(tmp_path: Path) -> None:
    words = ["conform", "-i", adapter(tmp_path, "honest"), "--edition", "2021-9"]
    result = CliRunner().invoke(cli, words)
    assert 2 == result.exit_code
    assert "no game here has an edition `2021-9`" in result.stderr
    assert "did you mean '2021-09'?" in result.stderr
    assert "santorini 2020-08 or 2026-02 or 2021-09" in result.stderr


def test_that_an_unclaimed_power_is_refused_is_no_conformance_by_itself(tmp_path: Path) -> None:
    words = ("--edition", "2020-08", "-i", adapter(tmp_path, "honest"))
    scenarios = str(scenarios_dir() / "santorini")
    result = CliRunner().invoke(cli, ["conform", "--jobs", "1", *words, scenarios])
    assert 4 == result.exit_code, result.output
    assert "no case was asked (8 unsupported: edition 2020-08)" in result.stdout
