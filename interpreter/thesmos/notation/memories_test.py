"""The values of every type that positions have under `memory`, written and read by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from testing.tiny import ONE_STEP, tiny
from thesmos.diagnostics import SpecError, UsageError
from thesmos.play.match import Match

GAME = """
enums:
  Hue: {red: "", blue: b}
boards:
  Cell: {grid: 2x1}
zones: [card, box]
pieces:
  Pawn:
    on: Cell
    attributes: {tired: {is: flag}}
    supply:
      - {name: king, zone: card}
      - {zone: card}
state:
  Cell: {height: 0..3}
  Player: {points: 0..9}
  game: {round: 1..5}
actions:
  pick:
    roles: {at: Cell}
    do: |
      height(at) += 1
      points(you) += 2
      each p in Pawn: place(p) := at
      each p in Pawn: tired(p) := yes
    text: "{at}"
position:
  round: {value: round}
  pawns: {pieces: Pawn, text: "{place}"}
"""
CARD = """
memory:
  luck: {is: 0..9}
  awake: {is: flag}
  hue: {is: Hue or none}
  spot: {is: Cell or none}
  pawn: {is: Pawn or none}
  rival: {is: Player or none}
  bend: {is: Direction or none}
  seen: {is: set of Cell}
  drawn: {is: set of 0..3}
  friends: {is: set of Pawn}
  taken: {is: set of Power}
clauses:
  Rules: |
    after pick:
      luck += 1
      awake := yes
      hue := red
      spot := at
      pawn := first (p in Pawn where yes)
      rival := first (p in Player where p != you)
      bend := direction(at, at)
      seen(at) := yes
      drawn(2) := yes
      friends(Pawn at at) := yes
      each p in Power: taken(p) := yes
"""
OTHER = """
memory: {luck: {is: 0..9}}
clauses:
  Rules: |
    may skip pick where luck > 0
