"""The board: spaces by name, A1 to E5, their neighbours, and what lies behind a neighbour."""

from __future__ import annotations

COLUMNS, ROWS = "ABCDE", "12345"
SPACES = tuple(f"{column}{row}" for row in ROWS for column in COLUMNS)
TOP = 3  # blocks of a tower


def _step(space: str, columns: int, rows: int) -> str:
    """Return the space some columns and rows away; empty if that is off the board."""
    column = COLUMNS.index(space[0]) + columns
    row = ROWS.index(space[1]) + rows
    inside = 0 <= column < len(COLUMNS) and 0 <= row < len(ROWS)
    return f"{COLUMNS[column]}{ROWS[row]}" if inside else ""


_WAYS = [(c, r) for c in (-1, 0, 1) for r in (-1, 0, 1) if (c, r) != (0, 0)]
NEIGHBOURS = {
    space: tuple(filter(None, (_step(space, c, r) for c, r in _WAYS))) for space in SPACES
}


def behind(origin: str, space: str) -> str:
    """Return the space straight behind a neighbour of a space; empty if that is off the board."""
    columns = COLUMNS.index(space[0]) - COLUMNS.index(origin[0])
    rows = ROWS.index(space[1]) - ROWS.index(origin[1])
    return _step(space, columns, rows)
