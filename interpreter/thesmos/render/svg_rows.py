"""What lies in rows, and numbers on tracks, as parts of an SVG picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from thesmos.program.positions import NameInRow
from thesmos.render.css import fill_of
from thesmos.render.drawn_rows import PlaceContent, ShownRows
from thesmos.render.svg_text import fitting, named, text_at

WIDE, HEAD, LINE, NUMBERS = 88, 10, 14, 24  # of a place; its upper edge, a line of words, numbers
GAP, COVERED = 6, 10  # between places of a row; what a row covers of the one above it
FEW, LETTERS = 2, 13  # lines of words on a place, letters in one
STEP, RADIUS = 28, 12  # of a track
MARGIN, FONT = 6, 11


@dataclass(frozen=True)
class Figure:
    """A part of a picture: its size in the picture's units, how it is drawn, and what it shows."""

    wide: int
    tall: int
    drawn: str
    said: str


def rows_figure(shown: ShownRows, names: Mapping[str, str]) -> Figure:
    """Rows of places, each of which covers the lower edge of those above it.

    names: what the words that the game declares are called.
    """
    starts = [[one.column for one in row] for row in shown.whole.rows]
    first = min(column for row in starts for column in row)
    step = min((b - a for row in starts for a, b in pairwise(row)), default=1)
    last = max(column for row in starts for column in row)

    def left(place: NameInRow) -> float:
        return MARGIN + (place.column - first) * (WIDE + GAP) / step

    wide = int(2 * MARGIN + (last - first) * (WIDE + GAP) / step + WIDE)
    numbers = max((len(one.numbers) for one in shown.contents.values()), default=0)
    tall = HEAD + FEW * LINE + NUMBERS * numbers + COVERED
    parts, top = [], MARGIN
    for row in shown.rows:
        for place in row:
            box = "".join(_place(shown.contents[place.name], tall, names))
            parts.append(f'<g transform="translate({left(place):g} {top})">{box}</g>')
        top += tall - COVERED
    bottom = top + COVERED + MARGIN
    legend = "   ".join(f"{mark} {_named(word, names)}" for mark, word in shown.legend.items())
    if legend:
        parts.append(_text(legend, wide / 2, bottom + FONT, "edge", wide))
        bottom += FONT + MARGIN
    return Figure(wide, bottom, "".join(parts), "; ".join(_said(shown, names)))


def track_figure(name: str, value: object, low: int, high: int, names: Mapping[str, str]) -> Figure:
    """A number on the line of all that it can be. name: of the part of the position."""
    wide = 2 * MARGIN + (high - low + 1) * STEP
    title = _named(name, names)
    parts = [_text(title, wide / 2, MARGIN + FONT, "edge", wide)]
    middle = 2 * MARGIN + FONT + RADIUS + 2
    ends = [MARGIN + STEP / 2 + at * STEP for at in (0, high - low)]
    parts.append(f'<path class="line" d="M{ends[0]:g} {middle}H{ends[1]:g}"/>')
    for at, number in enumerate(range(low, high + 1)):
        x, here = MARGIN + STEP / 2 + at * STEP, str(number) == str(value)
        kind = "pawn side-nobody" if here else "ground"
        parts.append(f'<circle class="{kind}" cx="{x:g}" cy="{middle}" r="{RADIUS}"/>')
        parts.append(_text(str(number), x, middle + 4, "on-nobody" if here else "edge", STEP))
    return Figure(wide, middle + RADIUS + MARGIN, "".join(parts), f"{title}: {value}")


def _place(content: PlaceContent, tall: int, names: Mapping[str, str]) -> Iterator[str]:
    """A place in its own coordinates: face up if something is known to be there."""
    words = [_named(word, names) for word in content.words]
    words += [f"({_named(flag, names)})" for flag in content.flags]
    kind = "card" if content.words or content.numbers else "covered"
    yield f'<rect class="{kind}" width="{WIDE}" height="{tall}" rx="5"/>'
    if content.marks:
        yield _text(content.marks, WIDE - 9, HEAD + 3, "on-card", WIDE)
    for number, line in enumerate(_broken(words), 1):
        yield _text(line, WIDE / 2, HEAD + number * LINE - 1, "on-card", WIDE - 8)
    for row, (name, values) in enumerate(content.numbers.items()):
        y = HEAD + FEW * LINE + row * NUMBERS + NUMBERS / 2 + 2
        several = len(content.numbers) > 1 or len(values) == 1
        label = [(_named(name, names), 0)] if several else []
        items = label + [(one, player) for player, one in enumerate(values, 1)]
        for at, (text, player) in enumerate(items):
            x = WIDE * (at + 1) / (len(items) + 1)
            if player and len(values) > 1:
                yield f'<circle class="pawn side-{fill_of(player)}" cx="{x:g}" cy="{y:g}" r="8"/>'
                yield _text(text, x, y + 4, f"on-{fill_of(player)}", STEP)
            else:
                yield _text(text, x, y + 4, "on-card", WIDE / len(items))


def _broken(texts: list[str]) -> list[str]:
    """Texts in lines, as many as fit into a place."""
    made: list[str] = []
    for text in texts:
        for number, word in enumerate(text.split()):
            if number and len(made[-1]) + 1 + len(word) <= LETTERS:
                made[-1] += f" {word}"
            else:
                made.append(word)
    return made[:FEW]


def _said(shown: ShownRows, names: Mapping[str, str]) -> Iterator[str]:
    for row in shown.rows:
        for place in row:
            content = shown.contents[place.name]
            words = [_named(word, names) for word in (*content.words, *content.flags)]
            words += [f"{_named(k, names)} {' '.join(v)}" for k, v in content.numbers.items()]
            if words:
                yield f"{_named(place.name, names)}: {', '.join(words)}"


def _named(word: str, names: Mapping[str, str]) -> str:
    return named(word, names).replace("_", " ")


def _text(text: str, x: float, y: float, kind: str, room: float) -> str:
    return text_at(text, x, y, kind, fitting(text, room, FONT))
