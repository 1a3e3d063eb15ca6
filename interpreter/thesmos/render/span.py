"""Text with a style's name beside it, so that the same lines suit a terminal, a file, a page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from thesmos.diagnostics import printable


@dataclass(frozen=True)
class Span:
    """A stretch of text, and how it is meant.

    style: `edge`, `label`, `dim`, `digit.N`, `flag`, `side.N`, `good`, `bad`, `strong` or nothing.
    """

    text: str
    style: str = ""


Line = tuple[Span, ...]


def plain(lines: Iterable[Line]) -> str:
    """The lines as text without styles, and without what would steer a terminal."""
    return "\n".join(printable("".join(span.text for span in line)).rstrip() for line in lines)


def width(line: Line) -> int:
    """How many characters wide a line is."""
    return sum(len(span.text) for span in line)
