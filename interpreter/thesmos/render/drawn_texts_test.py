"""Pieces and words that lie in no cell are drawn by their texts."""

from __future__ import annotations

import pytest

import thesmos
from thesmos.render.drawn_texts import ShownTexts, drawn_texts, shown_texts

DRAWINGS = {"c2": "two", "c3": "three"}


@pytest.mark.parametrize(
    ("game", "texts"),
    [("german-whist", {"c2", "sa", "spades"}), ("love-letter", {"guard", "princess"})],
)
def test_a_shipped_card_game_draws_its_cards(game: str, texts: set[str]) -> None:
    assert texts <= drawn_texts(thesmos.load(game).match().linked).keys()


def test_a_part_by_player_is_shown_for_each_who_has_something() -> None:
    shown = [*shown_texts({"hands": [["c3", "c2"], [], ["c2"]]}, DRAWINGS)]
    assert shown == [
        ShownTexts("hands", 1, (("c3", "three"), ("c2", "two"))),
        ShownTexts("hands", 3, (("c2", "two"),)),
    ]


def test_a_single_value_is_shown() -> None:
    assert [*shown_texts({"led": "c2"}, DRAWINGS)] == [ShownTexts("led", 0, (("c2", "two"),))]


@pytest.mark.parametrize("value", [["c2", "x"], [], "", None, 3, {"c2": 1}, [["c2"], ["?"]]])
def test_a_part_with_something_that_is_not_drawn_stays_in_words(value: object) -> None:
    assert not [*shown_texts({"hands": value}, DRAWINGS)]
