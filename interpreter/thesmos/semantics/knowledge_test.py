"""§9.6 to §9.8: what each player learns of an event, and of a choice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from testing.draws import santorini
from testing.tiny import ONE_STEP, tiny
from thesmos.diagnostics import UsageError
from thesmos.play.choice import choose
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.play.state import State

HANDS = """
zones: [hand, table, gone]
pieces:
  Card:
    attributes: {owner: Player or none}
    supply: [{name: fox, zone: hand}, {name: owl, zone: hand}, {name: elk, zone: table}]
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
PICK = ("pick", "gone")


def after(folder: Path, game: str, choice: str) -> State:
    """The state after a choice of player 1, at the beginning of a game."""
    match: Match = tiny(folder, game + ONE_STEP).match([None, None])
    return choose(match.start(), choice)


def learned(state: State, player: int) -> list[dict[str, Any]]:
    """The events that a player learns of, without the turn that begins."""
    return [event for event in state.events_for(player) if event["e"] != "turn"]


def test_what_is_seen_to_change_is_learned_with_its_choice(tmp_path: Path) -> None:
    state = after(tmp_path, HANDS, "elk")
    assert learned(state, 2) == [{"e": "pick", "card": "elk"}]
    assert state.choice_for(2) == "elk"


def test_nothing_is_learned_of_what_nobody_sees_change(tmp_path: Path) -> None:
    state = after(tmp_path, HANDS, "fox")
    assert learned(state, 2) == []
    assert state.choice_for(2) is None


def test_who_chose_learns_what_they_chose(tmp_path: Path) -> None:
    state = after(tmp_path, HANDS, "fox")
    assert learned(state, 1) == [{"e": "pick", "card": "fox"}]
    assert state.choice_for(1) == "fox"


VEILED = """
zones: [box, locked]
state: {game: {veiled: Token or none}}
pieces:
  Token: {supply: [TOKENS]}
actions:
  pick:
    roles: {token: Token}
    rules: {there: zone(token) = box}
    do: |
      veiled := token
      zone(token) := locked
    text: "{token}"
clauses:
  Rules: |
    hide t in Token where veiled exists and viewer = player 2
position:
  locked: {members: Token, zone: locked, text: "{name}"}
"""


@pytest.mark.parametrize(
    ("tokens", "event", "choice"),
    [
        ("{name: law, zone: box}, {name: music, zone: box}", {"e": "pick"}, None),
        ("{name: law, zone: box}", {"e": "pick", "token": "law"}, "law"),
    ],
)
def test_of_what_vanishes_with_others_nobody_learns_which_it_was(
    tmp_path: Path, tokens: str, event: dict[str, Any], choice: str | None
) -> None:
    """Player 2 saw what lay in the box, and sees nothing of it once something is locked away."""
    state = after(tmp_path, VEILED.replace("TOKENS", tokens), "law")
    assert learned(state, 2) == [event]
    assert state.choice_for(2) == choice
    assert state.choice_for(1) == "law"


def test_a_turn_that_begins_is_told_to_everybody(tmp_path: Path) -> None:
    state = after(tmp_path, HANDS, "fox")
    assert state.events_for(2) == [{"e": "turn", "player": 2}]


def test_chance_learns_everything_and_there_is_no_third_player(tmp_path: Path) -> None:
    state = after(tmp_path, HANDS, "fox")
    assert state.events_for(0) == state.events
    assert state.choice_for(0) == "fox"
    with pytest.raises(UsageError, match="there is no player 3"):
        state.events_for(3)


def test_what_lies_open_afterwards_was_seen_to_be_played(tmp_path: Path) -> None:
    state = after(tmp_path, HANDS.replace("owner(card) := you", "zone(card) := gone"), "fox")
    assert learned(state, 2) == [{"e": "pick", "card": "fox"}]
    assert state.choice_for(2) == "fox"


def test_who_concedes_is_seen_to_concede(tmp_path: Path) -> None:
    assert after(tmp_path, HANDS, "concede").choice_for(2) == "concede"


LAID = HANDS.replace("hand and viewer = player 2", "gone and viewer = player 2")


def test_a_piece_that_goes_out_of_sight_is_learned_but_not_by_which_option(tmp_path: Path) -> None:
    game = LAID.replace("{card: Card}", "{card: Card, n: 1..2}").replace('"{card}"', '"{card} {n}"')
    state = after(tmp_path, game, "elk 1")
    assert learned(state, 2) == [{"e": "pick", "card": "elk"}]
    assert state.choice_for(2) is None


SIGN = """
enums: {Sign: [rock, paper]}
state:
  Player: {sign: {is: Sign or none, secret: yes}}
actions:
  pick: {roles: {show: Sign}, do: "sign(you) := show", text: "{show}"DECLARED}
"""
GUESS = """
state:
  game: {right: flag}
  Player: {sign: {is: 1..2, secret: yes, start: {1: 1, 2: 2}}}
enums: {Word: [low, high]}
actions:
  pick:
    roles: {guess: Word}
    do: "if guess = low: right := yes"
    text: "{guess}"DECLARED
"""


def declared(game: str, word: str = "") -> str:
    """A game whose action is declared public or secret, or neither."""
    between = ", " if ", text" in game else "\n    "
    return game.replace("DECLARED", f"{between}{word}: yes" if word else "")


