"""Parses clause text: the grammar of `grammar/clause.lark`, applied to one YAML scalar.

A block of clauses is parsed statement by statement, so that every wrong statement is reported.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError, Indenter
from lark.lexer import PatternRE, PatternStr, TerminalDef
from lark.tree import Meta

from thesmos import resources
from thesmos.diagnostics import Diagnostic, Location
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import nodes as t
from thesmos.syntax.clause_errors import WORD_END, syntax_error
from thesmos.syntax.tree_builder import MAX_DEPTH, Builder, TooDeepError
from thesmos.syntax.yaml_nodes import YamlText

MAX_STATEMENT = 4000  # characters; no real clause is longer


class _Indenter(Indenter):
    """Marks blocks by indentation; inside brackets, lines may break anywhere."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LBRACE"]  # noqa: RUF012 - lark declares them as instance properties
    CLOSE_PAREN_types = ["RPAR", "RBRACE"]  # noqa: RUF012 - as above
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


def _whole(terminal: TerminalDef) -> None:
    """Let keywords match whole words only, so that `forbids` is not `forbid` and a name `s`."""
    if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value.isidentifier():
        terminal.pattern = PatternRE(terminal.pattern.value + WORD_END)
        terminal.priority = 1  # over names, as Lark does for plain strings


@functools.cache
def _parser() -> Lark:
    text = (resources.grammar_dir() / "clause.lark").read_text(encoding="utf-8")
    return Lark(
        text,
        parser="lalr",
        start=["clauses", "effects", "expr"],
        postlex=_Indenter(),
        propagate_positions=True,
        maybe_placeholders=True,
        edit_terminals=_whole,
    )


T = TypeVar("T")


def parse_clauses(text: YamlText) -> tuple[tuple[ct.Clause, ...], list[Diagnostic]]:
    """Parse a block of clauses: returns those that can be parsed, and the errors in the others."""
    return _parse_statements(text, "clauses")


def parse_effects(text: YamlText) -> tuple[tuple[t.Effect, ...], list[Diagnostic]]:
    """Parse a block of effects, as in an action's `do`."""
    return _parse_statements(text, "effects")


def parse_expr(text: YamlText) -> tuple[t.Expr | None, list[Diagnostic]]:
    """Parse one expression."""
    made, diagnostics = _parse(text, text.value, 0, "expr")
    return made, diagnostics


def _parse_statements(text: YamlText, start: str) -> tuple[tuple[Any, ...], list[Diagnostic]]:
    made: list[Any] = []
    diagnostics: list[Diagnostic] = []
    for line, chunk in _statements(text.value):
        nodes, wrong = _parse(text, chunk + "\n", line, start)
        made.extend(nodes or ())
        diagnostics.extend(wrong)
    return tuple(made), diagnostics


def _statements(value: str) -> Iterator[tuple[int, str]]:
    """Split a block into statements: the number of lines before each, and its text."""
    begin: int | None = None
    lines = value.split("\n")
    for number, line in enumerate(lines):
        fresh = (
            bool(line.strip()) and not line[0].isspace() and not line.startswith(("#", ")", "}"))
        )
        if fresh and not re.match(r"(else|elif)\b", line):
            if begin is not None:
                yield begin, "\n".join(lines[begin:number])
            begin = number
        elif line.strip() and begin is None and not line.lstrip().startswith("#"):
            begin = number
    if begin is not None:
        yield begin, "\n".join(lines[begin:])


def _parse(text: YamlText, chunk: str, before: int, start: str) -> tuple[Any, list[Diagnostic]]:
    def location(meta: Meta) -> Location:
        return text.at(before + getattr(meta, "line", 1), getattr(meta, "column", 1))

    where = text.at(before + 1, 1)
    if text.style == "folded":
        return None, []  # reported by yaml_nodes.py
    if len(chunk) > MAX_STATEMENT:
        return None, [
            Diagnostic("E204", "this statement is too long", where, "split it into several clauses")
        ]
    if not chunk.strip():
        return None, [Diagnostic("E201", "nothing is written here", where, "write a value")]
    try:
        parsed: Tree[Token] = _parser().parse(chunk, start=start)
        return _build(parsed, location), []
    except (UnexpectedInput, DedentError):
        return None, [
            syntax_error(
                _parser(), chunk, start, lambda line, column: text.at(before + line, column)
            )
        ]
    except TooDeepError as error:
        return None, [
            Diagnostic(
                "E205",
                f"this expression is nested deeper than {MAX_DEPTH}",
                location(error.meta),
                "give a part of it a name under `facts`",
            )
        ]


def _build(parsed: Tree[Token], location: Callable[[Meta], Location]) -> Any:
    """Transform bottom-up, without recursion: a deep tree must not exhaust the stack."""
    builder = Builder(location)
    done: dict[int, Any] = {}
    for node in parsed.iter_subtrees():
        kids = [done[id(k)] if isinstance(k, Tree) else k for k in node.children]
        done[id(node)] = getattr(builder, str(node.data))(node.meta, kids)
    return done[id(parsed)]
