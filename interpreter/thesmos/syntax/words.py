"""What the things of a game are called in sentences: the words under `says`.

A text may have gaps, names in braces for what is put there, and `[yes|no]` for what holds or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from thesmos.diagnostics import Location

GAP = re.compile(r"\{([^{}]*)\}")
ACT_FORMS = ("verb", "noun", "event")
OR_PIECE = " or piece"  # `{a or piece}`: the piece, where a place is named by the piece on it


class TextPart(NamedTuple):
    """A part of a text with gaps: plain text, or the name in a gap. column: where it begins."""

    text: str
    gap: bool
    column: int


def parts_of(text: str) -> Iterator[TextPart]:
    """Yield the parts of a text with gaps; columns are counted from 1."""
    column = 1
    for number, part in enumerate(GAP.split(text)):
        if part or number % 2:
            yield TextPart(part, number % 2 == 1, column)
        column += len(part) + 1  # and a brace


@dataclass(frozen=True, kw_only=True)
class Term:
    """What one thing is called: a text for each language.

    section: what kind of name the key is. form: which of the texts of an act this is, or what is
    asked of the name (syntax/says.py); empty for its own text. parameters: the gaps of the texts.
    fact: the fact that holds for the events of an act which these words are for, if any. implied:
    the rules that these words say are waived. places: where each text is. declared: where the name
    is that has the words, which may be in another file.
    """

    section: str
    key: str
    form: str
    texts: dict[str, str] = field(hash=False)
    places: dict[str, Location] = field(compare=False, repr=False)
    declared: Location = field(compare=False, repr=False)
    parameters: tuple[str, ...] = ()
    fact: str = ""
    implied: tuple[str, ...] = ()

    @property
    def location(self) -> Location:
        """The location of the first text."""
        return next(iter(self.places.values()), self.declared)

    @property
    def name(self) -> str:
        """The name that is declared, without that of what it belongs to."""
        return self.key.rpartition(".")[2]
