"""What an action does to parts of a position, in a sentence."""

from __future__ import annotations

import pytest

from thesmos.play.game import load
from thesmos_rulebook.prose.sentences import GameSentences

CHESS = GameSentences(load("chess"), "en")


def test_only_the_effects_on_the_parts_are_said() -> None:
    assert "Then" not in CHESS.effects("castle", {"Player.short"})
    assert "you may no longer castle on the king's side" in CHESS.effects(
        "castle", {"Player.short"}
    )
    assert "the rook goes to the square" in CHESS.effects("castle", {"Figurine"})


def test_an_effect_keeps_its_condition_and_each_player_that_it_is_about() -> None:
    said = CHESS.effects("move", {"Player.long"})
    assert said.startswith("For each player: if")
    assert "queen's side" in said
    assert "king's side" not in said


def test_what_is_done_otherwise_keeps_the_whole_condition() -> None:
    said = CHESS.effects("move", {".quiet"})
    assert "becomes 0. If not, the number" in said


@pytest.mark.parametrize("action", ["move", "castle"])
def test_nothing_is_said_of_parts_that_an_action_leaves_alone(action: str) -> None:
    assert CHESS.effects(action, {"Point"}) == CHESS.effects(action, set()) == ""
