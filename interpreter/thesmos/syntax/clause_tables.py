"""Make the parser's tables from the grammar of the clause language, by means of Lark.

The tables are stored beside the grammar, so that loading a game needs neither Lark nor its
analysis. After a change of the grammar,

    python -m thesmos.syntax.clause_tables

writes them again; until then, they are made at each start.
"""

from __future__ import annotations

import functools
import json
import re
from dataclasses import asdict
from typing import Any

from lark import Lark
from lark.grammar import Rule as LarkRule
from lark.indenter import Indenter
from lark.lexer import PatternRE, PatternStr, TerminalDef

from thesmos.diagnostics import InternalError
from thesmos.syntax.grammar_files import grammar_text, tables_file
from thesmos.syntax.lalr import (
    CLOSING,
    INDENT_TERMINALS,
    OPENING,
    TAB,
    Reduction,
    Tables,
    checksum_of,
)

WORD_END = r"\b"  # after each keyword
STARTS = ("clauses", "effects", "expr")


class ClauseIndenter(Indenter):
    """Marks blocks by indentation; inside brackets, lines may break anywhere."""

    NL_type, INDENT_type, DEDENT_type = INDENT_TERMINALS
    OPEN_PAREN_types = list(OPENING)  # noqa: RUF012 - lark declares it as an instance property
    CLOSE_PAREN_types = list(CLOSING)  # noqa: RUF012 - as above
    tab_len = TAB


def _whole(terminal: TerminalDef) -> None:
    """Let keywords match only whole words, so that `forbids` is not `forbid` and a name `s`."""
    if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value.isidentifier():
        terminal.pattern = PatternRE(terminal.pattern.value + WORD_END)
        terminal.priority = 1  # over names, as Lark does for plain strings


@functools.cache
def lark_parser() -> Lark:
    """Return Lark's own parser of clause text, with which syntax errors are explained."""
    return Lark(
        grammar_text(),
        parser="lalr",
        start=list(STARTS),
        postlex=ClauseIndenter(),
        propagate_positions=True,
        maybe_placeholders=True,
        edit_terminals=_whole,
    )


def make_tables() -> Tables:
    """Make the tables of the grammar; they are the same in every run."""
    parser: Any = lark_parser()  # its tables are not typed
    table = parser.parser.parser._parse_table  # noqa: SLF001 - Lark offers no other way
    numbers = _numbers(table)
    rules = sorted(dict.fromkeys(map(_rule, parser.rules)), key=repr)
    states: list[dict[str, int]] = [{} for _ in numbers]
    for state, number in numbers.items():
        for symbol, (_, goal) in sorted(table.states[state].items()):
            reduced = not isinstance(goal, int)
            states[number][symbol] = -1 - rules.index(_rule(goal)) if reduced else numbers[goal]
    lexers = parser.parser.lexer.lexer.lexers.values()
    return Tables(
        checksum_of(grammar_text()),
        _terminals(parser, [lexer.terminals for lexer in lexers]),
        tuple(parser.ignore_tokens),
        tuple(rules),
        tuple(states),
        {s: (numbers[table.start_states[s]], numbers[table.end_states[s]]) for s in STARTS},
    )


def _numbers(table: Any) -> dict[Any, int]:
    """Number the states in the order in which they are reached: Lark's order varies."""
    numbers: dict[Any, int] = {}
    waiting = [table.start_states[start] for start in STARTS]
    while waiting:
        state = waiting.pop(0)
        if state not in numbers:
            numbers[state] = len(numbers)
            actions = sorted(table.states[state].items())
            waiting += [goal for _, (_, goal) in actions if isinstance(goal, int)]
    return numbers


def _rule(rule: LarkRule) -> Reduction:
    """Return how a rule is reduced, as Lark does it when it builds a tree.

    Raises InternalError for a rule that can match nothing, since its node would have no location.
    """
    name = str(rule.origin.name)
    if not rule.expansion:
        raise InternalError(f"{name} may be empty, so that it begins nowhere")
    runs = "".join(str(int(flag)) for flag in rule.options.empty_indices).split("0")
    gaps = [len(run) for run in runs] if rule.options.empty_indices else []
    parts: list[int | None] = []
    expansion: Any = rule.expansion  # terminals and others, typed as neither
    for i, symbol in enumerate(expansion):
        parts += [None] * (gaps[i] if gaps else 0)
        inline = not symbol.is_term and symbol.name.startswith("_")
        if inline or not (symbol.is_term and symbol.filter_out):
            parts.append(-1 - i if inline else i)
    parts += [None] * (gaps[-1] if gaps else 0)
    method = "" if name.startswith("_") else str(rule.alias or name)
    single = rule.options.expand1 and not rule.alias
    symbols = tuple(str(symbol.name) for symbol in expansion)
    return Reduction(name, symbols, method, single, tuple(parts))


def _terminals(parser: Any, tried: list[list[TerminalDef]]) -> dict[str, str]:
    """Return the patterns of the terminals, in the order in which Lark tries them.

    tried: lists of terminals that are tried together, in Lark's order. Raises InternalError if two
    of them match the same text by a rule of Lark that our parser lacks.
    """
    for terminals in tried:
        signs = [t.pattern.value for t in terminals if isinstance(t.pattern, PatternStr)]
        patterns = [t.pattern.to_regexp() for t in terminals if isinstance(t.pattern, PatternRE)]
        if any(re.fullmatch(pattern, sign) for sign in signs for pattern in patterns):
            raise InternalError(f"a pattern matches one of the signs {signs}")
    in_order = parser.parser.lexer.lexer.root_lexer.terminals
    return {str(terminal.name): str(terminal.pattern.to_regexp()) for terminal in in_order}


def write_tables() -> None:
    """Write the tables of the grammar beside it."""
    text = json.dumps(asdict(make_tables()), indent=None, separators=(",", ":"))
    tables_file().write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_tables()
