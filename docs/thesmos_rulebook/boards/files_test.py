"""Boards that have only some powers, for a page that is made while its card is written."""

from __future__ import annotations

from dataclasses import replace

from thesmos_rulebook.boards.element import board_element
from thesmos_rulebook.boards.files import match_of_mode, script_name
from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.localizer import Localizer

MODE = "two-players"


def test_a_board_with_some_powers_has_a_script_of_its_own(larger: BookSource) -> None:
    some = replace(larger, only=("zeus", "apollo"))
    assert script_name(some, MODE) == f"{MODE}.zeus"
    assert script_name(larger, MODE) == MODE
    assert "&quot;only&quot;:&quot;zeus&quot;" in board_element(Localizer(some, "en"), "zeus")
    assert "only" not in board_element(Localizer(larger, "en"), "zeus")


def test_a_board_with_some_powers_is_compiled_with_these(larger: BookSource) -> None:
    match = match_of_mode(replace(larger, only=("zeus", "apollo")), MODE)
    assert {card.card.slug for card in match.linked.cards} >= {"zeus", "apollo"}
    assert "minotaur" not in {card.card.slug for card in match.linked.cards}


def test_a_game_without_powers_has_whole_boards(source: BookSource) -> None:
    assert script_name(replace(source, only=("orc",)), MODE) == MODE
