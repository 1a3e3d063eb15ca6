"""What the page asks of the workbench."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path

import pytest

from thesmos.resources import spec_dir
from thesmos_rulebook.playground.browser.workbench import Workbench

SEATING = {"powers": [None, None], "mode": "", "options": {}}


@pytest.fixture
def bench(tmp_path: Path) -> Workbench:
    path = spec_dir() / "tic-tac-toe" / "game.yaml"
    bench = Workbench(tmp_path, {path.name: path.read_text(encoding="utf-8")})
    assert bench.check_game()["sound"]
    return bench


def test_what_traces_a_match_comes_after_the_match(bench: Workbench) -> None:
    modules = bench.dealt(SEATING, "en")["modules"]
    tracing = bench.tracing(SEATING, modules["tables"]["rules"])
    assert tracing is not None
    assert b64decode(tracing).startswith(b"\0asm")


def test_nothing_traces_a_match_of_an_earlier_text(bench: Workbench) -> None:
    rules = bench.dealt(SEATING, "en")["modules"]["tables"]["rules"]
    text = bench.desk.text("game.yaml")
    bench.write("game.yaml", text.replace("end draw where full", "win row for active where full"))
    assert bench.check_game()["sound"]
    assert bench.tracing(SEATING, rules) is None
