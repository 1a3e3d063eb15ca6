"""The boards of a failure as text: the first in full, a long second one cut to what differs."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher

from thesmos.render.span import Line, Span
from thesmos.render.text_board import draw
from thesmos_conform.report.failure import FailureDescription

LONG = 16  # lines of a picture that are shown in full, and a comparison with another one
ROW = 2  # lines of a row of a board: its cells, and what separates it from the next
REST = (Span(" ⋮"),)


def text_boards(failure: FailureDescription) -> Iterator[tuple[str, list[Line]]]:
    """Yield the heading and the lines of each position of a failure."""
    before: list[Line] = []
    if failure.picture is None:
        return
    for name, position in failure.boards:
        lines = draw(failure.picture, position, names=failure.names)
        yield name, (_cut(before, lines) if before else lines)
        before = lines


def _cut(before: Sequence[Line], lines: list[Line]) -> list[Line]:
    """Return the lines of a picture that differ from another one, in their rows and with its head.

    All lines are returned if it is short, or if nearly all differ. Rows may have other heights.
    """
    if len(lines) <= LONG:
        return lines
    differing = _differing([*map(tuple, before)], [*map(tuple, lines)])
    shown = {0, *(near for at in differing for near in range(at - 1, at + ROW))}
    if len(shown) > len(lines) // 2:
        return lines
    cut: list[Line] = []
    for at, line in enumerate(lines):
        if at in shown:
            cut.append(line)
        elif cut[-1] != REST:
            cut.append(REST)
    return cut


def _differing(before: Sequence[Hashable], lines: Sequence[Hashable]) -> Iterator[int]:
    """Yield the numbers of lines that differ from others; of those left out, that of the last."""
    matcher = SequenceMatcher(None, before, lines, autojunk=False)
    for tag, _, _, start, end in matcher.get_opcodes():
        if tag != "equal":
            yield from range(start, end) if end > start else (max(start - 1, 0),)
