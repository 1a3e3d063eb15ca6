"""§16.1: directions on boards with and without joined edges."""

from __future__ import annotations

import pytest

from thesmos.diagnostics import Location
from thesmos.link.geometry import (
    COMPASS,
    Grid,
    adjacent,
    beyond,
    direction,
    grid_of,
    row,
    step,
    wrapped,
)
from thesmos.program.declarations import Board

EAST, WEST, NORTH = (COMPASS.index(way) for way in ((1, 0), (-1, 0), (0, 1)))


@pytest.mark.parametrize(
    ("end", "joined", "expected"),
    [(9, False, EAST), (9, True, WEST), (8, True, EAST), (90, False, NORTH), (0, True, None)],
)
def test_a_direction_goes_over_the_edge_only_where_edges_are_joined(
    end: int, joined: bool, expected: int | None
) -> None:
    """From the corner of a board of ten by ten, as a queen goes."""
    assert direction(Grid(10, 10, 8, joined), 0, end) == expected


def test_a_board_of_two_columns_has_no_other_way_round() -> None:
    assert direction(Grid(2, 1, 8, joined=True), 0, 1) == EAST


CROSS = grid_of(
    Board(
        name="Point",
        columns=5,
        rows=3,
        adjacent=8,
        cells=("A1", "C1", "C2", "E2", "E3"),
        symmetric=False,
        joined=False,
        lines=(("A1", "C1"), ("C1", "C2"), ("C2", "E2"), ("C1", "E3")),
        spots=(0, 2, 7, 9, 14),
        location=Location("game.yaml", 1, 1),
    )
)
A1, C1, C2, E2, E3 = range(5)


def test_lines_join_cells_however_far_apart() -> None:
    assert [adjacent(CROSS, cell) for cell in (A1, C1, C2, E2, E3)] == [
        (C1,), (A1, C2, E3), (C1, E2), (C2,), (C1,),
    ]  # fmt: skip
    assert wrapped(CROSS, C1) == adjacent(CROSS, C1)
    assert (step(CROSS, A1, EAST), step(CROSS, C1, EAST), step(CROSS, C2, EAST)) == (C1, None, E2)


def test_cells_on_lines_keep_their_coordinates() -> None:
    assert [row(CROSS, cell) for cell in (A1, C2, E3)] == [1, 2, 3]
    assert (beyond(CROSS, A1, C2), beyond(CROSS, A1, C1)) == (E3, None)
