"""Writing Markdown: plain enough for any parser, with stable anchors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from thesmos.render.markdown import code, escaped, fenced

__all__ = [
    "EXTENSIONS", "NOT_SEARCHED", "anchor", "chip", "code", "escaped", "fenced", "indented", "link",
    "page", "prose", "table",
]  # fmt: skip
EXTENSIONS = [  # of the Markdown in which pages are written, by the names that Python-Markdown uses
    "admonition", "attr_list", "def_list", "md_in_html", "tables", "pymdownx.details",
    "pymdownx.superfences", "pymdownx.highlight",
]  # fmt: skip
NOT_SEARCHED = ["search:", "  exclude: true"]  # front matter for content that is also elsewhere
_CODE = re.compile(r"`([^`]+)`|[^`]+|`")


def prose(text: str) -> str:
    """Escape a text, except that text between two backticks becomes code."""
    return _CODE.sub(lambda part: code(part[1]) if part[1] else escaped(part[0]), text)


def link(text: str, target: str) -> str:
    """Return a link; the text is Markdown already."""
    return f"[{text}]({target})"


def chip(text: str) -> str:
    """Return a highlighted word, such as a tag or a name; the text is Markdown already."""
    return f"*{text}*{{.chip}}"


def anchor(name: str) -> str:
    """Return an anchor to link to."""
    return f'<a id="{name}"></a>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a table; cells are Markdown already."""
    lines = [f"| {' | '.join(head)} |", f"|{'|'.join('---' for _ in head)}|"]
    return [*lines, *(f"| {' | '.join(row)} |" for row in rows), ""]


def indented(lines: Iterable[str], by: int = 4) -> list[str]:
    """Indent lines so that they belong to the list item above them."""
    return [f"{' ' * by}{line}" if line else "" for line in lines]


def page(title: str, lines: Iterable[str], front: Sequence[str] = ()) -> str:
    """Return a whole page, with its front matter."""
    head = ["---", *front, "---", ""] if front else []
    text = "\n".join([*head, f"# {title}", "", *lines])
    return re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"
