"""Markdown, written: plain enough for any reader, with stable anchors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from thesmos.render.markdown import code, escaped, fenced

__all__ = [
    "anchor", "chip", "code", "escaped", "fenced", "indented", "link", "page", "prose", "table",
]  # fmt: skip
_CODE = re.compile(r"`([^`]+)`|[^`]+|`")


def prose(text: str) -> str:
    """Text in which what stands between two backticks is code, to be shown as it is."""
    return _CODE.sub(lambda part: code(part[1]) if part[1] else escaped(part[0]), text)


def link(text: str, target: str) -> str:
    """A link; the text is Markdown already."""
    return f"[{text}]({target})"


def chip(text: str) -> str:
    """A word that stands out: a kind, a name; the text is Markdown already."""
    return f"*{text}*{{.chip}}"


def anchor(name: str) -> str:
    """A place in a page that one can link to."""
    return f'<a id="{name}"></a>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table, in lines; cells are Markdown already."""
    lines = [f"| {' | '.join(head)} |", f"|{'|'.join('---' for _ in head)}|"]
    return [*lines, *(f"| {' | '.join(row)} |" for row in rows), ""]


def indented(lines: Iterable[str], by: int = 4) -> list[str]:
    """Lines that belong to the item of a list above them."""
    return [f"{' ' * by}{line}" if line else "" for line in lines]


def page(title: str, lines: Iterable[str], front: Sequence[str] = ()) -> str:
    """A whole page, with what stands before it for the site."""
    head = ["---", *front, "---", ""] if front else []
    text = "\n".join([*head, f"# {title}", "", *lines])
    return re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"
