"""The grammar of the clause language: its tables, its words, and what can begin with which word."""

from __future__ import annotations

import functools
import itertools
import re

from thesmos.syntax.grammar_files import grammar_text, tables_file
from thesmos.syntax.lalr import Reduction, Tables, read_tables

# What follows a word in its pattern, but is not part of it.
_BEYOND = re.compile(r"\\b|\(\?[=!](\\.|[^()\\])*\)$")


@functools.cache
def tables() -> Tables:
    """Return the parser's tables of the grammar."""
    read = read_tables(tables_file(), grammar_text())
    if read is None:  # the grammar was changed
        from thesmos.syntax.clause_tables import make_tables  # imports Lark

        return make_tables()
    return read


@functools.cache
def rules_of(symbol: str) -> tuple[Reduction, ...]:
    """Return the rules that define a symbol; none for a terminal."""
    return tuple(rule for rule in tables().rules if rule.name == symbol)


@functools.cache
def pattern_of(terminal: str) -> re.Pattern[str]:
    """Return what a terminal can be, whatever follows it."""
    return re.compile(_BEYOND.sub("", tables().terminals[terminal]))


@functools.cache
def spelling(terminal: str) -> str:
    """Return how a terminal is spelled; empty if in several ways, or if it is a mark of layout."""
    if terminal not in tables().terminals:
        return ""
    pattern = pattern_of(terminal)
    text = re.sub(r"\\(\W)", r"\1", pattern.pattern.replace("[ \t]+", " "))
    return text if pattern.fullmatch(text) else ""


@functools.cache
def spellings(terminal: str) -> tuple[str, ...]:
    """Return all ways in which a terminal is spelled; none if it can be any name or number."""
    if terminal not in tables().terminals:
        return ()
    pattern = pattern_of(terminal)
    bare = pattern.pattern.replace("[ \t]+", " ").removeprefix("(?:").replace(r"\b", "")
    choices = [part.split("|") for part in re.split(r"(?<!\\)[()]", bare)]
    texts = (re.sub(r"\\(\W)", r"\1", "".join(parts)) for parts in itertools.product(*choices))
    return tuple(text for text in texts if pattern.fullmatch(text))


@functools.cache
def beginnings(symbol: str) -> frozenset[str]:
    """Return the terminals with which a symbol of the grammar can begin."""
    if symbol in tables().terminals:
        return frozenset((symbol,))
    reached, waiting = set[str](), [symbol]
    while waiting:
        for rule in rules_of(waiting.pop()):
            if rule.symbols[0] not in reached:
                reached.add(rule.symbols[0])
                waiting.append(rule.symbols[0])
    return frozenset(reached & tables().terminals.keys())
