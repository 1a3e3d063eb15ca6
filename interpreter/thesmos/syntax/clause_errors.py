"""Explain syntax errors in clause text: what is wrong, and what the grammar expects."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from lark import Lark, Token
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError

from thesmos.diagnostics import Diagnostic, Edit, InternalError, Location, Mend
from thesmos.syntax.clause_tables import lark_parser
from thesmos.syntax.grammar import beginnings, spelling, tables
from thesmos.syntax.hints import HERE, VALUES, PatternMatch, find, short
from thesmos.syntax.hints_for_clauses import BEGINNINGS, CLAUSES
from thesmos.syntax.shown_forms import forms_by_words

LAYOUT = ("_NL", "_INDENT", "_DEDENT")
BRACKETS = {"(": ")", "{": "}"}
MAX_ALTERNATIVES = 5
NEAR = 0.6  # the least similarity of a misspelt word (difflib ratio)

SEVERAL = {"WHOSE_TURN": "your turn", "ON_TURN": "on", "UNTIL": "while"}  # spellings: one of them


def _spelled(terminal: str) -> str:
    """Return how a terminal is written; its name if it can be any name, number or operator."""
    return SEVERAL.get(terminal) or spelling(terminal) or terminal


def _beginnings(symbol: str) -> frozenset[str]:
    return frozenset(map(_spelled, beginnings(symbol)))


# Groups of expected words. If the grammar accepts all words of the first string, the phrases
# replace all words of the second in the message.
_OPERATORS = {"COMPARATOR", "PLUS_MINUS", "TIMES", "and", "or", "in", "is", "exists", "not"} | {
    "except", "union", "if", "at", "(", "."
}  # fmt: skip
GROUPS = (
    (
        "permit forbid",
        _beginnings("clauses"),
        ("`permit`", "`forbid`", "`after`", "`if`", "another clause"),
    ),
    (
        "do take",
        _beginnings("effects") | {"next"},
        ("an effect such as `do ACTION(…)` or `NAME := VALUE`",),
    ),
    ("NAME INT", _beginnings("expr"), ("a name", "a number", "`(`")),
    ("COMPARATOR", _OPERATORS, ("`=`", "`and`", "another operator")),
    ("and or", _OPERATORS, ("`and`", "`or`", "another operator")),
)
WORDS = {
    "_NL": "the end of the line",
    "$END": "the end",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "NAME": "a name",
    "TYPE": "a kind",
    "CRITERION": "`most` or `fewest`",
}
NAMES = {  # what a name refers to, by the word before it
    **dict.fromkeys(("permit", "forbid", "cancel", "after", "before", "do", "|"), "an action"),
    "if possible": "an action",
    **dict.fromkeys(("skip", "next", "due"), "a step"),
    "waiving": "a rule",
    "at": "a moment",
    "treat": "a fact",
}


@dataclass(frozen=True)
class Stop:
    """Where parsing stopped.

    line: the number of the line, from 1.
    row: its text.
    column: how many of its characters are read.
    word: the next word, empty at the end of a line or text.
    last: the word before.
    first: the word that begins the clause or effect.
    accepted: what the grammar accepts here, as written.
    bracket: the innermost open bracket.
    """

    line: int
    row: str
    column: int
    word: str
    last: str
    first: str
    accepted: frozenset[str]
    bracket: Token | None


def syntax_error(chunk: str, start: str, at: Callable[[int, int], Location]) -> Diagnostic:
    """Explain why the grammar rejects a text.

    start: the start symbol of the grammar.
    at: returns the location in the file of a line and a column of the text.
    """
    parser = lark_parser()
    tokens, wrong = _read(parser, chunk, start)
    read = [token for token in tokens if token.type not in LAYOUT]
    if isinstance(wrong, DedentError):
        hint = "indent all lines of a block equally"
        text = "this line is not indented like any block above it"
        return Diagnostic("E202", text, _below(chunk, read, at), hint)
    if isinstance(wrong, UnexpectedToken) and wrong.token.type == "_INDENT":
        message = "this line is indented, but the line above does not open a block"
        hint = "only `and`, `or`, `where`, `by`, `else` and `+` begin a line that continues another"
        return Diagnostic("E201", message, _below(chunk, read, at), hint)
    stop = _stop(parser, chunk, start, tokens, wrong)
    keywords = frozenset(map(spelling, tables().terminals))
    match = _bracket(stop) or _spelling(stop, keywords) or _known_error(stop) or _expected(stop)
    line, change = match.line or stop.line, match.change
    place, edit = at(line, match.column), None
    if change is not None:
        begin, end = at(line, change.begin), at(line, change.end)
        changed = replace(begin, end_line=end.line, end_column=end.column)
        edit = Edit(changed, change.text)
        cut = chunk.split("\n")[line - 1][change.begin - 1 : change.end - 1].rstrip()
        if begin == place and cut:
            place = replace(begin, end_line=begin.line, end_column=begin.column + len(cut))
    return Diagnostic("E201", match.message, place, match.hint, edit=edit)


# ------------------------------------------------------------------------ where parsing stopped


def _read(parser: Lark, chunk: str, start: str) -> tuple[list[Token], Exception]:
    """Return the tokens before the point where parsing stops, and the exception raised there."""
    reader = parser.parse_interactive(chunk, start=start)
    tokens: list[Token] = []
    try:
        for token in reader.iter_parse():
            tokens.append(token)  # noqa: PERF402 - keeps the tokens before the error
        reader.feed_token(Token("$END", ""))
    except (UnexpectedInput, DedentError) as error:
        if tokens and isinstance(error, UnexpectedToken) and error.token is tokens[-1]:
            tokens.pop()  # the token that was rejected
        return tokens, error
    raise InternalError("a text was rejected, and then parsed")


def _stop(parser: Lark, chunk: str, start: str, tokens: list[Token], wrong: Exception) -> Stop:
    read = [token for token in tokens if token.type not in LAYOUT]
    token = wrong.token if isinstance(wrong, UnexpectedToken) else None
    rows = chunk.split("\n")
    if token is not None and token.type in (*LAYOUT, "$END"):
        line, column = (read[-1].end_line or 1, (read[-1].end_column or 1) - 1) if read else (1, 0)
        word = ""
    else:
        line = max(getattr(wrong, "line", 1), 1)
        column = max(getattr(wrong, "column", 1), 1) - 1
        word = str(token) if token is not None else rows[line - 1][column : column + 1]
    return Stop(
        line,
        rows[line - 1],
        column,
        word,
        str(read[-1]) if read else "",
        _first(tokens),
        frozenset(_accepted(parser, start, tokens)),
        _open(read),
    )


def _accepted(parser: Lark, start: str, tokens: list[Token]) -> Iterator[str]:
    """Yield what the grammar accepts after some tokens: words as written, classes by name."""
    again: Any = parser.parse_interactive("", start=start)  # partly untyped
    for token in tokens:
        again.feed_token(token)
    yield from map(_spelled, again.accepts())


def _first(tokens: list[Token]) -> str:
    """Return the word that begins the last clause or effect in some tokens."""
    first, fresh = "", True
    for token in tokens:
        if fresh and token.type not in LAYOUT:
            first = str(token)
        fresh = token.type in LAYOUT or token in (":", "by")
    return first


def _open(read: list[Token]) -> Token | None:
    """Return the innermost bracket that is still open."""
    opened: list[Token] = []
    for token in read:
        if token in BRACKETS:
            opened.append(token)
        elif opened and token in BRACKETS.values():
            opened.pop()
    return opened[-1] if opened else None


def _below(chunk: str, read: list[Token], at: Callable[[int, int], Location]) -> Location:
    """Return the location of the first word below the lines that were read."""
    begin = (read[-1].end_line or 1) if read else 0
    for line, row in enumerate(chunk.split("\n")[begin:], begin + 1):
        words = row.strip()
        if words and not words.startswith("#"):
            return at(line, len(row) - len(row.lstrip()) + 1)
    return at(max(begin, 1), 1)


# ---------------------------------------------------------------------------------- messages


def _bracket(stop: Stop) -> PatternMatch | None:
    """Recognize a bracket that is never closed, or never opened."""
    opened, closing = stop.bracket, stop.word in BRACKETS.values()
    if opened is None:
        message = f"this `{stop.word}` has no opening bracket"
        return (
            PatternMatch(stop.column + 1, message, "remove it, or add the opening bracket")
            if closing
            else None
        )
    new_line = stop.line != opened.line and not stop.row[: stop.column].strip()
    missing = BRACKETS[str(opened)]
    if missing not in stop.accepted or (stop.word and not new_line and not closing):
        return None
    message, hint = f"this `{opened}` is never closed", f"add `{missing}` where it ends"
    return PatternMatch(opened.column or 1, message, hint, opened.line or stop.line)


def _spelling(stop: Stop, keywords: frozenset[str]) -> PatternMatch | None:
    """Recognize a misspelt word that the grammar would accept here."""
    words = [word for word in stop.accepted if word.isalpha() and word.islower()]
    small = stop.word.lower()
    if not small.isidentifier() or stop.word in words:  # a word that needs others after it
        return None
    message = f"unexpected `{short(stop.word)}`"
    if stop.word != small and small in words:
        hint = f"write it in lower case: `{small}`"
        return PatternMatch(stop.column + 1, message, Mend(hint, stop.word, small))
    near = difflib.get_close_matches(small, words, n=1, cutoff=NEAR)
    if near and abs(len(near[0]) - len(small)) <= 1 and small not in keywords:
        hint = f"did you mean `{near[0]}`?"
        return PatternMatch(stop.column + 1, message, Mend(hint, stop.word, near[0]))
    return None


def _known_error(stop: Stop) -> PatternMatch | None:
    """Recognize a common error."""
    line = stop.row[: stop.column] + HERE + stop.row[stop.column :].partition("#")[0].rstrip()
    begins = BEGINNINGS if "permit" in stop.accepted else ()
    return find(line, stop.accepted, (*begins, *CLAUSES, *VALUES))


def _expected(stop: Stop) -> PatternMatch:
    """Say what was found and what is expected, when nothing more is known about the error."""
    after = f" after `{short(stop.last)}`" if stop.last else ""
    message = f"unexpected `{short(stop.word)}`{after}"
    if not stop.word:
        message = f"something is missing{after or ' here'}"
    elif "permit" in stop.accepted:
        message = f"a clause can't begin with `{short(stop.word)}`"
    elif stop.word[0].isupper() and "NAME" in stop.accepted and "TYPE" not in stop.accepted:
        message += ": names begin with a lower-case letter, kinds with a capital"
    *most, last = _alternatives(stop)
    hint = f"expected {', '.join(most)} or {last}" if most else f"expected {last}"
    forms = forms_by_words()
    form = forms.get(" ".join(stop.row.split()[:2])) or forms.get(stop.first)
    if form and ("where" in stop.accepted or not stop.accepted & {"COMPARATOR", "and", "INT"}):
        hint += f", as in `{form}`"
    return PatternMatch(stop.column + 1, message, hint)


def _alternatives(stop: Stop) -> list[str]:
    """Name what is expected here: at most MAX_ALTERNATIVES things."""
    remaining, groups = set(stop.accepted), list[str]()
    for all_of, taken, group in GROUPS:
        if remaining.issuperset(all_of.split()):
            groups += group
            remaining.difference_update(taken)
    words = {**WORDS, "NAME": f"the name of {NAMES[stop.last]}" if stop.last in NAMES else "a name"}
    phrases = sorted(words.get(word) or f"`{word}`" for word in remaining if word not in LAYOUT)
    phrases = [*phrases, *groups, *sorted(words[word] for word in remaining if word in LAYOUT)]
    return phrases[:MAX_ALTERNATIVES]
