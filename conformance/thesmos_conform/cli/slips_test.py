"""`thesmos slips` on a small game: what it prints and saves, and its exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from testing.heap import heap_game
from thesmos.cli import cli

FOUND = ("--only", "take.left:drop-clause:1", "--games", "12")


@pytest.fixture
def game(tmp_path: Path) -> str:
    """The folder of the game."""
    heap_game(tmp_path)
    return str(tmp_path)


def call(*words: str, code: int = 0) -> Result:
    result = CliRunner().invoke(cli, ["slips", *words, "--jobs", "1"])
    assert code == result.exit_code, result.output
    return result


def test_a_found_slip_exits_with_0_and_tells_how_small_it_was_made(game: str) -> None:
    lines = call(game, *FOUND).stdout.splitlines()
    assert any(line.startswith("1 of 1 slip found, the last after ") for line in lines)
    assert "made small to at most: heap 1" in lines


def test_a_missed_slip_is_shown_with_its_lines_and_exits_with_1(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("thesmos_conform.cli.slips.timed_games", lambda *_: [])
    lines = call(game, "--only", "modest.rules.1:drop-clause:1", code=1).stdout.splitlines()
    assert lines[0].endswith("missed: modest.rules.1:drop-clause:1")
    assert "    - forbid take where many = 2" == lines[1]


@pytest.mark.slow
def test_the_figures_are_saved(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thesmos_conform.cli.figures.strength_dir", lambda: tmp_path / "strength")
    call(game, "--games", "12", "--sample", "2", "--save", code=0)
    (file,) = (tmp_path / "strength").iterdir()
    saved = json.loads(file.read_text(encoding="utf-8"))
    assert ("slips", 2) == (saved["thesmos"], saved["slips"])


def test_some_slips_are_not_saved(game: str) -> None:
    assert "a sample of them" in call(game, *FOUND, "--save", code=2).output


def test_an_unknown_slip_is_refused(game: str) -> None:
    assert "take.left:drop-clause:1" in call(game, "--only", "take.left:drop:1", code=2).output
