"""Explain syntax errors in clause text: what is wrong, and what the grammar expects."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from thesmos.diagnostics import Diagnostic, Edit, Location, Mend
from thesmos.syntax.grammar import beginnings, spelling, tables
from thesmos.syntax.hints import HERE, VALUES, PatternMatch, find, short
from thesmos.syntax.hints_for_clauses import BEGINNINGS, CLAUSES
from thesmos.syntax.lalr import END, INDENT_TERMINALS, Parser, Read, Rejection
from thesmos.syntax.shown_forms import forms_by_words

LAYOUT = INDENT_TERMINALS
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
    "COMPARATOR": "`=`",
    "PLUS_MINUS": "`+`",
    "TIMES": "`*`",
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
    bracket: the innermost open bracket: its text, line and column.
    """

    line: int
    row: str
    column: int
    word: str
    last: str
    first: str
    accepted: frozenset[str]
    bracket: tuple[str, int, int] | None


def syntax_error(
    parser: Parser, chunk: str, start: str, at: Callable[[int, int], Location]
) -> Diagnostic:
    """Explain why the grammar rejects a text.

    start: the start symbol of the grammar.
    at: returns the location in the file of a line and a column of the text.
    """
    rejected = parser.rejection(chunk, start)
    read = [token for token in rejected.read if token.terminal not in LAYOUT]
    if rejected.misaligned:
        hint = "indent all lines of a block equally"
        text = "this line is not indented like any block above it"
        return Diagnostic("E202", text, _below(chunk, read, at), hint)
    if rejected.wrong is not None and rejected.wrong.terminal == "_INDENT":
        message = "this line is indented, but the line above does not open a block"
        hint = "only `and`, `or`, `where`, `by`, `else` and `+` begin a line that continues another"
        return Diagnostic("E201", message, _below(chunk, read, at), hint)
    stop = _stop(chunk, rejected, read)
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


def _position(chunk: str, offset: int) -> tuple[int, int]:
    """Return the line, from 1, and the column, from 0, of a character."""
    return chunk.count("\n", 0, offset) + 1, offset - chunk.rfind("\n", 0, offset) - 1


def _stop(chunk: str, rejected: Rejection, read: list[Read]) -> Stop:
    token = rejected.wrong
    rows = chunk.split("\n")
    if token is not None and token.terminal in (*LAYOUT, END):
        line, column = _position(chunk, read[-1].end) if read else (1, 0)
        word = ""
    else:
        line, column = _position(chunk, rejected.at if token is None else token.at)
        word = rows[line - 1][column : column + 1] if token is None else token.word
    opened = _open(read)
    return Stop(
        line,
        rows[line - 1],
        column,
        word,
        read[-1].word if read else "",
        _first(rejected.read),
        frozenset(map(_spelled, rejected.accepted)),
        None if opened is None else (opened.word, *_position(chunk, opened.at)),
    )


def _first(tokens: Iterable[Read]) -> str:
    """Return the word that begins the last clause or effect in some tokens."""
    first, fresh = "", True
    for token in tokens:
        if fresh and token.terminal not in LAYOUT:
            first = token.word
        fresh = token.terminal in LAYOUT or token.word in (":", "by")
    return first


def _open(read: list[Read]) -> Read | None:
    """Return the innermost bracket that is still open."""
    opened: list[Read] = []
    for token in read:
        if token.word in BRACKETS:
            opened.append(token)
        elif opened and token.word in BRACKETS.values():
            opened.pop()
    return opened[-1] if opened else None


def _below(chunk: str, read: list[Read], at: Callable[[int, int], Location]) -> Location:
    """Return the location of the first word below the lines that were read."""
    begin = _position(chunk, read[-1].end)[0] if read else 0
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
    sign, line, column = opened
    new_line = stop.line != line and not stop.row[: stop.column].strip()
    missing = BRACKETS[sign]
    if missing not in stop.accepted or (stop.word and not new_line and not closing):
        return None
    message, hint = f"this `{sign}` is never closed", f"add `{missing}` where it ends"
    return PatternMatch(column + 1, message, hint, line)


def _spelling(stop: Stop, keywords: frozenset[str]) -> PatternMatch | None:
    """Recognize a misspelt word that the grammar would accept here."""
    words = [word for word in stop.accepted if word.isalpha() and word.islower()]
    small = stop.word.lower()
    after = stop.row[stop.column + len(stop.word) :]
    if not small.isidentifier() or stop.word in words:  # a word that needs others after it
        return None
    if after.startswith(("'", "’")):  # the word goes on
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
