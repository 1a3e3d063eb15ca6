"""The page of changes says what the editions and the rulings say."""

from __future__ import annotations

import pytest

from thesmos_rulebook.content.book_source import BookSource, read_source
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.pages.changes_page import change_anchor, changed_in, changes_page
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.site_map import SiteMap


@pytest.fixture(scope="module")
def context(larger: BookSource) -> PageContext:
    site_map = SiteMap(larger)
    return PageContext(Localizer(larger, "en"), site_map, site_map.index("changes"), {})


def test_editions_are_listed_from_the_newest(context: PageContext, larger: BookSource) -> None:
    names = [changes.after for changes in larger.changes]
    assert names == sorted(names, reverse=True)
    text = changes_page(context)
    places = [text.index(f"{{#{name}}}") for name in names]
    assert places == sorted(places)


def test_every_changed_card_has_an_anchor_to_which_its_page_links(
    context: PageContext, larger: BookSource
) -> None:
    text = changes_page(context)
    for changes in larger.changes:
        for card in changes.cards:
            assert f'id="{change_anchor(changes.after, card)}"' in text
            links = [*changed_in(context, card)]
            assert any(f"#{change_anchor(changes.after, card)})" in link for link in links)


def test_parts_are_told_in_words_and_not_by_their_names(
    context: PageContext, larger: BookSource
) -> None:
    text = changes_page(context)
    parts = {
        part.part for changes in larger.changes for of in changes.cards.values() for part in of
    }
    assert parts
    assert not [part for part in parts if "." in part and part in text]


def test_a_card_leads_to_the_sentences_of_the_other_edition(
    context: PageContext, larger: BookSource
) -> None:
    text = changes_page(context)
    for edition in larger.editions:
        assert f"#edition-{edition.slug})" in text


def test_every_ruling_is_listed_once(context: PageContext, larger: BookSource) -> None:
    text = changes_page(context)
    editions = {name for changes in larger.changes for name in (changes.before, changes.after)}
    for ruling in larger.rulings:
        assert text.count(f"rulings.md#{ruling.id})") == (ruling.edition in editions)


def test_a_game_with_one_edition_has_no_such_page(source: BookSource) -> None:
    assert source.changes == ()
    assert "changes" not in SiteMap(source).indexes


def test_editions_that_are_not_named_by_dates_do_not_follow_each_other() -> None:
    """Boards of other sizes, such as those of Hex, are no changes."""
    source = read_source("hex")
    assert source.editions
    assert source.changes == ()
    assert "changes" not in SiteMap(source).indexes
