"""Draw parts of an SVG picture beside the boards: tracks, cards, and what each player has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from thesmos.render.css import fill_of
from thesmos.render.drawn_texts import ShownTexts
from thesmos.render.phrase import spaced
from thesmos.render.player_table import PlayerTable, broken
from thesmos.render.svg_text import FONT, text_from, text_in
from thesmos.render.track import ShownTrack

STEP, RADIUS, BELOW = 28, 12, 22  # of a track; from its numbers down to what lies along it
MARGIN, LINE = 6, 15
TRACK_MIDDLE = 2 * MARGIN + FONT + RADIUS + 2  # how far down the numbers of a track are
PANEL, HEAD, PADDING, GAP = 360, 20, 6, 4  # of what a player has: its width, its head, spaces
SMALL, ACROSS, DOWN, IN_A_LINE = 0.75, 46, 48, 13  # of drawn texts: scale, distances, in a line
LETTER = 6.6  # the width of a letter, about


@dataclass(frozen=True)
class Figure:
    """A part of a picture: its size in the picture's units, its SVG code, and its description."""

    wide: int
    tall: int
    drawn: str
    description: str


def track_figure(track: ShownTrack, names: Mapping[str, str]) -> Figure:
    """Return a number on the line of its possible values; below, the worth of pieces there."""
    wide = 2 * MARGIN + (track.high - track.low + 1) * STEP
    title = spaced(track.name, names)
    parts = [text_in(title, wide / 2, MARGIN + FONT, "edge", wide)]
    middle, stops = TRACK_MIDDLE, _stops(track)
    parts.append(f'<path class="line" d="M{stops[0]:g} {middle}H{stops[-1]:g}"/>')
    for number, x in zip(range(track.low, track.high + 1), stops, strict=True):
        parts.append(_stop(number, x, middle, present=str(number) == str(track.value)))
        for row, (_, worth) in enumerate(track.worth.get(number, ()), 1):
            y = middle + row * BELOW
            parts.append(
                f'<rect class="chip" x="{x - RADIUS:g}" y="{y - 8:g}" width="{2 * RADIUS}" '
                'height="16" rx="3"/>'
            )
            parts.append(text_in(worth, x, y + 4, "on-chip", 2 * RADIUS))
    rows = max(map(len, track.worth.values()), default=0)
    pieces = (
        f"{spaced(name, names)} {worth}"
        for at in sorted(track.worth)
        for name, worth in track.worth[at]
    )
    description = "; ".join([f"{title}: {track.value}", *pieces])
    return Figure(wide, middle + RADIUS + rows * BELOW + MARGIN, "".join(parts), description)


def present_stops(track: ShownTrack) -> dict[str, str]:
    """Return, by value, what is drawn on top of a track whose number has this value."""
    numbers = range(track.low, track.high + 1)
    return {
        str(number): _stop(number, x, TRACK_MIDDLE, present=True)
        for number, x in zip(numbers, _stops(track), strict=True)
    }


def _stops(track: ShownTrack) -> list[float]:
    """Return how far from the left the numbers of a track are."""
    return [MARGIN + STEP / 2 + at * STEP for at in range(track.high - track.low + 1)]


def _stop(number: int, x: float, y: int, present: bool) -> str:
    kind = "pawn side-nobody" if present else "ground"
    circle = f'<circle class="{kind}" cx="{x:g}" cy="{y}" r="{RADIUS}"/>'
    return circle + text_in(str(number), x, y + 4, "on-nobody" if present else "edge", STEP)


