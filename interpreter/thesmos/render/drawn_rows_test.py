"""Named pieces that lie in rows are drawn where they lie; numbers can be drawn on a track."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from testing.tiny import ONE_STEP, tiny
from thesmos.diagnostics import SpecError
from thesmos.play.match import Match
from thesmos.render.drawn_rows import DrawnWords, alone, outlines
from thesmos.render.span import plain
from thesmos.render.text_board import draw, picture_of

DISPLAY = """
zones: {box: {}, deck: {}}
enums: {Face: {down: {mark: "?"}, open: {mark: "!"}}}
pieces:
  Card:
    supply: [{name: red_fox, zone: deck}, {name: owl, zone: deck}]
  Slot:
    attributes:
      card: {is: Card or none}
      face: {is: Face or none}
      gold: flag
    supply: [{name: p1, zone: box}, {name: p2, zone: box}, {name: p3, zone: box}]
state:
  game: {age: 1..2, war: {is: -2..3, start: 0}}
actions:
  pick: {roles: {n: 0..1}, do: "war += n", text: "{n}"}
position:
  age: {value: age}
  war: {value: war, shape: track}
  faces: {map: face}
  golds: {cells: gold}
  dealt: {members: Card, zone: box, text: "{name}", repeats: yes}
  display:
    map: card
    by: age
    rows:
      "1": |
        . p1  p2
        .   p3
      "2": |
        . p3  p2  p1
"""
GIVEN: dict[str, Any] = {
    "age": "1",
    "war": "1",
    "display": {"p1": "red_fox", "p2": "owl", "p3": "?"},
    "faces": {"p1": "!", "p2": "!", "p3": "?"},
    "golds": ["p3"],
    "dealt": ["red_fox", "owl"],
}


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Match:
    return tiny(tmp_path_factory.mktemp("display"), DISPLAY + ONE_STEP).match([None, None])


def drawn(match: Match, position: dict[str, Any], columns: int | None = None) -> list[str]:
    return plain(draw(picture_of(match.linked), position, columns)).split("\n")


def test_places_overlap_as_their_names_do(match: Match) -> None:
    assert drawn(match, GIVEN, 40)[:7] == [
        "    ┌!───────────────┬!───────────────┐",
        "    │ red fox        │ owl            │",
        "    └────────┬?──────┴────────┬───────┘",
        "             │ (golds)        │",
        "             └────────────────┘",
        "    ? down  ! open",
        "    age: 1",
    ]


def test_the_value_of_another_part_decides_where_they_lie(match: Match) -> None:
    lines = drawn(match, {**GIVEN, "age": "2"})
    assert lines[1].split("│")[2:4] == [" owl                ", " red fox            "]


def test_long_words_are_cut_where_places_are_narrow(match: Match) -> None:
    long = {**GIVEN, "display": {"p1": "hippopotamus", "p2": "red_deer"}, "faces": {}}
    assert "│ hippopot…│ red deer │" in drawn(match, long, 28)[1]


def test_an_empty_display_is_not_drawn(match: Match) -> None:
    bare = {key: value for key, value in GIVEN.items() if key in ("age", "war")}
    assert drawn(match, bare) == ["    age: 1", "    war: -2 · 0 [1] · 3"]


def test_what_repeats_other_parts_is_not_shown(match: Match) -> None:
    assert not any("dealt" in line for line in drawn(match, GIVEN))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (".   p3\n", ".   p9\n", "there is no Slot `p9`"),
        (".   p3\n", ".   p2\n", "`p2` is in two places"),
        ("    by: age\n", "", "several `rows` need `by`, and `by` needs several `rows`"),
        ("    by: age\n", "    by: ages\n", "`ages` is not an entry with one value"),
        ("war: {is: -2..3", "war: {is: -20..30", "`war` can't be drawn as a track"),
        ("repeats: yes", "repeats: no", "the only value of `repeats` is `yes`"),
    ],
)
def test_rows_that_mean_nothing_are_reported(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in DISPLAY
    with pytest.raises(SpecError, match=re.escape(said)):
        tiny(tmp_path, DISPLAY.replace(old, new) + ONE_STEP)


SENATE = """
zones: {box: {}}
enums:
  Room: {left: {mark: "1"}, right: {mark: "2"}}
pieces:
  Law:
    attributes: {room: Room or none}
    supply: [{name: no_tax, zone: box}, {name: corn, zone: box}]
state:
  Room:
    cubes: {is: 0..9, for: Player}
    open: flag
actions:
  pick:
    roles: {n: 0..1}
    do: |
      cubes(left, you) += n
      open(right) := yes
    text: "{n}"
position:
  laws: {map: room, rows: "1 2"}
