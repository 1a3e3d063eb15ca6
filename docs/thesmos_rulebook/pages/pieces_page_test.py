"""The page of named pieces says what is printed on each, and draws places where they lie."""

from __future__ import annotations

import pytest

from thesmos.testing.tiny import ONE_STEP, tiny
from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.pieces_page import pieces_page
from thesmos_rulebook.pages.site_map import SiteMap

MARKET = """
zones: {box: {}, deck: {}}
enums:
  Skill:
    says: {en: "a skill, skills"}
    words: {running: {says: {en: running}}, hooting: {says: {en: the Owl}}}
  Suit: {says: {en: "a suit, suits"}, words: {sun: {says: {en: sun}}, moon: {says: {en: moon}}}}
pieces:
  Card:
    says: {en: "a card, cards"}
    attributes:
      suits: {is: set of Suit, says: {has: {en: "{it} [shows|does not show] the {value}"}}}
      cost:
        is: 0..3
        for: Suit
        says: {en: "the {for} of {it}", equals: {en: "{it} costs {value} of {for}"}}
      skill: {is: Skill or none, says: {equals: {en: "{it} is [|not ]good at {value}"}}}
      rare: {is: flag, says: {en: "{it} is [|not ]rare"}}
      after:
        is: Card or none
        says: {en: "the card before {it}", equals: {en: "{it} follows {value}"}}
    supply:
      - {name: fox, zone: deck, says: {en: the Fox}, suits: [moon], rare: yes, skill: running}
      - {name: owl, zone: deck, says: {en: the Owl}, cost: {moon: 2}, after: fox, skill: hooting}
  Slot:
    attributes: {card: Card or none}
    supply: [{name: p1, zone: box}, {name: p2, zone: box}]
state: {game: {n: 0..1}}
facts:
  fast: {is: some (c in Card where skill(c) = running), says: {en: "somebody [runs|does not run]"}}
  spotted: {is: "cost(owl, moon) = n", says: {en: "the Owl [is|is not] in sight"}}
actions: {pick: {roles: {k: 0..1}, do: n := k, text: "{k}"}}
position:
  market:
    map: card
    rows: |
      . p1
      .   p2
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> BookSource:
    return BookSource(tiny(tmp_path_factory.mktemp("market"), MARKET + ONE_STEP))


@pytest.fixture(scope="module")
def text(source: BookSource) -> str:
    site_map = SiteMap(source)
    return pieces_page(PageContext(Localizer(source, "en"), site_map, "tiny/pieces.md", {}))


@pytest.fixture(scope="module")
def pictures(source: BookSource) -> dict[str, str]:
    context = PageContext(Localizer(source, "en"), SiteMap(source), "tiny/pieces.md", {})
    pieces_page(context)
    return context.pictures


def test_each_named_piece_has_an_entry_with_what_is_printed_on_it(text: str) -> None:
    assert "## Cards {#Card}" in text
    assert (
        "### The Fox {#Card.fox}\n\nThe Fox shows the moon, is good at running and is rare.\n"
        in text
    )
    assert "### The Owl {#Card.owl}\n\nThe Owl costs 2 of moon and follows the Fox.\n" in text


def test_a_rule_that_names_a_word_of_one_piece_alone_is_told_with_the_piece(text: str) -> None:
    fox = text.partition("{#Card.fox}")[2].partition("###")[0]
    assert "[`fast`](index.md#fact.fast){.clause}" in fox
    assert text.count("`fast`") == 1


def test_places_are_drawn_where_they_lie_and_have_no_entry(
    text: str, source: BookSource, pictures: dict[str, str]
) -> None:
    assert source.kinds_with_cards == ("Card",)
    assert "![Market](pieces/places-1.svg)" in text
    drawn = pictures["tiny/pieces/places-1.svg"]
    assert (">p1</text>" in drawn, ">p2</text>" in drawn) == (True, True)
    assert "Slot" not in text


def test_rules_that_name_a_piece_are_told_with_it(text: str) -> None:
    assert text.count("[`spotted`](index.md#fact.spotted){.clause}") == 1
    assert "\n- The Owl is in sight" in text.partition("### The Owl")[2]


def test_a_game_with_named_pieces_has_the_page(source: BookSource) -> None:
    assert "pieces" in SiteMap(source).indexes
