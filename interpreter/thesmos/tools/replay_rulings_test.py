"""Where a ruling says that a recorded decision is played otherwise, a replay counts it apart."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from thesmos import resources
from thesmos.check.documents.rulings import ORIGINAL, RULINGS
from thesmos.diagnostics import UsageError
from thesmos.play.game import load
from thesmos.play.protocols import Json
from thesmos.record.recorder import Recorder, setup_of
from thesmos.tools.replay_files import ReplayReport, Terms, replay_files

MAY_NOT_PASS = """thesmos: rulings
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
    (folder / "rulings.yaml").write_text(MAY_NOT_PASS)
    return folder


def replayed(
    spec: Path, *changed: int, length: int | None = None, follow: str = RULINGS
) -> ReplayReport:
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
    return replay_files([file], terms=Terms(str(spec), follow=follow))


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


def test_a_decision_that_agrees_is_no_matter_of_rulings_where_the_original_is_followed(
    spec: Path,
) -> None:
    assert replayed(spec, follow=ORIGINAL).agreeing == 1


@pytest.fixture
def recorded_with_an_option(tmp_path: Path) -> tuple[Path, Json]:
    """A game whose original played with an option, and a record that does not say so."""
    folder = tmp_path / "nim"
    shutil.copytree(resources.spec_dir() / "nim", folder)
    file = folder / "game.yaml"
    file.write_text(file.read_text().replace("    values:", "    original: loses\n    values:", 1))
    match = load(str(folder)).match([None, None], options={"last_counter": "loses"})
    record: Any = Recorder(match, setup_of(match)).record("game-1", 5)
    return folder, record


@pytest.mark.parametrize(
    ("follow", "said", "options", "agreeing"),
    [
        (RULINGS, {}, {}, 0),
        (ORIGINAL, {}, {}, 1),
        (ORIGINAL, {"last_counter": "wins"}, {}, 0),
        (ORIGINAL, {"last_counter": "wins"}, {"last_counter": "loses"}, 1),
    ],
    ids=["rulings", "original", "the record chooses", "the user chooses"],
)
@pytest.mark.parametrize("pools", [True, False])
def test_the_original_is_followed_with_the_options_that_the_game_names(
    recorded_with_an_option: tuple[Path, Json],
    follow: str,
    said: dict[str, str],
    options: dict[str, str],
    agreeing: int,
    pools: bool,
) -> None:
    folder, record = recorded_with_an_option
    file = folder.parent / "game.jsonl"
    file.write_text(json.dumps(record | {"setup": record["setup"] | {"options": said}}) + "\n")
    terms = Terms(str(folder), options, follow, pools=pools)
    assert replay_files([file], terms=terms).agreeing == agreeing


@pytest.mark.parametrize(("value", "agreeing"), [("loses", 1), ("wins", 0)])
def test_a_ruling_says_nothing_about_a_record_that_is_played_as_the_original_by_its_options(
    recorded_with_an_option: tuple[Path, Json], value: str, agreeing: int
) -> None:
    """With `wins`, the result differs; the ruling is about the first decision, which agrees."""
    folder, record = recorded_with_an_option
    about_first = MAY_NOT_PASS.replace("tic-tac-toe", "nim").replace("game-1/3", "game-1/0")
    (folder / "rulings.yaml").write_text(about_first)
    file = folder.parent / "game.jsonl"
    file.write_text(json.dumps(record | {"setup": record["setup"] | {"options": {}}}) + "\n")
    terms = Terms(str(folder), {"last_counter": value})
    assert replay_files([file], terms=terms).agreeing == agreeing


def test_a_game_that_ends_before_the_decision_says_nothing_about_the_ruling(spec: Path) -> None:
    report = replayed(spec, length=3)
    assert (report.agreeing, report.disagreements, report.ruled) == (1, [], [])


def test_rulings_with_errors_end_the_run(spec: Path) -> None:
    (spec / "rulings.yaml").write_text(MAY_NOT_PASS.replace("game-1/3}]", "game-1}]"))
    with pytest.raises(UsageError, match="the rulings of `tic-tac-toe` have errors"):
        replayed(spec)