"""
SEATED: dict[str, Any] = {
    "laws": {"no_tax": "2", "corn": "?"},
    "memory": {"cubes": {"left": {"2": 3}}, "open": {"right": "yes"}, "other": 1},
}


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Match:
    return tiny(tmp_path_factory.mktemp("senate"), SENATE + ONE_STEP).match([None, None])


def test_words_lie_in_a_row_with_the_pieces_that_have_them(rooms: Match) -> None:
    assert drawn(rooms, SEATED, 30) == [
        "    ┌1──────────┬2──────────┐",
        "    │           │ no tax    │",
        "    │ cubes 0 3 │ cubes 0 0 │",
        "    │ open      │ open yes  │",
        "    └───────────┴───────────┘",
        "    memory: other 1",
    ]


def test_nothing_is_drawn_as_long_as_no_piece_has_a_word(rooms: Match) -> None:
    assert drawn(rooms, {"laws": {}, "memory": {"other": 1}}) == ["    memory: other 1"]


PRINTED = SENATE.replace(
    "    open: flag\n",
    "    open: flag\n    worth: {is: 1..3, start: {left: 2}}\n"
    "    wing: {is: Room, start: {left: left}}\n",
).replace('rows: "1 2"}', 'rows: "1 2", prints: wing worth}\n  known: {cells: known, shape: front}')
PRINTED = PRINTED.replace("{room: Room or none}", "{room: Room or none, known: flag}")


def test_what_never_changes_is_printed_on_a_place(tmp_path: Path) -> None:
    match = tiny(tmp_path, PRINTED + ONE_STEP).match([None, None])
    given = {"laws": {"no_tax": "2", "corn": "1"}, "known": ["corn"]}
    assert drawn(match, given, 30)[:4] == [
        "    ┌1 left ────┬2 left ────┐",
        "    │ corn      │ (no tax)  │",
        "    │ worth 2   │ worth 1   │",
        "    └───────────┴───────────┘",
    ]


def test_a_player_sees_the_backs_of_what_lies_face_down(tmp_path: Path) -> None:
    match = tiny(tmp_path, PRINTED + ONE_STEP).match([None, None])
    (rows,) = picture_of(match.linked).rows
    assert isinstance(rows, DrawnWords)
    there = {"laws": {"no_tax": "2", "corn": "1"}, "known": ["corn"]}
    seen = rows.with_backs({"laws": {"corn": "1", "no_tax": "?"}, "known": ["corn"]}, there)
    assert drawn(match, seen, 30)[1] == "    │ corn      │ (?)       │"
    assert rows.with_backs(there, there) == there


LOOT = DISPLAY.replace(
    "pieces:\n",
    "pieces:\n  Loot:\n    attributes: {at: {is: -2..3}, left: 0..5}\n"
    "    supply: [{name: a, at: -1, left: 4, zone: box}, {name: b, at: 2, zone: box}]\n",
).replace("  faces:", "  loot: {map: left, on: war, at: at}\n  faces:")


def test_pieces_on_a_track_are_below_their_places(tmp_path: Path) -> None:
    match = tiny(tmp_path, LOOT + ONE_STEP).match([None, None])
    given = {"age": "1", "war": "1", "loot": {"a": "4", "b": "0"}}
    assert drawn(match, given) == ["    age: 1", "    war: -2 -1 0 [1] · 3", "             4"]


def test_a_place_that_begins_face_down_is_so_in_the_outline(tmp_path: Path) -> None:
    backs = DISPLAY.replace("gold: flag", "gold: flag\n      down: {is: set of 1..2}")
    backs = backs.replace("{name: p3, zone: box}", "{name: p3, zone: box, down: [2]}")
    backs = backs.replace("    by: age\n", "    by: age\n    back: down\n")
    game = tiny(tmp_path, backs + ONE_STEP).match([None, None]).linked
    down = {
        value: {name for name, one in shown.contents.items() if one.down}
        for _, value, shown in outlines(game)
    }
    assert down == {"1": set(), "2": {"p3"}}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("    by: age\n", "    by: age\n    back: gold\n", "`gold` does not say when a Slot is"),
        (
            "    by: age\n",
            "    by: age\n    prints: silver\n",
            "`silver` can't be printed on a Slot",
        ),
        ("faces: {map: face}", "faces: {map: face, back: gold}", "`back` needs `rows`"),
        ("faces: {map: face}", "faces: {map: face, on: age, at: gold}", "`on` needs an entry"),
        ("faces: {map: face}", "faces: {map: face, on: war}", "`` can't be written here"),
        (', text: "{name}", repeats', ', text: "{name}", groups: ag, repeats', "`ag` can't be"),
    ],
)
def test_what_a_picture_can_not_show_is_reported(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert old in DISPLAY
    with pytest.raises(SpecError, match=re.escape(said)):
        tiny(tmp_path, DISPLAY.replace(old, new) + ONE_STEP)


def test_a_name_that_is_no_word_of_the_row_is_reported(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="there is no Room `3`"):
        tiny(tmp_path, SENATE.replace('"1 2"', '"1 3"') + ONE_STEP)


def test_a_piece_alone_has_a_back_where_some_lie_face_down(tmp_path: Path) -> None:
    backs = DISPLAY.replace("gold: flag", "gold: flag\n      down: {is: set of 1..2}")
    backs = backs.replace("{name: p3, zone: box}", "{name: p3, zone: box, down: [2]}")
    (tmp_path / "open").mkdir()
    (tmp_path / "backs").mkdir()
    open_game = tiny(tmp_path / "open", DISPLAY + ONE_STEP).match([None, None]).linked
    backs = backs.replace("    by: age\n", "    by: age\n    back: down\n")
    game = tiny(tmp_path / "backs", backs + ONE_STEP).match([None, None]).linked
    for linked, sides in ((open_game, ["front side"]), (game, ["front side", "back side"])):
        card, place = linked.pieces["Card"][0], linked.pieces["Slot"][0]
        shown = alone(linked, card)
        assert shown is not None
        assert [*shown.contents] == sides
        assert shown.contents["front side"].words == ("red_fox",)
        assert alone(linked, place) is None
