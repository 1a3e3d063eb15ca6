"""Print syntax trees in the clause language: each node on one line, one way for each tree.

A node is written by the rule of the grammar that makes it (tree_builder.py): its words are those of
the rule, and brackets are put where the grammar needs them. Nodes with bodies are printed as heads,
each with its body; layout.py puts them on lines. A text that is parsed and printed means the same,
and prints the same when it is parsed again.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from thesmos.diagnostics import InternalError
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import grammar
from thesmos.syntax import nodes as t
from thesmos.syntax.forms import AS_SPELLED, SAME, Children, Form
from thesmos.syntax.lalr import INDENT_TERMINALS, Reduction
from thesmos.syntax.tree_builder import FORMS

Body: TypeAlias = Sequence[t.Node]
Branch: TypeAlias = tuple[str, Body]  # a head without its colon, and the body in its block
Piece: TypeAlias = "str | Body"  # a word, or the body of a block


class Placeholder(str):
    """A word for any value, in the form of a construct."""

    __slots__ = ()


# What is put in brackets for the reader only: by rule and place, the symbols whose rules make it.
BRACKETED = {("not_", 1): ("comparison",), ("if_else", 0): ("either", "both")}
# Words whose text is not looked at when a rule is chosen.
NAMES = ("NAME", "TYPE", "INT")
BINDS = {"member", "member_all", "FROM"}  # in brackets with these, a name is bound
NO_SPACE = ""  # a piece that joins those beside it
_JOINED_BEFORE = ("COMMA", "RPAR", "RBRACE", "COLON", "DOT")
_JOINED_AFTER = ("LPAR", "LBRACE", "DOT")
_SYMBOLS = {t.Expr: "expr", t.Effect: "effect", ct.Clause: "clause", ct.Next: "next"}


def line_text(node: t.Node) -> str:
    """Return the text of a value, or of a clause, effect or route that has no body."""
    return branches(node)[0][0]


def branches(node: t.Node) -> list[Branch]:
    """Return the heads of a clause or effect with their bodies.

    A node without a body has one head, its text, with an empty body.
    """
    parts: list[Branch] = []
    words: list[str] = []
    for piece in _pieces(node):
        if isinstance(piece, str):
            words.append(piece)
        else:
            parts.append((_text(words).removesuffix(":"), piece))
            words = []
    return [*parts, (_text(words), ())] if words else parts


def _text(words: Sequence[str]) -> str:
    """Return words with spaces between them."""
    text = ""
    for before, word in zip((NO_SPACE, *words), words, strict=False):
        text += word if NO_SPACE in (before, word) else f" {word}"
    return text


def _pieces(node: t.Node) -> list[Piece]:
    symbol = next(symbol for kind, symbol in _SYMBOLS.items() if isinstance(node, kind))
    pieces = _written(symbol, node)
    if pieces is None:
        raise InternalError(f"no rule of the grammar makes {node}")
    return pieces


def _written(
    symbol: str, value: Any, again: bool = False, bracketed: Sequence[str] = ()
) -> list[Piece] | None:
    """Return a value as a symbol of the grammar; None if the symbol never has this value.

    again: whether the value is written inside a symbol with the same value, as in brackets.
    bracketed: symbols whose rules are not used without brackets.
    """
    if symbol in grammar.tables().terminals:
        return _word(symbol, value)
    if _is_block(symbol):
        return [value if isinstance(value, tuple) else (value,)]
    for rule, form in _rules(symbol, value.__class__):
        unused = again if form is SAME else rule.name in bracketed
        children = None if unused else form.children(value)
        pieces = None if children is None else _expanded(rule, children, form is SAME)
        if pieces is not None:
            return pieces
    return [value] if isinstance(value, Placeholder) else None


def _word(terminal: str, value: Any) -> list[Piece] | None:
    """Return a terminal with a text; None if it never has this text."""
    if value is AS_SPELLED:
        return [grammar.spelling(terminal)]
    if not isinstance(value, str):
        return None
    fits = terminal in NAMES or grammar.pattern_of(terminal).fullmatch(value)
    return [value] if fits else None


@functools.cache
def _is_block(symbol: str) -> bool:
    """Return whether a symbol can be an indented block."""
    return any(
        "_INDENT" in rule.symbols or (rule.unit and _is_block(rule.symbols[0]))
        for rule in grammar.rules_of(symbol)
    )


@functools.cache
def _rules(symbol: str, kind: type) -> list[tuple[Reduction, Form]]:
    """Return the rules by which a symbol may have a value of a class, in the order to be tried.

    A rule without a form has the value of its only child, as brackets do: it is the last resort.
    """
    order = list(FORMS)
    rules = [
        (order.index(rule.method) if rule.method in FORMS else len(order), len(rule.symbols), rule)
        for name in _alike(symbol)
        for rule in grammar.rules_of(name)
        if not rule.unit and FORMS.get(rule.method, SAME).kind in (None, kind)
    ]
    rules.sort(key=lambda ranked: ranked[:2])
    return [(rule, FORMS.get(rule.method, SAME)) for *_, rule in rules]


def _alike(symbol: str) -> Iterator[str]:
    """Yield a symbol, and those that may stand alone in its place."""
    yield symbol
    for rule in grammar.rules_of(symbol):
        if rule.unit:
            yield from _alike(rule.symbols[0])


def _expanded(rule: Reduction, children: Children, same: bool = False) -> list[Piece] | None:
    """Return a rule with its children; None if it has other children.

    same: whether its only child has the value of the rule itself.
    """
    values = _by_place(rule, children)
    if values is None:
        return None
    pieces: list[Piece] = []
    binds = not BINDS.isdisjoint(rule.symbols)
    for place, symbol in enumerate(rule.symbols):
        if symbol in INDENT_TERMINALS:
            continue
        opens = symbol == "LPAR" and place and not binds and rule.symbols[place - 1] != "AFTER"
        if symbol in _JOINED_BEFORE or opens:
            pieces.append(NO_SPACE)
        if symbol.startswith("_") and symbol not in grammar.tables().terminals:
            inside = _repeated(symbol, values[place])
        else:
            bracketed = BRACKETED.get((rule.method, place), ())
            inside = _written(symbol, values.get(place, AS_SPELLED), same, bracketed)
        if inside is None:
            return None
        pieces += inside
        if symbol in _JOINED_AFTER or (rule.method == "negative" and not place):
            pieces.append(NO_SPACE)
    return pieces


def _repeated(symbol: str, children: Children) -> list[Piece] | None:
    """Return what a rule repeats, with these children; None if it has none."""
    rule = next(rule for rule in grammar.rules_of(symbol) if symbol not in rule.symbols)
    size = len(rule.parts)
    pieces: list[Piece] = []
    for first in range(0, len(children), size):
        pieces += _expanded(rule, children[first : first + size]) or ()
    return pieces or None


def _by_place(rule: Reduction, children: Children) -> dict[int, Any] | None:
    """Return the values of the symbols of a rule, by place; None if it has other children.

    The value of a symbol that repeats others is the list of all their children.
    """
    last = len(rule.parts) - 1
    if last >= 0 and (rule.parts[last] or 0) < 0:
        children = [*children[:last], children[last:]]
    values = {}
    for number in range(max(len(rule.parts), len(children))):
        child = children[number] if number < len(children) else None
        place = rule.parts[number] if number <= last else None
        if place is None:
            if child is not None and child != ():
                return None
        elif child is None:
            return None
        elif place < 0:
            values[-1 - place] = child
        else:
            symbol = rule.symbols[place]
            if symbol in grammar.tables().terminals and _word(symbol, child) is None:
                return None
            values[place] = child
    return values
