"""The outline of a file: what it declares, and its clauses; and what each of its words is."""

from __future__ import annotations

import itertools

from thesmos.service.desk import Data, Desk
from thesmos.service.reading import Reading
from thesmos.service.statements import words_of

# What a word can be in `tokens`, beside the kinds of an `Entry`.
TOKENS = (
    "keyword", "action", "event", "rule", "step", "moment", "fact", "attribute", "memory", "role",
    "local", "word", "kind", "person", "core", "option", "score", "ground",
)  # fmt: skip


def symbols(desk: Desk, file: str) -> list[Data]:
    """Return what a file declares, in order: `{"name", "kind", "path", "line", "column"}`.

    path: the keys that lead to it.
    """
    return [
        {"name": m.name, "kind": m.kind, "path": list(m.path), "line": m.line, "column": m.column}
        for m in Reading(desk, file).mentions
        if m.declares
    ]


def tokens(desk: Desk, file: str) -> list[Data]:
    """Return the words of all clauses of a file, in order.

    Each is `{"line", "column", "length", "kind"}`; the kind is one of TOKENS.
    """
    reading = Reading(desk, file)
    listed: list[Data] = []
    for text in reading.document.texts:
        for _, group in itertools.groupby(words_of(text), lambda word: word.statement):
            statement = [*group]
            for number, word in enumerate(statement):
                entry = None
                if word.use not in ("keyword", "kind", "ground"):
                    entry = reading.glossary(text, statement, number).find(word)
                kind = word.use if entry is None else entry.kind
                if kind in TOKENS:
                    line, column = text.place(word.offset)
                    listed.append(
                        {"line": line, "column": column, "length": len(word.text), "kind": kind}
                    )
    return listed
