"""Errors as values: what is wrong, where, and what to do.

An error in a file is a `Diagnostic`; loading collects all of them and raises one `SpecError`.
An invalid call is a `UsageError`. An `InternalError` is a bug in Thesmos itself.
"""

from __future__ import annotations

import difflib
import json
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

SHOWN = 50  # diagnostics that one message lists
LISTED = 12  # names that one message lists
KEY = 40  # characters of a wrong key that a message shows
WORD = 60  # characters of a wrong word or value that a message shows
WIDTH = 120  # columns of a source line that a message shows

Severity = Literal["error", "warning"]


@dataclass(frozen=True, order=True)
class Location:
    """A place in a file; lines and columns are counted from 1.

    end_line, end_column: right after the last character; 0 if only the beginning is known. Two
        places that begin alike are the same.
    """

    file: str
    line: int
    column: int
    end_line: int = field(default=0, compare=False, repr=False)
    end_column: int = field(default=0, compare=False, repr=False)

    @property
    def end(self) -> tuple[int, int]:
        """The line and column of the end; those of the beginning if it is not known."""
        return (self.end_line, self.end_column) if self.end_line else (self.line, self.column)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class RelatedPlace:
    """A place elsewhere that a diagnostic is also about, and what is to be seen there."""

    location: Location
    message: str


@dataclass(frozen=True)
class Edit:
    """A change of a text that mends it: what is at a place is replaced."""

    location: Location
    text: str

    def as_json(self) -> dict[str, Any]:
        """Return the edit as data: its place, and the new text."""
        return {**_range(self.location), "text": self.text}


class Mend(str):
    """A hint that names the one right mend: to write some text in place of another.

    old: what is wrong, as it is written; empty if something is missing.
    new: what to write instead.
    """

    old: str
    new: str

    def __new__(cls, words: str, old: str, new: str) -> Mend:
        """Return a hint in words with its mend."""
        hint = super().__new__(cls, words)
        hint.old, hint.new = old, new
        return hint

    def __getnewargs__(self) -> tuple[str, str, str]:  # type: ignore[override]  # of `str`: one
        return str(self), self.old, self.new


@dataclass(frozen=True)
class Diagnostic:
    """One error or warning: a code of the catalogue, a message, a location, a hint.

    location: the place to mend; None if it is not about a file.
    source_line: the line that it is about; empty if there is nothing to show.
    related: where else it shows.
    edit: what mends it, if there is one right way.
    word: the word at the location, or after it, that it is about; empty if it is about all there.

    Whoever reports an error gives `word`, or a `Mend` as the hint. When the source is read, the
    location becomes that of the word and gets an end, and the mend becomes the edit (marks.py).
    """

    code: str
    message: str
    location: Location | None
    hint: str | None = None
    severity: Severity = "error"
    source_line: str | None = None
    related: tuple[RelatedPlace, ...] = ()
    edit: Edit | None = None
    word: str = field(default="", compare=False, repr=False)

    def render(self) -> str:
        """Return the diagnostic as text: location, message, the line with its mark, the hint."""
        message = f"{self.severity} {self.code}: {self.message}"
        lines = [located(self.location, message, self.source_line)]
        lines += [printable(f"  {place.location}: {place.message}") for place in self.related]
        if self.hint:
            lines.append(printable(f"  hint: {self.hint}"))
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """Return the diagnostic as data, for `--json`."""
        location = self.location
        return {
            "file": location.file if location else None,
            **_range(location),
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "hint": self.hint,
            "related": [
                {"file": at.file, **_range(at), "message": place.message}
                for place in self.related
                for at in (place.location,)
            ],
            "edit": self.edit.as_json() if self.edit else None,
        }


