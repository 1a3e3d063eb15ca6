"""§1.2, §1.4 Attributes with a value for each of something, and first values given one by one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from testing.paired import PairedGame, PairedState
from testing.tiny import tiny
from thesmos.program.node import AttributeRef

GAME = """
headings: {{Rules: {{en: Rules}}}}
enums:
  Good: {{wood: w, clay: c, glass: g}}
zones: [deck, box]
pieces:
  Card:
    attributes:
      cost: {{is: 0..9, for: Good, start: {{glass: 1}}}}
      level: {{is: 0..9, for: Player}}
      holder: {{is: Player or none}}
    supply:
      - {{name: hut, cost: {{wood: 2, clay: 3}}, zone: deck}}
      - {{name: mill, zone: deck}}
state:
  Player:
    stock: {{is: 0..9, for: Good, start: {{wood: 4}}, secret: {secret}}}
  Good:
    worth: {{is: 0..9, start: {{clay: 7, glass: 5}}}}
  game: {{n: 0..999, chosen: Good or none}}
actions:
  pick:
    roles: {{card: Card, good: Good}}
    do: |
{do}
    text: "{{card}} {{good}}"
steps: {{pick: {{action: pick, filter: yes, when empty: ask}}}}
clauses:
  Rules: |
    hide c in Card where viewer = player 2
flow: {{turn: [begin turn, steps: pick, pass]}}
"""
COUNT = "n := sum (cost(card, g) * worth(g) for g in Good)"


def start(folder: Path, *do: str, secret: str = "no") -> PairedState:
    """The first state of a game in which a pick has these effects."""
    lines = "\n".join(f"      {line}" for line in do)
    game = PairedGame.of(tiny(folder, GAME.format(do=lines, secret=secret)))
    return game.match([None, None]).start()  # type: ignore[return-value]  # a paired one


def memory(state: PairedState) -> Any:
    return state.position()["memory"]


def test_pieces_have_a_value_for_each(tmp_path: Path) -> None:
    """What a piece does not give is as the attribute starts, or the lowest number."""
    after = start(tmp_path, COUNT)

    assert memory(after.apply("hut w"))["n"] == 3 * 7 + 1 * 5
    assert memory(after.apply("mill w"))["n"] == 1 * 5


def test_each_value_is_assigned_by_itself(tmp_path: Path) -> None:
    first = start(tmp_path, "cost(card, good) += 2", "stock(you, wood) -= cost(card, good)")

    assert memory(first.apply("hut c")) == {
        "cost": {"hut": {"clay": 5}},
        "stock": {"1": {"wood": 0}},
    }


def test_a_position_says_what_changed_and_is_read_again(tmp_path: Path) -> None:
    first = start(tmp_path, "stock(next_player(you), good) += 3", "level(card, you) := 6")
    after = first.apply("hut c")

    assert memory(after) == {"stock": {"2": {"clay": 3}}, "level": {"hut": {"1": 6}}}
    again = after.match.load({**after.position(), "to_move": 2})
    assert again.vector == after.vector


def test_what_nothing_changes_is_no_part_of_the_state(tmp_path: Path) -> None:
    linked = start(tmp_path, COUNT).match.linked

    assert linked.fixed[AttributeRef("Card", "cost")] == (2, 3, 1, 0, 0, 1)
    assert linked.fixed[AttributeRef("Good", "worth")] == (0, 7, 5)


def test_without_a_thing_or_an_index_there_is_no_value(tmp_path: Path) -> None:
    """And nothing is assigned."""
    after = start(
        tmp_path,
        "cost(card, chosen) := 9",
        "cost(first (c in Card where holder(c) = you), good) := 9",
        "n := 1 if cost(card, chosen) is none else 2",
    ).apply("hut w")

    assert memory(after) == {"n": 1}


@pytest.mark.parametrize("secret", ["no", "yes"])
def test_a_secret_is_hidden_with_all_its_values(secret: str, tmp_path: Path) -> None:
    after = start(tmp_path, "stock(you, good) := 7", secret=secret).apply("hut g")

    hidden = {"wood": "?", "clay": "?", "glass": "?"}
    seen = {"1": hidden if secret == "yes" else {"glass": 7}}
    assert memory(after.view(2))["stock"] == seen


def test_the_values_of_a_hidden_piece_are_unknown(tmp_path: Path) -> None:
    after = start(tmp_path, "level(card, you) := 7").apply("mill g")

    unknown = {"1": "?", "2": "?"}
    assert memory(after.view(2))["level"] == {"hut": unknown, "mill": unknown}
