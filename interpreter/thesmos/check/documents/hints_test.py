"""Hints about mistakes in the parts of a game: they say what to write."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.drafted import write
from thesmos.check.documents.flow import FLOW_WORDS
from thesmos.check.reading import read

PAWNS = "{for each: side, owner: side, count: 2, zone: hand}"
SCORE = (
    "a score is only named after `by`: give its value a name under `facts`, such as "
    "`points_of(p in Player)`"
)
STRENGTH = "strength: {is: 0..3}"


@pytest.mark.parametrize(
    ("old", "new", "message", "hint"),
    [
        (
            "n: {value: n}",
            "n: {cells: height}",
            "`height` can't be written here: it is 0..3",
            "write `map: height`",
        ),
        (
            "n: {value: n}",
            "m: {digits: mate}",
            "`mate` can't be written here: it is Pawn or none",
            "write `map: mate`",
        ),
        ("n: {value: n}", "n: {cells: hight}", "`hight` can't be written here", "one of: none"),
        (
            "grant, pass]",
            "grant, {pass: player 2}]",
            "`player 2` is not a state of the game (in `turn`)",
            "states that name a player: leader",
        ),
        (
            "grant, pass]",
            "grant, {pass: leadr}]",
            "`leadr` is not a state of the game (in `turn`)",
            "did you mean 'leader'?",
        ),
        (
            "rewind,",
            "next,",
            "`next` is not an instruction of a flow (in `turn`)",
            f"one of: {', '.join(FLOW_WORDS)}",
        ),
        (
            PAWNS,
            f"{PAWNS[:-1]}, at: A1}}",
            "Pawn has no attribute `at`",
            "known here: for each, count, name, says, zone, place, kind, owner, strength",
        ),
        (
            PAWNS,
            f"{PAWNS[:-1]}, table: p.yaml}}",
            "Pawn has no attribute `table`",
            "`table` stands in place of `supply`: `Pawn: {table: p.yaml}`",
        ),
        (
            PAWNS,
            f"{PAWNS[:-1]}, strength: [1, 2]}}",
            "`1 2` is not 0..3",
            "for several, declare it as `set of 0..3`",
        ),
        ("plain: 1", "plain: C9", "there is no cell `C9`", "Cell has the cells A1 to C3"),
        (
            "plain: 1",
            "plain: height(west(A1))",
            "there is no `west(…)`",
            "the next cell in a direction is `step(CELL, west)`",
        ),
        (
            "plain: 1",
            "plain: 1 if wind = weak else 2",
            "unknown name `wind`",
            "an option is asked for with `option(wind)`",
        ),
        (
            "plain: 1",
            "plain: 1 if wind = weak else 2",
            "unknown name `weak`",
            "it is a value of an option: write `option(wind) = weak`",
        ),
        (
            "plain: 1",
            "plain: points(player 1)",
            "there is no `points(…)`",
            SCORE,
        ),
        (
            "pick: {action: pick,",
            "pick: {action: pick, chooser: random,",
            "unknown name `random`",
            "let chance choose in a step: `chooser: chance`",
        ),
    ],
)
def test_a_hint_says_what_to_write(
    old: str, new: str, message: str, hint: str, tmp_path: Path
) -> None:
    options = "options: {wind: [strong, weak]}\nscores: {points: n}\nmoments:"
    write(tmp_path, changes={old: new, "moments:": options})
    assert (message, hint) in [(wrong.message, wrong.hint) for wrong in read(str(tmp_path))[2]]


def test_pieces_off_the_board_are_written_by_members(tmp_path: Path) -> None:
    card = "  Card: {attributes: {holder: Player or none}, supply: [{zone: hand}]}\n"
    entry = 'c: {pieces: Card, text: "{name}"}'
    write(tmp_path, changes={"state:\n": f"{card}state:\n", "n: {value: n}": entry})
    wrong = read(str(tmp_path))[2][0]
    assert wrong.hint == "pieces off the board are written by `members: Card` or `counts: Card`"


def test_an_unknown_kind_is_told_once_and_not_for_each_value(tmp_path: Path) -> None:
    changes = {
        STRENGTH: "strength: {is: Size}",
        PAWNS: f"{PAWNS[:-1]}, strength: 2}}",
        "  size(p in Pawn): strength(p)\n": "",
        "mate: {is: Pawn or none}": "mate: {is: Pawn or none}, lord: {is: Prince or none}",
        "n: {value: n}": "n: {value: n}, lords: {map: lord, shape: pawn}",
        "position:": "repetition: [height, lord]\nposition:",
    }
    write(tmp_path, changes=changes)
    assert [one.code for one in read(str(tmp_path))[2]] == ["E301", "E301"]
