"""The words of a game for sentences, from `says`.

A text may have gaps, which are names in braces, and `[yes|no]`, two texts for whether it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from thesmos.diagnostics import Location

GAP = re.compile(r"\{([^{}]*)\}")
ACT_FORMS = ("verb", "noun", "event")
OR_PIECE = " or piece"  # `{a or piece}`: the piece, if a place is named by the piece on it


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
        column += len(part) + 1  # 1 for a brace


@dataclass(frozen=True, kw_only=True)
class Term:
    """The words for one form of a name: a text for each language.

    section: the kind of name that the key is.
    form: which text of an action this is, or the question about the name (syntax/says.py); empty
        for the plain text.
    parameters: the gaps of the texts.
    fact: if given, the words are for those events of an action for which this fact holds.
    implied: the rules whose waiving these words express.
    places: the location of each text, by language.
    declared: the location of the name, which may be in another file.
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
        """The declared name, without the name of its owner."""
        return self.key.rpartition(".")[2]
