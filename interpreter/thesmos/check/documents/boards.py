"""Check boards: their size, and the lines that join their cells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from thesmos.diagnostics import Diagnostic
from thesmos.syntax import documents as d

MAX_SIDE, MAX_CELLS = 26, 400  # of a board: columns are named A to Z

Diagnostics = Iterator[Diagnostic]


def check_boards(game: d.GameDocument) -> Diagnostics:
    """Yield an error for each board that is too large, and for each invalid line."""
    for board in game.boards:
        if max(board.columns, board.rows) > MAX_SIDE or board.columns * board.rows > MAX_CELLS:
            text = f"a board of {board.columns}x{board.rows} is too large"
            location = game.place(f"boards.{board.name}")
            hint = f"at most {MAX_SIDE} columns or rows, and {MAX_CELLS} cells"
            yield Diagnostic("E382", text, location, hint)
        yield from _lines(board, game)


def _lines(board: d.BoardDeclaration, game: d.GameDocument) -> Diagnostics:
    """Check that lines are straight, lie on the grid, and don't fork in any direction."""
    location = game.place(f"boards.{board.name}")
    spots = {name: divmod(n, board.columns) for n, name in enumerate(board.spots())}
    after: dict[tuple[str, tuple[int, int]], str] = {}
    for line in board.lines:
        written = " ".join(line)
        missing = [name for name in line if name not in spots]
        for name in missing:
            text = f"the line `{written}` has a cell `{name}`, which is not on the grid"
            yield Diagnostic("E394", text, location, f"cells are named from {board.spots()[0]} on")
        if missing:
            continue
        ways = {_way(spots[a], spots[b]) for a, b in pairwise(line)}
        if len(ways) != 1 or None in ways:
            text = f"the line `{written}` is not straight"
            hint = "write at least two cells of a row, a column or a diagonal, from end to end"
            yield Diagnostic("E394", text, location, hint)
        for way in (line, line[::-1]) if len(ways) == 1 else ():
            for start, end in pairwise(way):
                to = _way(spots[start], spots[end])
                other = end if to is None else after.setdefault((start, to), end)
                if other != end:
                    text = f"two lines go on from {start} in one direction, to {end} and to {other}"
                    yield Diagnostic("E394", text, location, "let one of them pass through both")
    if board.lines and (board.joined or board.adjacent != d.DEFAULT_NEIGHBOURS):
        text = "on a board with lines, only its lines join cells"
        yield Diagnostic("E394", text, location, "leave out `adjacent` and `joined`")


def _way(start: tuple[int, int], end: tuple[int, int]) -> tuple[int, int] | None:
    """Return the direction between spots, as (rows, columns); None if it is none of the eight."""
    rows, columns = end[0] - start[0], end[1] - start[1]
    if (rows and columns and abs(rows) != abs(columns)) or not (rows or columns):
        return None
    return (rows > 0) - (rows < 0), (columns > 0) - (columns < 0)
