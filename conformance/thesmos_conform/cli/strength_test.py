"""`thesmos strength`: what was saved, and whether the rules have changed since."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from testing.heap import heap_game
from thesmos.cli import cli


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The folder of a game; its figures are saved elsewhere."""
    monkeypatch.setattr("thesmos_conform.cli.figures.strength_dir", lambda: tmp_path / "strength")
    (tmp_path / "heap").mkdir()
    heap_game(tmp_path / "heap")
    return str(tmp_path / "heap")


def printed(*words: str) -> str:
    return CliRunner().invoke(cli, words, catch_exceptions=False).stdout


def test_what_was_saved_is_shown(game: str) -> None:
    printed("pairs", game, "--save")
    (line,) = printed("strength", game).splitlines()[1:]
    assert "  pairs    0 of 0 pairs that touch meet, of 2 pairs; 0 of them in a scenario" == line


def test_figures_of_other_rules_are_marked(game: str) -> None:
    printed("pairs", game, "--save")
    with (Path(game) / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert printed("strength", game).endswith(" (of other rules than the present ones)\n")
    (figures,) = json.loads(printed("strength", game, "--json")).values()
    assert figures["pairs"]["current"] is False


def test_of_a_game_without_figures_nothing_is_shown(game: str) -> None:
    assert "" == printed("strength", game)


def test_without_a_name_editions_with_figures_are_shown_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("thesmos_conform.cli.figures.strength_dir", lambda: tmp_path)
    figures = {"spec": "", "clauses": 2, "asserted": 1}
    for name in ("tic-tac-toe", "santorini@2026-02", "elsewhere@2026-02"):
        (tmp_path / f"{name}.coverage.json").write_text(json.dumps(figures), encoding="utf-8")
    names = [line for line in printed("strength").splitlines() if not line.startswith(" ")]
    assert ["santorini@2026-02", "tic-tac-toe"] == names