"""
WRITTEN = {
    "Cell.height": {"B1": 1},
    "Player.points": {"1": 2},
    "Pawn.tired": {"king": True, "Pawn 2": True},
    "card.luck": 1,
    "awake": True,
    "hue": "red",
    "spot": "B1",
    "pawn": "king",
    "rival": "2",
    "seen": ["B1"],
    "drawn": [2],
    "friends": ["king"],
    "taken": ["card", "other"],
}


def match(folder: Path) -> Match:
    return tiny(folder, GAME + ONE_STEP, powers={"card": CARD, "other": OTHER}).match(
        ["card", "other"]
    )


def test_what_no_entry_writes_stands_under_memory_unless_it_is_fresh(tmp_path: Path) -> None:
    first = match(tmp_path).start()

    assert first.position() == {"round": "1", "pawns": []}
    found = first.apply("B1").position()
    short = {"height", "points", "tired"}
    wanted = {name.partition(".")[2] if name.partition(".")[2] in short else name: value
              for name, value in WRITTEN.items()}  # fmt: skip
    assert found == {"round": "1", "pawns": ["B1", "B1"], "memory": wanted}


def test_it_is_read_as_it_was_written(tmp_path: Path) -> None:
    game = match(tmp_path)
    position = game.start().apply("B1").position()

    assert game.load(position).position() == position
    assert game.load({**position, "memory": WRITTEN}).position() == position


def test_what_is_missing_is_fresh(tmp_path: Path) -> None:
    game = match(tmp_path)

    assert game.load({"round": 1, "pawns": [], "memory": {}}) == game.load({"memory": {"seen": []}})


def test_a_view_does_not_know_what_is_secret(tmp_path: Path) -> None:
    secret = (
        "memory: {hue: {is: 0..9, secret: yes}}\nclauses:\n  Rules: |\n    after pick: hue += 1\n"
    )
    game = tiny(tmp_path, GAME + ONE_STEP, powers={"card": secret}).match(["card", None])
    state = game.start().apply("B1")

    shown = [state.view(player).position()["memory"]["hue"] for player in (1, 2)]
    assert shown == [1, "?"]


@pytest.mark.parametrize(
    ("memory", "message", "hint"),
    [
        ([], "memory must be an object {name: value}", None),
        ({"lucky": 1}, "there is no memory `lucky` here", "did you mean 'luck'?"),
        ({"luck": 1}, "several things remember `luck`", "write card.luck or other.luck"),
        ({"card.luck": 10}, "memory card.luck can't be 10", "its values go from 0 to 9"),
        ({"card.luck": -1}, "memory card.luck can't be -1", "its values go from 0 to 9"),
        ({"card.luck": True}, "memory card.luck can't be True", "its values go from 0 to 9"),
        ({"card.luck": ""}, "memory card.luck can't be ", "its values go from 0 to 9"),
        ({"awake": "maybe"}, "memory card.awake can't be maybe", "write true or false"),
        ({"awake": 2}, "memory card.awake can't be 2", "write true or false"),
        ({"hue": "rde"}, "card.hue: there is no `rde`", "did you mean 'red'?"),
        ({"spot": "C1"}, "card.spot: there is no `C1`", "one of A1 … B1"),
        ({"rival": "3"}, "card.rival: there is no `3`", "one of 1 … 2"),
        ({"pawn": "queen"}, "card.pawn: there is no Pawn `queen`",
         "name a Pawn by its cell, or as `Pawn 1`"),
        ({"pawn": "Pawn 3"}, "card.pawn: there is no Pawn `Pawn 3`",
         "name a Pawn by its cell, or as `Pawn 1`"),
        ({"seen": "B1"}, "memory card.seen can't be B1", "write a list of its members"),
        ({"seen": ["C1"]}, "card.seen: there is no `C1`", "one of A1 … B1"),
        ({"drawn": [4]}, "memory card.drawn can't be 4", "its members go from 0 to 3"),
        ({"height": 2}, "memory Cell.height can't be 2", "write an object, such as {A1: …}"),
        ({"height": {"A1": 4}}, "memory Cell.height can't be 4", "its values go from 0 to 3"),
        ({"hue": "red", "card.hue": "red"}, "memory card.hue is given twice", "also as hue"),
    ],
)  # fmt: skip
def test_what_can_not_be_is_refused(
    memory: Any, message: str, hint: str | None, tmp_path: Path
) -> None:
    with pytest.raises(UsageError) as found:
        match(tmp_path).load({"memory": memory})
    assert (found.value.message, found.value.hint) == (message, hint)


def test_no_entry_is_called_like_what_stands_beside_all_entries(tmp_path: Path) -> None:
    entries = "position: {memory: {value: n}}\nstate: {game: {n: 0..3}}\nactions: {pick: {text: x}}"
    with pytest.raises(SpecError) as found:
        tiny(tmp_path, entries + ONE_STEP)
    (error,) = found.value.diagnostics
    assert error.message == "`memory` is already a part of the positions of every game"


HIDDEN_PLACES = """
boards:
  Cell: {grid: 2x1}
zones: [hand, box]
pieces:
  Pawn:
    on: Cell
    supply: [{name: king, zone: hand}, {zone: hand, count: 2}]
  Card: {supply: [{zone: hand}]}
state:
  game: {chosen: Pawn or none}
actions:
  pick:
    roles: {at: Cell}
    do: |
      place(first (p in Pawn where zone(p) = hand)) := at
      each c in Card: zone(c) := box
      chosen := Pawn at at
    text: "{at}"
"""


def test_where_pieces_are_that_no_entry_writes_stands_there_too(tmp_path: Path) -> None:
    game = tiny(tmp_path, HIDDEN_PLACES + ONE_STEP).match([None, None])
    state = game.start().apply("A1").apply("B1")

    places = {"Pawn.place": {"king": "A1", "Pawn 2": "B1"}, "Card.place": {"Card 1": "box"}}
    assert state.position() == {"memory": {**places, "chosen": "B1"}}
    assert game.load(state.position()).position() == state.position()
    with pytest.raises(UsageError, match=r"Pawn\.place: there is no `C1`"):
        game.load({"memory": {"Pawn.place": {"king": "C1"}}})


def test_places_that_nothing_can_change_are_not_said(tmp_path: Path) -> None:
    """Not even in the view of a player from whom the pieces are hidden."""
    text = HIDDEN_PLACES.replace("      each c in Card: zone(c) := box\n", "")
    hidden = "clauses: {Rules: hide c in Card where viewer = player 2}\n"
    state = tiny(tmp_path, text + hidden + ONE_STEP).match([None, None]).start().apply("A1")

    assert state.view(2).position() == {"memory": {"place": {"king": "A1"}, "chosen": "king"}}
