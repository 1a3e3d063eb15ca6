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


def test_a_board_that_shows_more_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    script, what = board_script(), "this.grid.show(position, {"
    assert script.count(what) == 1
    telling = script.replace(what, "this.grid.show(state.position(), {")
    monkeypatch.setattr(board_surface, "board_script", lambda: telling)
    noted = alike_pairs("pook", None, games=2, mode="two-players")
    message = str(noted.told_apart(load("pook"), BOARDS))
    assert "can tell from grid what is hidden" in message
