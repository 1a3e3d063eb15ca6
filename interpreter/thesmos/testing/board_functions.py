"""Functions of cells computed from coordinates alone, to compare with engine/board.py."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from thesmos.syntax import documents as d
from thesmos.testing.observed_state import Entity

COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}

# The results for arguments that are none or unknown, if not none.
NOTHING: dict[str, Any] = {"adjacent": [], "wrapped": []}


def _xy(board: d.BoardDeclaration, cell: Entity) -> tuple[int, int]:
    return cell.number % board.columns, cell.number // board.columns


def _cell(board: d.BoardDeclaration, x: int, y: int) -> Entity | None:
    if 0 <= x < board.columns and 0 <= y < board.rows:
        return Entity(board.name, x + y * board.columns)
    return None


def _offset(name: str) -> tuple[int, int]:
    """The offset of a direction: NE is a step north and a step east."""
    return sum(STEPS[c][0] for c in name), sum(STEPS[c][1] for c in name)


@functools.cache
def adjacent(board: d.BoardDeclaration, cell: Entity) -> list[Entity]:
    """The cells one step away: orthogonally, or also diagonally. Not to be changed."""
    x, y = _xy(board, cell)
    found = []
    for other in range(board.columns * board.rows):
        far = Entity(board.name, other)
        dx, dy = abs(_xy(board, far)[0] - x), abs(_xy(board, far)[1] - y)
        if max(dx, dy) == 1 and (board.adjacent == len(COMPASS) or dx + dy == 1):
            found.append(far)
    return found


def wrapped(board: d.BoardDeclaration, cell: Entity) -> list[Entity]:
    """The adjacent cells on a board whose opposite edges are joined."""
    x, y = _xy(board, cell)
    found = set()
    for name in COMPASS[:: 1 if board.adjacent == len(COMPASS) else 2]:
        dx, dy = _offset(name)
        found.add(_cell(board, (x + dx) % board.columns, (y + dy) % board.rows))
    return sorted(c for c in found - {cell} if c is not None)


def step(board: d.BoardDeclaration, cell: Entity, direction: Entity) -> Entity | None:
    """One step in a direction."""
    (x, y), (dx, dy) = _xy(board, cell), _offset(COMPASS[direction.number])
    return _cell(board, x + dx, y + dy)


def direction(board: d.BoardDeclaration, a: Entity, b: Entity) -> Entity | None:
    """The direction from a to b. From one edge to the opposite one, the step went over the edge."""
    (ax, ay), (bx, by) = _xy(board, a), _xy(board, b)
    name = _letter(by - ay, board.rows, "N", "S") + _letter(bx - ax, board.columns, "E", "W")
    return Entity("Direction", COMPASS.index(name)) if name else None


def _letter(difference: int, span: int, plus: str, minus: str) -> str:
    if difference == 0:
        return ""
    over_the_edge = span > 2 and abs(difference) == span - 1  # noqa: PLR2004 - too small for an edge
    return plus if (difference > 0) != over_the_edge else minus


def beyond(board: d.BoardDeclaration, a: Entity, b: Entity) -> Entity | None:
    """The cell on the other side of b, as far from it as a."""
    (ax, ay), (bx, by) = _xy(board, a), _xy(board, b)
    return _cell(board, bx + (bx - ax), by + (by - ay))


def _edges(board: d.BoardDeclaration, cell: Entity) -> set[str]:
    x, y = _xy(board, cell)
    ends = {"W": x == 0, "E": x == board.columns - 1, "S": y == 0, "N": y == board.rows - 1}
    return {name for name, on in ends.items() if on}


def perimeter(board: d.BoardDeclaration, cell: Entity) -> bool:
    """Whether a cell is on an edge."""
    return bool(_edges(board, cell))


def corner(board: d.BoardDeclaration, cell: Entity) -> bool:
    """Whether a cell is at two edges."""
    edges = _edges(board, cell)
    return bool(edges & {"W", "E"}) and bool(edges & {"S", "N"})


def opposite(board: d.BoardDeclaration, a: Entity, b: Entity) -> bool:
    """Whether two cells are at opposite edges."""
    faces = {"W": "E", "E": "W", "S": "N", "N": "S"}
    return any(faces[edge] in _edges(board, b) for edge in _edges(board, a))


def row(board: d.BoardDeclaration, cell: Entity) -> int:
    """The row, from 1."""
    return _xy(board, cell)[1] + 1


def column(board: d.BoardDeclaration, cell: Entity) -> int:
    """The column, from 1."""
    return _xy(board, cell)[0] + 1


def diagonal(direction: Entity) -> bool:
    """Whether a direction is diagonal."""
    return len(COMPASS[direction.number]) > 1


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "adjacent": adjacent,
    "wrapped": wrapped,
    "step": step,
    "direction": direction,
    "beyond": beyond,
    "perimeter": perimeter,
    "corner": corner,
    "opposite": opposite,
    "row": row,
    "column": column,
}
