"""Draw the grid of a text board: cells in boxes or, on a board with lines, at their crossings."""

from __future__ import annotations

from collections.abc import Mapping

from thesmos.render.drawn_board import DrawnBoard
from thesmos.render.span import Line, Span, width

POINT = (Span("·"),)  # an empty cell on lines
SPACE = Span(" ")
MOST = 100  # columns of a terminal into which a board should fit
EDGE = 5  # columns beside the cells


def grid(board: DrawnBoard, cells: Mapping[str, Line]) -> list[Line]:
    """Return the board as lines of text, with the names of columns and rows at the edges.

    cells: the content of each cell. Lettered boards have row 1 at the bottom, as on paper; others
    have it on top, as in a table. On a board that would be too wide, cells have several lines.
    """
    folded = too_wide(board, cells)
    parts = [part for line in cells.values() for part in (_words(line) if folded else [line])]
    wide = max(3, *map(width, parts))
    columns, labels = board.labels
    heads: Line = (Span("    "), *(Span(f" {name:^{wide}}  ", "label") for name in columns))
    rows = list(zip(labels, board.rows, strict=True))
    rows = rows[::-1] if board.lettered else rows
    if board.lines:
        return [heads, *_joined(board, cells, rows, wide + 2)]
    lines: list[Line] = [heads, _rule("┌┬┐", wide, board.columns)]
    for index, (label, names) in enumerate(rows):
        if index:
            lines.append(_rule("├┼┤", wide, board.columns))
        contents = [_folded(cells[name], wide) if folded else [cells[name]] for name in names]
        for number in range(max(map(len, contents))):
            head = f" {label:>2} " if number == 0 else "    "
            line: list[Span] = [Span(head, "label"), Span("│", "edge")]
            for content in contents:
                part = content[number] if number < len(content) else ()
                line += [SPACE, *part, Span(" " * (wide - width(part) + 1)), Span("│", "edge")]
            lines.append(tuple(line))
    return [*lines, _rule("└┴┘", wide, board.columns)]


def too_wide(board: DrawnBoard, cells: Mapping[str, Line]) -> bool:
    """Return whether a board with one line for each row would be wider than most terminals."""
    wide = max(3, *map(width, cells.values()))
    return not board.lines and EDGE + board.columns * (wide + 3) > MOST


def _words(line: Line) -> list[Line]:
    """Return the parts of a line between spaces."""
    words: list[list[Span]] = [[]]
    for span in line:
        if span == SPACE:
            words.append([])
        else:
            words[-1].append(span)
    return [tuple(word) for word in words]


def _folded(line: Line, wide: int) -> list[Line]:
    """Return a line as several, broken at spaces, which are at most `wide` characters wide."""
    lines: list[Line] = []
    for word in _words(line):
        if lines and width(lines[-1]) + 1 + width(word) <= wide:
            lines[-1] = (*lines[-1], SPACE, *word)
        else:
            lines.append(word)
    return lines


def _rule(corners: str, wide: int, columns: int) -> Line:
    line = corners[1].join(["─" * (wide + 2)] * columns)
    return (Span("    "), Span(f"{corners[0]}{line}{corners[2]}", "edge"))


def _joined(
    board: DrawnBoard,
    cells: Mapping[str, Line],
    rows: list[tuple[str, tuple[str, ...]]],
    wide: int,
) -> list[Line]:
    """Return rows of cells joined by lines, with the lines that lead from row to row between."""
    lines: list[Line] = []
    under: list[bool] = [False] * board.columns  # whether a line comes from above, by column
    for index, (label, names) in enumerate(rows):
        if index:
            bars = "".join(("│" if leads else " ").center(wide + 1) for leads in under)
            lines.append((Span("    "), Span(bars, "edge")))
        line: list[Span] = [Span(f" {label:>2} ", "label")]
        over = [_reaches(board, rows, index, column) for column in range(board.columns)]
        right = [_goes_on(board, names, column) for column in range(board.columns)]
        for column, name in enumerate(names):
            bar = "│" if not name and under[column] and over[column] else ""
            content = (cells[name] or POINT) if name else (Span(bar, "edge"),) if bar else ()
            space = wide + 1 - width(content)
            before, after = space - (space + 1) // 2, (space + 1) // 2
            left = right[column - 1] if column else False
            line += [_stretch(before, left and (bool(name) or right[column]) and not bar)]
            line += content or (_stretch(1, right[column] and left),)
            line += [_stretch(after if content else after - 1, right[column])]
        lines.append(tuple(line))
        under = over
    return lines


def _stretch(length: int, joined: bool) -> Span:
    return Span(("─" if joined else " ") * max(0, length), "edge")


def _goes_on(board: DrawnBoard, names: tuple[str, ...], column: int) -> bool:
    """Return whether a line leads from a column of a row to the next column."""
    before = next((name for name in names[column::-1] if name), "")
    after = next((name for name in names[column + 1 :] if name), "")
    return bool({(before, after), (after, before)} & board.joined)


def _reaches(
    board: DrawnBoard, rows: list[tuple[str, tuple[str, ...]]], index: int, column: int
) -> bool:
    """Return whether a line leads from a row of a column to the row below."""
    return _goes_on(board, tuple(names[column] for _, names in rows), index)
