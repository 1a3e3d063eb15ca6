"""Draw overlapping rows of boxes as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from thesmos.program.positions import NameInRow, PlaceRows
from thesmos.render.drawn_rows import PlaceContent, ShownRows
from thesmos.render.phrase import NOTATION, in_lines, named
from thesmos.render.span import Line, Span

INDENT = 4
NARROW, WIDE = 7, 21  # characters from the left edge of a place to its right one
LINES = 2  # most lines for the content of a place
MOST = 100  # columns by default
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


def text_rows(
    shown: ShownRows, columns: int | None, names: Mapping[str, str] = NOTATION
) -> list[Line]:
    """Return the rows as lines of text, and what their marks mean.

    columns: the greatest length of a line.
    names: names for words.
    """
    drawing = _Drawing.of(shown.whole, (columns or MOST) - INDENT, names)
    for row in shown.rows:
        drawing.add(row, shown.contents)
    marks = (
        span
        for mark, word in shown.legend.items()
        for span in (Span(mark, "flag"), Span(f" {named(word, names)}  ", "dim"))
    )
    legend: list[Line] = [(Span(" " * INDENT), *marks)] if shown.legend else []
    return [*drawing.lines(), *legend]


def _words(content: PlaceContent, wide: int, names: Mapping[str, str]) -> list[Line]:
    """Return the content of a place in lines of this width, as many as fit; the rest is cut."""
    lines = in_lines(content.texts(names), wide)[:LINES]
    return [(Span(x if len(x) <= wide else f"{x[: wide - 1]}…"),) for x in lines]


def _edge(content: PlaceContent, wide: int, names: Mapping[str, str]) -> Line:
    """Return the text on the upper edge of a place: its marks, and what is printed on it."""
    printed = " ".join(named(word, names) for word in content.captions)
    caption = f" {printed} "[: wide - len(content.marks)] if printed else ""
    return tuple(span for span in (Span(content.marks, "flag"), Span(caption, "dim")) if span.text)


def _numbers(content: PlaceContent, wide: int, names: Mapping[str, str]) -> Iterator[Line]:
    """Yield a line for each further number of a place, with one value or one for each player."""
    for name, values in content.numbers.items():
        several = len(values) > 1
        shown = [named(value, names) for value in values]
        label = named(name, names)[: wide - sum(1 + len(text) for text in shown)]
        sides = (Span(f" {v}", f"side.{p}" if several else "") for p, v in enumerate(shown, 1))
        yield Span(label, "dim"), *sides


class _Drawing:
    """Rows of boxes, each of which covers the lower edge of those above it.

    pitch: characters from the left edge of a place to its right one, the left one of the next.
    names: names for words.
    """

    def __init__(self, first: int, step: int, pitch: int, names: Mapping[str, str]) -> None:
        self.first, self.step, self.pitch, self.names = first, step, pitch, names
        self.edges: dict[tuple[int, int], int] = {}
        self.texts: dict[tuple[int, int], Span] = {}
        self.bottom = 0

    @classmethod
    def of(cls, whole: PlaceRows, columns: int, names: Mapping[str, str]) -> _Drawing:
        """Return an empty drawing that has room for all of these rows."""
        starts = [[place.column for place in row] for row in whole.rows]
        every = [column for row in starts for column in row]
        step = min((b - a for row in starts for a, b in pairwise(row)), default=4)
        steps = (max(every) - min(every)) / step + 1
        return cls(min(every), step, max(NARROW, min(WIDE, int((columns - 1) / steps))), names)

    def add(self, row: tuple[NameInRow, ...], contents: Mapping[str, PlaceContent]) -> None:
        """Draw a row below the present ones."""
        wide = self.pitch - 2  # without an edge and a space
        texts = {place.name: _words(contents[place.name], wide, self.names) for place in row}
        many = max(map(len, texts.values()))
        for place in row:  # below each other, however many words there are
            missing = [()] * (many - len(texts[place.name]))
            texts[place.name] += [*missing, *_numbers(contents[place.name], wide, self.names)]
        top, high = self.bottom, max(1, *map(len, texts.values()))
        self.bottom = top + high + 1
        for place in row:
            left = int((place.column - self.first) * self.pitch / self.step + 0.5)  # rounds half up
            self._box(left, top, high)
            at = left + 1
            for span in _edge(contents[place.name], wide, self.names):
                self.texts[top, at] = span
                at += len(span.text)
            for number, line in enumerate(texts[place.name], 1):
                at = left + 2
                for span in line:
                    self.texts[top + number, at] = span
                    at += len(span.text)

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
        """Yield the drawing as lines."""
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
    """Return a line in which adjacent spans of the same style are joined."""
    spans: list[Span] = []
    for span in line:
        if spans and spans[-1].style == span.style:
            spans[-1] = Span(spans[-1].text + span.text, span.style)
        else:
            spans.append(span)
    return tuple(spans)
