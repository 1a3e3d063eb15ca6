"""Reading a position reverses writing it, with every kind of entry that a game can declare."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from testing.nameless import NAMELESS
from testing.programs import constructs
from testing.tiny import tiny
from thesmos.diagnostics import UsageError
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.program.positions import PositionEntry

GAME = """
enums:
  Suit: {hearts: h, spades: s}
boards:
  Cell: {grid: 3x2, adjacent: 8}
zones: [hand, camp, box]
pieces:
  Man:
    on: Cell
    attributes: {owner: {is: Side}, strength: {is: 0..9}}
    supply: [{for each: side, count: 2, owner: side, zone: hand}]
  King:
    on: Cell
    attributes: {suit: {is: Suit}, crowned: {is: flag}}
    supply:
      - {name: arthur, suit: hearts, zone: hand}
      - {name: lear, suit: spades, crowned: yes, zone: hand}
  Card:
    attributes:
      holder: {is: Player or none}
      known: {is: set of Player}
      up: {is: flag}
      mate: {is: King or none}
    supply: [{name: ace, zone: hand}, {name: ten, zone: hand}, {name: six, zone: camp}]
state:
  Cell: {height: {is: 0..3}, wet: {is: flag}, card: {is: Card or none}}
  Player: {points: {is: 0..9}, home: {is: Cell or none}, spot: {is: Zone or none}}
  game: {turn: {is: Player or none}, left: {is: 0..5, start: 5}, suit_led: {is: Suit or none}}
actions:
  go:
    roles: {man: Man, king: King, card: Card, to: Cell}
    do: |
      place(man) := to
      place(king) := to
      strength(man) := 1
      holder(card) := you
      up(card) := yes
      mate(card) := king
      zone(card) := hand
      if you in known(card): known(card) := {}
    text: "{man} {king} {card} {to}"
steps: {go: {action: go, when empty: pass}}
flow: {turn: [begin turn, {steps: go}, pass]}
position:
  heights: {digits: height}
  wet: {cells: wet, omit: empty}
  cards: {map: card, omit: empty}
  up: {cells: up}
  crowned: {cells: crowned}
  points: {by player: points}
  homes: {by player: home}
  zones: {by player: spot}
  turn: {value: turn}
  left: {value: left}
  led: {value: suit_led}
  men: {pieces: Man, text: "{place} {owner}/{strength}"}
  kings: {pieces: King, text: "{name} of {suit} on {place}"}
  camp:
    - {counts: Man, zone: camp, text: "{owner}+{strength}"}
    - {counts: King, zone: camp, text: "{name}"}
  hands: {members: Card, of: holder, text: "{name}"}
  here: {members: Card, of: holder, zone: hand, text: "{name}"}
  known: {members: Card, of: known, text: "{name}"}
  camped: {members: Card, zone: camp, text: "{name}"}
  mates: {map: mate, omit: empty}
  suits: {map: suit}
"""
SPADES = """
  spades: {piece: King, suit: s}
"""
LUCK = "  luck: {memory: luck}\nheadings: {Rules: {en: Rules}}\n"
LUCKY = """
memory: {luck: {is: 0..9}}
clauses:
  Rules: |
    may skip go where luck = 1
