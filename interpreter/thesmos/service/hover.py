"""What a word at a place means: how it is used, its type, and the sentence of the rule book."""

from __future__ import annotations

from contextlib import suppress

from thesmos.diagnostics import UsageError
from thesmos.service.desk import Data, Desk, Sentences
from thesmos.service.glossary import Entry, Glossary
from thesmos.service.reading import Reading
from thesmos.service.statements import KEYWORD
from thesmos.syntax.shown_forms import forms_by_words
from thesmos.syntax.yaml_nodes import YamlText

MOST_VALUES = 40  # that are listed


def hover(desk: Desk, file: str, line: int, column: int, language: str = "en") -> Data | None:
    """Return what the word at a place means; None if there is nothing to say.

    The result is `{"text", "kind", "form", "said", "line", "column"}`: the word, what it is, how it
    is used, sentences about it (each on a line of its own), and where it begins.
    """
    reading = Reading(desk, file)
    place = reading.word_at(line, column)
    if place is None:
        return _of_key(reading, line, column)
    glossary, word, entry, begin, _ = place
    if word.use == KEYWORD:
        following = glossary.words[len(glossary.before) + 1 :][:1]
        phrase = f"{word.text} {following[0].text}" if following else word.text
        forms = forms_by_words()
        form = forms.get(phrase) or forms.get(word.text, word.text)
        meaning = _sentence_of_clause(desk, file, begin[0], language)
    elif entry is not None:
        form, meaning = entry.form, "\n".join(_meaning(entry, glossary, desk, language))
    else:
        return None
    return {
        "text": word.text, "kind": word.use if entry is None else entry.kind, "form": form,
        "said": meaning, "line": begin[0], "column": begin[1],
    }  # fmt: skip


def _meaning(entry: Entry, glossary: Glossary, desk: Desk, language: str) -> list[str]:
    """Return what a thing means: its sentences in the rule book, else its words, and its values."""
    book = desk.sentences_of_game(language)
    sentences: list[str] = []
    if book is not None:
        # What is new is not yet in the last game without errors.
        with suppress(UsageError):
            sentences = [text for text in _sentences(entry, book) if text]
    words = glossary.words_for(entry)
    return (sentences or ([words] if words else [])) + _values(entry, glossary)


def _sentences(entry: Entry, sentences: Sentences) -> list[str]:
    """Return the sentences of the rule book; none for a kind of thing that has none there.

    Raises UsageError if the book does not know the thing.
    """
    match entry.kind:
        case "fact":
            return [sentences.full_fact(entry.name, entry.card)]
        case "rule":
            return [sentences.rule(entry.owner, entry.name, entry.card)]
        case "action":
            return sentences.action(entry.name, entry.card)
        case "step":
            return sentences.step(entry.name, entry.card)
        case _:
            return []


def _values(entry: Entry, glossary: Glossary) -> list[str]:
    """Return a line with the values that a thing can have, if they are words."""
    kind = entry.form.rpartition(": ")[2].removeprefix("set of ").removesuffix(" or none")
    kind = entry.name if entry.kind == "kind" else kind
    words = glossary.names.game.enums.get(kind, ())[:MOST_VALUES]
    return [" | ".join(word for word, _ in words)] if words else []


def _sentence_of_clause(desk: Desk, file: str, line: int, language: str) -> str:
    """Return the sentence of the clause that begins on a line; empty if there is none."""
    if desk.checked is None:
        return ""
    texts = (s["text"] for s in desk.sentences(file, language) if s["line"] == line)
    return next(texts, "")


def _of_key(reading: Reading, line: int, column: int) -> Data | None:
    """Return what a key or value outside of clauses means, as its schema says."""
    part = reading.document.part_at(line, column)
    if part is None or not isinstance(part.node, YamlText):
        return None
    meaning = part.description
    if part.key:
        values = (p for p in reading.document.parts if p.path == part.path and not p.key)
        meaning = next((text for p in values if (text := p.description)), meaning)
    if not meaning:
        return None
    kind = "key" if part.key else "value"
    begin = part.node.location
    return {
        "text": part.node.value, "kind": kind, "form": part.node.value, "said": meaning,
        "line": begin.line, "column": begin.column,
    }  # fmt: skip
