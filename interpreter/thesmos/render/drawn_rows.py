"""Named pieces that lie in rows which overlap, such as a display of cards, as text.

Where each lies is declared with the entry of the positions that says what is on it. Marks of what
else is said of it are in its upper edge, and flags below what is on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from thesmos.link.linked import LinkedGame
from thesmos.program.positions import Cells, Map, NameInRow, PlaceRows
from thesmos.render.span import Line, Span

UNKNOWN = "?"
INDENT = 4
NARROW, WIDE = 7, 21  # characters from the left edge of a place to its right one
LINES = 2  # of what is on a place, at most
MOST = 100  # columns if nothing else is said
UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
EDGES = dict(
    zip(
        (UP | DOWN, LEFT | RIGHT, DOWN | RIGHT, DOWN | LEFT, UP | RIGHT, UP | LEFT,
         UP | DOWN | RIGHT, UP | DOWN | LEFT, DOWN | LEFT | RIGHT, UP | LEFT | RIGHT,
         UP | DOWN | LEFT | RIGHT),
        "│─┌┐└┘├┤┬┴┼",
        strict=True,
    )
)  # fmt: skip


@dataclass(frozen=True)
class DrawnRows:
    """How the named pieces of one entry lie.

    marks: by key of the other entries that say something of the same pieces, what their marks mean.
    flags: the keys of those that list some of them.
    """

    written: Map
    marks: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    flags: tuple[str, ...] = ()

    def places(self, rest: Mapping[str, Any]) -> tuple[tuple[NameInRow, ...], ...]:
        """The rows that are drawn of a position, of what is there; without rows if nothing is."""
        there = self._there(rest)
        rows = self._rows(rest)
        return tuple(
            row
            for each in (() if rows is None else rows.rows)
            if (row := tuple(one for one in each if one.name in there))
        )

    def _rows(self, rest: Mapping[str, Any]) -> PlaceRows | None:
        value = str(rest.get(self.written.by, "")) if self.written.by else ""
        return next((rows for rows in self.written.rows if rows.value == value), None)

    def _there(self, rest: Mapping[str, Any]) -> set[str]:
        parts = (rest.get(key) for key in (self.written.key, *self.marks))
        return {name for part in parts if isinstance(part, Mapping) for name in part}

    def contents(self, rest: Mapping[str, Any]) -> dict[str, PlaceContent]:
        """What is on each place, by its name."""
        values = rest.get(self.written.key, {})
        made = {}
        for name in self._there(rest):
            value = str(values.get(name, UNKNOWN)).replace("_", " ")
            known = value != UNKNOWN
            marks = [str(rest[key][name]) for key in self.marks if name in rest.get(key, ())]
            flags = [key for key in self.flags if name in rest.get(key, ())]
            shown = (value,) if known else tuple(f"({key})" for key in flags)
            made[name] = PlaceContent(shown, "".join(marks))
        return made

    def without(self, rest: dict[str, Any]) -> dict[str, Any]:
        """The parts of a position that are not drawn here."""
        drawn = {one.name for row in self.places(rest) for one in row}
        left = dict(rest)
        for key in (self.written.key, *self.marks, *self.flags):
            part = rest.get(key)
            if isinstance(part, Mapping):
                left[key] = {name: one for name, one in part.items() if name not in drawn}
            elif isinstance(part, list):
                left[key] = [name for name in part if name not in drawn]
        return left

    def lines(self, rest: Mapping[str, Any], columns: int | None) -> list[Line]:
        """The rows as lines of text, and what their marks mean; none if nothing is there.

        columns: how long lines can be.
        """
        rows = self.places(rest)
        if not rows:
            return []
        contents = self.contents(rest)
        used = {mark for one in contents.values() for mark in one.marks}
        meanings = {m: word for marks in self.marks.values() for m, word in marks.items()}
        legend = (
            span
            for mark, word in meanings.items()
            if mark in used
            for span in (Span(mark, "flag"), Span(f" {word}  ", "dim"))
        )
        whole = self._rows(rest)
        assert whole is not None  # there are places
        drawing = _Drawing.of(whole, (columns or MOST) - INDENT)
        for row in rows:
            drawing.add(row, contents)
        return [*drawing.lines(), (Span(" " * INDENT), *legend)]


@dataclass(frozen=True)
class PlaceContent:
    """What is on a place: texts, each of which begins a line, and the marks of the place."""

    texts: tuple[str, ...]
    marks: str

    def lines(self, wide: int) -> list[str]:
        """The texts in lines of this width, as many as fit into a place."""
        made: list[str] = []
        for text in self.texts:
            for number, word in enumerate(text.split()):
                if number and len(made[-1]) + 1 + len(word) <= wide:
                    made[-1] += f" {word}"
                else:
                    made.append(word)
        return [line if len(line) <= wide else f"{line[: wide - 1]}…" for line in made[:LINES]]


class _Drawing:
    """Rows of boxes, each of which covers the lower edge of those above it.

    pitch: characters from the left edge of a place to its right one, the left one of the next.
    """

    def __init__(self, first: int, step: int, pitch: int) -> None:
        self.first, self.step, self.pitch = first, step, pitch
        self.edges: dict[tuple[int, int], int] = {}
        self.texts: dict[tuple[int, int], Span] = {}
        self.bottom = 0

    @classmethod
    def of(cls, whole: PlaceRows, columns: int) -> _Drawing:
        """An empty drawing that has room for all of these rows."""
        starts = [[one.column for one in row] for row in whole.rows]
        every = [column for row in starts for column in row]
        step = min((b - a for row in starts for a, b in pairwise(row)), default=4)
        steps = (max(every) - min(every)) / step + 1
        return cls(min(every), step, max(NARROW, min(WIDE, int((columns - 1) / steps))))

    def add(self, row: tuple[NameInRow, ...], contents: Mapping[str, PlaceContent]) -> None:
        """Draw a row below those that are there."""
        wide = self.pitch - 2  # without an edge and a space
        texts = {one.name: contents[one.name].lines(wide) for one in row}
        top, high = self.bottom, max(1, *map(len, texts.values()))
        self.bottom = top + high + 1
        for one in row:
            left = int((one.column - self.first) * self.pitch / self.step + 0.5)  # halves go up
            self._box(left, top, high)
            marks = contents[one.name].marks
            if marks:
                self.texts[top, left + 1] = Span(marks, "flag")
            for number, text in enumerate(texts[one.name], 1):
                self.texts[top + number, left + 2] = Span(text)

    def _box(self, left: int, top: int, high: int) -> None:
        right, bottom = left + self.pitch, top + high + 1
        for x in range(left, right):
            for y in (top, bottom):
                self._edge(y, x, RIGHT)
                self._edge(y, x + 1, LEFT)
        for y in range(top, bottom):
            for x in (left, right):
                self._edge(y, x, DOWN)
                self._edge(y + 1, x, UP)

    def _edge(self, y: int, x: int, way: int) -> None:
        self.edges[y, x] = self.edges.get((y, x), 0) | way

    def lines(self) -> Iterator[Line]:
        """The drawing as lines."""
        across = max(x for _, x in self.edges) + 1
        for y in range(self.bottom + 1):
            line, x = [Span(" " * INDENT)], 0
            while x < across:
                text = self.texts.get((y, x))
                if text is None:
                    edge = self.edges.get((y, x))
                    text = Span(" ") if edge is None else Span(EDGES[edge], "edge")
                line.append(text)
                x += len(text.text)
            yield _joined(line)


def _joined(line: list[Span]) -> Line:
    """A line in which neighbours of one style are one span."""
    made: list[Span] = []
    for span in line:
        if made and made[-1].style == span.style:
            made[-1] = Span(made[-1].text + span.text, span.style)
        else:
            made.append(span)
    return tuple(made)


def outlines(game: LinkedGame) -> Iterator[tuple[str, str, list[Line]]]:
    """Each arrangement of named pieces with their names, as lines.

    Before these the key of the entry that decides between several, or else of the entry itself, and
    the value for which they lie so.
    """
    for each in drawn_rows(game):
        for rows in each.written.rows:
            drawing = _Drawing.of(rows, MOST - INDENT)
            for row in rows.rows:
                drawing.add(row, {one.name: PlaceContent((one.name,), "") for one in row})
            yield each.written.by or each.written.key, rows.value, list(drawing.lines())


def drawn_rows(game: LinkedGame) -> tuple[DrawnRows, ...]:
    """The rows that a linked game declares, and what else its positions say of the same pieces."""
    words = {e.name: {each.mark: each.word for each in e.words} for e in game.game.enums}
    types = {each.name: each.type for each in game.game.attributes}
    made = []
    for entry in game.game.position:
        if not isinstance(entry, Map) or not entry.rows:
            continue
        about = [
            each
            for each in game.game.position
            if isinstance(each, Map | Cells) and each.attribute.owner == entry.attribute.owner
        ]
        marks = {
            each.key: words[types[each.attribute].name]
            for each in about
            if isinstance(each, Map) and types[each.attribute].base == "enum"
        }
        flags = tuple(each.key for each in about if isinstance(each, Cells))
        made.append(DrawnRows(entry, marks, flags))
    return tuple(made)
