"""A board as needed for pictures: where its cells are, their names, and which lines join them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from thesmos.program.declarations import Board
from thesmos.render.drawings import grounds

SIX = 6  # neighbours of a hexagon
LONG = 19  # cells of a strip that is drawn in one row


@dataclass(frozen=True)
class DrawnBoard:
    """A grid: the names of its cells, row by row from the first (A1 B1 … or 1,1 1,2 …).

    lines: if lines join the cells, the names on each line.
    spots: the places of the grid that are cells; empty if all are.
    hexagonal: whether cells are hexagons, each row half a cell to the right of the one below it.
    grounds: by cell, the game's own drawing of its ground.
    """

    name: str
    columns: int
    names: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...] = ()
    spots: tuple[int, ...] = ()
    hexagonal: bool = False
    grounds: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def lettered(self) -> bool:
        """Whether cells are named by column and row: A1."""
        return self.names[0][0].isalpha()

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """Return the names, row by row; empty where there is no cell."""
        at = dict(zip(self.spots or range(len(self.names)), self.names, strict=True))
        step = self.columns
        return [
            tuple(at.get(spot, "") for spot in range(start, start + step))
            for start in range(0, max(at) + 1, step)
        ]

    @property
    def laid_over(self) -> bool:
        """Whether all its cells are drawn as nothing: its items lie on a board before it."""
        return bool(self.grounds) and not any(self.grounds.get(name, "-") for name in self.names)

    @property
    def folded(self) -> bool:
        """Whether it is a long strip: its second half is drawn above the first, which runs left."""
        return len(self.rows) == 1 and self.columns > LONG

    @property
    def shown_rows(self) -> list[tuple[str, ...]]:
        """Return the names as they are drawn, from above. Row 1 of lettered boards is lowest."""
        rows = self.rows
        if self.folded:
            half = (self.columns + 1) // 2
            return [rows[0][half:], rows[0][:half][::-1]]
        return rows[::-1] if self.lettered else rows

    @property
    def labels(self) -> tuple[list[str], list[str]]:
        """Return the names of the columns and of the rows."""
        rows = self.rows
        if self.lettered:
            columns = [
                next((name[0] for name in column if name), "") for column in zip(*rows, strict=True)
            ]
            return columns, [next((name[1:] for name in row if name), "") for row in rows]
        pairs = [[name.partition(",") for name in row] for row in rows]
        columns = [
            next((name for _, _, name in column if name), "") for column in zip(*pairs, strict=True)
        ]
        return columns, [next((name for name, _, _ in row if name), "") for row in pairs]

    @property
    def joined(self) -> set[tuple[str, str]]:
        """Return all pairs of cells that follow each other on a line."""
        return {pair for line in self.lines for pair in pairwise(line)}


def drawn_board(board: Board, drawings: Mapping[str, str] = {}) -> DrawnBoard:
    """Return a board of a game for its pictures.

    drawings: the game's own, by name.
    """
    hexagonal = board.adjacent == SIX and not board.lines
    plain = DrawnBoard(board.name, board.columns, board.cells, board.lines, board.spots, hexagonal)
    own = grounds(drawings, board.name, plain.shown_rows)
    return replace(plain, grounds=dict(own))
