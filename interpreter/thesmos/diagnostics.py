"""Mistakes as values: where they are, what is wrong, what to do.

A mistake in a file is a `Diagnostic`; loading gathers all of them and raises one `SpecError`.
A wrong call is a `UsageError`. An `InternalError` is a bug in Thesmos itself.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

SHOWN = 50  # diagnostics that one message lists
WIDTH = 120  # columns of a source line that one message shows

Severity = Literal["error", "warning"]


@dataclass(frozen=True, order=True)
class Location:
    """A place in a file; line and column count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Diagnostic:
    """One mistake: a code of the catalogue, a sentence, a place, a hint.

    `place` is None where no file is to blame. `source_line` is the line it speaks of.
    """

    code: str
    message: str
    location: Location | None
    hint: str | None = None
    severity: Severity = "error"
    source_line: str | None = None

    def render(self) -> str:
        """The mistake as people read it: place, sentence, the line with a caret, the hint."""
        words = f"{self.severity} {self.code}: {self.message}"
        told = located(self.location, words, self.source_line)
        return "\n".join([told, *([printable(f"  hint: {self.hint}")] if self.hint else [])])

    def as_json(self) -> dict[str, Any]:
        """The mistake as data, for `--json`: file, line, column, code, severity, message, hint."""
        location = self.location
        return {
            "file": location.file if location else None,
            "line": location.line if location else None,
            "column": location.column if location else None,
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "hint": self.hint,
        }


class SpecError(Exception):
    """A spec, scenario or record has mistakes: all of them, as diagnostics."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        """All mistakes as people read them; past SHOWN of them, only how many more there are."""
        shown = [d.render() for d in self.diagnostics[:SHOWN]]
        more = len(self.diagnostics) - len(shown)
        return "\n".join([*shown, *([f"… and {more} more"] if more else [])])


class UsageError(Exception):
    """A call, or what was given to it, is wrong. Exit code 2."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message, hint)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return self.message


class InternalError(AssertionError):
    """A bug in Thesmos itself: a state that the code relies on never reaching."""


def located(location: Location | None, words: str, source_line: str | None = None) -> str:
    """Words about a place in a file: the place, the words, the line with a caret below."""
    lines = [f"{location}: {words}" if location else words]
    if location is not None and source_line is not None:
        shown, caret = _window(source_line, location.column)
        lines += [f"    {shown}", f"    {caret}"]
    return "\n".join(printable(line, "\t") for line in lines)


def suggest(word: str, candidates: Iterable[str]) -> str | None:
    """`did you mean 'x'?` for the nearest of some names, None if none is near."""
    near = difflib.get_close_matches(word, list(candidates), n=1)
    return f"did you mean '{near[0]}'?" if near else None


def _window(line: str, column: int) -> tuple[str, str]:
    """The part of a line around a column, at most WIDTH wide, and a caret to stand below it."""
    begin = max(0, column - 1 - WIDTH // 2) if len(line) > WIDTH else 0
    caret = "".join("\t" if c == "\t" else " " for c in line[begin : column - 1])
    return line[begin : begin + WIDTH], caret + "^"


def printable(text: str, kept: str = "\t\n") -> str:
    """The text without what would steer a terminal: a mark for each character of that sort.

    Whatever strangers wrote goes through here before it is shown. kept: what stays all the same.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in kept else "\N{REPLACEMENT CHARACTER}" for c in text)


def json_line(value: Any) -> str:
    """A value as JSON on one line, that steers no terminal whoever wrote its texts."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(value)
