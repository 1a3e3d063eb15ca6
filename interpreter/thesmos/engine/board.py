"""Boards: neighbours, steps and directions of a grid, as tables by cell number."""

from __future__ import annotations

from dataclasses import dataclass

from thesmos.engine.program import NONE

# Directions in order: north, north-east, east, … Odd numbers are diagonal.
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


@dataclass(frozen=True, kw_only=True)
class Grid:
    """Tables of one board. Cells are numbered row by row."""

    columns: int
    rows: int
    adjacent: tuple[tuple[int, ...], ...]
    wrapped: tuple[tuple[int, ...], ...]
    step: tuple[tuple[int, ...], ...]  # [cell][direction]
    direction: tuple[tuple[int, ...], ...]  # [cell][cell]
    beyond: tuple[tuple[int, ...], ...]  # [cell][cell]
    perimeter: tuple[int, ...]
    corner: tuple[int, ...]
    opposite: tuple[tuple[int, ...], ...]
    is_adjacent: tuple[frozenset[int], ...]
    is_wrapped: tuple[frozenset[int], ...]


def grid(columns: int, rows: int, adjacent: int) -> Grid:
    """The tables of a board of columns × rows whose cells meet 4 or 8 others."""
    cells = [(c, r) for r in range(rows) for c in range(columns)]
    ways = DIRECTIONS[:: 1 if adjacent == len(DIRECTIONS) else 2]

    def number(column: int, row: int) -> int:
        inside = 0 <= column < columns and 0 <= row < rows
        return row * columns + column if inside else NONE

    near = [[number(c + dc, r + dr) for dc, dr in ways] for c, r in cells]
    torus = [{number((c + dc) % columns, (r + dr) % rows) for dc, dr in ways} for c, r in cells]
    adjacents = tuple(tuple(sorted(n for n in ns if n != NONE)) for ns in near)
    wrapped = tuple(tuple(sorted(ns - {at})) for at, ns in enumerate(torus))
    edges = [_edges(c, r, columns, rows) for c, r in cells]
    return Grid(
        columns=columns,
        rows=rows,
        adjacent=adjacents,
        wrapped=wrapped,
        step=tuple(tuple(number(c + dc, r + dr) for dc, dr in DIRECTIONS) for c, r in cells),
        direction=tuple(tuple(_direction(a, b, columns, rows) for b in cells) for a in cells),
        beyond=tuple(tuple(number(2 * b[0] - a[0], 2 * b[1] - a[1]) for b in cells) for a in cells),
        perimeter=tuple(int(bool(e)) for e in edges),
        corner=tuple(int(c in (0, columns - 1) and r in (0, rows - 1)) for c, r in cells),
        opposite=tuple(tuple(int(any((s + 2) % 4 in b for s in a)) for b in edges) for a in edges),
        is_adjacent=tuple(frozenset(n) for n in adjacents),
        is_wrapped=tuple(frozenset(n) for n in wrapped),
    )


def _edges(column: int, row: int, columns: int, rows: int) -> frozenset[int]:
    """The edges of the board that a cell is at: 0 north, 1 east, 2 south, 3 west."""
    at = (row == rows - 1, column == columns - 1, row == 0, column == 0)
    return frozenset(side for side, on in enumerate(at) if on)


def _direction(a: tuple[int, int], b: tuple[int, int], columns: int, rows: int) -> int:
    """The direction stepped from a to b.

    Each coordinate gives its sign; one that spans the whole board was a step over the edge, the
    other way round. None for a cell and itself.
    """
    signs = []
    for from_, to, span in ((a[0], b[0], columns), (a[1], b[1], rows)):
        difference = to - from_
        sign = (difference > 0) - (difference < 0)
        signs.append(-sign if abs(difference) == span - 1 > 1 else sign)
    way = (signs[0], signs[1])
    return DIRECTIONS.index(way) if way in DIRECTIONS else NONE
