"""Explain YAML syntax errors: PyYAML's messages in plain words, with hints."""

from __future__ import annotations

import re
from typing import NamedTuple

import yaml

from thesmos.diagnostics import Diagnostic, Edit, Location


class _Explanation(NamedTuple):
    """Words in PyYAML's message by which an error is recognized, and our message and hint.

    opens: whether to show where the broken construct begins, not where parsing stopped.
    """

    words: tuple[str, ...]
    message: str
    hint: str
    opens: bool = False
    code: str = "E101"


_EXPLANATIONS = (
    _Explanation(  # from libyaml, which reads up to 1,000 brackets before it returns the first
        ("nesting depth",),
        "this is nested too deeply",
        "flatten it",
        code="E106",
    ),
    _Explanation(
        ("mapping values are not allowed",),
        "this `:` can't start a value here",
        "quote a text that contains `: `, or write it on separate lines after `|`",
    ),
    _Explanation(
        ("sequence entries are not allowed",),
        "a list can't start here",
        "write each `- ` on a separate line below the key",
    ),
    _Explanation(
        ("unexpected end of stream", "unexpected document"),
        "this quotation mark is never closed",
        "close it; in single quotes, write '' for an apostrophe",
        opens=True,
    ),
    _Explanation(
        ("',' or ']'",),
        "this list is not closed, or a comma is missing in it",
        "quote a text that contains `,` `[` `]` `{` or `}`",
        opens=True,
    ),
    _Explanation(
        ("',' or '}'",),
        "this mapping is not closed, or a comma is missing in it",
        "quote a text that contains `,` `[` `]` `{` or `}`",
        opens=True,
    ),
    _Explanation(
        ("unknown escape", "escape code", "escape sequence", "hexdecimal"),
        "this text contains an unknown escape",
        "use single quotes: in them a backslash has no special meaning",
        opens=True,
    ),
    _Explanation(
        ("indentation indicator", "comment or line break", "comment or a line break"),
        "only `-`, `+` and a digit from 1 to 9 can follow `|`",
        "start the text on the next line",
    ),
    _Explanation(
        ("cannot start any token", "alphabetic or numeric character", "tag"),
        "a text can't start like this",
        "quote it",
        opens=True,
    ),
    _Explanation(
        ("could not find expected ':'",),
        "a `:` is missing after this key",
        "write `key: value`",
        opens=True,
    ),
    _Explanation(
        ("node content",),
        "a value is missing here, or there is a bracket or comma too many",
        "quote a text that starts with `,` `]` or `}`",
    ),
    _Explanation(
        ("directive", "incompatible YAML"),
        "directives are not supported",
        "quote a text that starts with `%`",
        opens=True,
    ),
)
_MISPLACED = _Explanation(
    (),
    "this line does not fit what is above it",
    "keys of a mapping, and items of a list, start in the same column; a key is followed by `:`",
)
_TRAILING = _Explanation((), "unexpected text after the value", "quote the whole text")


_UNSPACED = re.compile(r" *[\w -]*?\w(?P<mark>:| *= *)(?=\S)")


def _unspaced(match: re.Match[str], key: Location) -> Diagnostic:
    """Explain a key that is not followed by a colon and a space."""
    begin, end = match.span("mark")
    place = Location(key.file, key.line, begin + 1, key.line, end + 1)
    if match["mark"] == ":":
        text = "a space is missing after this `:`"
    else:
        text = "`=` is not written after a key"
    return Diagnostic("E101", text, place, "write `key: value`", edit=Edit(place, ": "))


def explain(error: yaml.MarkedYAMLError, file: str, lines: list[str]) -> Diagnostic:
    """Explain a syntax error that PyYAML raised."""
    complaint = f"{error.problem} {error.context}"
    cause = next((c for c in _EXPLANATIONS if any(words in complaint for words in c.words)), None)
    mark = error.problem_mark or error.context_mark
    if cause and cause.opens:
        mark = error.context_mark or mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    if line >= len(lines):  # after the end of the last line
        line, column = len(lines) - 1, len(lines[-1])
    if "could not find expected ':'" in complaint and (unspaced := _UNSPACED.match(lines[line])):
        return _unspaced(unspaced, Location(file, line + 1, column + 1))
    before = lines[line][:column]
    cause = cause or (_TRAILING if before.strip() else _MISPLACED)
    return Diagnostic(cause.code, cause.message, Location(file, line + 1, column + 1), cause.hint)
