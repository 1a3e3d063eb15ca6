"""A parser that runs the tables of any LALR grammar with indented blocks.

It makes the results of rules bottom-up, without recursion: a deep text must not exhaust the stack.
Why a text is rejected takes longer to find out, and is rarely needed: then it is read once more.
"""

from __future__ import annotations

import functools
import json
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

INDENT_TERMINALS = ("_NL", "_INDENT", "_DEDENT")  # ends of lines, beginnings and ends of blocks
OPENING, CLOSING = ("LPAR", "LBRACE"), ("RPAR", "RBRACE")  # between them, lines may break anywhere
TAB = 8  # how many spaces a tab counts as
END = "$END"

# Makes the result of a rule from its method, the offsets at which it begins and ends, and its
# children's values; the value of a terminal is its text.
Make: TypeAlias = Callable[[str, int, int, list[Any]], Any]

_NL, _INDENT, _DEDENT = INDENT_TERMINALS
_INLINE = ""  # the method of a rule whose children become those of the rule around it


@dataclass(frozen=True)
class Reduction:
    """How a rule is reduced.

    name: the symbol that the rule defines.
    symbols: its right-hand side, which is never empty.
    method: the name for `Make`; empty if its children become those of the rule around it.
    single: whether a single child is the result itself.
    parts: its children: i for the value of symbol i of its right-hand side, -1 - i for the values
        in it, None for a missing optional part.
    """

    name: str
    symbols: tuple[str, ...]
    method: str
    single: bool
    parts: tuple[int | None, ...]

    @functools.cached_property
    def unit(self) -> bool:
        """Whether the result is the value of the rule's only symbol."""
        alone = len(self.symbols) == 1 and self.parts == (0,)
        return alone and self.single and self.method != _INLINE


@dataclass(frozen=True)
class Tables:
    """The tables of a grammar.

    grammar: the checksum of its text.
    terminals: their patterns, in the order in which they are tried.
    ignored: terminals that may be anywhere and mean nothing.
    states: for each state, by symbol: the next state or, as -1 - r, the rule r to be reduced.
    starts: for each start symbol, the first state and the last.
    """

    grammar: int
    terminals: dict[str, str]
    ignored: tuple[str, ...]
    rules: tuple[Reduction, ...]
    states: tuple[dict[str, int], ...]
    starts: dict[str, tuple[int, int]]


def checksum_of(grammar: str) -> int:
    """Return the checksum by which tables are matched to their grammar."""
    return zlib.crc32(grammar.encode())


def read_tables(path: Path, grammar: str) -> Tables | None:
    """Read tables from a file; return None if they are missing, or of another grammar.

    grammar: the text of the grammar.
    """
    if not path.is_file():
        return None
    read = json.loads(path.read_text(encoding="utf-8"))
    if read["grammar"] != checksum_of(grammar):
        return None
    return Tables(
        read["grammar"],
        read["terminals"],
        tuple(read["ignored"]),
        tuple(map(_reduction, read["rules"])),
        tuple(read["states"]),
        {start: (first, last) for start, (first, last) in read["starts"].items()},
    )


def _reduction(rule: dict[str, Any]) -> Reduction:
    return Reduction(
        rule["name"], tuple(rule["symbols"]), rule["method"], rule["single"], tuple(rule["parts"])
    )


class RejectedError(Exception):
    """The grammar does not accept a text.

    at: the offset where reading stopped.
    """

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


class MisalignedError(RejectedError):
    """A line is not indented like any block above it."""


class Read(NamedTuple):
    """A terminal that was read.

    at: the offset at which its text begins.
    states: those of the parser after it; the next terminals that it accepts depend on them.
    """

    terminal: str
    word: str
    at: int
    states: tuple[int, ...]

    @property
    def end(self) -> int:
        """The offset right after its text."""
        return self.at + len(self.word)


