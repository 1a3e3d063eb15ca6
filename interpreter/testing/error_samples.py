"""Files of samples: clause text as authors write it, each error with its message below the line.

Samples are separated by empty lines. Below a line with an error are carets under what is wrong, the
message, the hint, and the line with the edit made that mends it, if there is one. Lines at the
beginning of the file that start with `#` are a comment.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from thesmos.diagnostics import Diagnostic, Edit

_MESSAGE = re.compile(r" *\^+$|[EW]\d{3}: |hint: |mended: ")


def read_samples(file: Path) -> list[str]:
    """Return the samples of a file."""
    parts = file.read_text("utf-8").split("\n\n")
    return [part.strip("\n") for part in parts if not part.startswith("#")]


def clause_text(sample: str) -> str:
    """Return the clause text of a sample, without the messages."""
    return "\n".join(line for line in sample.split("\n") if not _MESSAGE.match(line))


def annotated(text: str, diagnostics: list[Diagnostic], line: int = 0, indent: int = 0) -> str:
    """Return a clause text with its diagnostics below the lines they are about.

    line, indent: the location of the text in its file: lines above it, columns before it.
    """
    lines = text.split("\n")
    rows = list(lines)
    for one in reversed(diagnostics):
        place = one.location
        assert place is not None
        row = place.line - line
        end_line, end = place.end
        end = end - indent if end_line == place.line else len(lines[row - 1]) + 1
        begin = place.column - indent
        carets = " " * (begin - 1) + "^" * max(end - begin, 1)
        mended = [] if one.edit is None else [f"mended: {with_edit(text, one.edit, line, indent)}"]
        rows[row:row] = [carets, f"{one.code}: {one.message}", f"hint: {one.hint}", *mended]
    return "\n".join(rows)


def badly_mended(text: str, diagnostics_of: Callable[[str], list[Diagnostic]]) -> list[str]:
    """Return the lines of a clause text whose edits leave the error there, or make more errors.

    diagnostics_of: returns the errors in a text whose lines count from 1, and begin in column 1.
    """
    wrong, before = [], diagnostics_of(text)
    for one in before:
        if one.edit is not None:
            rows = text.split("\n")
            row = one.edit.location.line - 1
            rows[row] = with_edit(text, one.edit)
            after = diagnostics_of("\n".join(rows))
            same = (one.location, one.message) in [(d.location, d.message) for d in after]
            wrong += [rows[row]] * (same or len(after) > len(before))
    return wrong


def with_edit(text: str, edit: Edit, line: int = 0, indent: int = 0) -> str:
    """Return the line of a text that an edit changes, as it makes it. line, indent: as above."""
    place = edit.location
    assert place.line == place.end_line, edit
    old = text.split("\n")[place.line - 1 - line]
    return old[: place.column - 1 - indent] + edit.text + old[place.end_column - 1 - indent :]


def differing(file: Path, annotate: Callable[[str], str]) -> str:
    """Return all samples of a file whose messages differ, as they should be; empty if none do.

    annotate: gives a clause text with its messages. To accept new messages, copy them to the file.
    """
    made = ((sample, annotate(clause_text(sample))) for sample in read_samples(file))
    return "\n\n".join(new for old, new in made if new != old)
