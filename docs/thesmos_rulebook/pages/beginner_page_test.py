"""The page for a first game."""

from __future__ import annotations

import re

from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.examples.first_turn import FRAMES, record_first_turn
from thesmos_rulebook.pages.beginner_page import beginner_page
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.site_map import SiteMap


def test_a_first_turn_is_played_and_drawn(larger: BookSource) -> None:
    recording = record_first_turn(larger)
    assert recording is not None
    site_map = SiteMap(larger)
    recordings = {recording.id: recording}
    page = PageContext(Localizer(larger, "en"), site_map, site_map.index("begin"), recordings)
    text = beginner_page(page)
    assert len(page.pictures) == text.count("![Board") == FRAMES
    assert len(recording.trunk[0].position["workers"]) == 4  # the set-up is done
    assert [frame.step for frame in recording.trunk[:3]] == ["move", "build", "move"]
    assert "- Workers: 4" in text
    assert "- A board of 25 spaces" in text


def test_the_first_cards_are_those_of_the_first_tag(larger: BookSource) -> None:
    site_map = SiteMap(larger)
    text = beginner_page(PageContext(Localizer(larger, "en"), site_map, "santorini/begin.md", {}))
    cards = text.partition("{#cards}")[2]
    simple = {slug for slug, card in larger.powers.items() if "simple" in card.tags}
    assert {*re.findall(r"\(powers/([a-z-]+)\.md\)", cards)} == simple


def test_options_are_said_by_where_they_begin(larger: BookSource) -> None:
    recording = record_first_turn(larger)
    assert recording is not None
    site_map = SiteMap(larger)
    page = PageContext(
        Localizer(larger, "en"), site_map, site_map.index("begin"), {recording.id: recording}
    )
    first = next(line for line in beginner_page(page).splitlines() if "On offer" in line)
    words, _, codes = first.partition('<details class="codes">')
    assert re.search(r"from B1 to (?:[A-E][1-5](?:, )?)+; from D1 to ", words)
    written = re.search(r"<code>(.*?)</code>", codes)
    assert written is not None
    assert tuple(written[1].split(", ")) == recording.trunk[0].options
