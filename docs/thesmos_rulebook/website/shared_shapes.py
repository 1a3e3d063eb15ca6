"""Shapes that several pictures of a page share, written once.

The pictures of a page show one board again and again, each time with little changed. What they
share is put into a hidden picture at the end of the page, and used from there: shapes, groups, what
is in a group, and runs of all these. There a rule of a style sheet does not see the picture around
it, so that the same rules hold for what is in an element with such a name.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

_PICTURE = re.compile(r'(<svg\b[^>]*\bclass="thesmos-[^>]*>)(.*?)</svg>', re.DOTALL)
_PART = re.compile(
    r"<(?:rect|path|circle|ellipse|line|polygon|polyline|use)\b[^>]*/>|<text\b[^>]*>[^<]*</text>"
    r"|(?P<opens><g\b[^>]*>)|(?P<closes></g>)|(?P<other><(\w+)\b[^>]*>[^<]*</\w+>|<[^>]*>|[^<]+)"
)
_MOVED = re.compile(r'<g transform="translate\((-?[\d.]+)[ ,](-?[\d.]+)\)">')
_USED = re.compile(r'<use href="#-\w+"/>')
_INSIDE = re.compile(r"(\.thesmos-[a-z]+) (?=[.:a-z])")
_BODY_END = "</body>"
DIGITS = string.digits + string.ascii_lowercase
USE, NAMED = 17, 20  # characters that it takes to use a part, and to give it a name
OFTEN = 3  # times that two parts follow each other, to be a run
MOST_ROUNDS = 40


def rules_for_shapes(css: str) -> str:
    """Return a style sheet whose rules for what is in a board also hold for shared shapes."""
    return _INSIDE.sub(r":is(\1,[id^='-']) ", css)


def with_shared_shapes(html: str) -> str:
    """Return a page in which each part that its pictures repeat is written once."""
    pieces = _PICTURE.split(html)
    drawn = _Drawn()
    for body in pieces[2::3]:
        drawn.add(body)
    drawn.find_runs()
    writer = _Writer(drawn)
    for number, body in enumerate(drawn.pictures):
        pieces[3 * number + 2] = f"{writer.row(body)}</svg>"
    if not writer.shared:
        return html
    parts = "".join(f'<g id="{name}">{text}</g>' for name, text in writer.shared.items())
    hidden = f'<svg class="shapes" aria-hidden="true" width="0" height="0">{parts}</svg>'
    return "".join(pieces).replace(_BODY_END, f"{hidden}{_BODY_END}", 1)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a picture: a shape, a group of parts, or a run of parts.

    text: of the shape, or what opens the group; empty for a run.
    row: the number of the row of parts in the group or the run, -1 for a shape.
    """

    text: str
    row: int
    shared: bool = True


class _Drawn:
    """All parts of the pictures of a page, each once, and the rows that they are in.

    pictures: the row of each.
    """

    def __init__(self) -> None:
        self.parts: list[_Part] = []
        self.rows: list[list[int]] = []
        self.pictures: list[int] = []
        self._shapes: dict[str, int] = {}
        self._groups: dict[tuple[str, int], int] = {}
        self._rows: dict[tuple[int, ...], int] = {}

    def add(self, body: str) -> None:
        """Add a picture: what is between its tags."""
        opened: list[tuple[str, list[int]]] = [("", [])]
        for match in _PART.finditer(body):
            if match["opens"]:
                opened.append((match[0], []))
            elif match["closes"]:
                text, inside = opened.pop()
                opened[-1][1].append(self._group(text, self._row(inside)))
            else:
                text = match[0]
                number = self._shapes.get(text, -1)
                if number < 0:
                    number = self._shapes[text] = len(self.parts)
                    self.parts.append(_Part(text, -1, not match["other"]))
                opened[-1][1].append(number)
        ((_, row),) = opened
        self.pictures.append(len(self.rows))
        self.rows.append(row)

    def find_runs(self) -> None:
        """Make parts of the runs that the rows repeat, until they repeat none."""
        for _ in range(MOST_ROUNDS):
            if not self._join():
                break

    def _join(self) -> bool:
        """Join parts that follow each other more often than each other's neighbours."""
        times: Counter[tuple[int, int]] = Counter()
        for row in self.rows:
            times.update(pairwise(row))
        often = {
            pair: count
            for pair, count in times.items()
            if count >= OFTEN and all(self.parts[part].shared for part in pair)
        }
        if not often:
            return False
        runs: dict[tuple[int, int], int] = {}
        for number in range(len(self.rows)):
            row = self.rows[number]
            if len(row) > 1:
                counts = [often.get(pair, 0) for pair in pairwise(row)]
                if any(counts):
                    self.rows[number] = [*self._joined(row, counts, runs)]
        for (first, second), part in runs.items():
            self.rows[self.parts[part].row] = [first, second]
        return True

    def _joined(
        self, row: Sequence[int], counts: Sequence[int], runs: dict[tuple[int, int], int]
    ) -> Iterator[int]:
        """Yield the parts of a row, with runs of two parts where these are most frequent.

        counts: how often each part is followed by the next.
        """
        at, last = 0, len(row) - 1
        while at <= last:
            here = counts[at] if at < last else 0
            if here and here >= (counts[at + 1] if at + 1 < last else 0):
                pair = (row[at], row[at + 1])
                if pair not in runs:
                    runs[pair] = len(self.parts)
                    self.parts.append(_Part("", len(self.rows)))
                    self.rows.append([])
                yield runs[pair]
                at += 2
            else:
                yield row[at]
                at += 1

    def _group(self, text: str, row: int) -> int:
        number = self._groups.setdefault((text, row), len(self.parts))
        if number == len(self.parts):
            self.parts.append(_Part(text, row))
        return number

    def _row(self, parts: Sequence[int]) -> int:
        number = self._rows.setdefault(tuple(parts), len(self.rows))
        if number == len(self.rows):
            self.rows.append([*parts])
        return number


class _Writer:
    """Writes rows of parts; those that are worth it are written once, below a name.

    shared: their texts by name.
    """

    def __init__(self, drawn: _Drawn) -> None:
        self.shared: dict[str, str] = {}
        self._drawn = drawn
        self._used = Counter(part for row in drawn.rows for part in row)
        self._filled = Counter(part.row for part in drawn.parts)
        self._texts: dict[int, str] = {}
        self._inner: dict[int, str] = {}

    def row(self, number: int) -> str:
        return "".join(map(self.part, self._drawn.rows[number]))

    def part(self, number: int) -> str:
        if number not in self._texts:
            part = self._drawn.parts[number]
            text = part.text
            if part.row >= 0:
                inside = self._inside(part.row)
                moved = _MOVED.fullmatch(text)
                if moved and _USED.fullmatch(inside):
                    text = f'{inside[:-2]} x="{moved[1]}" y="{moved[2]}"/>'
                elif text:
                    text = f"{text}{inside}</g>"
                else:
                    text = inside
            times = self._used[number] if part.shared else 1
            self._texts[number] = self._named(text, times)
        return self._texts[number]

    def _inside(self, row: int) -> str:
        if row not in self._inner:
            self._inner[row] = self._named(self.row(row), self._filled[row])
        return self._inner[row]

    def _named(self, text: str, times: int) -> str:
        if times * (len(text) - USE) <= len(text) + NAMED:
            return text
        name = f"-{_short(len(self.shared))}"
        self.shared[name] = text
        return f'<use href="#{name}"/>'


def _short(number: int) -> str:
    """Return a number with digits and small letters."""
    first, last = divmod(number, len(DIGITS))
    return f"{_short(first) if first else ''}{DIGITS[last]}"