def _range(location: Location | None) -> dict[str, int | None]:
    if location is None:
        return dict.fromkeys(("line", "column", "end_line", "end_column"))
    end_line, end_column = location.end
    return {
        "line": location.line,
        "column": location.column,
        "end_line": end_line,
        "end_column": end_column,
    }


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return diagnostics grouped by file (files as they first appear), sorted by place."""
    files: dict[str, list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        file = diagnostic.location.file if diagnostic.location else ""
        files.setdefault(file, []).append(diagnostic)
    nowhere = Location("", 0, 0)
    return [d for of in files.values() for d in sorted(of, key=lambda d: d.location or nowhere)]


class SpecError(Exception):
    """A spec, scenario or record has errors: all of them, as diagnostics.

    >>> error = SpecError([Diagnostic("E101", "no such word", None)])
    >>> [diagnostic.message for diagnostic in error.diagnostics]
    ['no such word']
    """

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(in_order(diagnostics))
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        """Return all diagnostics as text; after SHOWN of them, only the number of the others."""
        shown = [d.render() for d in self.diagnostics[:SHOWN]]
        more = len(self.diagnostics) - len(shown)
        return "\n".join([*shown, *([f"… and {more} more"] if more else [])])

    def as_json(self) -> dict[str, Any]:
        """Return the error as the object of a command with `--json`."""
        count = len(self.diagnostics)
        return {
            "error": {"message": f"{counted(count, 'error')} in a document", "hint": None},
            "diagnostics": [diagnostic.as_json() for diagnostic in self.diagnostics],
        }


class UsageError(Exception):
    """A call or its arguments are invalid. The exit code of commands is 2.

    >>> error = UsageError("there is no such game", "give its name")
    >>> str(error), error.hint
    ('there is no such game', 'give its name')
    """

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message, hint)
        self.message = message
        self.hint = hint
        if hint:
            self.add_note(f"hint: {hint}")  # a traceback shows it

    def __str__(self) -> str:
        return self.message

    def as_json(self) -> dict[str, Any]:
        """Return the error as the object of a command with `--json`."""
        return {"error": {"message": self.message, "hint": self.hint}}


class InternalError(AssertionError):
    """A bug in Thesmos itself: a state that the code relies on never reaching."""


def located(location: Location | None, message: str, source_line: str | None = None) -> str:
    """Return a message about a location: the location, the message, the line with its mark."""
    lines = [f"{location}: {message}" if location else message]
    if location is not None and source_line:
        end_line, end_column = location.end
        last = len(source_line.rstrip()) + 1 if end_line > location.line else end_column
        shown, mark = _window(source_line, location.column, last)
        lines += [f"    {shown}", f"    {mark}"]
    return "\n".join(printable(line, "\t") for line in lines)


def suggest(word: str, candidates: Iterable[str]) -> Mend | None:
    """Return `did you mean 'x'?` for the most similar name, None if none is similar.

    The mend is to write that name in place of the word.

    A name that differs only in case, width, spaces or signs is more similar than any other.
    """
    names = list(candidates)
    plain = _letters(word)
    near = [name for name in names if _letters(name) == plain] if plain else []
    if not near:
        folded = {name.casefold(): name for name in reversed(names)}
        close = difflib.get_close_matches(word[: 2 * WORD].casefold(), folded, n=1)
        near = [folded[name] for name in close]
    return Mend(f"did you mean '{near[0]}'?", word, near[0]) if near else None


def _letters(name: str) -> str:
    """The letters and digits of a name, of no case and width."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", name[: 2 * WORD]).casefold()))


def clipped(text: str) -> str:
    """Return a wrong word or value as a message shows it: not too much of it."""
    return text if len(text) <= WORD else f"{text[:WORD]}…"


def listed(names: Iterable[str], most: int = LISTED) -> str:
    """Join names; if there are many, only the first and how many more there are."""
    every = list(names)
    more = len(every) - most
    return ", ".join(every[:most]) + (f" and {more} more" if more > 0 else "")


def number(value: float) -> str:
    """Format a number with spaces between thousands: 16 455, 0.5."""
    return f"{int(value) if value == int(value) else value:,}".replace(",", " ")


def counted(value: float, noun: str) -> str:
    """Format a number of things: 1 game, 16 455 games, 0.5 seconds."""
    return f"{number(value)} {noun}{'' if value == 1 else 's'}"


def _window(line: str, column: int, end: int) -> tuple[str, str]:
    """Return the part of a line around a column, at most WIDTH wide, and the mark below it.

    end: the column right after the last one that is marked.
    """
    begin = max(0, column - 1 - WIDTH // 2) if len(line) > WIDTH else 0
    before = "".join("\t" if c == "\t" else " " for c in line[begin : column - 1])
    width = min(end, begin + WIDTH + 1) - column
    return line[begin : begin + WIDTH], before + "^" * max(width, 1)


def printable(text: str, kept: str = "\t\n") -> str:
    """Replace the characters of a text that could control a terminal.

    All untrusted text goes through here before it is shown. kept: characters that are not replaced.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in kept else "\N{REPLACEMENT CHARACTER}" for c in text)


def json_number(text: str) -> int | float:
    """Parse a JSON number with a point (`parse_float`); 2.0 is the integer 2, as in JSON Schema."""
    number = float(text)
    return int(number) if number.is_integer() else number


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make a JSON object of its pairs, as the `object_pairs_hook` of `json.loads`.

    Raises ValueError for a duplicate key, as JSON readers disagree on which of the values counts.
    """
    values = dict(pairs)
    if len(values) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in values if keys.count(key) > 1)
        raise ValueError(f"the key `{twice[:KEY]}` occurs twice")
    return values


def json_line(value: Any) -> str:
    """Return a value as JSON on one line, without characters that could control a terminal."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(value)
