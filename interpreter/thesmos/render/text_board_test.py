"""The picture shows everything that a position says, for boards of either kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from testing.drawn_entries import (
    cell_map,
    cells,
    digits,
    one_piece,
    piece_text,
    pieces,
    value,
)
from thesmos.play.game import load
from thesmos.render.drawn_board import DrawnBoard
from thesmos.render.scene import scene_of
from thesmos.render.span import plain
from thesmos.render.text_board import (
    Picture,
    draw,
    phrase,
    picture_of,
    piece_pattern,
)

LETTERED = DrawnBoard("Space", 3, tuple(f"{c}{r}" for r in (1, 2) for c in "ABC"))
NUMBERED = DrawnBoard("Cell", 2, ("1,1", "1,2", "2,1", "2,2"))
PICTURE = Picture(
    (LETTERED,),
    (
        digits("heights", "height", "Space"),
        cells("roofs", "roof", "Space"),
        pieces("people", "Person", "Space", "{place} {owner}{sort}"),
        pieces("secret.people", "Person", "Space", "{place} {owner}{sort}"),
        one_piece("king", "King", "Space"),
    ),
)


def shown(picture: Picture, position: dict[str, Any]) -> str:
    return plain(draw(picture, position))


def test_a_lettered_board_has_row_1_at_the_bottom() -> None:
    text = shown(
        PICTURE,
        {
            "heights": "012300",
            "roofs": ["B1", "A2"],
            "people": ["B1 1x", "C2 2y"],
            "secret": {"people": ["A1 2z"], "mood": "grim"},
            "king": "C1",
            "coins": 0,
        },
    )
    assert text.splitlines() == [
        "       A        B        C",
        "    ┌────────┬────────┬────────┐",
        "  2 │ 3^     │ ·      │ · 2y   │",
        "    ├────────┼────────┼────────┤",
        "  1 │ · 2z   │ 1^ 1x  │ 2 king │",
        "    └────────┴────────┴────────┘",
        "    ^ roof",
        "    secret: mood grim",
        "    coins: 0",
    ]


def test_a_numbered_board_is_a_table() -> None:
    picture = Picture(
        (NUMBERED,),
        (
            cell_map("cards", "card", "Cell"),
            cells("up", "up", "Cell"),
            value("pig", "pig", "Cell"),
        ),
    )
    text = shown(picture, {"cards": {"1,2": "orc"}, "up": ["1,2"], "pig": "2,1", "hands": [[], []]})
    assert text.splitlines()[2] == "  1 │       │ ^ orc │"
    assert text.splitlines()[4] == "  2 │ pig   │       │"
    assert text.splitlines()[-1] == "    hands: (-), (-)"


@pytest.mark.parametrize(
    "position",
    [
        {},
        {"heights": "12"},
        {"heights": 3, "people": {"A1": "1x"}, "roofs": ["Z9"]},
        {"people": ["nowhere 1x", 7], "secret": "none"},
    ],
)
def test_what_can_not_be_drawn_is_listed(position: dict[str, Any]) -> None:
    text = shown(PICTURE, position)
    assert "┌" in text
    for key in position:
        assert f"    {key}: " in text


@pytest.mark.parametrize(
    "position",
    [
        {"heights": "01x300"},
        {"heights": "٠١٢٣٠٠"},
        {"roofs": "A1"},
        {"roofs": "nowhere"},
        {"people": ["A1 " + "9" * 5000 + "x"]},
        {"king": ["A1", "Z9"]},
        {"secret": {"people": ["A1 2z", 7]}},
    ],
)
def test_the_text_and_the_picture_leave_over_the_same(position: dict[str, Any]) -> None:
    lines = shown(PICTURE, position).splitlines()
    ends = [at for at, line in enumerate(lines) if "┘" in line or line.startswith("  1 ")]
    below = lines[ends[-1] + 1 :]
    left = scene_of(PICTURE, position).rest
    keys = {line.strip().partition(":")[0] for line in below if ": " in line}
    assert keys == {key for key, value in left.items() if value}


def test_on_a_wide_board_words_are_short_and_cells_go_on_below() -> None:
    wide = DrawnBoard("Space", 14, tuple(f"{c}1" for c in "ABCDEFGHIJKLMN"))
    words = {"sort": {word: word for word in ("emerald", "ember", "rock", "tin")}}
    gems = replace(pieces("gems", "Gem", "Space", "{place} {sort}"), words=words)
    picture = Picture((wide,), (digits("heights", "height", "Space"), gems))
    position = {"heights": "1" * 14, "gems": ["A1 emerald", "A1 rock", "B1 tin", "C1 ember"]}
    text = shown(picture, position).splitlines()
    assert [line[:24] for line in text[1:]] == [
        "    ┌─────┬─────┬─────┬─",
        "  1 │ 1   │ 1   │ 1   │ ",
        "    │ eme │ tin │ emb │ ",
        "    │ r   │     │     │ ",
        "    └─────┴─────┴─────┴─",
        "    eme emerald  emb emb",
    ]
    assert max(map(len, text)) <= 100


BROAD = Picture(
    (DrawnBoard("Space", 19, tuple(f"{c}{r}" for r in (1, 2) for c in "ABCDEFGHIJKLMNOPQRS")),),
    (pieces("stones", "Stone", "Space", "{place} {owner}"),),
)


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (81, ["     A   B   C ", "    ┌───┬───┬───", "  2 │   │   │   "]),
        (80, ["    A B C D E F G H I J K L M N O P Q R S", "  2 · · · · · · ·"]),
        (40, ["    A B C D E F G H I J", "  2 · · · · · · · · · ·", "  1 1 · · · · · · · · ·",
              "    K L M N O P Q R S", "  2 · · · · · · · · ·", "  1 · · · · · · · · 2"]),
    ],
)  # fmt: skip
def test_a_board_is_drawn_as_wide_as_there_is_room(columns: int, expected: list[str]) -> None:
    """In narrow boxes; without boxes; in parts, one below the other."""
    lines = plain(draw(BROAD, {"stones": ["A1 1", "S1 2"]}, columns)).splitlines()
    shown = [line[: len(start)] for line, start in zip(lines, expected, strict=False)]
    assert shown == expected
    assert max(map(len, lines)) <= columns


def test_colour_goes_by_side() -> None:
    lines = draw(PICTURE, {"people": ["A1 2x"]})
    assert [span.style for line in lines for span in line if span.text == "2x"] == ["side.2"]


def test_the_notation_is_read_back() -> None:
    pattern = piece_pattern(piece_text("Token", "{place} {sort} {lies}"))
    found = pattern.fullmatch("C3 whirl 1")
    assert found is not None
    assert found.groupdict() == {"place": "C3", "sort": "whirl", "lies": "1"}


def test_a_word_ends_where_the_next_field_begins() -> None:
    carts = next(e for e in picture_of(load("off-the-rails").match().linked).entries if e.words)
    found = carts.pattern.fullmatch("6,3 1S4")
    assert found is not None
    assert found.groupdict() == {"place": "6,3", "owner": "1", "face": "S", "speed": "4"}


def test_a_drawing_goes_by_the_owner_and_the_words_of_a_piece_not_by_its_other_numbers() -> None:
    picture = picture_of(load("off-the-rails").match().linked)
    drawn = [
        scene_of(picture, {"carts": [f"6,3 {cart}"]}).cells["6,3"][0].code
        for cart in ("2E3", "2E1", "1E1", "2S3")
    ]
    assert drawn[0] == drawn[1]
    assert 3 == len({*drawn})


@pytest.mark.parametrize("slug", ["santorini", "pook"])
def test_every_shipped_game_is_drawn(slug: str) -> None:
    match = load(slug).match()
    text = plain(draw(picture_of(match.linked), match.start().position()))
    assert "┌" in text


def test_phrases() -> None:
    several = {"a": [1, [2]], "b": {"c": True}, "d": None, "e": [], "f": ""}
    assert phrase(several) == "a (1, (2)), b (c yes), d none, e (-), f -"


def test_lines_are_drawn_from_cell_to_cell() -> None:
    lines = (("A1", "C1"), ("C1", "C3"))
    board = DrawnBoard("Point", 3, ("A1", "C1", "B2", "C3"), lines, (0, 2, 4, 8))
    picture = Picture((board,), (pieces("people", "Person", "Point", "{place} {owner}{sort}"),))
    assert shown(picture, {"people": ["C3 1x"]}).splitlines() == [
        "      A     B     C",
        "  3               1x",
        "                  │",
        "  2         ·     │",
        "                  │",
        "  1   ·───────────·",
    ]


def test_a_long_strip_is_folded_and_says_what_numbers_below_0_are() -> None:
    """As in the picture: the second half is above the first, which runs to the left."""
    strip = DrawnBoard("Point", 20, tuple(f"{letter}1" for letter in "ABCDEFGHIJKLMNOPQRST"))
    picture = Picture((strip,), (cell_map("men", "men", "Point"),))
    position = {"men": {"A1": -2, "B1": 0, "T1": 3}}

    lines = plain(draw(picture, position, names={"men": "men, below 0 those of black"}))

    above, below = lines.splitlines()[0], lines.splitlines()[-2]
    assert above.split() == list("KLMNOPQRST")
    assert below.split() == list("JIHGFEDCBA")
    assert lines.splitlines()[2].endswith("│ 3   │")
    assert lines.splitlines()[4].endswith("│ ·   │ -2  │")
    assert lines.splitlines()[-1] == "    men, below 0 those of black"


def test_what_is_on_a_board_of_crossings_is_where_the_cells_of_another_meet() -> None:
    """A board that is drawn as nothing, one row and one column smaller than the one below it."""
    square = DrawnBoard("Square", 3, tuple(f"{c}{r}" for r in (1, 2, 3) for c in "ABC"))
    posts = tuple(f"{c}{r}" for r in (1, 2) for c in "AB")
    post = DrawnBoard("Post", 2, posts, grounds=dict.fromkeys(posts, ""))
    walls, pawns = cell_map("walls", "wall", "Post"), cell_map("pawns", "pawn", "Square")
    picture = Picture((square, post), (pawns, walls))

    lines = shown(picture, {"pawns": {"A1": 1}, "walls": {"A1": "h", "B2": "up"}}).splitlines()

    assert lines[3] == "    ├─────┼─────up────┤"
    assert lines[5] == "    ├─────h─────┼─────┤"
    assert len(lines) == 8
