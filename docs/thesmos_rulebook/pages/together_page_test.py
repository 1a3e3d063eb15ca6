"""The page that answers for any two cards."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import pytest

from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.pairs import has_pairs
from thesmos_rulebook.pages.site_map import SiteMap
from thesmos_rulebook.pages.together_page import together_page

BANNED = "The list of bans names this pair; no source gives a reason."


@pytest.fixture(scope="module")
def made(larger: BookSource) -> tuple[str, dict[str, Any]]:
    """The page, and the table beside it."""
    site_map = SiteMap(larger)
    context = PageContext(Localizer(larger, "en"), site_map, site_map.index("together"), {})
    text = together_page(context)
    (script,) = context.pictures.values()
    return text, json.loads(script.partition("=")[2].rstrip(";\n"))


def pair(table: dict[str, Any], *powers: str) -> list[Any]:
    """Return what the table says of two powers, after their names."""
    (row,) = (row for row in table["pairs"] if {*row[:2]} == {*powers})
    return list(row[2:])


def test_there_is_an_answer_for_each_two_cards(
    larger: BookSource, made: tuple[str, dict[str, Any]]
) -> None:
    text, table = made
    pairs = {frozenset(two) for two in combinations(larger.powers, 2)}
    assert {frozenset(row[:2]) for row in table["pairs"]} == pairs
    assert all(row[2] for row in table["pairs"])
    assert sum(line.startswith("- ") for line in text.splitlines()) == len(pairs) == 2016


def test_a_ban_is_said_with_what_is_known_of_its_reason(made: tuple[str, dict[str, Any]]) -> None:
    assert pair(made[1], "atlas", "gaea")[0] == f"Never in the same game. {BANNED}"


def test_cards_whose_texts_touch_say_where(made: tuple[str, dict[str, Any]]) -> None:
    assert pair(made[1], "charon", "jason")[1] == ["where they are: Workers"]
    assert pair(made[1], "apollo", "pan")[1] == []


def test_a_scenario_counts_for_all_cards_in_play(made: tuple[str, dict[str, Any]]) -> None:
    name = "santorini/nyx/medusa-comes-too-late-for-this-turn"
    assert name in pair(made[1], "nyx", "medusa")[3]
    assert made[1]["scenarios"][name]["to"] == f"scenarios/nyx.md#{name.rpartition('/')[2]}"


def test_a_ruling_counts_for_the_cards_that_it_names(made: tuple[str, dict[str, Any]]) -> None:
    titles = [made[1]["rulings"][name]["title"] for name in pair(made[1], "chaos", "athena")[2]]
    assert "When Chaos turns up a card" in titles


def test_a_game_whose_powers_never_concern_each_other_has_no_such_page(
    source: BookSource, larger: BookSource
) -> None:
    assert has_pairs(larger)
    assert not has_pairs(source)
    assert "together" not in SiteMap(source).indexes
