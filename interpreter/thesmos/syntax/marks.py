"""Mark in a text what a diagnostic is about: its line, its end, and the edit that mends it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from thesmos.diagnostics import Diagnostic, Edit, Location, Mend

Lines: TypeAlias = Callable[[str], Sequence[str]]  # those of a file; none if it can't be read

# What is marked if it isn't known where something ends: a word, a number, an operator or a sign.
_WORD = re.compile(r"\w+|[-:+*/=!<>&|]+|\.\.|\S")


def marked(diagnostic: Diagnostic, lines: Lines) -> Diagnostic:
    """Return a diagnostic with its source line, its whole range, and its edit if it has a mend.

    One that has a source line is complete already.
    """
    place = diagnostic.location
    if place is None or diagnostic.source_line is not None:
        return diagnostic
    text = lines(place.file)
    if not 0 < place.line <= len(text):
        return diagnostic
    # What is not in a key itself may be in what it stands before.
    wider = [place, _block(place, text)] if place.end_line else [_block(place, text)]
    place = with_end(place, text)
    if diagnostic.word:
        words, inside = _places_in(diagnostic.word, wider, text)
        if words and (inside.end == place.end or len(words) == 1):
            place = words[0]
            wider = [place]
    edit, mend = diagnostic.edit, diagnostic.hint
    if edit is None and isinstance(mend, Mend):
        wrong, _ = _places_in(mend.old, wider, text)
        if len(wrong) == 1:
            place = wrong[0]
            edit = Edit(place, mend.new)
    related = tuple(
        replace(other, location=with_end(other.location, lines(other.location.file)))
        for other in diagnostic.related
    )
    line = text[place.line - 1]
    return replace(diagnostic, location=place, source_line=line, edit=edit, related=related)


def with_end(location: Location, lines: Sequence[str]) -> Location:
    """Return a location with its end: that of the word that begins there, if it isn't known.

    lines: those of its file. At the end of a line there is no word, and the end is the beginning.
    """
    if location.end_line or not 0 < location.line <= len(lines):
        return location
    word = _WORD.match(lines[location.line - 1], location.column - 1)
    end = word.end() + 1 if word else location.column
    return replace(location, end_line=location.line, end_column=end)


def _block(begin: Location, lines: Sequence[str]) -> Location:
    """Return the place of the mapping or list of YAML that begins somewhere, to its last line."""
    last = begin.line
    for number in range(begin.line + 1, len(lines) + 1):
        line = lines[number - 1]
        if line.strip() and len(line) - len(line.lstrip()) < begin.column - 1:
            break
        last = number
    return replace(begin, end_line=last, end_column=len(lines[last - 1]) + 1)


def _places_in(
    word: str, insides: Sequence[Location], lines: Sequence[str]
) -> tuple[list[Location], Location]:
    """Return where a word stands in the first of some places that has it, and that place."""
    for inside in insides:
        if places := list(_places_of(word, inside, lines)):
            return places, inside
    return [], insides[-1]


def _places_of(word: str, inside: Location, lines: Sequence[str]) -> Iterator[Location]:
    """Yield the places where a word stands inside another place."""
    pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    for number in range(inside.line, inside.end_line + 1):
        line = lines[number - 1] if number <= len(lines) else ""
        begin = inside.column - 1 if number == inside.line else 0
        end = inside.end_column - 1 if number == inside.end_line else len(line)
        for match in pattern.finditer(line, begin, end):
            yield Location(inside.file, number, match.start() + 1, number, match.end() + 1)
