"""A player is told which choice another made only if the player could see it."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.tiny import ONE_STEP, tiny
from thesmos.play.choice import choose, is_visible, nothing_hidden
from thesmos.play.match import Match
from thesmos.play.state import State

HANDS = """
zones: [hand, table, gone]
pieces:
  Card:
    attributes: {owner: Player or none}
    supply: [{name: fox, zone: hand}, {name: owl, zone: hand}, {name: elk, zone: table}]
state: {game: {secret: flag}}
actions:
  pick:
    roles: {card: Card}
    rules: {there: zone(card) != gone}
    do: |
      if zone(card) = table: zone(card) := gone
      else: owner(card) := you
    text: "{card}"
clauses:
  Rules: |
    hide c in Card where zone(c) = hand and viewer = player 2
position:
  table: {members: Card, zone: table, text: "{name}"}
"""


@pytest.fixture
def match(tmp_path: Path) -> Match:
    """Player 1 chooses; player 2 sees the table only."""
    return tiny(tmp_path, HANDS + ONE_STEP).match([None, None])


@pytest.fixture
def start(match: Match) -> State:
    return match.start()


def test_what_is_offered_in_sight_of_the_player_is_visible(match: Match, start: State) -> None:
    assert not nothing_hidden(match, start, 2)
    assert is_visible(match, start, "elk", 2)


def test_what_names_something_hidden_is_not(match: Match, start: State) -> None:
    assert not is_visible(match, start, "fox", 2)


def test_a_player_who_sees_everything_sees_every_choice(match: Match, start: State) -> None:
    assert nothing_hidden(match, start, 1)
    assert is_visible(match, start, "fox", 1)


PLAYED = HANDS.replace("owner(card) := you", "zone(card) := gone")


def test_what_lies_open_afterwards_was_seen_to_be_played(tmp_path: Path) -> None:
    match: Match = tiny(tmp_path, PLAYED + ONE_STEP).match([None, None])
    assert is_visible(match, match.start(), "fox", 2)


def test_what_stays_hidden_was_not_even_if_nothing_else_could_be_chosen(tmp_path: Path) -> None:
    game = HANDS.replace("{there: zone(card) != gone}", "{fox: zone(card) = hand and card = fox}")
    match: Match = tiny(tmp_path, game + ONE_STEP).match([None, None])
    assert not is_visible(match, match.start(), "fox", 2)


SECRET = """
state:
  Player: {sign: {is: 0..2, secret: yes}}
actions:
  pick: {roles: {n: 1..2}, do: "sign(you) := n", text: "{n}"}
"""


def test_of_choices_that_look_the_same_afterwards_none_is_visible(tmp_path: Path) -> None:
    match: Match = tiny(tmp_path, SECRET + ONE_STEP).match([None, None])
    start = match.start()
    assert not is_visible(match, start, "1", 2)
    assert choose(start, "1").view(2) == choose(start, "2").view(2)


def test_who_concedes_is_seen_to_concede(match: Match, start: State) -> None:
    assert is_visible(match, start, "concede", 2)
