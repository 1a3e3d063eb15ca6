"""Where a ruling says that a recorded decision is played otherwise, a replay counts it apart."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from thesmos import resources
from thesmos.diagnostics import UsageError
from thesmos.play.game import load
from thesmos.record.recorder import Recorder, setup_of
from thesmos.tools.replay_files import ReplayReport, replay_files

RULINGS = """thesmos: rulings
game: tic-tac-toe
rulings:
  - id: may-not-pass
    edition: "1"
    title: {en: Passing}
    card: {en: Says nothing.}
    played: {en: Nobody passes.}
    evidence: [game-1/3]
    clauses: []
    scenarios: [tic-tac-toe/none]
    otherwise: [{record: game-1/3}]
"""


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """A game with a ruling about one decision of one recorded game."""
    folder = tmp_path / "tic-tac-toe"
    shutil.copytree(resources.spec_dir() / "tic-tac-toe", folder)
    (folder / "rulings.yaml").write_text(RULINGS)
    return folder


def replayed(spec: Path, *changed: int, length: int | None = None) -> ReplayReport:
    """Replay a game in which the original let the player pass at some decisions."""
    match = load(str(spec)).match([None, None])
    record: Any = Recorder(match, setup_of(match)).record("game-1", 5)
    for at in changed:
        record["decisions"][at]["may_skip"] = True
    if length is not None:
        del record["decisions"][length:]
        record["result"] = {"winners": [], "reason": "limit", "end": "limit"}
    file = spec.parent / "game.jsonl"
    file.write_text(json.dumps(record) + "\n")
    return replay_files([file], spec=str(spec))


def test_a_difference_that_a_ruling_names_is_counted_apart(spec: Path) -> None:
    report = replayed(spec, 3)
    assert (report.games, report.agreeing, report.disagreements) == (1, 0, [])
    (ruled,) = report.as_json()["ruled"]
    assert ruled["ruling"] == "may-not-pass"
    assert (ruled["game"], ruled["decision"], ruled["kind"]) == ("game-1", 3, "may_skip")


def test_an_earlier_difference_is_no_matter_of_the_ruling(spec: Path) -> None:
    report = replayed(spec, 1, 3)
    assert [(one.decision, one.kind) for one in report.disagreements] == [(1, "may_skip")]
    assert report.ruled == []


def test_a_ruling_about_a_decision_that_agrees_is_reported(spec: Path) -> None:
    (found,) = replayed(spec).disagreements
    assert (found.decision, found.kind) == (3, "ruling")
    assert "`may-not-pass`" in found.expected


def test_a_game_that_ends_before_the_decision_says_nothing_about_the_ruling(spec: Path) -> None:
    report = replayed(spec, length=3)
    assert (report.agreeing, report.disagreements, report.ruled) == (1, [], [])


def test_rulings_with_errors_end_the_run(spec: Path) -> None:
    (spec / "rulings.yaml").write_text(RULINGS.replace("game-1/3}]", "game-1}]"))
    with pytest.raises(UsageError, match="the rulings of `tic-tac-toe` have errors"):
        replayed(spec)
