"""The command that replays records in pools: what it counts, and what it finds."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from testing.pool_replay import WASM, main
from testing.wasm_match import NODE
from thesmos.play.backend import PYTHON
from thesmos.play.game import load
from thesmos.record.recorder import Recorder, dump, setup_of

needs_node = pytest.mark.skipif(NODE is None, reason="needs Node.js")


@pytest.fixture
def records() -> list[Any]:
    """Some games of Nim."""
    match = load("nim").match([None, None])
    recorder = Recorder(match, setup_of(match), 100)
    return [json.loads(dump(record)) for record in recorder.games(3, seed=1)]


def replayed(folder: Path, records: list[Any], monkeypatch: pytest.MonkeyPatch, *more: str) -> int:
    """Write records into a file, and run the command with it."""
    path = folder / "x.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in records))
    monkeypatch.setattr(sys, "argv", ["pool_replay", *more, str(path)])
    return main()


@pytest.mark.parametrize("backend", [PYTHON, pytest.param(WASM, marks=needs_node)])
def test_games_that_agree_are_counted(
    backend: str,
    records: list[Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert replayed(tmp_path, records, monkeypatch, "--backend", backend) == 0
    decisions = sum(len(one["decisions"]) for one in records)
    assert capsys.readouterr().out == f"3 games, {decisions} decisions, 0 disagree\n"


@pytest.mark.parametrize("backend", [PYTHON, pytest.param(WASM, marks=needs_node)])
def test_a_game_that_does_not_agree_is_shown(
    backend: str,
    records: list[Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    records[1]["result"]["winners"] = [3 - records[1]["result"]["winners"][0]]
    assert replayed(tmp_path, records, monkeypatch, "--backend", backend) == 1
    shown, counted = capsys.readouterr().out.splitlines()
    assert shown.startswith("x.jsonl [None, None]: ")
    assert "'kind': 'result'" in shown
    assert counted.endswith("1 disagree")


def test_so_many_games_of_a_file_are_replayed(
    records: list[Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = "--backend", PYTHON, "--max-games", "2"
    assert replayed(tmp_path, records, monkeypatch, *given) == 0
    assert capsys.readouterr().out.startswith("2 games, ")
