"""The pages of modes: who plays, who begins, and with which powers."""

from __future__ import annotations

from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.pages.card_pages import mode_page
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.site_map import SiteMap


def mode(source: BookSource, slug: str) -> str:
    context = PageContext(
        Localizer(source, "en"), SiteMap(source), f"{source.slug}/modes/{slug}.md", {}
    )
    return mode_page(context, source.modes[slug])


def test_the_mode_says_who_begins_unless_the_game_decides_it(
    source: BookSource, larger: BookSource
) -> None:
    assert "Player 2 takes the first turn." in mode(larger, "golden-fleece")
    texts = [mode(source, slug) for slug in source.modes]
    assert all("Chance decides who takes the first turn." in text for text in texts)


def test_a_mode_lists_its_sides_and_its_powers(larger: BookSource) -> None:
    text = mode(larger, "four-players")
    assert "- Side 1: players 1, 3.\n- Side 2: players 2, 4." in text
    assert "*[Apollo](../powers/apollo.md)*{.chip}" in text
    assert "](../powers/achilles.md)" not in text  # meant for two


def test_a_mode_named_like_a_tag_lists_the_powers_with_it(larger: BookSource) -> None:
    text = mode(larger, "golden-fleece").partition("{#powers}")[2]
    assert "](../powers/apollo.md)" in text
    assert "](../powers/athena.md)" not in text
