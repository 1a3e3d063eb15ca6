"""Put untrusted text into Markdown: escape it so that it is shown literally.

Characters that could become markup are written as character references. Backslashes would not be
enough: the Markdown of the rule book looks for tags before backslashes and code.
"""

from __future__ import annotations

import re
from html import escape

_SIGNS = re.compile(r"[\\`*_{}\[\]|#!~]")  # besides those that HTML escapes: & < >
# At the start of a text: the mark of a list item or a definition, a thematic break, a heading.
_MARKER = re.compile(r"^(\s*\d*)([-+:=.)])(?=\s|[-=]*\s*$)")
_NOT_IN_BACKTICKS = re.compile(r"^\s*$|[`<|]|\]:")  # `]:` would define the target of a link
_BREAK = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")  # as splitlines has it
_BACKTICKS = re.compile(r"`{3,}")


def escaped(text: str) -> str:
    """Escape text for Markdown, as one line."""
    text = _SIGNS.sub(lambda sign: f"&#{ord(sign[0])};", escape(_line(text), quote=False))
    return _MARKER.sub(lambda mark: f"{mark[1]}&#{ord(mark[2])};", text)


def code(text: str) -> str:
    """Return inline code: in backticks, or in a `<code>` tag if backticks are not possible."""
    if _NOT_IN_BACKTICKS.search(text):
        return f"<code>{escaped(text)}</code>"
    return f"`{_line(text)}`"


def fenced(text: str, kind: str = "text") -> list[str]:
    """Return a fenced block of code, as lines. The fence is longer than any in the text."""
    fence = "`" * max([3, *(len(run) + 1 for run in _BACKTICKS.findall(text))])
    return [f"{fence}{kind}", *text.splitlines(), fence, ""]


def _line(text: str) -> str:
    """Return the text without line breaks."""
    return _BREAK.sub(" ", text)
