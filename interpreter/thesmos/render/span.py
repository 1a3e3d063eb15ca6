"""Text with the name of a style, so that the same lines suit a terminal, a file and a page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from thesmos.diagnostics import printable


@dataclass(frozen=True)
class Span:
    """A piece of text in one style.

    style: `edge`, `label`, `dim`, `digit.N`, `flag`, `side.N`, `good`, `bad`, `strong` or nothing.
    """

    text: str
    style: str = ""


Line = tuple[Span, ...]


def plain(lines: Iterable[Line]) -> str:
    """Return the lines as text without styles and control characters."""
    return "\n".join(printable("".join(span.text for span in line)).rstrip() for line in lines)


def width(line: Line) -> int:
    """Return the width of a line in characters."""
    return sum(len(span.text) for span in line)
