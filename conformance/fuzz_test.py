"""Ten bugs planted in an independent implementation: random play finds and shrinks each of them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from thesmos.scenario.runner import run_paths
from thesmos_conform.adapters.client import Client
from thesmos_conform.adapters.config import read_adapter
from thesmos_conform.fuzz.fuzzer import Fuzzer, FuzzLimits
from thesmos_conform.fuzz.guided_games import GuidedGames
from thesmos_conform.fuzz.match_up_pool import match_up_pool, match_ups
from thesmos_conform.fuzz.scenario_draft import scenario_text
from thesmos_conform.fuzz.target import Target
from thesmos_conform.judging.judge import CaseJudge
from thesmos_conform.reference.oracle import Oracle

GAME = "santorini"
PATIENCE = 3600  # seconds: the number of games ends a run, also on a busy machine
BUGS = sorted((Path(__file__).parent / "adapters" / "javascript" / "bugs").glob("*.toml"))
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js (the command `node`)"),
]


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    return Oracle()


def test_there_are_ten_bugs() -> None:
    assert 10 == len(BUGS)


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.stem)
def test_a_bug_is_found_and_shrunk(bug: Path, oracle: Oracle, tmp_path: Path) -> None:
    with Client(read_adapter(bug)) as client:
        claim = client.hello().games[GAME]
        judge = CaseJudge(oracle, claim)
        targets = Target(bug.stem, claim, lambda case: judge.ask(case, client))
        seats = match_up_pool(match_ups(oracle.game(GAME), [claim]), [])
        games = GuidedGames(oracle.game(GAME), seats).games()
        run = Fuzzer(oracle, GAME, [targets], games).run(FuzzLimits(PATIENCE, games=400, enough=1))
    (found,) = run.findings
    assert found.result.failure is not None
    position = found.result.failure.place.position or {}
    blocks = sum(map(int, position.get("levels", ""))) + len(position.get("domes", []))
    assert len(position["workers"]) <= 4
    assert blocks <= 10
    file = tmp_path / "found.yaml"
    file.write_text(scenario_text(found.result, oracle, bug.stem))
    assert 1 == run_paths([file]).passed
