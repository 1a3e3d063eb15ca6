"""Words in SVG pictures."""

from __future__ import annotations

from html import escape

FONT = 11


def fitting(text: str, available: float, size: int) -> float:
    """Return the font size, `size` at most, at which a text fits into the available width.

    A letter is about 0.64 times as wide as high.
    """
    return min(size, round(available / (0.64 * max(1, len(text))), 1))


def text_from(text: str, x: float, y: float, kind: str, size: float) -> str:
    """Return a text that begins at a point.

    kind: its CSS class.
    """
    place = f'x="{x:g}" y="{y:g}" font-size="{size:g}" style="text-anchor:start"'
    return f'<text class="{kind}" {place}>{escape(text)}</text>'


def text_at(text: str, x: float, y: float, kind: str, size: float) -> str:
    """Return a text with its middle above a point.

    kind: its CSS class.
    """
    return f'<text class="{kind}" x="{x:g}" y="{y:g}" font-size="{size:g}">{escape(text)}</text>'


def text_in(text: str, x: float, y: float, kind: str, room: float) -> str:
    """Return a text with its middle above a point, small enough for the available width."""
    return text_at(text, x, y, kind, fitting(text, room, FONT))
