"""Files of samples: clause text as authors write it, each error with its message below the line.

Samples are separated by empty lines. Below a line with an error are a caret, the message and the
hint. Lines at the beginning of the file that start with `#` are a comment.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from thesmos.diagnostics import Diagnostic

_MESSAGE = re.compile(r" *\^$|[EW]\d{3}: |hint: ")


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
    rows = text.split("\n")
    for one in reversed(diagnostics):
        assert one.location is not None
        row = one.location.line - line
        caret = " " * (one.location.column - 1 - indent) + "^"
        rows[row:row] = [caret, f"{one.code}: {one.message}", f"hint: {one.hint}"]
    return "\n".join(rows)


def differing(file: Path, annotate: Callable[[str], str]) -> str:
    """Return all samples of a file whose messages differ, as they should be; empty if none do.

    annotate: gives a clause text with its messages. To accept new messages, copy them to the file.
    """
    made = ((sample, annotate(clause_text(sample))) for sample in read_samples(file))
    return "\n\n".join(new for old, new in made if new != old)