"""
FULL: dict[str, Any] = {
    "heights": "012300",
    "wet": ["B1"],
    "cards": {"A1": "ace", "C2": "six"},
    "up": ["ten"],
    "crowned": ["lear"],
    "points": ["9", "0"],
    "homes": ["", "C2"],
    "zones": ["camp", ""],
    "turn": "2",
    "left": "0",
    "led": "s",
    "men": ["A1 1/3", "B2 2/0"],
    "kings": ["lear of s on C1"],
    "camp": {"1+4": 1, "arthur": 1},
    "hands": [["ace", "six"], []],
    "here": [["ace"], []],
    "known": [["ace", "ten"], ["ten"]],
    "camped": ["ten", "six"],
    "mates": {"ten": "lear"},
    "suits": {"arthur": "h", "lear": "s"},
}


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Match:
    return tiny(tmp_path_factory.mktemp("tiny"), GAME).match([None, None])


def test_each_kind_of_entry_is_tried_here(tmp_path: Path) -> None:
    entries = {kind for kind in constructs().values() if issubclass(kind, PositionEntry)}
    game = tiny(tmp_path, GAME + SPADES + LUCK, powers={"lucky": LUCKY})
    assert entries == {type(entry) for entry in game.checked.program.position}


def test_a_position_is_read_as_it_is_written(match: Match) -> None:
    assert match.load(FULL).position() == FULL


def test_what_is_empty_can_be_left_out_and_is_as_at_the_beginning(match: Match) -> None:
    written = match.load({}).position()
    assert "wet" not in written
    assert (written["left"], written["turn"], written["points"]) == ("5", "", ["0", "0"])
    assert (written["hands"], written["men"], written["camp"]) == ([[], []], [], {})
    assert match.load(written).vector == match.load({}).vector


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("heights", "012345", "heights has a 4"),
        ("points", ["10", "0"], "points can't be 10"),
        ("points", ["-1", "0"], "points can't be -1"),
        ("points", [float("inf"), "0"], "points: `inf` is not a number"),
        ("turn", "3", "turn can't be 3"),
        ("suits", {"arthur": "s"}, "suits: `arthur` can't be one of these"),
        ("suits", ["h"], "suits must be an object"),
        ("turn", "0", "turn can't be 0"),
        ("left", 10**30, "left can't be 1000000"),
        ("led", "x", "led: there is no `x`"),
        ("homes", ["Z9", ""], "homes: there is no `Z9`"),
        ("zones", ["pocket", ""], "zones: there is no `pocket`"),
        ("wet", ["", "A1"], "wet: there is no ``"),
        ("men", ["A1 3/0"], "men: no Man is left for `A1 3/0`"),
        ("men", ["A1 1/77"], "men can't be 77"),
        ("kings", ["arthur of s on A1"], "kings: no King is left for"),
        ("kings", ["macbeth of s on A1"], "kings: can't read"),
        ("hands", [["joker"], []], "hands: there is no `joker`"),
        ("crowned", ["arthur"], "crowned: `arthur` can't be one of these"),
        ("points", ["1"], "points has 1 entry"),
        ("wet", ["B1", "B1"], "wet: `B1` is listed twice"),
        ("camp", {"arthur": -1}, "camp must be an object"),
        ("camp", {"arthur": 2}, "camp: no King is left for `arthur`"),
        ("hands", [], "hands has 0 entries"),
    ],
)
def test_a_value_that_no_state_has_is_refused(
    match: Match, key: str, value: Any, message: str
) -> None:
    with pytest.raises(UsageError) as found:
        match.load({**FULL, key: value})
    assert str(found.value).startswith(message)


def test_a_position_says_that_something_is_none_or_is_not_set(tmp_path: Path) -> None:
    """Even if it has a value at the beginning."""
    changes = {
        "card: {is: Card or none}": "card: {is: Card or none, start: ace}",
        "home: {is: Cell or none}": "home: {is: Cell or none, start: A1}",
        "turn: {is: Player or none}": 'turn: {is: Player or none, start: "1"}',
        "height: {is: 0..3}, wet: {is: flag}": "height: {is: 0..3}, wet: {is: flag, start: yes}",
        "strength: {is: 0..9}": "strength: {is: 0..9 or none}",
    }
    game = GAME
    for old, new in changes.items():
        assert game.count(old) == 1
        game = game.replace(old, new)
    match = tiny(tmp_path, game).match([None, None])
    told = {"turn": "", "homes": ["", "B2"], "cards": {"B1": "ten"}, "men": ["A1 1/", "B1 2/7"]}
    made = match.load({**told, "wet": []}).position()
    assert {key: made[key] for key in told} == told
    assert "wet" not in made
    assert len(match.start().position()["wet"]) == 6


def test_one_piece_is_the_one_with_the_attributes_that_the_entry_names(tmp_path: Path) -> None:
    """Its place is written, even if it has a name."""
    game = tiny(tmp_path, GAME + SPADES)
    state = game.match([None, None]).load({"spades": "B2"})
    assert state.position()["spades"] == "B2"
    assert state.position()["kings"] == ["lear of s on B2"]


def test_the_one_piece_may_be_off_the_board(tmp_path: Path) -> None:
    match = tiny(tmp_path, GAME + SPADES).match([None, None])
    position = match.start().position()
    assert position["spades"] == ""
    assert match.load(position).position()["spades"] == ""


def test_a_token_of_another_power_is_not_taken_for_a_secret_one() -> None:
    """The whirlpools are older than the abyss."""
    match = load("santorini").match(["tartarus", "charybdis"])
    position = {"levels": "0" * 25, "workers": ["A1 1f"], "secret": {"abyss": "C3"}}
    assert match.load(position).position()["secret"] == {"abyss": "C3"}


def test_a_cell_that_a_map_of_numbers_leaves_out_has_none_of_them() -> None:
    match = load("oware").match()
    position = {"houses": {"A1": "3", "F2": "5"}, "stores": ["20", "20"]}
    houses = match.load(position).position()["houses"]
    assert {house: seeds for house, seeds in houses.items() if seeds != "0"} == position["houses"]


@pytest.mark.parametrize("number", [101, -1, 10**9, "3", None])
def test_a_memory_must_be_in_its_range(number: object) -> None:
    match = load("santorini").match(["morpheus", None])
    workers = {"workers": ["A1 1f"]}
    assert match.load({**workers, "memory": {"coins": 100}}).position()["coins"] == 100
    with pytest.raises(UsageError) as found:
        match.load({**workers, "memory": {"coins": number}})
    assert found.value.hint == "its values go from 0 to 100"


def test_a_memory_that_nobody_holds_is_written_and_read_as_nothing(tmp_path: Path) -> None:
    game = tiny(tmp_path, GAME + LUCK, powers={"lucky": LUCKY})
    for held, luck in ((None, ""), ("lucky", 0)):
        position = game.match([held, None]).start().position()
        assert position["luck"] == luck
        assert game.match([held, None]).load(position).position() == position


@pytest.mark.parametrize(
    "men",
    [
        '{pieces: Man, text: "{place} {name}"}',
        '{counts: Man, zone: hand, text: "{name}"}',
        '{counts: Man, zone: hand, text: "{place}{up}"}',
        '{members: Man, zone: hand, text: "{name}"}',
        '{members: Man, zone: hand, text: "{name} {up}"}',
        '{members: Man, of: holder, text: "{name}"}',
    ],
)
def test_pieces_without_a_name_are_read_as_they_are_written(men: str, tmp_path: Path) -> None:
    state = tiny(tmp_path, NAMELESS.replace("MEN", men)).match([None, None]).start()
    for choice in (1, 2, 0, 3, -1, 1):
        position = state.position()
        again = state.match.load(position).position()
        assert {key: again.get(key) for key in ("best", "men")} == {
            key: position.get(key) for key in ("best", "men")
        }
        assert state.match.load(state.position(whole=True)) == state
        state = state.take(state.codes[choice])


def test_what_a_piece_without_a_name_is_called_says_which_it_is(tmp_path: Path) -> None:
    text = NAMELESS.replace("MEN", '{members: Man, of: holder, text: "{name}"}')
    match = tiny(tmp_path, text).match([None, None])
    after = match.start().take(2)
    assert after.position()["best"] == ["Man 3", ""]
    assert match.load(after.position()).position()["best"] == ["Man 3", ""]


def test_a_piece_called_by_its_number_is_not_taken_for_one_on_the_board(tmp_path: Path) -> None:
    men = '{pieces: Man, text: "{place} {name}"}'
    state = tiny(tmp_path, NAMELESS.replace("MEN", men)).match([None, None]).start()
    for choice in ("Man 2", "Man 3 B1"):
        state = state.apply(choice)
    position = state.position()
    assert (position["best"], position["men"]) == (["Man 2", ""], ["A1 arthur", "B1 "])
    again = state.match.load(position).position()
    assert (again["best"], again["men"]) == (position["best"], position["men"])


SHARED_CELL = """
boards: {Cell: {grid: 2x1}}
zones: [box]
pieces: {Man: {on: Cell, supply: [{place: A1}, {place: A1}, {place: B1}]}}
state: {Player: {best: {is: Man or none}}}
actions: {pick: {roles: {man: Man}, do: "best(you) := man", text: "{man}"}}
steps: {pick: {action: pick}}
flow: {turn: [begin turn, {steps: pick}, pass]}
position: {best: {by player: best}}
"""


@pytest.mark.parametrize(("man", "called"), [(0, "A1"), (1, "Man 2"), (2, "B1")])
def test_a_cell_is_the_name_only_of_the_piece_that_is_read_from_it(
    man: int, called: str, tmp_path: Path
) -> None:
    match = tiny(tmp_path, SHARED_CELL).match([None, None])
    after = match.start().take(man)
    assert after.position()["best"] == [called, ""]
    assert match.load(after.position()).position()["best"] == [called, ""]


@pytest.mark.parametrize(
    "entries",
    [
        '{pieces: Man, text: "{place} {name}"}, first: {piece: Man}',
        '{piece: Man}, all: {pieces: Man, text: "{place} {name}"}',
    ],
)
def test_two_entries_may_write_one_piece(entries: str, tmp_path: Path) -> None:
    state = tiny(tmp_path, NAMELESS.replace("MEN", entries)).match([None, None]).start()
    for choice in (1, 5, 7, 2, -1):
        match, position = state.match, state.position()
        assert match.load(position).position()["men"] == position["men"]
        assert match.load(state.position(whole=True)) == state
        state = state.take(state.codes[choice])
