"""Whole files: the same report on one process as on many; bad input refused; children ended."""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path
from typing import Any

import pytest

from testing.suite import RECORDS_DIR, needs_records
from thesmos.diagnostics import SpecError, UsageError
from thesmos.play.game import MatchKey
from thesmos.play.pooled import PooledMatch, Pools
from thesmos.record import matches
from thesmos.record.format import read_records
from thesmos.tools import replay_files as f
from thesmos.tools import shared_match_ups, shared_pools

pytestmark = [pytest.mark.slow, needs_records]
BASE = RECORDS_DIR / "base.jsonl.gz"


def write(path: Path, records: list[Any]) -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def records(count: int) -> list[Any]:
    return [record for record, _ in zip(read_records(BASE), range(count), strict=False)]


def test_one_process_or_many_report_the_same(tmp_path: Path) -> None:
    games = records(20)
    games[3]["result"]["reason"] = "boredom"
    games[17]["setup"]["powers"] = ["nobody", None]
    path = write(tmp_path / "x.jsonl", games)
    one, two = f.replay_files([path]), f.replay_files([path], jobs=2)
    assert one == two
    assert [(d.game, d.kind) for d in one.disagreements] == [
        (games[3]["id"], "result"),
        (games[17]["id"], "error"),
    ]
    assert one.as_json()["agreeing_games"] == 18
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("pooled", [True, False])
def test_games_in_a_pool_are_reported_as_by_themselves(
    pooled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []

    class Noted(Pools):
        def match(self, key: MatchKey) -> PooledMatch:
            made.append(key)
            return super().match(key)

    monkeypatch.setattr(shared_match_ups, "Pools", Noted)
    monkeypatch.setattr(shared_pools, "MATCH_UP", 1000)  # so few share a pool, too
    games = list(read_records(RECORDS_DIR / "pairs.jsonl.gz"))[:6]
    games[2]["result"]["reason"] = "boredom"
    games[4]["setup"]["powers"][1] = "nobody"
    report = f.replay_files([write(tmp_path / "x.jsonl", games)], terms=f.Terms(pools=pooled))
    assert len(made) == (5 if pooled else 0)
    assert [(d.game, d.decision, d.kind) for d in report.disagreements] == [
        (games[2]["id"], len(games[2]["decisions"]), "result"),
        (games[4]["id"], 0, "error"),
    ]
    assert "there is no power `nobody`" in report.disagreements[1].got


def test_a_line_that_is_not_a_record_is_named_though_others_share_its_pool(tmp_path: Path) -> None:
    games = list(read_records(RECORDS_DIR / "pairs.jsonl.gz"))[:60]
    games[-1]["setup"]["powers"][0] = {}  # type: ignore[call-overload]  # that is what is wrong
    with pytest.raises(UsageError, match=r":60 is not a record: record.setup.powers\[0\] must be"):
        f.replay_files([write(tmp_path / "x.jsonl", games)])


def test_max_games_counts_over_all_files() -> None:
    assert f.replay_files([BASE, BASE], max_games=45).games == 45
    assert f.replay_files([BASE], max_games=0).games == 0


def test_progress_ends_at_the_size_of_the_files() -> None:
    seen: list[int] = []
    f.replay_files([BASE], max_games=None, progress=lambda _, read: seen.append(read))
    assert seen == sorted(seen)
    assert seen[-1] <= BASE.stat().st_size


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_broken_line_is_named_and_ends_the_children(tmp_path: Path, jobs: int) -> None:
    path = write(tmp_path / "x.jsonl", records(2))
    path.write_text(path.read_text() + "{\n")
    with pytest.raises(UsageError, match=r"x\.jsonl:3 is not JSON") as caught:
        f.replay_files([path], jobs)
    assert caught.value.hint
    assert not multiprocessing.active_children()


def test_a_missing_file_is_refused() -> None:
    with pytest.raises(UsageError, match="there is no file"):
        f.replay_files([Path("nowhere.gz")])


@pytest.mark.parametrize(
    "change",
    [
        {"game": "nobody"},
        {"setup": {"players": 2, "teams": [1, 1], "powers": [None, None]}},
        {"setup": {"players": 7, "teams": [1] * 7, "powers": [None] * 7}},
        {"setup": {"players": 2, "teams": [1, 2], "powers": [None, None], "weather": "fair"}},
        {"setup": {"players": 2, "teams": [1, 2], "powers": [None, None], "mode": "odd"}},
    ],
)
def test_what_we_can_not_set_up_is_an_error_of_that_game(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    games = records(2)
    games[0].update(change)
    report = f.replay_files([write(tmp_path / "x.jsonl", games)])
    assert [(d.game, d.decision, d.kind) for d in report.disagreements] == [
        (games[0]["id"], 0, "error")
    ]
    assert report.disagreements[0].got
    assert report.games == 2


def test_a_spec_with_errors_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Any:
        raise SpecError([])

    monkeypatch.setattr(matches, "_version_of", broken)
    with pytest.raises(UsageError, match="the spec of `santorini` has errors"):
        f.replay_files([BASE])


def test_machine_code_agrees_with_records() -> None:
    pytest.importorskip("llvmlite")
    found = f.replay_files([BASE], max_games=2, terms=f.Terms(backend="native"))
    assert (found.games, found.disagreements) == (2, [])
    assert found == f.replay_files([BASE], max_games=2)
