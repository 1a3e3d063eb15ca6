"""`thesmos new copy` writes the whole spec of a game, which plays as the game does."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from thesmos.cli import cli
from thesmos.play.game import load


def run(*call: str) -> Result:
    """Run a command."""
    return CliRunner().invoke(cli, call, prog_name="thesmos")


def test_a_copy_is_the_same_game(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    assert run("new", "copy", "santorini", str(folder)).exit_code == 0
    mine, shipped = load(folder), load("santorini")
    assert mine.powers.keys() == shipped.powers.keys()
    assert mine.match(["pan", None]).rules == shipped.match(["pan", None]).rules
    assert load(f"{folder}@2026-02").editions == shipped.editions


def test_a_copy_overwrites_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "copy", "nim").exit_code == 0
    before = (tmp_path / "my-nim" / "game.yaml").read_bytes()
    again = run("new", "copy", "nim")
    assert (again.exit_code, "already exist" in again.output) == (2, True)
    assert (tmp_path / "my-nim" / "game.yaml").read_bytes() == before


def test_a_game_that_does_not_exist_is_not_copied(tmp_path: Path) -> None:
    result = run("new", "copy", "santorni", str(tmp_path / "x"))
    assert (result.exit_code, "did you mean 'santorini'?" in result.output) == (2, True)
    assert not (tmp_path / "x").exists()
