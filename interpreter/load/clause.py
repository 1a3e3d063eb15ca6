"""Clause text to syntax tree: the grammar of `grammar/clause.lark`, applied to one YAML scalar.

A block of clauses is parsed statement by statement, so that each faulty statement is reported.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter
from lark.tree import Meta

from thesmos import home
from thesmos.fault import Diagnostic, Place, suggest
from thesmos.load import clauses as ct
from thesmos.load import tree as t
from thesmos.load.build import DEPTH, MAX_DEPTH, Builder, TooDeepError
from thesmos.load.marked import Text

MAX_STATEMENT = 4000  # characters; a longer clause is not a card's

# Words that are right, but not here.
BELONGS = {
    "next": "a decision is a step: `next` stands alone after `after …:` or `at …:`, in no effect",
    "permit": "a clause stands on a line of its own, not inside an effect",
    "forbid": "a clause stands on a line of its own, not inside an effect",
    "may": "a clause stands on a line of its own, not inside an effect",
    "do": "an effect follows `after …:`, `before …:`, `at …:` or `by`",
    "let": "an effect follows `after …:`, `before …:` or `at …:`",
}

WORDS = {
    "IF_POSSIBLE": "if possible",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "NAME": "a name",
    "TYPE": "a kind (Capitalised)",
    "INT": "a number",
    "$END": "the end",
    "COMPARATOR": "= != < <= > >=",
    "PLUS_MINUS": "+ -",
    "TIMES": "* / mod",
    "FOLD": "sum min max",
    "WHOSE": "your / opponent / teammate",
    "WHOSE_TURN": "your turn / opponent turn / teammate turn / any turn",
    "INSTEAD": "instead",
}


class _Indenter(Indenter):
    """Blocks by indentation; inside brackets lines may break."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LBRACE"]  # noqa: RUF012 - lark declares them as instance properties
    CLOSE_PAREN_types = ["RPAR", "RBRACE"]  # noqa: RUF012 - as above
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@functools.cache
def _parser() -> Lark:
    text = (home.grammar_dir() / "clause.lark").read_text(encoding="utf-8")
    return Lark(
        text,
        parser="lalr",
        start=["clauses", "effects", "expr"],
        postlex=_Indenter(),
        propagate_positions=True,
        maybe_placeholders=True,
    )


T = TypeVar("T")


def parse_clauses(text: Text) -> tuple[tuple[ct.Clause, ...], list[Diagnostic]]:
    """Parse a block of clauses; what can be parsed is returned beside the faults of the rest."""
    return _parse_statements(text, "clauses")


def parse_effects(text: Text) -> tuple[tuple[t.Effect, ...], list[Diagnostic]]:
    """Parse a block of effects, as in an action's `do`."""
    return _parse_statements(text, "effects")


def parse_expr(text: Text) -> tuple[t.Expr | None, list[Diagnostic]]:
    """Parse one expression."""
    made, faults = _parse(text, text.value, 0, "expr")
    return made, faults


def _parse_statements(text: Text, start: str) -> tuple[tuple[Any, ...], list[Diagnostic]]:
    made: list[Any] = []
    faults: list[Diagnostic] = []
    for line, chunk in _statements(text.value):
        nodes, wrong = _parse(text, chunk + "\n", line, start)
        made.extend(nodes or ())
        faults.extend(wrong)
    return tuple(made), faults


def _statements(value: str) -> Iterator[tuple[int, str]]:
    """Cut a block at the lines that begin a new statement: (lines before, text)."""
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


def _parse(text: Text, chunk: str, before: int, start: str) -> tuple[Any, list[Diagnostic]]:
    def place(meta: Meta) -> Place:
        return text.at(before + getattr(meta, "line", 1), getattr(meta, "column", 1))

    where = text.at(before + 1, 1)
    if text.style == "folded":
        return None, []  # a fault already, of the file: marked.py
    if len(chunk) > MAX_STATEMENT:
        return None, [
            Diagnostic("E204", "this statement is too long", where, "split it into several clauses")
        ]
    if not chunk.strip():
        return None, [Diagnostic("E201", "nothing is written here", where, "write a value")]
    DEPTH.clear()
    try:
        parsed: Tree[Token] = _parser().parse(chunk, start=start)
        return _build(parsed, place), []
    except UnexpectedInput as error:
        return None, [_syntax_fault(error, text, chunk, before)]
    except DedentError:
        return None, [
            Diagnostic(
                "E202",
                "this block goes back to an indentation that was never opened",
                text.at(before + 1, 1),
                "indent the lines of one block alike",
            )
        ]
    except TooDeepError as error:
        return None, [
            Diagnostic(
                "E205",
                f"this expression is nested deeper than {MAX_DEPTH}",
                place(error.meta),
                "give a part of it a name under `facts`",
            )
        ]


def _build(parsed: Tree[Token], place: Callable[[Meta], Place]) -> Any:
    """Transform bottom-up without recursion: a deep tree must not exhaust the stack."""
    builder = Builder(place)
    done: dict[int, Any] = {}
    for node in parsed.iter_subtrees():
        kids = [done[id(k)] if isinstance(k, Tree) else k for k in node.children]
        done[id(node)] = getattr(builder, str(node.data))(node.meta, kids)
    return done[id(parsed)]


def _syntax_fault(error: UnexpectedInput, text: Text, chunk: str, before: int) -> Diagnostic:
    line, column = max(error.line, 1), max(error.column, 1)
    if isinstance(error, UnexpectedCharacters):
        found = f"`{chunk.splitlines()[line - 1][column - 1 :][:1]}` cannot stand here"
        return Diagnostic(
            "E201", found, text.at(before + line, column), _expected(error.allowed or ())
        )
    if isinstance(error, UnexpectedToken):
        token = error.token
        if token.type in ("_NL", "$END", "_DEDENT", "_INDENT"):
            what = f"unexpected {WORDS[token.type]}"
            last = max(i for i, row in enumerate(chunk.splitlines(), 1) if row.strip())
            if token.type != "_INDENT" and line > last:
                line, column = last, len(chunk.splitlines()[last - 1]) + 1
        else:
            what = f"unexpected `{token}`"
        rows = chunk.splitlines()
        earlier = rows[line - 1][: column - 1].split() if line <= len(rows) else []
        hint = _hint(str(token), earlier, error.expected)
        return Diagnostic("E201", what, text.at(before + line, column), hint)
    return Diagnostic("E201", "this cannot be read", text.at(before + 1, 1), None)


def _hint(word: str, earlier: list[str], expected: Any) -> str | None:
    """What to write instead: the word that was meant, or the place where this one belongs.

    earlier: the words before it in the line; a clause's word inside an effect is read as a name.
    """
    for each in (word, *earlier[-1:]):
        if each in BELONGS:
            return BELONGS[each]
    return suggest(word, [_spelled(n) for n in expected]) or _expected(expected)


def _expected(names: Any) -> str | None:
    shown = sorted({WORDS.get(n) or _spelled(n) for n in names if n != "COMMENT"})
    return f"expected one of: {', '.join(shown[:14])}" if shown else None


def _spelled(name: str) -> str:
    """A terminal as it is written: `:=` for what the grammar leaves without a name."""
    for terminal in _parser().terminals:
        if terminal.name == name:
            return str(terminal.pattern.value)
    return name.lower()
