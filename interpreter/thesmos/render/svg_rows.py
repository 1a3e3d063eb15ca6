"""Draw overlapping rows as part of an SVG picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from thesmos.program.positions import NameInRow, PlaceRows
from thesmos.render.css import fill_of
from thesmos.render.drawn_rows import PlaceContent, ShownRows
from thesmos.render.phrase import in_lines, spaced
from thesmos.render.svg_figures import MARGIN, Figure
from thesmos.render.svg_text import FONT, fitting, text_from, text_in

WIDE, HEAD, LINE, NUMBERS = 88, 10, 14, 24  # of a place; its upper edge, a line of words, numbers
GAP, COVERED = 6, 10  # between places of a row; what a row covers of the one above it
FEW, LETTERS = 2, 13  # lines of words on a place, letters in one
PLAIN = HEAD + FEW * LINE + COVERED  # the height of a place without captions and numbers
MIDDLE = 36  # from the left edge to the numbers of players, if there is a name before them


def rows_figure(shown: ShownRows, names: Mapping[str, str]) -> Figure:
    """Return rows of places, each of which covers the lower edge of the one above it.

    names: names for the words that the game declares.
    """
    numbers = max((len(content.numbers) for content in shown.contents.values()), default=0)
    printed = any(content.captions for content in shown.contents.values())
    tall = HEAD + (FEW + printed) * LINE + NUMBERS * numbers + COVERED
    corners, (wide, bottom) = places(shown.whole, shown.rows, tall)
    parts = []
    for name, (x, y) in corners.items():
        box = place_drawn(shown.contents[name], tall, names)
        parts.append(f'<g transform="translate({x:g} {y})">{box}</g>')
    legend = "   ".join(f"{mark} {spaced(word, names)}" for mark, word in shown.legend.items())
    if legend:
        parts.append(text_in(legend, wide / 2, bottom + FONT, "edge", wide))
        bottom += FONT + MARGIN
    return Figure(wide, bottom, "".join(parts), "; ".join(_descriptions(shown, names)))


def places(
    whole: PlaceRows, rows: Iterable[Sequence[NameInRow]], tall: int = PLAIN
) -> tuple[dict[str, tuple[float, int]], tuple[int, int]]:
    """Return the corners of places by name, the farthest first, and the size of them all.

    whole: the arrangement. rows: those of its rows that are drawn. tall: the height of a place.
    """
    starts = [[place.column for place in row] for row in whole.rows]
    first = min(column for row in starts for column in row)
    step = min((b - a for row in starts for a, b in pairwise(row)), default=1)
    last = max(column for row in starts for column in row)
    corners, top = {}, MARGIN
    for row in rows:
        for place in row:
            x = MARGIN + (place.column - first) * (WIDE + GAP) / step
            corners[place.name] = (x, top)
        top += tall - COVERED
    wide = int(2 * MARGIN + (last - first) * (WIDE + GAP) / step + WIDE)
    return corners, (wide, top + COVERED + MARGIN)


def place_drawn(content: PlaceContent, tall: int, names: Mapping[str, str]) -> str:
    """Return a place with its content, as SVG code whose corner is at 0, 0."""
    return "".join(_place(content, tall, names))


def mark_drawn(mark: str) -> str:
    """Return the mark of a place, as SVG code on top of it."""
    return text_in(mark, WIDE - 9, HEAD + 3, "on-card", WIDE)


def _place(content: PlaceContent, tall: int, names: Mapping[str, str]) -> Iterator[str]:
    """Yield a place in its own coordinates; face down, it is darker, and its text in brackets."""
    kind = "covered" if content.down else "card"
    yield f'<rect class="{kind}" width="{WIDE}" height="{tall}" rx="5"/>'
    if content.marks:
        yield mark_drawn(content.marks)
    if content.captions:
        caption = " ".join(spaced(word, names) for word in content.captions)
        yield text_in(caption, WIDE / 2 - 6, HEAD + 3, "edge", WIDE - 24)
    lines = in_lines(content.texts(names), LETTERS)[:FEW]
    for number, line in enumerate(lines, 1 + bool(content.captions)):
        yield text_in(line, WIDE / 2, HEAD + number * LINE - 1, "on-card", WIDE - 8)
    for row, (name, values) in enumerate(content.numbers.items()):
        y = HEAD + (FEW + bool(content.captions)) * LINE + row * NUMBERS + NUMBERS / 2 + 2
        label = spaced(name, names)
        if len(values) == 1:
            yield text_in(
                f"{label} {spaced(values[0], names)}", WIDE / 2, y + 4, "on-card", WIDE - 8
            )
            continue
        first = MIDDLE if len(content.numbers) > 1 else MARGIN
        if first == MIDDLE:
            size = fitting(label, MIDDLE - MARGIN, FONT)
            yield text_from(label, MARGIN, y + 4, "on-card", size)
        for player, value in enumerate(values, 1):
            x = first + (WIDE - MARGIN - first) * (2 * player - 1) / (2 * len(values))
            fill = fill_of(player)
            yield f'<circle class="pawn side-{fill}" cx="{x:g}" cy="{y:g}" r="8"/>'
            yield text_in(value, x, y + 4, f"on-{fill}", WIDE)


def _descriptions(shown: ShownRows, names: Mapping[str, str]) -> Iterator[str]:
    for row in shown.rows:
        for place in row:
            content = shown.contents[place.name]
            texts = (*content.captions, *content.words, *content.flags)
            words = [spaced(word, names) for word in texts]
            words += [
                f"{spaced(name, names)} {' '.join(spaced(value, names) for value in values)}"
                for name, values in content.numbers.items()
            ]
            if words:
                yield f"{spaced(place.name, names)}: {', '.join(words)}"
