"""What is on no board: a column for each player, long lines broken, what is unknown left out."""

from __future__ import annotations

from pathlib import Path

from testing.tiny import ONE_STEP, tiny
from thesmos.render.off_board import OffBoard, off_board
from thesmos.render.span import plain

BY_PLAYER = OffBoard(by_player=frozenset({"coins", "hands", "out"}))
POSITION = {
    "coins": [3, 4],
    "era": "2",
    "hands": [["ace", "king", "queen", "jack"], []],
    "out": [False, True],
    "deck": ["one", "two", "three", "four"],
}


def test_players_are_side_by_side() -> None:
    assert plain(BY_PLAYER.lines(POSITION, 40)).split("\n") == [
        "    era: 2",
        "    deck: one, two, three, four",
        "           player 1      player 2",
        "    coins  3             4",
        "    hands  ace, king,    -",
        "           queen, jack",
        "    out    no            yes",
    ]


def test_pieces_are_in_groups_in_the_order_of_their_words() -> None:
    groups = {"ace": "Suit.red", "king": "Suit.red", "jack": "Suit.black"}
    board = OffBoard(frozenset({"coins", "hands", "out"}), groups={"hands": groups})
    given = {**POSITION, "hands": [["jack", "queen", "king"], ["ace"]]}
    names = {"Suit.red": "Red", "king": "the King"}
    assert plain(board.lines(given, 60, names)).split("\n")[3:7] == [
        "    coins  3                       4",
        "    hands  Red   the King          Red ace",
        "           black jack",
        "                 queen",
    ]


def test_what_nobody_has_is_not_in_the_table() -> None:
    given = {**POSITION, "hands": [[], []]}
    assert not any("hands" in line for line in plain(BY_PLAYER.lines(given, 40)).split("\n"))


def test_a_long_line_goes_on_below_its_beginning() -> None:
    assert plain(OffBoard().lines({"deck": POSITION["deck"]}, 24)).split("\n") == [
        "    deck: one, two,",
        "          three, four",
    ]


def test_what_does_not_fit_beside_a_long_key_goes_below() -> None:
    parts = {"may castle on the left": ["player 1", "player 2"], "moves without any capture": "5"}
    assert plain(OffBoard().lines(parts, 28)).split("\n") == [
        "    may castle on the left:",
        "      player 1, player 2",
        "    moves without any",
        "    capture: 5",
    ]


def test_what_belongs_together_stays_in_a_line() -> None:
    lines = OffBoard().lines({"places": {"s1": "ace", "s2": "king", "s3": "ten"}}, 29)
    assert plain(lines).split("\n") == [
        "    places: s1 ace, s2 king,",
        "            s3 ten",
    ]


def test_what_is_unknown_is_not_remembered() -> None:
    memory = {"known_to": {"ace": "?", "king": "?"}, "top": "?", "cubes": {"one": {"1": 2}}}
    assert plain(OffBoard().lines({"memory": memory}, None)) == "    memory: cubes (one (1 2))"
    assert OffBoard().lines({"memory": {"top": "?"}}, None) == []


def test_what_is_remembered_is_told_by_names() -> None:
    memory = {
        "place": {"ace": "deck", "king": "deck", "ten": "hand"},
        "open": {"ace": True, "king": False},
        "rung": True,
        "suits": ["red", "black"],
    }
    names = {"deck": "discard pile", "ace": "the Ace", "rung": "the bell has rung"}
    assert plain(OffBoard().lines({"memory": memory}, None, names)) == (
        "    memory: discard pile: the Ace, king; hand: ten; open: the Ace, king: no; "
        "the bell has rung; suits: red, black"
    )


OWNED = """
zones: [bag]
pieces:
  Man:
    attributes: {owner: Side}
    supply: [{for each: side, owner: side, count: 2, zone: bag}]
actions: {pick: {roles: {n: 0..1}, text: "{n}"}}
position: {bag: {counts: Man, zone: bag, text: "{owner}"}}
state: {Player: {bets: 0..9}}
"""


def test_pieces_counted_by_owner_are_told_by_player(tmp_path: Path) -> None:
    match = tiny(tmp_path, OWNED + ONE_STEP).match([None, None])
    lines = off_board(match.linked).lines(match.start().position(), None, {"bag": "in the bag"})
    assert plain(lines) == "    in the bag: player 1: 2, player 2: 2"
    memory = {"memory": {"bets": {"2": 3}}}
    lines = off_board(match.linked).lines(memory, None, {"bets": "the bets"})
    assert plain(lines) == "    memory: the bets: player 2: 3"


def test_few_parts_by_player_stay_lines() -> None:
    few = {"coins": [3, 4], "hands": [["ace", "king"], []]}
    assert plain(BY_PLAYER.lines(few, 40)) == "    coins: 3, 4\n    hands: (ace, king), (-)"
    told = plain(BY_PLAYER.lines(few, None, {"ace": "the Ace"})).split("\n")
    assert told == [
        "    coins: player 1: 3; player 2: 4",
        "    hands: player 1: the Ace, king; player 2: -",
    ]


def test_lines_are_as_long_as_they_are_where_nothing_limits_them() -> None:
    assert plain(BY_PLAYER.lines(POSITION, None)).split("\n")[2] == (
        "    hands: (ace, king, queen, jack), (-)"
    )


GAME = """
enums: {Face: {up: u, down: "?"}}
zones: [deck]
pieces:
  Card:
    attributes: {under: {is: Card or none}, face: {is: Face}}
    supply: [{name: ace, zone: deck}, {name: king, zone: deck, face: down}]
state: {Player: {coins: {is: 0..9}}}
actions: {pick: {roles: {card: Card}, do: "under(card) := card", text: "{card}"}}
position:
  under: {map: under}
  faces: {map: face}
  coins: {by player: coins}
"""


def test_what_is_unknown_is_left_out_but_a_mark_is_not(tmp_path: Path) -> None:
    shown = off_board(tiny(tmp_path, GAME + ONE_STEP).match().linked)
    position = {"under": {"ace": "?", "king": "ace"}, "faces": {"ace": "u", "king": "?"}}
    assert plain(shown.lines(position, None)).split("\n") == [
        "    under: king ace",
        "    faces: ace u, king ?",
    ]
    assert shown.by_player == {"coins"}


def test_a_flag_by_player_is_told_by_the_players_for_whom_it_is_set() -> None:
    board = OffBoard(by_player=frozenset({"short"}), flags=frozenset({"short"}))
    names = {"short": "may castle"}
    assert plain(board.lines({"short": ["0", "1"]}, None, names)) == "    may castle: player 2"
    assert plain(board.lines({"short": ["0", "0"]}, None, names)) == "    may castle: -"


def test_a_memory_that_means_nothing_to_players_is_left_out_beside_names() -> None:
    """Without names, as in messages about positions, everything is shown."""
    board = OffBoard(technical=frozenset({"barred", "positions"}))
    given = {"memory": {"barred": {"A1": [2]}, "positions": {"4*12": 1}, "uses": 2}}

    assert plain(board.lines(given, 60, {"uses": "left"})) == "    memory: left: 2"
    assert "barred" in plain(board.lines(given, 60))
    assert "closed" in plain(board.lines(given, 60, {"barred": "closed"}))
