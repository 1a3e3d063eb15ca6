"""The page of all named pieces compares them, and each has a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.tiny import ONE_STEP, tiny
from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.pages.book import make_book
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
        says:
          label: {en: cost}
          en: "the {for} of {it}"
          equals: {en: "{it} costs {value} of {for}"}
      skill:
        is: Skill or none
        says: {label: {en: talent}, equals: {en: "{it} is [|not ]good at {value}"}}
      rare: {is: flag, says: {en: "{it} is [|not ]rare"}}
      follows:
        is: Card or none
        says: {en: "the card before {it}", equals: {en: "{it} follows {value}"}}
    supply:
      - {name: fox, zone: deck, says: {en: the Fox}, suits: [moon], rare: yes, skill: running}
      - {name: R2, zone: deck, cost: {sun: 1}}
      - {name: owl, zone: deck, says: {en: the Owl}, cost: {moon: 2}, follows: fox, skill: hooting}
  Slot:
    attributes: {card: Card or none}
    supply: [{name: p1, zone: box}, {name: p2, zone: box}]
state: {game: {n: 0..1}}
facts:
  fast: {is: some (c in Card where skill(c) = running), says: {en: "somebody [runs|does not run]"}}
  spotted: {is: "cost(owl, moon) = n", says: {en: "the Owl [is|is not] in sight"}}
actions:
  pick:
    roles: {k: 0..1}
    do: |
      n := k
      if cost(owl, moon) = 2: n := 1
      card(p1) := owl
    text: "{k}"
position:
  hands: {members: Card, zone: deck, text: "{name}"}
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
def files(source: BookSource) -> dict[str, str]:
    return {name.removeprefix("en/tiny/"): text for name, text in make_book([source]).files.items()}


@pytest.fixture(scope="module")
def index(files: dict[str, str]) -> str:
    return files["pieces/index.md"]


@pytest.fixture(scope="module")
def fox(files: dict[str, str]) -> str:
    return files["pieces/card/fox.md"]


@pytest.fixture(scope="module")
def owl(files: dict[str, str]) -> str:
    return files["pieces/card/owl.md"]


def test_the_pieces_of_a_kind_are_compared_in_columns_for_what_is_printed(index: str) -> None:
    assert "## Cards {#Card data-search-exclude}" in index
    rows = index.partition("| Piece")[2].split("\n")
    assert rows[0] == " | Suits | Cost | Talent | Rare | Card |"
    assert rows[2].endswith("[**The Fox**](card/fox.md) | moon |  | running | ✓ |  |")
    assert rows[4].endswith("| 2 moon |  |  | [the Fox](card/fox.md) |")


def test_places_of_the_page_of_all_are_where_they_were(index: str) -> None:
    assert '<a id="Card.fox"></a>' in index
    assert "{#places-1}" in index


def test_a_piece_without_a_name_in_words_is_in_the_table_alone(
    index: str, files: dict[str, str]
) -> None:
    assert '<a id="Card.R2"></a>**“R2”** |  | 1 sun |' in index
    assert not any("r2" in name for name in files)


def test_the_page_of_a_piece_says_what_is_printed_on_it(fox: str, owl: str) -> None:
    assert fox.startswith("# The Fox\n")
    assert "\nThis card shows the moon, is good at running and is rare.\n" in fox
    assert "| Talent | running |" in fox
    assert "\nThis card costs 2 of moon and follows the Fox.\n" in owl


def test_it_shows_the_piece_as_it_lies_on_the_table(fox: str, files: dict[str, str]) -> None:
    assert "![The Fox](fox.svg)" in fox
    assert ">Fox</text>" in files["pieces/card/fox.svg"]


def test_pieces_that_one_names_lead_to_each_other(fox: str, owl: str) -> None:
    assert "{#related}\n\n- [The Owl](owl.md): This card follows the Fox." in fox
    assert "{#related}\n\n- This card follows the [Fox](fox.md)." in owl


def test_rules_that_name_a_piece_are_told_with_it(owl: str) -> None:
    assert "\n- The Owl is in sight" in owl
    assert owl.count("[`spotted`](../../index.md#fact.spotted){.clause}") == 1


def test_a_rule_that_names_a_word_of_one_piece_alone_is_told_with_the_piece(
    fox: str, owl: str
) -> None:
    assert "[`fast`](../../index.md#fact.fast){.clause}" in fox
    assert "`fast`" not in owl


def test_of_what_an_action_does_the_parts_about_the_piece_are_told(owl: str) -> None:
    (told,) = (line for line in owl.split("\n") if "`pick`" in line)
    assert told.startswith("- … then, if the Owl costs 2 of moon, the “n” becomes 1. … Then the")


def test_pages_lead_to_their_neighbours(fox: str, owl: str) -> None:
    assert "After it: [The Owl](owl.md)" in fox
    assert "Before it: [The Fox](fox.md)" in owl


def test_places_are_drawn_where_they_lie_and_have_no_page(
    index: str, source: BookSource, files: dict[str, str]
) -> None:
    assert source.kinds_with_cards == ("Card",)
    assert "![Market](index/places-1.svg)" in index
    drawn = files["pieces/index/places-1.svg"]
    assert (">p1</text>" in drawn, ">p2</text>" in drawn) == (True, True)
    assert "Slot" not in index


def test_names_that_differ_in_capitals_have_different_files(tmp_path: Path) -> None:
    more = "      - {name: FOX, zone: deck, says: {en: the Great Fox}}\n      - {name: owl,"
    text = MARKET.replace("      - {name: owl,", more)
    source = BookSource(tiny(tmp_path, text + ONE_STEP))
    assert [*source.pieces.files.values()] == ["card/fox", "card/fox-2", "card/owl"]


def test_a_game_with_named_pieces_has_the_page(source: BookSource) -> None:
    assert "pieces/index" in SiteMap(source).indexes
