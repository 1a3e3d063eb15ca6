"""The page about two cards together: bans, rulings and scenarios."""

from __future__ import annotations

import pytest

from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.pairs import has_pairs
from thesmos_rulebook.pages.site_map import SiteMap
from thesmos_rulebook.pages.together_page import together_page


@pytest.fixture(scope="module")
def entries(larger: BookSource) -> list[str]:
    """The entries of the page."""
    site_map = SiteMap(larger)
    context = PageContext(Localizer(larger, "en"), site_map, site_map.index("together"), {})
    return [line for line in together_page(context).splitlines() if line.startswith("- ")]


def chips(*names: str) -> str:
    return " ".join(f"*[{name}](powers/{name.lower()}.md)*{{.chip}}" for name in names)


def test_a_ban_is_told_once(entries: list[str]) -> None:
    pair = chips("Atlas", "Gaea")
    assert [f"- *Bans*{{.kind}} {pair} Never in the same game."] == [
        entry for entry in entries if pair in entry and "*Bans*" in entry
    ]


def test_a_ruling_on_two_cards_leads_to_the_ruling(larger: BookSource, entries: list[str]) -> None:
    powers = {*larger.powers}
    ruling = next(one for one in larger.rulings if len(powers.intersection(one.cards)) > 1)
    (entry,) = [one for one in entries if f"(rulings.md#{ruling.id})" in one]
    assert "*Rulings*{.kind}" in entry


def test_every_entry_is_about_two_cards_or_more(entries: list[str]) -> None:
    assert len(entries) > 100
    assert all(entry.count("{.chip}") > 1 for entry in entries)


def test_a_game_whose_powers_never_concern_each_other_has_no_such_page(
    source: BookSource, larger: BookSource
) -> None:
    assert has_pairs(larger)
    assert not has_pairs(source)
    assert "together" not in SiteMap(source).indexes
