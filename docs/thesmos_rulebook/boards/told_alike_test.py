"""Boards show a player the same in states that look the same to them.

One process of Node.js draws the boards of all games, with as much of a page as they need.
"""

from __future__ import annotations

import json
import subprocess
from base64 import b64encode
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from thesmos.compile.machine.wasm.printer import printed, printed_tracing
from thesmos.dice import Rng
from thesmos.play.random_play import play
from thesmos.tools import page_leak
from thesmos.tools.page_leak import NODE, PageLeaks
from thesmos.web.tables import tables
from thesmos_rulebook.boards.files import board_script
from thesmos_rulebook.boards.table import game_table
from thesmos_rulebook.content.book_source import read_source
from thesmos_rulebook.content.localizer import Localizer

pytestmark = [pytest.mark.slow, pytest.mark.skipif(NODE is None, reason="needs Node.js")]
PROGRAM = Path(__file__).with_name("told_alike.mjs")
GAMES: list[tuple[str, list[str | None] | None, dict[str, str]]] = [
    ("german-whist", None, {}), ("pook", None, {"mode": "two-players"}), ("love-letter", None, {}),
    ("off-the-rails", None, {}), ("seven-wonders-duel", None, {}),
    ("santorini", ["apollo", "hecate"], {}), ("santorini", ["tartarus", "minotaur"], {}),
]  # fmt: skip
PLAYED, DECISIONS = 2, 90  # games of each match-up, and decisions of one


@pytest.fixture(scope="module")
def games() -> list[dict[str, Any]]:
    """For each game, what a board is made from, and pairs of states."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page_leak, "TRIED_EVERY", 3)
        return [_game(*wanted) for wanted in GAMES]


def _game(name: str, powers: list[str | None] | None, options: dict[str, str]) -> dict[str, Any]:
    source = read_source(name)
    match = source.game.match(powers, **options)  # type: ignore[arg-type]
    alike, dice = PageLeaks(match), Rng(4)
    for seed in range(1, 1 + PLAYED):
        for state, _ in play(match.start(), Rng(seed), DECISIONS):
            if state.decision is not None and not state.decision.chance:
                alike.follow(state, "", dice)
    modules = {
        "module": b64encode(printed(match.linked)).decode(),
        "tracing": b64encode(printed_tracing(match.linked)).decode(),
        "tables": tables(match, None),
    }
    table = game_table(Localizer(source, "en"), match.linked, {})
    return {"table": table, "modules": modules, "pairs": [asdict(pair) for pair in alike.pairs]}


def leaks(games: list[dict[str, Any]], script: str) -> list[str | None]:
    """Return where each pair of states is shown otherwise, or None."""
    command, data = [str(NODE), str(PROGRAM)], json.dumps({"script": script, "games": games})
    done = subprocess.run(
        command, input=data, capture_output=True, text=True, timeout=300, check=False
    )
    assert not done.returncode, done.stderr
    places: list[str | None] = json.loads(done.stdout)
    return places


def test_what_is_hidden_from_a_player_changes_nothing_on_their_board(
    games: list[dict[str, Any]],
) -> None:
    assert [len(game["pairs"]) > 3 for game in games] == [True] * len(GAMES)
    places = leaks(games, board_script())
    assert places == [None] * sum(len(game["pairs"]) for game in games)


@pytest.mark.parametrize(
    ("game", "shows", "what", "instead"),
    [
        (0, "beside", "const position = view.position();", "const position = state.position();"),
        (1, "grid", "this.grid.show(position, {", "this.grid.show(state.position(), {"),
    ],
)
def test_a_board_that_shows_more_is_found(
    games: list[dict[str, Any]], game: int, shows: str, what: str, instead: str
) -> None:
    script = board_script()
    assert script.count(what) == 1
    assert shows in leaks([games[game]], script.replace(what, instead))
