"""Boards: the tables agree with coordinates, on grids of every shape."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from thesmos.engine.board import DIRECTIONS, Grid, grid
from thesmos.engine.program import NONE
from thesmos.link import geometry

SHAPES = [(5, 5, 8), (5, 5, 4), (4, 3, 8), (4, 3, 4), (1, 1, 8), (10, 1, 4), (2, 2, 8), (3, 2, 8)]
shapes = pytest.mark.parametrize(("columns", "rows", "near"), SHAPES)


def raw(value: Any) -> Any:
    """A value of the semantics as the tables have it."""
    if isinstance(value, tuple):
        return value
    return NONE if value is None else int(value)


def cells_of(columns: int, rows: int, near: int) -> tuple[geometry.Grid, Grid, range]:
    """A board, its tables, its cells."""
    return geometry.Grid(columns, rows, near), grid(columns, rows, near), range(columns * rows)


@shapes
@pytest.mark.parametrize("name", ["adjacent", "wrapped", "perimeter", "corner"])
def test_tables_of_one_cell(name: str, columns: int, rows: int, near: int) -> None:
    """Neighbours, neighbours over the edge, edges and corners."""
    board, tables, cells = cells_of(columns, rows, near)
    expected = tuple(raw(geometry.FUNCTIONS[name](board, cell)) for cell in cells)
    assert getattr(tables, name) == expected


@shapes
@pytest.mark.parametrize("name", ["direction", "beyond", "opposite"])
def test_tables_of_two_cells(name: str, columns: int, rows: int, near: int) -> None:
    """Directions, mirrored cells, edges that face each other."""
    board, tables, cells = cells_of(columns, rows, near)
    function = functools.partial(geometry.FUNCTIONS[name], board)
    expected = tuple(tuple(raw(function(a, b)) for b in cells) for a in cells)
    assert getattr(tables, name) == expected


@shapes
def test_steps(columns: int, rows: int, near: int) -> None:
    """One step in each of the eight directions, on a board of four neighbours too."""
    board, tables, cells = cells_of(columns, rows, near)
    expected = tuple(
        tuple(raw(geometry.step(board, cell, way)) for way in range(8)) for cell in cells
    )
    assert tables.step == expected


def test_the_middle_of_five_by_five() -> None:
    """C3 meets the eight cells around it, in the order of their numbers."""
    assert grid(5, 5, 8).adjacent[12] == (6, 7, 8, 11, 13, 16, 17, 18)
    assert grid(5, 5, 4).adjacent[12] == (7, 11, 13, 17)


def test_a_corner_wraps_to_the_far_edges() -> None:
    """A1 meets, over the edges, the fifth row, the fifth column and the far corner."""
    assert grid(5, 5, 8).wrapped[0] == (1, 4, 5, 6, 9, 20, 21, 24)


def test_odd_directions_are_diagonal() -> None:
    """`diagonal` is the lowest bit of a direction."""
    assert [bool(dx and dy) for dx, dy in DIRECTIONS] == [False, True] * 4


def test_a_step_over_the_edge_has_the_direction_that_was_stepped() -> None:
    """From A1 to E1 one stepped west, from A1 to A5 south."""
    table = grid(5, 5, 8).direction
    assert (DIRECTIONS[table[0][4]], DIRECTIONS[table[0][20]]) == ((-1, 0), (0, -1))


def test_membership_tables_say_the_same_as_lists() -> None:
    """What tests membership is what is listed."""
    tables = grid(4, 3, 8)
    assert [tuple(sorted(near)) for near in tables.is_adjacent] == list(tables.adjacent)
    assert [tuple(sorted(near)) for near in tables.is_wrapped] == list(tables.wrapped)