@dataclass(frozen=True)
class Rejection:
    """Where a text is rejected, and what is known there.

    read: the terminals before.
    wrong: the one that is not accepted; None if no terminal matches.
    at: the offset where reading stopped.
    accepted: the terminals that the grammar accepts there.
    misaligned: whether a line is not indented like any block above it.
    """

    read: tuple[Read, ...]
    wrong: Read | None
    at: int
    accepted: frozenset[str]
    misaligned: bool


def after(tables: Tables, states: Sequence[int], terminal: str) -> tuple[int, ...] | None:
    """Return the parser's states after one more terminal; None if the grammar rejects it."""
    stack = list(states)
    while (action := tables.states[stack[-1]].get(terminal)) is not None and action < 0:
        rule = tables.rules[-1 - action]
        del stack[len(stack) - len(rule.symbols) :]
        stack.append(tables.states[stack[-1]][rule.name])
        if terminal == END and any(stack[-1] == last for _, last in tables.starts.values()):
            return tuple(stack)
    return None if action is None else (*stack, action)


@dataclass
class Parser:
    """A parser for the tables of a grammar."""

    tables: Tables
    _scanners: dict[frozenset[str], re.Pattern[str]] = field(default_factory=dict)
    _scanner_of: dict[int, re.Pattern[str]] = field(default_factory=dict)

    def parse(self, text: str, start: str, make: Make) -> Any:
        """Parse a text, and return its result. Raises RejectedError, and whatever `make` raises."""
        first, last = self.tables.starts[start]
        run = _ParserRun(self.tables, make, [first], last)
        for terminal, word, at in self._tokens(text, run):
            run.feed(terminal, word, at)
        return run.end()

    def read(self, text: str, start: str) -> Iterator[Read]:
        """Yield the terminals of a text, as far as the grammar accepts it; nothing is made."""
        run = _ParserRun(self.tables, lambda *_: None, [self.tables.starts[start][0]], -1)
        try:
            for terminal, word, at in self._tokens(text, run):
                run.feed(terminal, word, at)
                yield Read(terminal, word, at, tuple(run.states))
        except RejectedError:
            return

    def rejection(self, text: str, start: str) -> Rejection:
        """Say where a text that is rejected is, and why. Raises ValueError if it is accepted."""
        first, last = self.tables.starts[start]
        run = _ParserRun(self.tables, lambda *_: None, [first], last)
        read: list[Read] = []
        states: tuple[int, ...] = (first,)
        wrong: Read | None = None
        try:
            for terminal, word, at in self._tokens(text, run):
                wrong = Read(terminal, word, at, states)
                run.feed(terminal, word, at)
                states = tuple(run.states)
                read.append(wrong._replace(states=states))
                wrong = None
            wrong = Read(END, "", len(text), states)
            run.end()
        except RejectedError as error:
            misaligned = isinstance(error, MisalignedError)
            if wrong is None and not misaligned:
                wrong = self._anything(text, error.at, states)
            reached = self.tables.states[states[-1]]
            accepted = (t for t in reached if after(self.tables, states, t) is not None)
            terminals = frozenset((*self.tables.terminals, *INDENT_TERMINALS, END))
            return Rejection(
                tuple(read), wrong, error.at, terminals.intersection(accepted), misaligned
            )
        raise ValueError(text)

    def _anything(self, text: str, at: int, states: tuple[int, ...]) -> Read | None:
        """Return the terminal at a place of a text, whatever the grammar accepts there."""
        for terminal, pattern in self.tables.terminals.items():
            match = re.compile(pattern).match(text, at)
            if match and match.group():
                return Read(terminal, match.group(), at, states)
        return None

    def _tokens(self, text: str, run: _ParserRun) -> Iterator[tuple[str, str, int]]:
        """Yield the terminals of a text with their texts and offsets, and the marks of blocks.

        Only terminals that the grammar accepts next are tried, so other keywords can be names.
        """
        ignored = self.tables.ignored
        at, brackets, indents = 0, 0, [0]
        while at < len(text):
            match = self._scanner(run.states[-1]).match(text, at)
            if match is None:
                raise RejectedError(at)
            terminal, begin, at = str(match.lastgroup), at, match.end()
            if terminal in ignored:
                continue
            word = match.group()
            if terminal == _NL:
                if not brackets:
                    yield _NL, word, begin
                    for mark in _blocks(word, indents, begin):
                        yield mark, "", begin
                continue
            yield terminal, word, begin
            if terminal in OPENING:
                brackets += 1
            elif terminal in CLOSING:
                brackets -= 1
        for _ in indents[1:]:
            yield _DEDENT, "", at

    def _scanner(self, state: int) -> re.Pattern[str]:
        """Return the pattern of the terminals that are accepted in a state."""
        if state not in self._scanner_of:
            accepted = frozenset(self.tables.states[state]) | {_NL, *self.tables.ignored}
            names = tuple(name for name in self.tables.terminals if name in accepted)
            key = frozenset(names)
            if key not in self._scanners:
                patterns = (f"(?P<{name}>{self.tables.terminals[name]})" for name in names)
                self._scanners[key] = re.compile("|".join(patterns))
            self._scanner_of[state] = self._scanners[key]
        return self._scanner_of[state]


