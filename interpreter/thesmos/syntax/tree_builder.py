"""Build syntax trees: which node each rule of the grammar makes, and from which children.

The same table says by which rule a node is written (unparse.py). Words, and their order, are only
in the grammar.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from thesmos.constructs import parts_in
from thesmos.diagnostics import Location
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import nodes as t
from thesmos.syntax.forms import ALL_CHILDREN, SAME, Children, Form, made, single, word_of

MAX_DEPTH = 40  # levels of nested expressions


class Builder:
    """Builds one syntax tree, bottom-up.

    place: returns the location of a part of the text, given the offsets of its beginning and end.
    too_deep: the location of the first expression that is nested too deeply.
    """

    def __init__(self, place: Callable[[int, int], Location]) -> None:
        self._place = place
        self._end = 0  # of the rule whose result is made
        self.too_deep: int | None = None
        self._depth: dict[int, int] = {}  # nesting of the expressions built so far, by identity

    def make(self, rule: str, at: int, end: int, children: Children) -> Any:
        """Return the result of a rule for its children. at, end: where it begins, and ends."""
        self._end = end
        return FORMS[rule].result(self, at, children)

    def location(self, offset: int) -> Location:
        """Return the location of what begins at an offset, in the rule whose result is made."""
        return self._place(offset, self._end)

    def nest(self, expression: t.Expr, parts: Iterable[Any], at: int) -> None:
        """Note the depth of an expression, and whether it is too deep. parts: its children."""
        depth = 1 + max((self._depth.get(id(child), 0) for child in _inside(parts)), default=0)
        if depth > MAX_DEPTH and self.too_deep is None:
            self.too_deep = at
        self._depth[id(expression)] = depth


def _inside(parts: Iterable[Any]) -> Iterator[t.Expr]:
    """Yield the expressions directly inside parts, also those in tuples, binders and events."""
    for part in parts:
        if isinstance(part, t.Expr):
            yield part
        elif isinstance(part, tuple):
            yield from _inside(part)
        else:
            yield from _inside(getattr(part, name) for name in parts_in(part.__class__) or ())


# By rule, in the order of the grammar. A node that two rules can make is written by the first.
FORMS: dict[str, Form] = {
    # Clauses and their parts.
    **dict.fromkeys(("clauses", "suite", "names", "params", "kinds", "criteria"), ALL_CHILDREN),
    **dict.fromkeys(("waiving", "where"), SAME),
    "permit": made(ct.Permit),
    "forbid": made(ct.Forbid),
    "forbid_skip": made(ct.ForbidSkip),
    "may_skip": made(ct.MaySkip),
    "require": made(ct.Require, 1, 2, 3, 4),
    "cancel": made(ct.Cancel),
    "hide": made(ct.Hide),
    "treat": made(ct.Treat),
    "add_to": made(ct.AddTo, 1, 2, 0, 3),
    "win": made(ct.Win),
    "end": made(ct.End),
    "criterion": made(ct.Criterion),
    "veto": made(ct.Veto),
    "spent": made(ct.Spent),
    "if_clause": made(ct.IfClause),
    "on_turn": made(ct.OnTurn, word_of(0, "on {} turn"), 1, 2),
    "repeat": made(ct.MayRepeat),
    "after": made(ct.After, 0, False, 1, 2),
    "after_skip": made(ct.After, single(0), True, 1, 2),
    "before": made(ct.Before),
    "moment": made(ct.At, 0, word_of(1, "{} turn"), 2, 3),
    "grant": made(ct.ExtraTurn),
    "next": made(ct.Next),
    # Effects.
    **dict.fromkeys(("effects", "effect_suite"), ALL_CHILDREN),
    "assign": made(t.Assign, 0, ":=", 1),
    "add": made(t.Assign, 0, "+=", 1),
    "subtract": made(t.Assign, 0, "-=", 1),
    "let": made(t.Let),
    "do": made(t.Do),
    "take": made(t.MoveCard, "take", 0, None),
    "give": made(t.MoveCard, "give", 0, 1),
    "share": made(t.MoveCard, "share", 0, 1),
    "revoke": made(t.MoveCard, "revoke", 0, 1),
    "drop": made(t.MoveCard, "drop", 0, None),
    "loses": made(t.Lose),
    "counts": made(t.Counts),
    "due": made(t.Due),
    "memorize": made(t.Memorize),
    "forget": made(t.Forget),
    "if_effect": made(t.If),
    "elif_effect": single(made(t.If)),
    "each": made(t.Each),
    "while_": made(t.While),
    # Expressions and their parts.
    **dict.fromkeys(("arguments", "orders"), ALL_CHILDREN),
    "if_else": made(t.IfElse),
    "either": made(t.Logic, "or", ...),
    "both": made(t.Logic, "and", ...),
    "not_in": made(t.Unary, "not", made(t.Binary, "in", 0, 1)),
    "not_": made(t.Unary, "not", 0),
    **dict.fromkeys(("compare", "arithmetic"), made(t.Binary, 1, 0, 2)),
    "is_in": made(t.Binary, "in", 0, 1),
    "is_none": made(t.Unary, "is none", 0),
    "exists": made(t.Unary, "exists", 0),
    "except_": made(t.Binary, "except", 0, 1),
    "union": made(t.Binary, "union", 0, 1),
    "negative": made(t.Unary, "-", 0),
    "last": made(t.Past, "last", 0, 1),
    "first": made(t.Past, "first", 0, 1),
    "name": made(t.Name),
    "number": made(t.Number),
    "kind": made(t.AllOf),
    "piece_at": made(t.PieceAt),
    "owned": made(t.Owned),
    "player": made(t.NumberedPlayer, 1),
    "all_of": made(t.Owned, "all", 0),
    "none": made(t.Literal, "none"),
    "yes": made(t.Literal, "yes"),
    "no": made(t.Literal, "no"),
    "set_of": made(t.SetOf),
    "those": made(t.Search, "those", 0),
    "first_of": made(t.Search, "first", 0),
    "first_by": made(t.FirstBy),
    "some": made(t.Search, "some", 0),
    "every": made(t.Search, "every", 0),
    "no_such": made(t.Search, "no", 0),
    "count_such": made(t.Search, "count", 0),
    "count_of": made(t.Size),
    "fold": made(t.Fold),
    "limit": made(t.Binary),
    "along": made(t.Along, 1, 2, 3, 4, 5),
    "first_along": made(t.Along, 1, 2, 3, "where", 4),
    "spread": made(t.Spread, 1, 2, 3, 4),
    "after_do": made(t.AfterDo),
    "did": made(t.Past, "did", 0, None),
    "times": made(t.Past, "times", 0, None),
    "call": made(t.FunctionCall),
    **dict.fromkeys(("member", "member_all"), made(t.Binder)),
    "order": made(t.Order),
    "this_turn": made(t.EventPattern, 0, 1, 2, 3, "this turn", None),
    "your_last_turn": made(t.EventPattern, 0, 1, 2, 3, "your last turn", None),
    "whole_game": made(t.EventPattern, 0, 1, 2, 3, "game", 4),
}
