"""Draw the grid of a text board: cells in boxes or, on a board with lines, at their crossings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil

from thesmos.render.drawn_board import DrawnBoard
from thesmos.render.span import Line, Span, width

POINT = (Span("·"),)  # an empty cell on lines
SPACE = Span(" ")
MOST = 100  # columns of a terminal into which a board should fit
EDGE = 5  # columns beside the cells
EDGES = 3  # columns between the contents of two cells in boxes
ROOMY = 3  # columns that a cell has for its content where there is room


Rows = list[tuple[str, tuple[str, ...]]]  # the label of each row, and the names of its cells


def grid(
    board: DrawnBoard,
    cells: Mapping[str, Line],
    most: int = MOST,
    crossings: Sequence[Sequence[Line]] = (),
) -> list[Line]:
    """Return the board as lines of text, with the names of columns and rows at the edges.

    cells: the content of each cell. Lettered boards have row 1 at the bottom, as on paper; others
    have it on top, as in a table. A long strip is folded, as in pictures.
    most: columns into which it should fit. A board that would be wider has narrower cells, or cells
    with several lines; if that does not help, it is drawn without boxes, if need be in parts.
    crossings: what is where four boxes meet, from above. Only boards that fit in boxes show it.
    """
    rows = _shown_rows(board)
    columns = len(rows[0][1])
    least = _widest(cells.values())
    room = (most - EDGE) // columns - EDGES
    broken = least > room and not board.lines
    if broken:
        least = _widest(word for line in cells.values() for word in _words(line))
    if least > room:
        return _without_boxes(board, cells, rows, most)
    wide = max(least, min(ROOMY, room))
    if board.lines:
        return [_heads(board.labels[0], wide), *_joined(board, cells, rows, wide + 2)]
    lines = _in_boxes(cells, rows, wide, broken, crossings)
    if board.folded:
        above, below = ([name[0] for name in names] for _, names in rows)
        return [_heads(above, wide), *lines, _heads(below, wide)]
    return [_heads(board.labels[0], wide), *lines]


def fits_in_boxes(board: DrawnBoard, cells: Mapping[str, Line], most: int = MOST) -> bool:
    """Return whether a board is drawn in boxes, between which there are crossings."""
    words = (word for line in cells.values() for word in _words(line))
    columns = len(_shown_rows(board)[0][1])
    return not board.lines and _widest(words) <= (most - EDGE) // columns - EDGES


def _shown_rows(board: DrawnBoard) -> Rows:
    """Return the rows as they are drawn, from above."""
    labels = board.labels[1]
    if board.folded:
        return [(label, names) for label, names in zip(labels * 2, board.shown_rows, strict=True)]
    rows = list(zip(labels, board.rows, strict=True))
    return rows[::-1] if board.lettered else rows


def _heads(names: Iterable[str], wide: int) -> Line:
    return (Span("    "), *(Span(f" {name:^{wide}}  ", "label") for name in names))


def _in_boxes(
    cells: Mapping[str, Line],
    rows: Rows,
    wide: int,
    folded: bool,
    crossings: Sequence[Sequence[Line]],
) -> list[Line]:
    columns = len(rows[0][1])
    lines: list[Line] = [_rule("┌┬┐", wide, columns)]
    for index, (label, names) in enumerate(rows):
        if index:
            met = crossings[index - 1] if crossings else ()
            lines.append(_crossed(wide, met) if any(met) else _rule("├┼┤", wide, columns))
        contents = [_folded(cells[name], wide) if folded else [cells[name]] for name in names]
        for number in range(max(map(len, contents))):
            head = f" {label:>2} " if number == 0 else "    "
            line: list[Span] = [Span(head, "label"), Span("│", "edge")]
            for content in contents:
                part = content[number] if number < len(content) else ()
                line += [SPACE, *part, Span(" " * (wide - width(part) + 1)), Span("│", "edge")]
            lines.append(tuple(line))
    return [*lines, _rule("└┴┘", wide, columns)]


def too_wide(board: DrawnBoard, cells: Mapping[str, Line], most: int = MOST) -> bool:
    """Return whether a board with one line for each row would have more than `most` columns."""
    return EDGE + board.columns * (_widest(cells.values()) + EDGES) > most


def _widest(lines: Iterable[Line]) -> int:
    return max(1, *map(width, lines))


def _without_boxes(
    board: DrawnBoard, cells: Mapping[str, Line], rows: Rows, most: int
) -> list[Line]:
    """Return a board as rows of cells side by side, some columns below the others if need be."""
    wide = _widest(cells.values())
    parts = ceil(board.columns / max(1, (most - EDGE + 1) // (wide + 1)))
    together = ceil(board.columns / parts)
    lines: list[Line] = []
    for first in range(0, board.columns, together):
        part = slice(first, first + together)
        heads = (Span(f"{name:<{wide}} ", "label") for name in board.labels[0][part])
        lines.append((Span("    "), *heads))
        for label, names in rows:
            line: list[Span] = [Span(f" {label:>2} ", "label")]
            for name in names[part]:
                content = (cells[name] or POINT) if name else ()
                line += [*content, Span(" " * (wide + 1 - width(content)))]
            lines.append(tuple(line))
    return lines


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


def _crossed(wide: int, crossings: Sequence[Line]) -> Line:
    """Return a line between two rows of boxes, with what is where boxes meet in place of `┼`."""
    line: list[Span] = [Span("    "), Span("├", "edge")]
    taken = 0  # characters of what is at the crossing before
    for content in (*crossings, (Span("┤", "edge"),)):
        line += [Span("─" * max(0, wide + 2 - taken), "edge"), *(content or (Span("┼", "edge"),))]
        taken = width(content) - 1 if content else 0
    return tuple(line)


def _joined(board: DrawnBoard, cells: Mapping[str, Line], rows: Rows, wide: int) -> list[Line]:
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


def _reaches(board: DrawnBoard, rows: Rows, index: int, column: int) -> bool:
    """Return whether a line leads from a row of a column to the row below."""
    return _goes_on(board, tuple(names[column] for _, names in rows), index)