def texts_figure(parts: Sequence[ShownTexts], names: Mapping[str, str]) -> Figure:
    """Return the drawings of texts, below the name of their part and its player's number.

    Parts are side by side where they fit into a line; a part that is longer takes several lines.
    """
    drawn, descriptions = [], []
    left, top, tall = 0, MARGIN, 0
    for shown in parts:
        title = spaced(shown.key, names) + (f" {shown.player}" if shown.player else "")
        wide = max(min(len(shown.drawn), IN_A_LINE), int(LETTER * len(title) / ACROSS) + 1)
        if left + wide > IN_A_LINE:
            left, top, tall = 0, top + tall, 0
        x = MARGIN + left * ACROSS
        drawn.append(text_from(title, x, top + FONT, "edge", FONT))
        for number, (_, code) in enumerate(shown.drawn):
            line, column = divmod(number, IN_A_LINE)
            y = top + FONT + GAP + line * DOWN
            at = f"translate({x + column * ACROSS} {y}) scale({SMALL})"
            drawn.append(f'<g transform="{at}">{code}</g>')
        lines = (len(shown.drawn) - 1) // IN_A_LINE + 1
        left, tall = left + wide, max(tall, FONT + 2 * GAP + lines * DOWN)
        words = ", ".join(spaced(text, names) for text, _ in shown.drawn)
        descriptions.append(f"{title}: {words}")
    return Figure(
        2 * MARGIN + IN_A_LINE * ACROSS, top + tall, "".join(drawn), "; ".join(descriptions)
    )


def table_figure(table: PlayerTable, names: Mapping[str, str]) -> Figure:
    """Return what each player has: panels side by side, with the same parts at equal height."""
    labels = {key: spaced(key, names) for key in table.rows}
    parts = [part for values in table.rows.values() for value in values for part in value]
    first = 2 * PADDING + LETTER * max(map(len, labels.values()))
    second = max((PADDING + LETTER * len(group) for group, _ in parts if group), default=0)
    panel = _Panel(first, second)
    heights = {
        key: max(sum(len(panel.lines(*part)) for part in value) for value in values) or 1
        for key, values in table.rows.items()
    }
    tall = HEAD + PADDING + sum(LINE * height + GAP for height in heights.values())
    drawn, descriptions = [], []
    for player in range(1, table.players + 1):
        inside = [_head(player, tall)]
        top = HEAD + PADDING + FONT
        for key, values in table.rows.items():
            value = values[player - 1] if player <= len(values) else ()
            inside.append(text_from(labels[key], PADDING, top, "edge", FONT))
            inside += panel.part(value, top)
            descriptions.append(f"{labels[key]} {player}: {', '.join(text for _, text in value)}")
            top += heights[key] * LINE + GAP
        left = MARGIN + (player - 1) * (PANEL + MARGIN)
        drawn.append(f'<g transform="translate({left} {MARGIN})">{"".join(inside)}</g>')
    wide = MARGIN + table.players * (PANEL + MARGIN)
    return Figure(wide, tall + 2 * MARGIN, "".join(drawn), "; ".join(descriptions))


@dataclass(frozen=True)
class _Panel:
    """A player's panel.

    first, second: the widths of the names of parts, and of groups.
    """

    first: float
    second: float

    def part(self, value: Sequence[tuple[str, str]], top: int) -> Iterator[str]:
        """Yield the texts of a part, each group with its name before it."""
        for group, text in value:
            yield text_from(group, self.first, top, "edge", FONT) if group else ""
            left = self.first + (self.second if group else 0)
            for line in self.lines(group, text):
                yield text_from(line, left, top, "on-card", FONT)
                top += LINE

    def lines(self, group: str, text: str) -> list[str]:
        """Return a text in lines that fit into the panel."""
        room = PANEL - self.first - (self.second if group else 0)
        return broken(text.replace("_", " "), max(int(room / LETTER), 1)) or [""]


def _head(player: int, tall: int) -> str:
    """Return the ground of a player's panel, with the player's number on top."""
    fill = fill_of(player)
    return (
        f'<rect class="ground" width="{PANEL}" height="{tall}" rx="5"/>'
        f'<rect class="pawn side-{fill}" width="{PANEL}" height="{HEAD}" rx="5"/>'
        + text_in(str(player), PANEL / 2, HEAD - 6, f"on-{fill}", PANEL)
    )
