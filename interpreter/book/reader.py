"""Whom a page is for: a language, the words of the game in it, and what is missing there.

Every text of the spec passes through here on its way to a page. One that lacks the page's language
is shown in another one and noted; `thesmos docs build` counts the notes.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from thesmos.book.phrases import phrases
from thesmos.book.source import ENGLISH, Source
from thesmos.load import document as d

Tell = Callable[[str], str]


@dataclass
class Reader:
    """A reader of one game's book. missing: what was not there in the language."""

    source: Source
    language: str
    missing: list[str] = field(default_factory=list)
    _tell: Tell | None = None
    _names: dict[str, str] | None = None

    def say(self, key: str, **gaps: object) -> str:
        """One of the book's own phrases."""
        return phrases(self.language)[key].format(**gaps)

    def text(self, texts: Mapping[str, str], what: str) -> str:
        """A text of the spec in this language. what: its name, for the note if it is not there."""
        found = texts.get(self.language)
        if found is not None:
            return found
        self.note(f"{what}: no text in {self.language}")
        return texts.get(ENGLISH) or next(iter(texts.values()), "")

    def note(self, words: str) -> None:
        """Note that something is missing, once."""
        if words not in self.missing:
            self.missing.append(words)

    def title(self, slug: str) -> str:
        """The title of a power, a mode or the game; the slug itself for anything else."""
        if slug in self.source.modes:
            return self.text(self.source.modes[slug].title, f"title of {slug}")
        card = self.source.cards.get(slug)
        return self.text(card.title, f"title of {slug}") if card is not None else slug

    def heading(self, heading: str) -> str:
        """A heading; its name in the clauses is the English one."""
        texts = {ENGLISH: heading, **self.source.written.headings.get(heading, {})}
        return self.text(texts, f"heading {heading}")

    def sentence(self, clause: str) -> str:
        """What a clause or a rule means, in a sentence; nothing where nobody can tell."""
        if self._tell is None:
            self._tell = _teller(self.source, self.language)
        return self._tell(clause)

    @property
    def names(self) -> Mapping[str, str]:
        """What to call the words that the game declares: its nouns in this language."""
        if self._names is None:
            self._names = {
                key: texts[self.language]
                for key, texts in nouns(self.source.written.base).items()
                if self.language in texts
            }
        return self._names


def nouns(card: d.Card) -> dict[str, Mapping[str, str]]:
    """The names that a card's words give to things, by language."""
    words: Any = getattr(card, "words", ())
    return {word.key: word.texts for word in words if word.section in ("nouns", "steps", "moments")}


def _teller(source: Source, language: str) -> Tell:
    """Sentences from clauses, if this installation can make them."""
    try:
        prose = importlib.import_module("thesmos.book.prose")
        teller = prose.Teller(source.game, language)
    except (ImportError, AttributeError):
        return lambda clause: ""
    tell: Tell = teller.clause
    return tell
