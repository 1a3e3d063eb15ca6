"""Functions of boards, from the coordinates of cells.

Cells are numbered row by row; rows from the south, columns from the west. On a board with lines,
only the spots of the grid that are on a line are cells. Directions are numbered clockwise from
north, so odd ones are diagonal.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from thesmos.program.declarations import Board

Cell = int
COMPASS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


_WAYS = {
    4: COMPASS[::2],
    6: tuple(way for way in COMPASS if way not in ((1, 1), (-1, -1))),  # hexagons, in slanting rows
    8: COMPASS,
}


class Grid(NamedTuple):
    """The shape of a board.

    adjacent: how many neighbours a cell in the middle has: 4, 6 or 8.
    joined: whether a direction may lead over an edge to the opposite one.
    spots: for a board with lines, column and row of each cell.
    links: for a board with lines, the next cell by cell and direction.
    """

    columns: int
    rows: int
    adjacent: int
    joined: bool = False
    spots: tuple[tuple[int, int], ...] = ()
    links: tuple[tuple[Cell, int, Cell], ...] = ()


@cache
def grid_of(board: Board) -> Grid:
    """Return the shape of a board."""
    grid = Grid(board.columns, board.rows, board.adjacent, board.joined)
    if not board.lines:
        return grid
    spots = tuple((spot % board.columns, spot // board.columns) for spot in board.spots)
    grid = grid._replace(spots=spots)
    lines = [tuple(map(board.cells.index, line)) for line in board.lines]
    pairs = {pair for line in lines for way in (line, line[::-1]) for pair in pairwise(way)}
    links = ((start, direction(grid, start, end), end) for start, end in sorted(pairs))
    return grid._replace(links=tuple((a, way, b) for a, way, b in links if way is not None))


def coordinates(board: Grid, cell: Cell) -> tuple[int, int]:
    """Column and row of a cell, from 0."""
    return board.spots[cell] if board.spots else (cell % board.columns, cell // board.columns)


def cell_at(board: Grid, column: int, row: int) -> Cell | None:
    """The cell at a column and a row; None beyond the edge, and where there is none."""
    if board.spots:
        return board.spots.index((column, row)) if (column, row) in board.spots else None
    inside = 0 <= column < board.columns and 0 <= row < board.rows
    return row * board.columns + column if inside else None


def _ways(board: Grid) -> tuple[tuple[int, int], ...]:
    """The steps to adjoining cells."""
    return _WAYS[board.adjacent]


def adjacent(board: Grid, cell: Cell) -> tuple[Cell, ...]:
    """The cells next to a cell."""
    column, row = coordinates(board, cell)
    if board.links:
        return tuple(sorted({end for start, _, end in board.links if start == cell}))
    near = (cell_at(board, column + dx, row + dy) for dx, dy in _ways(board))
    return tuple(sorted(other for other in near if other is not None))


def wrapped(board: Grid, cell: Cell) -> tuple[Cell, ...]:
    """The cells next to a cell if opposite edges are joined; lines have no such edges."""
    if board.links:
        return adjacent(board, cell)
    column, row = coordinates(board, cell)
    near = {
        cell_at(board, (column + dx) % board.columns, (row + dy) % board.rows)
        for dx, dy in _ways(board)
    }
    return tuple(sorted(other for other in near if other is not None and other != cell))


def step(board: Grid, cell: Cell, direction: int) -> Cell | None:
    """The next cell in a direction; None beyond the edge, or the end of the line."""
    if board.links:
        ways = {(start, way): end for start, way, end in board.links}
        return ways.get((cell, direction))
    (column, row), (dx, dy) = coordinates(board, cell), COMPASS[direction]
    return cell_at(board, column + dx, row + dy)


def direction(board: Grid, start: Cell, end: Cell) -> int | None:
    """The direction from one cell to another; None from a cell to itself."""
    start_at, end_at = coordinates(board, start), coordinates(board, end)
    way = tuple(
        _sign(b - a, size, board.joined)
        for a, b, size in zip(start_at, end_at, (board.columns, board.rows), strict=True)
    )
    return COMPASS.index(way) if way != (0, 0) else None


def _sign(difference: int, size: int, joined: bool) -> int:
    """Return -1, 0 or 1: the sign of a difference, reversed across joined edges."""
    sign = (difference > 0) - (difference < 0)
    return -sign if joined and abs(difference) == size - 1 > 1 else sign


def beyond(board: Grid, start: Cell, middle: Cell) -> Cell | None:
    """The mirror image of one cell in another; None beyond the edge."""
    (ax, ay), (bx, by) = coordinates(board, start), coordinates(board, middle)
    return cell_at(board, 2 * bx - ax, 2 * by - ay)


def _edges(board: Grid, cell: Cell) -> set[str]:
    column, row = coordinates(board, cell)
    ends = {
        "west": column == 0,
        "east": column == board.columns - 1,
        "south": row == 0,
        "north": row == board.rows - 1,
    }
    return {name for name, at_edge in ends.items() if at_edge}


def perimeter(board: Grid, cell: Cell) -> bool:
    """Whether a cell is on an edge."""
    return bool(_edges(board, cell))


def corner(board: Grid, cell: Cell) -> bool:
    """Whether a cell is a corner."""
    edges = _edges(board, cell)
    return bool(edges & {"west", "east"}) and bool(edges & {"south", "north"})


def opposite(board: Grid, first: Cell, second: Cell) -> bool:
    """Whether two cells are on opposite edges."""
    facing = {"west": "east", "east": "west", "south": "north", "north": "south"}
    return any(facing[edge] in _edges(board, second) for edge in _edges(board, first))


def row(board: Grid, cell: Cell) -> int:
    """The row of a cell, from 1."""
    return coordinates(board, cell)[1] + 1


def column(board: Grid, cell: Cell) -> int:
    """The column of a cell, from 1."""
    return coordinates(board, cell)[0] + 1


OF_DIRECTIONS: dict[str, Callable[..., int | bool]] = {
    "diagonal": lambda direction: direction % 2 == 1,
    "back": lambda direction: (direction + len(COMPASS) // 2) % len(COMPASS),
    "turned": lambda direction, eighths: (direction + eighths) % len(COMPASS),
}
FUNCTIONS: dict[str, Callable[..., int | tuple[int, ...] | bool | None]] = {
    function.__name__: function
    for function in (
        adjacent, wrapped, step, direction, beyond, perimeter, corner, opposite, row, column,
    )
}  # fmt: skip


@cache
def geometry(function: str, board: Grid, *cells: int) -> int | tuple[int, ...] | bool | None:
    """Return the value of a function of a board; cached."""
    return FUNCTIONS[function](board, *cells)
