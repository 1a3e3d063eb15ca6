"""Lay out printed clauses and effects on lines of limited width, with their author's comments.

A body of one short statement is put on the line of its head, any other is indented below. A line
that is too long is broken before `where`, `by`, `else`, `or`, `and` and `+`, in brackets also
before `if` and after a comma: first outside of all brackets, and at all places of a kind at once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import nodes as t
from thesmos.syntax.unparse import Body, Branch, branches

INDENT = 2  # columns of a block
CONTINUED = 4  # columns of a line that continues another; more than a block, to tell them apart

_MARKS = re.compile(
    r"(?P<open>[({])|(?P<close>[)}])|(?P<comma>, )"
    r"| (?P<word>(where|by|else|if(?! possible)|or|and)\b|\+(?= ))"
)
_RANKS = {"where": 0, "by": 0, "else": 1, "if": 2, "or": 3, "and": 4, "+": 5}
_OF_COMMAS = 6


@dataclass(frozen=True)
class ClauseComment:
    """A comment.

    line: its line in the file.
    alone: whether its line has no code.
    """

    line: int
    text: str
    alone: bool


def broken(text: str, indent: int, width: int) -> list[str]:
    """Return the lines of a text of one line, each of at most `width` columns if possible."""
    return _broken(text, 0, indent, CONTINUED, width)


def _broken(text: str, depth: int, indent: int, further: int, width: int) -> list[str]:
    """Return the lines of a part of a text.

    depth: how many brackets are open before it.
    further: the additional indentation of the lines after the first, in columns.
    """
    line = " " * indent + text
    places = _places(text, depth) if len(line) > width else []
    if not places:
        return [line]
    first = min(kind for kind, _ in places)
    cuts = [0, *(at for kind, at in places if kind == first), len(text)]
    lines: list[str] = []
    for begin, end in pairwise(cuts):
        piece = text[begin:end].strip()
        if lines:
            lines += _broken(piece, first[0], indent + further, INDENT, width)
        else:
            # Lines broken inside the first piece are indented more than the pieces after it.
            lines = _broken(piece, depth, indent, further + INDENT, width)
    return lines


def _places(text: str, depth: int) -> list[tuple[tuple[int, int], int]]:
    """Return where a line can be broken: ((number of open brackets, rank), offset) for each."""
    places = []
    for mark in _MARKS.finditer(text):
        if mark["open"] or mark["close"]:
            depth += 1 if mark["open"] else -1
        elif mark["word"] == "if" and depth == 0:
            continue  # a line that begins with it is a statement
        elif mark["word"]:
            places.append(((depth, _RANKS[mark["word"]]), mark.start()))
        elif depth > 0:
            places.append(((depth, _OF_COMMAS), mark.end()))
    return places


class BlockWriter:
    """Writes the statements of one text. comments, blank: those of the text, by line."""

    def __init__(self, comments: Sequence[ClauseComment], blank: set[int], width: int) -> None:
        self._comments = list(comments)
        self._blank = blank
        self._width = width
        self._starts: list[int] = []  # the lines on which statements begin

    def write(self, statements: Body) -> list[str]:
        """Return the lines of the whole text."""
        self._starts = sorted(_starts(statements))
        lines = self._block(statements, 0)
        return lines + [comment.text for comment in self._comments]

    def _block(self, statements: Body, indent: int) -> list[str]:
        lines: list[str] = []
        for node in statements:
            start = node.location.line
            above = self._take(start, alone=True)
            first = above[0].line if above else start
            if lines and first - 1 in self._blank:
                lines.append("")
            lines += [" " * indent + comment.text for comment in above]
            lines += self._statement(node, indent)
        return lines

    def _statement(self, node: t.Node, indent: int) -> list[str]:
        start = node.location.line
        parts = branches(node)
        beside = self._take(self._next(start), alone=False)
        lines = self._short(parts, indent)
        if lines is None:
            lines = []
            for head, body in parts:
                lines += broken(f"{head}:" if body else head, indent, self._width)
                lines += self._block(body, indent + INDENT)
        else:
            beside += self._take(self._next(max(start, _last_start(parts))), alone=False)
        return self._beside(lines, beside, indent)

    def _short(self, parts: list[Branch], indent: int) -> list[str] | None:
        """Return the lines if each branch fits on one; None if one does not.

        A route has no block: it stays after its head, however long that is.
        """
        lines = []
        for head, body in parts:
            if not body:
                return broken(head, indent, self._width)
            inner = branches(body[0])
            if isinstance(body[0], ct.Next):
                return broken(f"{head}: {inner[0][0]}", indent, self._width)
            if len(body) != 1 or len(inner) != 1 or inner[0][1]:
                return None
            lines.append(f"{' ' * indent}{head}: {inner[0][0]}")
        last = _last_start(parts)
        between = any(comment.line < last for comment in self._comments if comment.alone)
        return None if between or any(len(line) > self._width for line in lines) else lines

    def _beside(self, lines: list[str], comments: list[ClauseComment], indent: int) -> list[str]:
        """Put comments after the first line if they fit there, otherwise above it."""
        for comment in comments:
            if len(lines[0]) + len(comment.text) + 2 <= self._width:
                lines[0] += f"  {comment.text}"
            else:
                lines.insert(0, " " * indent + comment.text)
        return lines

    def _take(self, before: int, alone: bool) -> list[ClauseComment]:
        """Take the comments before a line.

        alone: whether to take those on their own lines, or those beside code.
        """
        taken = [c for c in self._comments if c.alone == alone and c.line < before + alone]
        self._comments = [c for c in self._comments if c not in taken]
        return taken

    def _next(self, line: int) -> int:
        """Return the line of the next statement."""
        return min((start for start in self._starts if start > line), default=10**9)


def _last_start(parts: list[Branch]) -> int:
    """Return the line of the last statement in the bodies; 0 if there is none."""
    return max((node.location.line for _, body in parts for node in body), default=0)


def _starts(statements: Body) -> set[int]:
    """Return the lines on which statements begin, including those in bodies."""
    lines = set()
    for node in statements:
        lines.add(node.location.line)
        for _, body in branches(node):
            lines |= _starts(body)
    return lines


def comments_in(
    text: str, first: int, starts: Sequence[int]
) -> tuple[list[ClauseComment], set[int]]:
    """Return the comments of a text, and its empty lines, by their lines in the file.

    first: the line in the file on which the text begins.
    starts: the lines on which statements begin.

    A comment inside a statement is moved above it.
    """
    comments: list[ClauseComment] = []
    blank: set[int] = set()
    depth = 0
    for number, line in enumerate(text.split("\n"), first):
        code, sign, words = line.partition("#")
        if sign:
            alone = not code.strip()
            inside = alone and depth > 0
            place = max((s for s in starts if s <= number), default=number) if inside else number
            comments.append(ClauseComment(place, f"# {words.strip()}".rstrip(), alone))
        elif not code.strip():
            blank.add(number)
        depth += sum(map(code.count, "({")) - sum(map(code.count, ")}"))
    return comments, blank


def statement_lines(statements: Body) -> list[int]:
    """Return the lines of the file on which statements begin."""
    return sorted(_starts(statements))
