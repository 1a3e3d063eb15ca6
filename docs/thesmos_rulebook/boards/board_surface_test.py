"""Boards show a player the same in states that look the same to them."""

from __future__ import annotations

import pytest

from testing.alike import alike_pairs
from thesmos.play.game import load
from thesmos.tools.alike_pairs import NODE
from thesmos_rulebook.boards import board_surface
from thesmos_rulebook.boards.board_surface import BOARDS
from thesmos_rulebook.boards.files import board_script

pytestmark = [pytest.mark.slow, pytest.mark.skipif(NODE is None, reason="needs Node.js")]
GAMES: list[tuple[str, list[str | None] | None, dict[str, str]]] = [
    ("german-whist", None, {}), ("pook", None, {"mode": "two-players"}), ("love-letter", None, {}),
    ("off-the-rails", None, {}), ("seven-wonders-duel", None, {}),
    ("santorini", ["apollo", "hecate"], {}), ("santorini", ["tartarus", "minotaur"], {}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "powers", "options"), GAMES)
def test_what_is_hidden_from_a_player_changes_nothing_on_their_board(
    name: str, powers: list[str | None] | None, options: dict[str, str]
) -> None:
    noted = alike_pairs(name, powers, games=2, **options)
    assert len(noted.pairs) > 3
    assert noted.told_apart(load(name), BOARDS) is None


@pytest.mark.parametrize(
    ("shows", "what", "instead"),
    [
        ("beside", "const position = view.position();", "const position = state.position();"),
        ("grid", "this.grid.show(position, {", "this.grid.show(state.position(), {"),
    ],
)
def test_a_board_that_shows_more_is_found(
    shows: str, what: str, instead: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = "german-whist" if shows == "beside" else "pook"
    script = board_script()
    assert script.count(what) == 1
    monkeypatch.setattr(board_surface, "board_script", lambda: script.replace(what, instead))
    noted = alike_pairs(game, None, games=2, mode="two-players")
    message = str(noted.told_apart(load(game), BOARDS))
    assert f"can tell from {shows} what is hidden" in message