def _blocks(line_end: str, indents: list[int], at: int) -> Iterator[str]:
    """Yield the marks of blocks that begin or end at a line.

    indents: those of the open blocks. at: the offset of the line's end.
    """
    before = line_end.rsplit("\n", 1)[1]
    indent = before.count(" ") + before.count("\t") * TAB
    if indent > indents[-1]:
        indents.append(indent)
        yield _INDENT
        return
    while indent < indents[-1]:
        indents.pop()
        yield _DEDENT
    if indent != indents[-1]:
        raise MisalignedError(at)


class _ParserRun:
    """One run of the parser: states, values, beginnings and ends of the symbols not yet reduced."""

    def __init__(self, tables: Tables, make: Make, states: list[int], last: int) -> None:
        self.tables = tables
        self.make = make
        self.states = states
        self.last = last
        self.values: list[Any] = []
        self.offsets: list[int] = []
        self.ends: list[int] = []
        self.end_of_word = 0

    def feed(self, terminal: str, word: str, at: int) -> None:
        """Process one terminal. Raises RejectedError."""
        table = self.tables.states
        while (action := table[self.states[-1]].get(terminal)) is not None and action < 0:
            self._reduce(self.tables.rules[-1 - action])
        if action is None:
            raise RejectedError(at)
        self.states.append(action)
        self.values.append(word)
        self.offsets.append(at)
        if terminal not in INDENT_TERMINALS:
            self.end_of_word = at + len(word)
        self.ends.append(self.end_of_word)

    def end(self) -> Any:
        """Reduce the remaining symbols, and return the result. Raises RejectedError."""
        while True:
            action = self.tables.states[self.states[-1]].get(END)
            if action is None or action >= 0:
                raise RejectedError(self.end_of_word)
            self._reduce(self.tables.rules[-1 - action])
            if self.states[-1] == self.last:
                return self.values[-1]

    def _reduce(self, rule: Reduction) -> None:
        """Replace the right-hand side of a rule with its result."""
        if rule.unit:
            self.states[-1] = self.tables.states[self.states[-2]][rule.name]
            return
        begin = len(self.values) - len(rule.symbols)
        values, offset, end = self.values[begin:], self.offsets[begin], self.ends[-1]
        del self.values[begin:], self.offsets[begin:], self.ends[begin:], self.states[begin + 1 :]
        children = _children(rule, values)
        if rule.method == _INLINE:
            value: Any = children
        elif rule.single and len(children) == 1:
            value = children[0]
        else:
            value = self.make(rule.method, offset, end, children)
        self.states.append(self.tables.states[self.states[-1]][rule.name])
        self.values.append(value)
        self.offsets.append(offset)
        self.ends.append(end)


def _children(rule: Reduction, values: list[Any]) -> list[Any]:
    children: list[Any] = []
    for part in rule.parts:
        if part is None:
            children.append(None)
        elif part >= 0:
            children.append(values[part])
        else:
            children += values[-1 - part]
    return children
