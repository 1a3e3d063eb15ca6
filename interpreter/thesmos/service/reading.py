"""One file of a game as an editor asks about it: its document, and the names in it."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from functools import cached_property
from pathlib import PurePosixPath
from typing import NamedTuple

from thesmos.check.names.names import Names
from thesmos.program.node import Ref
from thesmos.program.types import Type
from thesmos.service.desk import CARD_KINDS, Desk
from thesmos.service.document import ClauseText, Document
from thesmos.service.glossary import Entry, Glossary, types_of
from thesmos.service.mentions import Mention, mentions_in
from thesmos.service.statements import Word, words_of
from thesmos.syntax.document_reader import DocumentReader
from thesmos.syntax.documents import CardDocument
from thesmos.syntax.schema import validate
from thesmos.syntax.yaml_nodes import YamlMap


class WordHere(NamedTuple):
    """A word of a clause: the names around it, what it means, and its line and column.

    statement: what its statement is known by in the file.
    """

    glossary: Glossary
    word: Word
    entry: Entry | None
    place: tuple[int, int]
    statement: tuple[str, ...]


class Reading:
    """A file as it is written now. Names come from the last check of the game."""

    def __init__(self, desk: Desk, file: str) -> None:
        """Raises UsageError if there is no such file, or no game has been checked."""
        self.desk = desk
        self.file = file
        self.document = _document(desk.text(file), str(desk.folder / file))

    def glossary(self, text: ClauseText, words: list[Word], before: int | None = None) -> Glossary:
        """Return the names in a statement. words, before: as in `Glossary`."""
        return Glossary(self.names, words, text.path, before, self.types)

    @cached_property
    def names(self) -> Names:
        """The names of the game, with those of the card if the file is one."""
        names = self.desk.names
        card = self._card(names)
        if card is None:
            return names
        return names.with_card(card)

    @cached_property
    def types(self) -> dict[tuple[Ref, str], Type]:
        """The types of facts and roles, in the last game without errors."""
        checked = self.desk.checked
        if checked is None:
            return {}
        card = checked.cards.get(PurePosixPath(self.file).stem)
        return types_of([checked.base.program, *([] if card is None else [card.program])])

    def _card(self, names: Names) -> CardDocument | None:
        """Return the card that the file is; as it was when last checked, if its form is wrong."""
        root, kind = self.document.root, self.document.kind
        if kind not in CARD_KINDS.values():
            return None
        if not isinstance(root, YamlMap) or validate(root, kind):
            return names.cards.get(PurePosixPath(self.file).stem)
        reader = DocumentReader(self.desk.sources.kept)
        return reader.card(root) if kind == "power" else reader.mode(root).card

    @cached_property
    def mentions(self) -> list[Mention]:
        """The names outside of clauses."""
        return list(mentions_in(self.document))

    def words_like(self, name: str) -> Iterator[WordHere]:
        """Yield the words of clauses that are written like a name, with what they mean."""
        for text in self.document.texts:
            if name not in text.text:
                continue
            words = words_of(text)
            for word in words:
                if word.text == name:
                    yield self._here(text, words, word)

    def word_at(self, line: int, column: int) -> WordHere | None:
        """Return the word of a clause at a place; None if there is none."""
        place = self.document.text_at(line, column)
        if place is None:
            return None
        text, offset = place
        words = words_of(text)
        word = next((w for w in words if w.offset <= offset <= w.end), None)
        if word is None:
            return None
        return self._here(text, words, word)

    def _here(self, text: ClauseText, words: list[Word], word: Word) -> WordHere:
        statement = [w for w in words if w.statement == word.statement]
        glossary = self.glossary(text, statement, statement.index(word))
        block = (*text.path, str(word.statement))
        return WordHere(glossary, word, glossary.find(word), text.place(word.offset), block)


# Most questions are about texts that have not changed.
_document = functools.lru_cache(maxsize=256)(Document)
