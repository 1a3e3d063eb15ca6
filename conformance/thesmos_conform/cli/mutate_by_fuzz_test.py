"""`thesmos mutate --by fuzz` on a small game: what it prints and saves, and its exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from testing.heap import heap_game
from thesmos.cli import cli

LEFT = ("--only", "take.left:drop-clause:1")
FEW = ("--games", "12")


@pytest.fixture
def game(tmp_path: Path) -> str:
    """The folder of the game."""
    heap_game(tmp_path)
    return str(tmp_path)


def call(*words: str, code: int = 0) -> Result:
    result = CliRunner().invoke(cli, ["mutate", *words, "--by", "fuzz", "--jobs", "1"])
    assert code == result.exit_code, result.output
    return result


def test_a_killed_mutant_exits_with_0_and_shows_how_small_it_was_made(game: str) -> None:
    lines = call(game, *LEFT, *FEW).stdout.splitlines()
    assert "all: 1 of 1 killed, 100.0 %" in lines
    assert any(line.startswith("12 games, ") for line in lines)
    assert "made small to at most: heap 1" in lines


def test_a_survivor_is_shown_with_its_lines_and_exits_with_1(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("thesmos_conform.cli.mutate.timed_games", lambda *_: [])
    lines = call(game, "--only", "modest.rules.1:drop-clause:1", code=1).stdout.splitlines()
    start = lines.index("  modest.rules.1:drop-clause:1")
    assert "    - forbid take where many = 2" == lines[start + 1]


def test_what_shows_a_mutant_is_in_the_json(game: str) -> None:
    printed = json.loads(call(game, *LEFT, *FEW, "--json").stdout)
    assert ("strength", "fuzz", 12, 1) == tuple(
        printed[key] for key in ("thesmos", "by", "games", "killed")
    )
    (shown,) = printed["found"]
    assert ("take.left:drop-clause:1", {"heap": 1}, 0) == (
        shown["id"], shown["size"], shown["choices"],
    )  # fmt: skip


@pytest.mark.slow
def test_the_figures_are_saved(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thesmos_conform.cli.figures.strength_dir", lambda: tmp_path / "strength")
    call(game, *FEW, "--sample", "2", "--save")
    (file,) = (tmp_path / "strength").iterdir()
    saved = json.loads(file.read_text(encoding="utf-8"))
    assert ("fuzz", 2) == (saved["by"], saved["mutants"])
    assert file.name.endswith(".fuzz.json")


def test_some_changes_are_not_saved(game: str) -> None:
    assert "a sample of them" in call(game, *LEFT, "--save", code=2).output


def test_an_unknown_change_is_refused(game: str) -> None:
    assert (
        "take.left:drop-clause:1" in call(game, "--only", "take.left:drop:1", *FEW, code=2).output
    )


def test_scenarios_are_not_asked(game: str) -> None:
    assert "`--by fuzz` does not ask" in call(game, "scenarios", *LEFT, code=2).output


def test_games_are_for_fuzz_only(game: str) -> None:
    result = CliRunner().invoke(cli, ["mutate", game, "--games", "3"])
    assert 2 == result.exit_code
    assert "--by fuzz" in result.output
