"""The page of a draft, a game without a board, and how options are written."""

from __future__ import annotations

import pytest

from thesmos.scenario.runner import Runner
from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.examples.frames import record_scenario
from thesmos_rulebook.examples.selection import examples_of
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.game_page import draft_page
from thesmos_rulebook.pages.legend import notation_legend
from thesmos_rulebook.pages.site_map import SiteMap


@pytest.fixture(scope="module")
def draft(larger: BookSource) -> str:
    """The page of a draft: a game without a board."""
    source = larger.draft
    assert source is not None
    runner = Runner(lambda name: source.game)
    recordings = {one.id: record_scenario(one, runner) for one in examples_of(source, source.slug)}
    localizer = Localizer(source, "es", around=Localizer(larger, "es").names)
    return draft_page(
        PageContext(
            localizer, SiteMap(source, "santorini/draft.md"), "santorini/draft.md", recordings
        )
    )


def test_an_example_without_a_board_shows_who_has_what_by_name(draft: str) -> None:
    assert "1.  **Oferta**: *Apolo*{.chip} *Atlas*{.chip}" in draft
    assert "**Tomados** (jugador 1): *Apolo*{.chip}" in draft
    assert "Todo está decidido: la partida puede empezar." in draft


def test_a_barred_name_links_to_a_rule_of_the_page(draft: str) -> None:
    assert "*Hermes*{.chip} *Circe*{.chip}: [`offer.bans`](#offer.bans)" in draft
    assert '<a id="offer.bans"></a>' in draft
    assert ".svg" not in draft


def test_each_notation_has_an_example(larger: BookSource) -> None:
    lines = [*notation_legend(Localizer(larger, "en"))]
    assert "- `C3-D3`: move" in lines
    assert "- `skip`: the step is skipped" in lines
    assert any(line.startswith("- `C3+D3^` (if the piece is a dome") for line in lines)
