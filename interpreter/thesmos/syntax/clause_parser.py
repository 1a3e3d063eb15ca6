"""Parse clause text: the grammar of `grammar/clause.lark`, applied to one YAML scalar.

A block of clauses is parsed statement by statement, so that every wrong statement is reported.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from thesmos.diagnostics import Diagnostic
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import nodes as t
from thesmos.syntax.grammar import tables
from thesmos.syntax.lalr import Parser, RejectedError
from thesmos.syntax.tree_builder import MAX_DEPTH, Builder
from thesmos.syntax.yaml_nodes import YamlText

MAX_STATEMENT = 4000  # characters; no real clause is longer


@functools.cache
def clause_parser() -> Parser:
    """Return the parser of the grammar."""
    return Parser(tables())


def parse_clauses(text: YamlText) -> tuple[tuple[ct.Clause, ...], list[Diagnostic]]:
    """Parse a block of clauses; return those that can be parsed, and the errors in the others."""
    return _parse_statements(text, "clauses")


def parse_effects(text: YamlText) -> tuple[tuple[t.Effect, ...], list[Diagnostic]]:
    """Parse a block of effects, as in an action's `do`; return these, and the errors in others."""
    return _parse_statements(text, "effects")


def parse_expr(text: YamlText) -> tuple[t.Expr | None, list[Diagnostic]]:
    """Parse one expression; return it, or None if it has errors, and the errors."""
    expression, diagnostics = _parse(text, text.value.rstrip("\n"), 0, "expr")
    return expression, diagnostics


def _parse_statements(text: YamlText, start: str) -> tuple[tuple[Any, ...], list[Diagnostic]]:
    statements: list[Any] = []
    diagnostics: list[Diagnostic] = []
    misplaced = False  # whether this statement may be meant as the block of the one before
    for line, chunk in statements_of(text.value):
        nodes, wrong = _parse(text, chunk + "\n", line, start)
        statements.extend(nodes or ())
        if not misplaced:
            diagnostics.extend(wrong)
        misplaced = bool(wrong) and chunk.rstrip().endswith(":")
    return tuple(statements), diagnostics


def statements_of(value: str) -> Iterator[tuple[int, str]]:
    """Split a block into statements; yield the number of lines before each, and its text."""
    begin: int | None = None
    lines = value.split("\n")
    for number, line in enumerate(lines):
        fresh = (
            bool(line.strip()) and not line[0].isspace() and not line.startswith(("#", ")", "}"))
        )
        if fresh and not re.match(r"((else|elif|and|or|where|by)\b|\+ )", line):
            if begin is not None:
                yield begin, "\n".join(lines[begin:number])
            begin = number
        elif line.strip() and begin is None and not line.lstrip().startswith("#"):
            begin = number
    if begin is not None:
        yield begin, "\n".join(lines[begin:])


def _parse(text: YamlText, chunk: str, before: int, start: str) -> tuple[Any, list[Diagnostic]]:
    """Parse a chunk of a text. before: the number of lines before it."""
    try:
        return _accepted(text, chunk, before, start)
    except RejectedError:
        from thesmos.syntax.clause_errors import syntax_error  # rarely needed

        error = syntax_error(
            clause_parser(), chunk, start, lambda line, column: text.at(before + line, column)
        )
        return None, [error]


def _accepted(text: YamlText, chunk: str, before: int, start: str) -> tuple[Any, list[Diagnostic]]:
    """Parse a chunk. Raises RejectedError if the grammar does not accept it."""
    where = text.at(before + 1, 1)
    if text.style == "folded":
        return None, []  # reported by yaml_nodes.py
    if len(chunk) > MAX_STATEMENT:
        return None, [
            Diagnostic("E204", "this statement is too long", where, "split it into several clauses")
        ]
    if not chunk.strip():
        return None, [Diagnostic("E201", "nothing is written here", where, "write a value")]

    starts = [0, *(match.end() for match in re.finditer("\n", chunk))]

    def position(offset: int) -> tuple[int, int]:
        """Return the line and column in the text of a character of the chunk."""
        line = bisect_right(starts, offset)
        return before + line, offset - starts[line - 1] + 1

    builder = Builder(lambda begin, end: text.between(position(begin), position(end)))
    tree = clause_parser().parse(chunk, start, builder.make)
    if builder.too_deep is None:
        return tree, []
    return None, [
        Diagnostic(
            "E205",
            f"this expression is nested deeper than {MAX_DEPTH}",
            text.at(*position(builder.too_deep)),
            "give a part of it a name under `facts`",
        )
    ]