def test_a_secret_value_is_not_told_with_the_event_that_sets_it(tmp_path: Path) -> None:
    state = after(tmp_path, declared(SIGN), "rock")
    assert learned(state, 1) == [{"e": "pick", "show": "rock"}]
    assert learned(state, 2) == [{"e": "pick"}]
    assert state.choice_for(2) is None


def test_a_guess_that_leaves_no_trace_is_heard_only_if_it_is_public(tmp_path: Path) -> None:
    (tmp_path / "quiet").mkdir()
    (tmp_path / "aloud").mkdir()
    quiet = after(tmp_path / "quiet", declared(GUESS), "high")
    aloud = after(tmp_path / "aloud", declared(GUESS, "public"), "high")
    assert (learned(quiet, 2), quiet.choice_for(2)) == ([], None)
    assert (learned(aloud, 2), aloud.choice_for(2)) == ([{"e": "pick", "guess": "high"}], "high")


def test_a_guess_that_is_right_is_seen_unless_it_is_secret(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "hushed").mkdir()
    seen = after(tmp_path / "open", declared(GUESS), "low")
    hushed = after(tmp_path / "hushed", declared(GUESS, "secret"), "low")
    assert (learned(seen, 2), seen.choice_for(2)) == ([{"e": "pick", "guess": "low"}], "low")
    assert (learned(hushed, 2), hushed.choice_for(2)) == ([], None)
    assert (learned(hushed, 1), hushed.choice_for(1)) == ([{"e": "pick", "guess": "low"}], "low")


def test_skipping_is_told_unless_something_secret_could_have_been_done(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "hushed").mkdir()
    step = ONE_STEP.replace("filter: yes", "skip: yes")

    def skipped(folder: Path, game: str) -> State:
        match: Match = tiny(folder, game + step).match([None, None])
        return match.start().skip()

    seen = skipped(tmp_path / "open", declared(GUESS))
    hushed = skipped(tmp_path / "hushed", declared(GUESS, "secret"))
    assert (learned(seen, 2), seen.choice_for(2)) == ([{"e": "skip"}], "skip")
    assert (learned(hushed, 2), hushed.choice_for(2)) == ([], None)
    assert (learned(hushed, 1), hushed.choice_for(1)) == ([{"e": "skip"}], "skip")


def test_a_hidden_worker_is_swapped_unknowingly() -> None:
    """Apollo's player moves onto a space where a worker of Hecate's stands that they can't see."""
    match = santorini().match(["apollo", "hecate"])
    secret = {"workers": ["D3 2f", "E5 2m"]}
    state = match.load(
        {"levels": "0" * 25, "workers": ["C3 1f", "A1 1m"], "secret": secret, "to_move": 1}
    ).apply("C3-D3")
    move, force = (
        {"e": "move", "from": "C3", "to": "D3"},
        {"e": "force", "from": "D3", "to": "C3"},
    )
    assert learned(state, 1) == [move]
    assert learned(state, 2) == [force, move]


COUNTED = """
zones: [hand, table, gone]
enums: {Size: [few, many]}
state: {game: {noted: Size or none}}
pieces:
  Card: {supply: [{name: fox, zone: hand}, {name: owl, zone: hand}, {name: elk, zone: table}]}
actions:
  pick:
    roles:
      card: Card
      size: many if count (c in Card where zone(c) = hand) > 1 else few
    rules: {there: zone(card) = table}
    do: |
      zone(card) := gone
    text: "{card}"
clauses:
  Rules: |
    hide c in Card where zone(c) = hand and viewer = player 2
position:
  table: {members: Card, zone: table, text: "{name}"}
"""


def test_a_role_that_is_computed_from_something_hidden_is_unknown(tmp_path: Path) -> None:
    """In the view of player 2 there is nothing in the hand: they would count few."""
    state = after(tmp_path, COUNTED, "elk")
    assert learned(state, 1) == [{"e": "pick", "card": "elk", "size": "many"}]
    assert learned(state, 2) == [{"e": "pick", "card": "elk"}]
    assert state.choice_for(2) == "elk"


def test_a_computed_role_is_learned_from_an_assignment_that_is_seen(tmp_path: Path) -> None:
    noting = COUNTED.replace("zone(card) := gone", "zone(card) := gone\n      noted := size")
    state = after(tmp_path, noting, "elk")
    assert learned(state, 2) == [{"e": "pick", "card": "elk", "size": "many"}]


def test_a_computed_piece_is_learned_if_it_is_seen_afterwards(tmp_path: Path) -> None:
    """It comes from a hand that they can't see."""
    first = COUNTED.replace("size: many if count (c in Card where zone(c) = hand) > 1 else few", (
        "other: first (c in Card where zone(c) = hand)"
    )).replace("zone(card) := gone", "zone(card) := gone\n      zone(other) := table")  # fmt: skip
    state = after(tmp_path, first, "elk")
    assert learned(state, 2) == [{"e": "pick", "card": "elk", "other": "fox"}]


def test_whoever_draws_a_card_learns_that_they_drew_it() -> None:
    """In the view of player 1 the hand of player 2 is as empty as their own."""
    state = load("love-letter").match().start()
    for card in ("guard", "priest", "baron", "king", "countess"):
        state = choose(state, card)
    assert learned(state, 1) == []
    assert learned(state, 2) == [{"e": "draw", "rank": "countess", "to": 2}]
