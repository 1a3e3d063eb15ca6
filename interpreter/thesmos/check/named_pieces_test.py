"""Pieces of a game in its clauses, by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.tiny import ONE_STEP, texts, tiny
from thesmos.diagnostics import SpecError

CARDS = """
- {zone: box, count: 2}
- {name: rook, zone: box}
- {name: queen, zone: box}
- {name: king, zone: box}
"""
GAME = """
enums: {Mood: [king, glad]}
zones: [hand, box]
pieces:
  Card: {table: cards.yaml}
  Piece: {supply: [{for each: player, zone: box}, {name: rook, zone: box}, {name: pawn, zone: box}]}
state: {game: {mood: {is: Mood}}}
actions:
  pick:
    roles: {card: Card}
    rules: {some: "RULE"}
    do: |
      mood := glad
      zone(card) := hand
    text: "{card}"
position: {mood: {value: mood}}
"""


def options(folder: Path, rule: str) -> tuple[str, ...]:
    """The options of the first decision, where a card has to obey a rule."""
    text = GAME.replace("RULE", rule) + ONE_STEP
    return texts(tiny(folder, text, {"cards.yaml": CARDS}).match([None, None]).start())


def test_a_name_stands_for_the_piece(tmp_path: Path) -> None:
    assert options(tmp_path, "card = queen and zone(queen) = box") == ("queen",)


def test_a_word_of_the_game_comes_first(tmp_path: Path) -> None:
    assert options(tmp_path, "card = queen and mood = king") == ("queen",)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("rook", "`rook` is the name of several pieces"),
        ("pawn", "the piece `pawn` can't be named here"),
    ],
)
def test_a_name_that_does_not_say_which_piece_is_an_error(
    name: str, message: str, tmp_path: Path
) -> None:
    """The number of the pawn depends on how many players there are."""
    with pytest.raises(SpecError) as found:
        options(tmp_path, f"card = {name}")
    assert ("E304", message) in [(one.code, one.message) for one in found.value.diagnostics]


def test_a_card_gives_each_of_its_pieces_a_name_of_its_own(tmp_path: Path) -> None:
    twice = "supply: [{kind: Card, zone: box, name: ace}, {kind: Card, zone: box, name: ace}]"
    with pytest.raises(SpecError, match="two pieces are called `ace`"):
        tiny(
            tmp_path,
            GAME.replace("RULE", "yes") + ONE_STEP,
            {"cards.yaml": CARDS},
            {"twins": twice},
        )
