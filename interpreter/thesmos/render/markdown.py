"""Text from strangers in Markdown: shown as it is, whatever it holds, in a page as in a comment.

Signs that could become markup are written as character references. A backslash would not do: the
book's Markdown looks for tags before it looks at backslashes, and before it looks for code.
"""

from __future__ import annotations

import re
from html import escape

_SIGNS = re.compile(r"[\\`*_{}\[\]|#!~]")  # and what HTML escapes: & < >
# At the start of a text: the mark of a list item or a definition, a thematic break, a heading.
_MARKER = re.compile(r"^(\s*\d*)([-+:=.)])(?=\s|[-=]*\s*$)")
_NOT_IN_BACKTICKS = re.compile(r"^\s*$|[`<|]|\]:")  # `]:` would define the target of a link
_BREAK = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")  # as splitlines has it
_BACKTICKS = re.compile(r"`{3,}")


def escaped(text: str) -> str:
    """Text that Markdown shall show as it is, in one line."""
    text = _SIGNS.sub(lambda sign: f"&#{ord(sign[0])};", escape(_line(text), quote=False))
    return _MARKER.sub(lambda mark: f"{mark[1]}&#{ord(mark[2])};", text)


def code(text: str) -> str:
    """A short piece of code in a line: between backticks, where these hold it."""
    if _NOT_IN_BACKTICKS.search(text):
        return f"<code>{escaped(text)}</code>"
    return f"`{_line(text)}`"


def fenced(text: str, kind: str = "text") -> list[str]:
    """A block of code, in lines; nothing in the text ends it."""
    fence = "`" * max([3, *(len(run) + 1 for run in _BACKTICKS.findall(text))])
    return [f"{fence}{kind}", *text.splitlines(), fence, ""]


def _line(text: str) -> str:
    """The text without breaks of lines."""
    return _BREAK.sub(" ", text)
