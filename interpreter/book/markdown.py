"""Markdown, written: plain enough for any reader, with stable anchors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#])")


def escaped(text: str) -> str:
    """Text that Markdown shall show as it is."""
    return _SPECIAL.sub(r"\\\1", text.replace("\n", " "))


def code(text: str) -> str:
    """A short piece of code in a line."""
    clean = text.replace("`", "'").replace("|", "\\|").replace("\n", " ")
    return f"`{clean}`"


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


def fenced(text: str, kind: str = "text") -> list[str]:
    """A block of code."""
    fence = "````" if "```" in text else "```"
    return [f"{fence}{kind}", *text.splitlines(), fence, ""]


def indented(lines: Iterable[str], by: int = 4) -> list[str]:
    """Lines that belong to the item of a list above them."""
    return [f"{' ' * by}{line}" if line else "" for line in lines]


def page(title: str, lines: Iterable[str], front: Sequence[str] = ()) -> str:
    """A whole page, with what stands before it for the site."""
    head = ["---", *front, "---", ""] if front else []
    text = "\n".join([*head, f"# {title}", "", *lines])
    return re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"
