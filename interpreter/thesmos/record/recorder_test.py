"""What is recorded is a record, the same each time, and replays."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from testing.small import small
from testing.toy import ToyMatch, ToyState
from testing.walks import made_up
from thesmos.diagnostics import UsageError
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.record.format import Record, check_record, read_records
from thesmos.record.matches import match_of
from thesmos.record.recorder import Recorder, dump, pending, setup_of, write_records
from thesmos.record.replay import replay

POWERS = [[None, None], ["minotaur", "hecate"], ["apollo", None, "gaea"], [None] * 4]


def recorder(powers: list[str | None], limit: int = 200) -> Recorder:
    match = load("santorini").match(powers)
    return Recorder(match, setup_of(match), limit)


@pytest.mark.parametrize("powers", POWERS, ids=str)
def test_a_recorded_game_replays(powers: list[str | None]) -> None:
    for record in recorder(powers).games(3, seed=11):
        again = check_record(json.loads(dump(record)))
        compared, disagreement = replay(match_of(again), again)
        assert disagreement is None
        assert compared == len(record["decisions"])


def test_games_with_chance_replay() -> None:
    match = ToyMatch()
    setup = {"players": 2, "teams": [1, 2], "powers": [None, None]}
    for record in Recorder(match, setup).games(20, seed=1):  # type: ignore[arg-type]
        assert replay(match, record) == (len(record["decisions"]), None)


def market_record() -> tuple[Match, Record]:
    """A whole game, whose players have points."""
    match = made_up("market").match([None, None])
    record = Recorder(match, setup_of(match), 400).record("x", 3)
    return match, check_record(json.loads(dump(record)))


def test_places_and_scores_are_recorded_and_replayed() -> None:
    match, record = market_record()
    points, winners = record["result"]["scores"]["points"], record["result"]["winners"]
    assert record["result"]["end"] == "win"
    assert winners == [player for player in (1, 2) if points[player - 1] == max(points)]
    assert record["result"]["places"] == [1 if player in winners else 2 for player in (1, 2)]
    assert replay(match, record)[1] is None


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"places": [2, 2]}, {"places": [2, 2]}),
        ({"scores": {"points": [0, 1]}}, {"scores": {"points": [0, 1]}}),
        ({"scores": {"coins": [0, 1]}}, {"scores": {"coins": [0, 1]}}),
    ],
)
def test_other_places_and_scores_disagree(change: dict[str, Any], expected: dict[str, Any]) -> None:
    match, record = market_record()
    record["result"] |= change  # type: ignore[typeddict-item]  # some of its keys
    _, found = replay(match, record)
    assert found is not None
    assert (found.kind, found.expected) == ("result", expected)


def test_a_record_without_places_and_scores_agrees() -> None:
    match, record = market_record()
    del record["result"]["places"], record["result"]["scores"]
    assert replay(match, record)[1] is None


def test_a_game_that_nobody_wins_is_recorded(tmp_path: Path) -> None:
    match = small(tmp_path, clauses="at end of any turn: n += 1\nend draw where n = 2").match
    record = check_record(Recorder(match, setup_of(match), 20).record("x", 3))  # type: ignore[arg-type]
    assert record["result"] == {"end": "nobody", "winners": [], "reason": "draw"}
    assert replay(match, record)[1] is None


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a.jsonl.gz", "b.jsonl.gz", "c.jsonl"):
        write_records(tmp_path / name, recorder([None, None]).games(2, seed=5))
    packed = (tmp_path / "a.jsonl.gz").read_bytes()
    assert packed == (tmp_path / "b.jsonl.gz").read_bytes()
    assert gzip.decompress(packed) == (tmp_path / "c.jsonl").read_bytes()
    assert [x["id"] for x in read_records(tmp_path / "a.jsonl.gz")] == ["random-5", "random-6"]


def test_a_game_is_cut_off_at_the_limit() -> None:
    record = recorder([None, None], limit=6).record("x", 1)
    assert len(record["decisions"]) == 6
    assert record["result"] == {"end": "limit", "winners": [], "reason": None}
    assert replay(match_of(record), record) == (6, None)


def test_a_file_that_can_not_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="can't be written"):
        write_records(tmp_path / "no" / "x.jsonl", recorder([None, None]).games(1, seed=1))
    assert list(tmp_path.iterdir()) == []


def test_the_placement_is_nobodys_turn() -> None:
    state = ToyState()
    assert "turn_of" not in pending(state, 0)
    assert pending(state, 1)["turn_of"] == 1
    assert "turn" not in pending(state)
