"""The key to the boards says what the pictures of the game show, and nothing else."""

from __future__ import annotations

import pytest

from thesmos_rulebook.content.book_source import read_source
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.legend import board_legend
from thesmos_rulebook.pages.site_map import SiteMap


@pytest.mark.parametrize(("game", "ringed"), [("tic-tac-toe", False), ("off-the-rails", True)])
def test_it_explains_a_third_player_where_there_can_be_one(game: str, ringed: bool) -> None:
    source = read_source(game)
    context = PageContext(Localizer(source, "en"), SiteMap(source), f"{game}/index.md", {})
    key = "\n".join(board_legend(context))
    assert "player 2's hollow" in key
    assert ringed == ("player 3" in key)
