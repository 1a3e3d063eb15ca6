"""What a board that is declared symmetric may not have, and what it may."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.drafted import checked

SQUARE = {"{grid: 3x3, adjacent: 8, names: A1}": "{grid: 3x3, names: A1, symmetric: yes}"}
OBLONG = {"{grid: 3x3, adjacent: 8, names: A1}": "{grid: 3x2, names: A1, symmetric: yes}"}
HEXAGONS = {"{grid: 3x3, adjacent: 8, names: A1}": "{grid: 3x3, adjacent: 6, symmetric: yes}"}


def said(folder: Path, clauses: str, board: dict[str, str], more: str = "") -> list[str]:
    """What is said of the symmetry, without the name of the board."""
    _, found = checked(folder, clauses, more, board)
    assert {one.code for one in found} <= {"W508"}
    assert all(one.location is not None and one.hint for one in found)
    return [one.message.removesuffix(", but Cell is declared symmetric") for one in found]


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ("forbid walk where to = A1", ["this names A1"]),
        ("forbid walk where to = B2", []),
        ("forbid walk where to in {A1, A3, C1, C3}", []),
        ("forbid walk where to in {A1, A3}", ["this names A1", "this names A3"]),
        ("forbid walk where step(to, north) exists", ["this names north"]),
        ("forbid walk where some (d in {north, east, south, west} where low(step(to, d)))", []),
        ("forbid walk where some (d in {north, south} where low(step(to, d)))",
         ["this names north", "this names south"]),
        ("forbid walk where some (d in Direction where low(step(to, back(d))))", []),
        ("forbid walk where some (d in Direction where low(step(to, turned(d, 1))))",
         ["this uses `turned(…)`"]),
        ("forbid walk where row(to) > 1", ["this uses `row(…)`"]),
        ("forbid walk where corner(to)", []),
        ("forbid walk where to in adjacent(place(pawn))", []),
    ],
)  # fmt: skip
def test_what_tells_one_side_from_another(
    clauses: str, expected: list[str], tmp_path: Path
) -> None:
    assert said(tmp_path, clauses, SQUARE) == expected


def test_an_oblong_board_is_not_turned_by_a_quarter(tmp_path: Path) -> None:
    clauses = "forbid walk where some (d in {north, south} where low(step(to, d)))"
    assert said(tmp_path, clauses, OBLONG) == []


def test_a_board_that_is_not_said_to_be_symmetric_may_have_sides(tmp_path: Path) -> None:
    assert checked(tmp_path, "forbid walk where to = A1")[1] == []


def test_directions_that_are_remembered_or_chosen(tmp_path: Path) -> None:
    more = (
        "memory: {way: {is: Direction}}\n"
        'actions: {turn: {roles: {to: Direction}, do: "way := to", text: "{to}"}}\n'
        "steps: {turn: {action: turn, skip: yes}}\n"
    )
    assert said(tmp_path, "after pick: next turn", SQUARE, more) == [
        "`way` is a direction", "the role `to` is a direction",
    ]  # fmt: skip


def test_pieces_that_begin_on_one_side(tmp_path: Path) -> None:
    supply = "{for each: side, owner: side, count: 2, zone: hand}"
    for cells, expected in (("[A1, B1]", ["pieces begin on A1, B1"]), ("[A1, A3, C1, C3]", [])):
        count = cells.count(",") + 1
        changes = {**SQUARE, supply: f"{{owner: 1, count: {count}, place: {cells}}}"}
        folder = tmp_path / str(count)
        folder.mkdir()
        assert said(folder, "", changes) == expected


def test_hexagons_in_slanting_rows_are_not_symmetric(tmp_path: Path) -> None:
    _, found = checked(tmp_path, changes=HEXAGONS)
    assert [(one.code, one.severity) for one in found] == [("E380", "error")]
