"""What is wrong with a text that is not YAML: PyYAML's complaints in our words."""

from __future__ import annotations

from typing import NamedTuple

import yaml

from thesmos.diagnostics import Diagnostic, Location


class _Cause(NamedTuple):
    """What a complaint of PyYAML's means: words of it, our message and hint.

    `opens`: the place to show is not where reading stopped but where the broken thing begins.
    """

    words: tuple[str, ...]
    message: str
    hint: str
    opens: bool = False


_CAUSES = (
    _Cause(
        ("mapping values are not allowed",),
        "this `:` can't make a key here",
        "quote a text that holds `: `, or write it on lines of its own after `|`",
    ),
    _Cause(
        ("sequence entries are not allowed",),
        "a list can't begin here",
        "write each `- ` on a line of its own below the key",
    ),
    _Cause(
        ("unexpected end of stream", "unexpected document"),
        "the quote that opens here is never closed",
        "close it; in single quotes, write '' for an apostrophe",
        opens=True,
    ),
    _Cause(
        ("',' or ']'",),
        "the list that opens here is not closed, or lacks a comma",
        "quote a text that holds `,` `[` `]` `{` or `}`",
        opens=True,
    ),
    _Cause(
        ("',' or '}'",),
        "the mapping that opens here is not closed, or lacks a comma",
        "quote a text that holds `,` `[` `]` `{` or `}`",
        opens=True,
    ),
    _Cause(
        ("unknown escape", "escape code", "escape sequence", "hexdecimal"),
        "an escape in this text means nothing",
        "in single quotes a backslash is just a backslash",
        opens=True,
    ),
    _Cause(
        ("indentation indicator", "comment or line break", "comment or a line break"),
        "only `-`, `+` and a digit from 1 to 9 can stand after `|`",
        "begin the text on the next line",
    ),
    _Cause(
        ("cannot start any token", "alphabetic or numeric character", "tag"),
        "a text can't begin like this",
        "quote it",
        opens=True,
    ),
    _Cause(
        ("could not find expected ':'",),
        "a `:` is missing after this key",
        "write `key: value`",
        opens=True,
    ),
    _Cause(
        ("node content",),
        "a value is missing here, or a bracket or comma is too many",
        "quote a text that begins with `,` `]` or `}`",
    ),
    _Cause(
        ("directive", "incompatible YAML"),
        "a directive can't stand here",
        "quote a text that begins with `%`",
        opens=True,
    ),
)
_MISPLACED = _Cause(
    (),
    "this line does not go on with what stands above it",
    "keys of one mapping, and items of one list, begin in one column; every key has its `:`",
)
_TRAILING = _Cause((), "nothing can follow here", "quote the whole text")


def explain(error: yaml.MarkedYAMLError, file: str, lines: list[str]) -> Diagnostic:
    """A syntax error of PyYAML's in our words."""
    complaint = f"{error.problem} {error.context}"
    cause = next((c for c in _CAUSES if any(words in complaint for words in c.words)), None)
    mark = error.problem_mark or error.context_mark
    if cause and cause.opens:
        mark = error.context_mark or mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    if line >= len(lines):  # behind the last line's end
        line, column = len(lines) - 1, len(lines[-1])
    before = lines[line][:column]
    cause = cause or (_TRAILING if before.strip() else _MISPLACED)
    return Diagnostic("E101", cause.message, Location(file, line + 1, column + 1), cause.hint)
