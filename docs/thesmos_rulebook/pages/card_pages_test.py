"""The pages of modes: who plays, who begins, and with which powers."""

from __future__ import annotations

from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.pages.card_pages import mode_page, power_page
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.site_map import SiteMap


def mode(source: BookSource, slug: str) -> str:
    context = PageContext(
        Localizer(source, "en"), SiteMap(source), f"{source.slug}/modes/{slug}.md", {}
    )
    return mode_page(context, source.modes[slug])


def power(source: BookSource, slug: str) -> str:
    context = PageContext(
        Localizer(source, "en"), SiteMap(source), f"{source.slug}/powers/{slug}.md", {}
    )
    return power_page(context, source.powers[slug])


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


def test_a_power_says_whether_its_holder_comes_first_or_last(larger: BookSource) -> None:
    first, never = "is player 1, and so comes first", "is player 2, and so comes last"
    for slug, said in (("bia", first), ("tartarus", first), ("hecate", never)):
        exactly = power(larger, slug).partition("{#exactly}")[2].partition("\n### ")[0]
        assert said in exactly
    assert " and so comes " not in power(larger, "apollo")


def test_a_card_says_that_it_is_in_our_own_words(larger: BookSource) -> None:
    front = (
        power(larger, "apollo").partition('<div class="card" markdown>')[2].partition("</div>")[0]
    )
    assert "*Cards are in our own words; a printed card may read differently.*{.note}" in front
