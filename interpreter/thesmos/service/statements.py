"""The words of a text in the clause language, each with what it is used as.

A statement is read as far as the grammar accepts it; what follows is read again from the next word,
so that the names behind a mistake are still found, though not what they are used as. One that is
longer than `check` reads has no words.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import NamedTuple

from thesmos.service.document import ClauseText
from thesmos.service.grammar_items import rule_being_read
from thesmos.syntax.clause_parser import MAX_STATEMENT, clause_parser, statements_of
from thesmos.syntax.grammar import spellings, tables
from thesmos.syntax.lalr import INDENT_TERMINALS, Read, after

VALUE, LOCAL, KIND, KEYWORD = "value", "local", "kind", "keyword"
# What a name is used as, by the rule of the grammar that it is in.
USES = {
    **dict.fromkeys(("permit", "forbid", "require", "before", "do", "after_do"), "action"),
    **dict.fromkeys(("kinds", "cancel"), "event"),
    **dict.fromkeys(("forbid_skip", "may_skip", "after_skip", "repeat", "next", "due"), "step"),
    "waiving": "rule",
    "moment": "moment",
    **dict.fromkeys(("win", "end"), "ground"),
    "criterion": "score",
    **dict.fromkeys(("treat", "add_to"), "fact"),
    **dict.fromkeys(("params", "hide", "member", "member_all", "let"), LOCAL),
    **dict.fromkeys(("along", "first_along", "spread"), LOCAL),
    **dict.fromkeys(("last", "first", "this_turn", "your_last_turn", "whole_game"), "role"),
    **dict.fromkeys(("name", "call"), VALUE),
}
_NAME = re.compile(r"#[^\n]*|[A-Za-z_][A-Za-z0-9_]*")
_NEW_LINE = re.compile(r"\s*\n\s*\Z")


class Word(NamedTuple):
    """A word of a text. use: what a name is used as; `keyword`, `kind`; empty if it is unknown.

    offset: where it begins in the text. statement: the offset at which its statement begins.
    """

    text: str
    use: str
    offset: int
    statement: int

    @property
    def end(self) -> int:
        """The offset behind it."""
        return self.offset + len(self.text)


def words_of(text: ClauseText) -> list[Word]:
    """Return the words of a text, in order."""
    words: list[Word] = []
    for begin, chunk in _statements(text):
        words += _words(chunk, text.start, begin)
    # What one effect binds, the others can use. In a text that is longer than any real one, they
    # stay apart, as each word looks at all others of its statement.
    if text.start == "effects" and len(text.text) <= MAX_STATEMENT:
        words = [word._replace(statement=0) for word in words]
    return words


class Point(NamedTuple):
    """A place where something may be written.

    prefix: the beginning of the word that is there already.
    words: those of the statement before it.
    later: those of the statement after it.
    keywords: the words and phrases of the language that the grammar accepts here.
    uses: what a name would be used as.
    """

    prefix: str
    words: list[Word]
    later: list[Word]
    keywords: list[str]
    uses: frozenset[str]


def point_at(text: ClauseText, offset: int) -> Point:
    """Return what may be written at an offset of a text."""
    begin = offset
    while begin and (text.text[begin - 1].isalnum() or text.text[begin - 1] == "_"):
        begin -= 1
    start, chunk = 0, text.text[:offset]
    for at, statement in _statements(text):
        if at <= begin:
            start, chunk = at, statement
    before, later = text.text[start:begin], chunk[offset - start :]
    accepted = _accepted(before, text.start)
    continued = _NEW_LINE.sub("", before)
    if continued != before:  # a few words go on with the line above
        going_on = [a for a in _accepted(continued, text.start) if _may_continue(a[0])]
        accepted = accepted + going_on if before.endswith("\n") else going_on + accepted
    if before.endswith("\n"):  # what is above may be wrong
        accepted += _accepted("", text.start)
    phrases = [phrase for terminal, _ in accepted for phrase in spellings(terminal)]
    words = _words(before, text.start, start)
    if not accepted and words and words[-1].end - start == len(before.rstrip()):
        first = f"{words[-1].text} "  # of a phrase of several words
        others = _accepted(before.rstrip().removesuffix(words[-1].text), text.start)
        every = [phrase for terminal, _ in others for phrase in spellings(terminal)]
        phrases = [phrase.removeprefix(first) for phrase in every if phrase.startswith(first)]
    whole = words_of(text) if text.start == "effects" else _words(chunk, text.start, start)
    behind = [word for word in whole if word.offset >= offset]
    earlier = [word for word in whole if word.end <= start]
    return Point(
        text.text[begin:offset],
        earlier + words,
        behind or list(_loose(later, offset, start)),
        [phrase for phrase in dict.fromkeys(phrases) if phrase[0].isalpha()],
        frozenset(use for _, use in accepted if use not in ("", KEYWORD)),
    )


def _statements(text: ClauseText) -> Iterator[tuple[int, str]]:
    """Yield the statements of a text, each with its offset."""
    if text.start == "expr":
        yield 0, text.text
        return
    rows = text.text.split("\n")
    for number, chunk in statements_of(text.text):
        yield sum(len(row) + 1 for row in rows[:number]), chunk + "\n"


def _words(chunk: str, start: str, begin: int) -> list[Word]:
    """Return the words of a statement; none if it is too long. begin: its offset in the text."""
    words: list[Word] = []
    if len(chunk) > MAX_STATEMENT:
        return words
    end = 0
    for read in clause_parser().read(chunk, start):
        end = read.at + len(read.word)
        if read.terminal == "IN" and _use(read._replace(terminal="NAME")) == LOCAL:
            words[-1] = words[-1]._replace(use=LOCAL)  # only now is it known
        if read.word[:1].isalpha() or read.word[:1] == "_":
            words.append(Word(read.word, _use(read), begin + read.at, begin))
    return words + list(_loose(chunk[end:], begin + end, begin))


def _loose(text: str, at: int, begin: int) -> Iterator[Word]:
    """Yield the words of a text that is not understood. at: its offset."""
    for match in _NAME.finditer(text):
        word = match.group()
        if not word.startswith("#"):
            use = KEYWORD if word in keywords() else KIND if word[0].isupper() else ""
            yield Word(word, use, at + match.start(), begin)


def _use(read: Read) -> str:
    if read.terminal == "TYPE":
        return KIND
    return USES.get(rule_being_read(read.states), "") if read.terminal == "NAME" else KEYWORD


def _accepted(before: str, start: str) -> list[tuple[str, str]]:
    """Return the terminals that may follow a text, each with its use.

    There are none if the grammar does not accept the text, or it is too long.
    """
    if len(before) > MAX_STATEMENT:
        return []
    table = tables()
    states: tuple[int, ...] = (table.starts[start][0],)
    end = 0
    for read in clause_parser().read(before, start):
        states, end = read.states, read.at + len(read.word)
    if before[end:].strip():
        return []
    reached = ((terminal, after(table, states, terminal)) for terminal in table.states[states[-1]])
    return [
        (terminal, _use(Read(terminal, "", 0, goal)))
        for terminal, goal in reached
        if goal is not None and terminal in table.terminals and terminal not in INDENT_TERMINALS
    ]


@functools.cache
def _may_continue(terminal: str) -> bool:
    """Return whether a line that begins with a terminal goes on with the line above."""
    continued = re.compile(tables().terminals["CONTINUED"])
    return any(continued.match(f"\n{word} a") for word in spellings(terminal))


@functools.cache
def keywords() -> frozenset[str]:
    """Return the words that have a meaning of their own in the grammar."""
    phrases = (word for terminal in tables().terminals for word in spellings(terminal))
    return frozenset(part for phrase in phrases for part in phrase.split() if part.isalpha())
