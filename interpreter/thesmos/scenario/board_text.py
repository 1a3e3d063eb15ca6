"""Board texts: positions drawn as text.

A legend says what each mark in a cell means: a part of a position, in which `{cell}` and `{digit}`
are filled in. So this code knows no words of any game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

Data = dict[str, Any]

FILLER = "."
DIGITS = "0123456789"
COLUMN = "{column}"


class BoardError(Exception):
    """A board text that can't be read. line: counted from 1."""

    def __init__(self, message: str, line: int, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.hint = hint


@dataclass(frozen=True)
class Legend:
    """What the board texts of a game mean.

    digits: the key of the position that holds the digits of all cells, row by row from the lowest;
        None if there are no digits.
    cell: how a cell is written.
    marks: a part of a position for each mark.
    """

    digits: str | None = None
    cell: str = "{column}{row}"
    marks: Mapping[str, Data] = field(default_factory=dict)

    def extended(self, marks: Mapping[str, Data]) -> Legend:
        """Return the legend with marks added or replaced."""
        return Legend(self.digits, self.cell, {**self.marks, **marks})


def read_board(text: str, legend: Legend) -> Data:
    """Return the position that a board text shows. Raises BoardError.

    It has every key that the legend can show; keys that are not drawn are empty lists or None.
    """
    cells = list(_cells(text, legend))
    position: Data = {}
    for part in legend.marks.values():
        empty = _empty(part)
        for name, digit, _ in cells:
            filled = _fill(empty, name, digit)
            _add(position, filled)
            if filled == empty:  # it names no cell, so it is the same for all of them
                break
    digits = {name: digit for name, digit, _ in cells}
    for mark, part in legend.marks.items():
        for name, digit, marks in cells:
            for _ in range(marks.count(mark)):
                filled = _fill(part, name, digit)
                if legend.digits is not None and legend.digits in filled:
                    digits[name] = str(filled.pop(legend.digits))
                _add(position, filled)
    if legend.digits is not None:
        position[legend.digits] = "".join(digits.values())
    return position


def _cells(text: str, legend: Legend) -> Iterator[tuple[str, str, list[str]]]:
    """Yield each cell's name, digit and marks, row by row from the lowest."""
    lines = [(n, line.split()) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) < 2:  # noqa: PLR2004 - a row and the columns
        raise BoardError(
            "a board needs rows and, in the last line, the columns", 1, "5  0 0 0\n   A B C"
        )
    *rows, (last, columns) = lines
    if len(set(columns)) != len(columns):
        raise BoardError("two columns have the same name", last, "the last line names the columns")
    labels = [row[0] for _, row in rows]
    for n, row in rows:
        if labels.count(row[0]) > 1:
            raise BoardError(f"two rows are called {row[0]}", n, "a row begins with its label")
        if len(row) != len(columns) + 1:
            what = f"this row has {len(row) - 1} cells, the board has {len(columns)} columns"
            raise BoardError(
                what, n, "write a label and a cell for each column, with spaces between"
            )
    for n, (label, *cells) in sorted(rows, key=lambda row: _order(row[1][0])):
        for column, cell in zip(columns, cells, strict=True):
            name = legend.cell.replace(COLUMN, column).replace("{row}", label)
            yield (name, *_cell(cell, legend, n))


def _order(label: str) -> tuple[int, str]:
    return (int(label) if label.isdecimal() and len(label) < 9 else 0, label)  # noqa: PLR2004


def _cell(text: str, legend: Legend, line: int) -> tuple[str, list[str]]:
    """Return the digit and the marks of a cell. Of several marks that fit, the longest counts."""
    marks_by_length = sorted(legend.marks, key=len, reverse=True)
    digit, marks, rest = "0", [], text
    while rest:
        mark = next((m for m in marks_by_length if rest.startswith(m)), None)
        if mark is not None:
            marks.append(mark)
            rest = rest[len(mark) :]
        elif rest[0] == FILLER:
            rest = rest[1:]
        elif rest == text and legend.digits is not None and rest[0] in DIGITS:
            digit, rest = rest[0], rest[1:]
        else:
            raise BoardError(
                f"`{rest[:10]}` in the cell `{text[:20]}` is not a mark",
                line,
                f"marks: {' '.join(legend.marks) or 'none'}; add it to the legend",
            )
    return digit, marks


def _empty(part: Data) -> Data:
    """Return a part of a position without content: lists are empty, single values are None."""
    emptied: Data = {}
    for key, value in part.items():
        if isinstance(value, dict):
            emptied[key] = _empty(value)
        else:
            emptied[key] = [] if isinstance(value, list) else None
    return emptied


def drawn(position: Data) -> Data:
    """Return a position to start from: that of a board text, without values that are None.

    Empty lists stay.
    """
    content: Data = {}
    for key, value in position.items():
        inner = drawn(value) if isinstance(value, dict) else value
        if inner not in (None, {}):
            content[key] = inner
    return content


def _fill(part: Any, cell: str, digit: str) -> Any:
    if isinstance(part, dict):
        return {_fill(k, cell, digit): _fill(value, cell, digit) for k, value in part.items()}
    if isinstance(part, list):
        return [_fill(value, cell, digit) for value in part]
    return part.replace("{cell}", cell).replace("{digit}", digit) if isinstance(part, str) else part


def _add(position: Data, part: Data) -> None:
    """Add a part to a position: lists are extended, tables are merged, other values are set."""
    for key, value in part.items():
        existing = position.get(key)
        if isinstance(value, list) and isinstance(existing, list):
            position[key] = [*existing, *value]
        elif isinstance(value, dict) and isinstance(existing, dict):
            _add(existing, value)
        else:
            position[key] = deepcopy(value)


def merged(position: Data, part: Data) -> Data:
    """Return a position with the keys of a part: tables are merged, other values replaced."""
    whole = dict(position)
    for key, value in part.items():
        existing = whole.get(key)
        both = isinstance(value, dict) and isinstance(existing, dict)
        whole[key] = merged(existing, value) if both and isinstance(existing, dict) else value
    return whole
