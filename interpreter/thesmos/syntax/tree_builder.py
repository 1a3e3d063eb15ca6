"""Builds syntax trees from parse trees: one method per grammar rule, in the grammar's order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from thesmos.diagnostics import Location
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import nodes as t

MAX_DEPTH = 40  # of nested expressions


class Builder:
    """Builds one syntax tree: each method makes the node of a grammar rule from its children.

    at: the offset in the text at which the rule begins. kids: words of the text are texts.
    """

    def __init__(self, location: Callable[[int], Location]) -> None:
        self._location = location
        self._depth: dict[int, int] = {}  # nesting of the expressions built so far, by identity
        self.too_deep: int | None = None  # the offset of the first expression nested too deep

    # Lists of names.
    def names(self, at: int, kids: list[str]) -> tuple[str, ...]:
        return tuple(str(k) for k in kids)

    kinds = names
    params = names

    def waiving(self, at: int, kids: list[Any]) -> tuple[str, ...]:
        return tuple(kids[0])

    def where(self, at: int, kids: list[Any]) -> t.Expr:
        condition: t.Expr = kids[0]
        return condition

    def counting(self, at: int, kids: list[Any]) -> bool:
        return True

    # Clauses.
    def clauses(self, at: int, kids: list[ct.Clause]) -> tuple[ct.Clause, ...]:
        return tuple(kids)

    def suite(self, at: int, kids: list[ct.Clause]) -> tuple[ct.Clause, ...]:
        return tuple(kids)

    def permit(self, at: int, kids: list[Any]) -> ct.Permit:
        return ct.Permit(self._location(at), str(kids[0]), kids[1] or (), kids[2], kids[3])

    def forbid(self, at: int, kids: list[Any]) -> ct.Forbid:
        return ct.Forbid(self._location(at), str(kids[0]), kids[1])

    def forbid_skip(self, at: int, kids: list[Any]) -> ct.ForbidSkip:
        return ct.ForbidSkip(self._location(at), str(kids[0]), kids[1])

    def may_skip(self, at: int, kids: list[Any]) -> ct.MaySkip:
        return ct.MaySkip(self._location(at), str(kids[0]), kids[1])

    def require(self, at: int, kids: list[Any]) -> ct.Require:
        return ct.Require(self._location(at), str(kids[1]), kids[2], kids[3], bool(kids[4]))

    def cancel(self, at: int, kids: list[Any]) -> ct.Cancel:
        return ct.Cancel(self._location(at), kids[0], kids[1])

    def hide(self, at: int, kids: list[Any]) -> ct.Hide:
        return ct.Hide(self._location(at), str(kids[0]), kids[1], kids[2])

    def treat(self, at: int, kids: list[Any]) -> ct.Treat:
        return ct.Treat(self._location(at), str(kids[0]), kids[1] or (), kids[2], kids[3])

    def add_to(self, at: int, kids: list[Any]) -> ct.AddTo:
        return ct.AddTo(self._location(at), str(kids[1]), kids[2] or (), kids[0], kids[3])

    def win(self, at: int, kids: list[Any]) -> ct.Win:
        return ct.Win(self._location(at), str(kids[0]), kids[1] is not None, kids[2], kids[3])

    def end(self, at: int, kids: list[Any]) -> ct.End:
        return ct.End(self._location(at), str(kids[0]), tuple(kids[1] or ()), kids[2])

    def criteria(self, _: int, kids: list[Any]) -> list[ct.Criterion]:
        return kids

    def criterion(self, at: int, kids: list[Any]) -> ct.Criterion:
        return ct.Criterion(self._location(at), str(kids[0]), str(kids[1]))

    def veto(self, at: int, kids: list[Any]) -> ct.Veto:
        return ct.Veto(self._location(at), kids[0])

    def spent(self, at: int, kids: list[Any]) -> ct.Spent:
        return ct.Spent(self._location(at), kids[0])

    def if_clause(self, at: int, kids: list[Any]) -> ct.IfClause:
        return ct.IfClause(self._location(at), kids[0], kids[1], kids[2] or ())

    def on_turn(self, at: int, kids: list[Any]) -> ct.OnTurn:
        whose = str(kids[0]).split()[1]
        return ct.OnTurn(self._location(at), whose, kids[1], kids[2])

    def repeat(self, at: int, kids: list[Any]) -> ct.MayRepeat:
        step, once, where, *then = kids
        return ct.MayRepeat(
            self._location(at), str(step), once is not None, where, then[0] if then else ()
        )

    def after(self, at: int, kids: list[Any]) -> ct.After:
        return ct.After(self._location(at), kids[0], False, kids[1], kids[2])

    def after_skip(self, at: int, kids: list[Any]) -> ct.After:
        return ct.After(self._location(at), (str(kids[0]),), True, kids[1], kids[2])

    def before(self, at: int, kids: list[Any]) -> ct.Before:
        return ct.Before(self._location(at), str(kids[0]), kids[1], kids[2])

    def moment(self, at: int, kids: list[Any]) -> ct.At:
        whose = str(kids[1]).split()[0]
        return ct.At(self._location(at), str(kids[0]), whose, kids[2], kids[3])

    def grant(self, at: int, kids: list[Any]) -> ct.Grant:
        return ct.Grant(self._location(at), kids[0], kids[1] if len(kids) > 1 else ())

    def next(self, at: int, kids: list[Any]) -> ct.Next:
        return ct.Next(self._location(at), str(kids[0]), kids[1] is not None)

    # Effects.
    def effects(self, at: int, kids: list[t.Effect]) -> tuple[t.Effect, ...]:
        return tuple(kids)

    effect_suite = effects

    def assign(self, at: int, kids: list[Any]) -> t.Assign:
        return t.Assign(self._location(at), kids[0], ":=", kids[1])

    def add(self, at: int, kids: list[Any]) -> t.Assign:
        return t.Assign(self._location(at), kids[0], "+=", kids[1])

    def subtract(self, at: int, kids: list[Any]) -> t.Assign:
        return t.Assign(self._location(at), kids[0], "-=", kids[1])

    def let(self, at: int, kids: list[Any]) -> t.Let:
        return t.Let(self._location(at), str(kids[0]), kids[1])

    def do(self, at: int, kids: list[Any]) -> t.Do:
        return t.Do(self._location(at), str(kids[0]), kids[1] or ())

    def take(self, at: int, kids: list[Any]) -> t.Hand:
        return t.Hand(self._location(at), "take", kids[0], None)

    def give(self, at: int, kids: list[Any]) -> t.Hand:
        return t.Hand(self._location(at), "give", kids[0], kids[1])

    def share(self, at: int, kids: list[Any]) -> t.Hand:
        return t.Hand(self._location(at), "share", kids[0], kids[1])

    def revoke(self, at: int, kids: list[Any]) -> t.Hand:
        return t.Hand(self._location(at), "revoke", kids[0], kids[1])

    def drop(self, at: int, kids: list[Any]) -> t.Hand:
        return t.Hand(self._location(at), "drop", kids[0], None)

    def loses(self, at: int, kids: list[Any]) -> t.Loses:
        return t.Loses(self._location(at), kids[0])

    def counts(self, at: int, kids: list[Any]) -> t.Counts:
        return t.Counts(self._location(at))

    def due(self, at: int, kids: list[Any]) -> t.Due:
        return t.Due(self._location(at), str(kids[0]))

    def memorize(self, at: int, kids: list[Any]) -> t.Memorize:
        return t.Memorize(self._location(at))

    def forget(self, at: int, kids: list[Any]) -> t.Forget:
        return t.Forget(self._location(at))

    def if_effect(self, at: int, kids: list[Any]) -> t.If:
        otherwise = kids[2] or ()
        if isinstance(otherwise, t.If):
            otherwise = (otherwise,)
        return t.If(self._location(at), kids[0], kids[1], tuple(otherwise))

    elif_effect = if_effect

    def each(self, at: int, kids: list[Any]) -> t.Each:
        return t.Each(self._location(at), t.Member(str(kids[0]), kids[1], kids[2]), kids[3])

    def while_(self, at: int, kids: list[Any]) -> t.While:
        return t.While(self._location(at), kids[0], kids[1])

    # Expressions.
    def if_else(self, at: int, kids: list[Any]) -> t.Expr:
        return self._make(at, t.IfElse, *kids)

    def either(self, at: int, kids: list[Any]) -> t.Expr:
        return self._make(at, t.Logic, "or", tuple(kids))

    def both(self, at: int, kids: list[Any]) -> t.Expr:
        return self._make(at, t.Logic, "and", tuple(kids))

    def not_(self, at: int, kids: list[Any]) -> t.Expr:
        return self._make(at, t.Unary, "not", kids[0])

    def compare(self, at: int, kids: list[Any]) -> t.Expr:
        return self._make(at, t.Binary, str(kids[1]), kids[0], kids[2])

    arithmetic = compare

    def is_in(self, at: int, kids: list[Any]) -> t.Expr:
        return self._make(at, t.Binary, "in", kids[0], kids[1])

    def not_in(self, at: int, kids: list[Any]) -> t.Expr:
        return self._make(at, t.Unary, "not", self.is_in(at, kids))

    def is_none(self, at: int, kids: list[Any]) -> t.Expr:
        return self._make(at, t.Unary, "is none", kids[0])

    def exists(self, at: int, kids: list[Any]) -> t.Expr:
        return self._make(at, t.Unary, "exists", kids[0])

    def except_(self, at: int, kids: list[Any]) -> t.Expr:
        return self._make(at, t.Binary, "except", kids[0], kids[1])

    def union(self, at: int, kids: list[Any]) -> t.Expr:
        return self._make(at, t.Binary, "union", kids[0], kids[1])

    def negative(self, at: int, kids: list[Any]) -> t.Expr:
        return self._make(at, t.Unary, "-", kids[0])

    def record_role(self, at: int, kids: list[Any]) -> t.Expr:
        word, event = kids[0]
        return self._make(at, t.Past, word, event, str(kids[1]))

    def name(self, at: int, kids: list[str]) -> t.Expr:
        return t.Name(self._location(at), str(kids[0]))

    def number(self, at: int, kids: list[str]) -> t.Expr:
        return t.Number(self._location(at), int(kids[0]))

    def kind(self, at: int, kids: list[str]) -> t.Expr:
        return t.AllOf(self._location(at), str(kids[0]))

    def player(self, at: int, kids: list[str]) -> t.Expr:
        return t.NumberedPlayer(self._location(at), int(kids[1]))

    def piece_at(self, at: int, kids: list[Any]) -> t.Expr:
        return self._make(at, t.PieceAt, str(kids[0]), kids[1])

    def owned(self, at: int, kids: list[str]) -> t.Expr:
        return t.Owned(self._location(at), str(kids[0]), str(kids[1]))

    def all_of(self, at: int, kids: list[str]) -> t.Expr:
        return t.Owned(self._location(at), "all", str(kids[0]))

    def none(self, at: int, kids: list[Any]) -> t.Expr:
        return t.Literal(self._location(at), "none")

    def yes(self, at: int, kids: list[Any]) -> t.Expr:
        return t.Literal(self._location(at), "yes")

    def no(self, at: int, kids: list[Any]) -> t.Expr:
        return t.Literal(self._location(at), "no")

    def set_of(self, at: int, kids: list[Any]) -> t.Expr:
        return self._make(at, t.SetOf, kids[0] or ())

    def member(self, at: int, kids: list[Any]) -> t.Member:
        return t.Member(str(kids[0]), kids[1], kids[2])

    def member_all(self, at: int, kids: list[Any]) -> t.Member:
        return t.Member(str(kids[0]), kids[1], kids[2])

    def _search(self, word: str, at: int, kids: list[Any]) -> t.Expr:
        return self._make(at, t.Search, word, kids[0])

    def those(self, at: int, kids: list[Any]) -> t.Expr:
        return self._search("those", at, kids)

    def first_of(self, at: int, kids: list[Any]) -> t.Expr:
        return self._search("first", at, kids)

    def first_by(self, at: int, kids: list[Any]) -> t.Expr:
        return self._make(at, t.FirstBy, kids[0], kids[1])

    def orders(self, _: int, kids: list[Any]) -> tuple[t.Order, ...]:
        return tuple(kids)

    def order(self, at: int, kids: list[Any]) -> t.Order:
        return t.Order(self._location(at), str(kids[0]), kids[1])

    def some(self, at: int, kids: list[Any]) -> t.Expr:
        return self._search("some", at, kids)

    def every(self, at: int, kids: list[Any]) -> t.Expr:
        return self._search("every", at, kids)

    def no_such(self, at: int, kids: list[Any]) -> t.Expr:
        return self._search("no", at, kids)

    def count_such(self, at: int, kids: list[Any]) -> t.Expr:
        return self._search("count", at, kids)

    def count_of(self, at: int, kids: list[Any]) -> t.Expr:
        return self._make(at, t.Size, kids[0])

    def fold(self, at: int, kids: list[Any]) -> t.Expr:
        return self._make(at, t.Fold, str(kids[0]), kids[1], kids[2])

    def limit(self, at: int, kids: list[Any]) -> t.Expr:
        return self._make(at, t.Binary, str(kids[0]), kids[1], kids[2])

    def along(self, at: int, kids: list[Any]) -> t.Expr:
        _, name, start, following, word, condition = kids
        return self._make(at, t.Along, str(name), start, following, str(word), condition)

    def spread(self, at: int, kids: list[Any]) -> t.Expr:
        _, name, start, following, condition = kids
        return self._make(at, t.Spread, str(name), start, following, condition)

    def did(self, at: int, kids: list[Any]) -> t.Expr:
        return self._make(at, t.Past, "did", kids[0], None)

    def times(self, at: int, kids: list[Any]) -> t.Expr:
        return self._make(at, t.Past, "times", kids[0], None)

    def call(self, at: int, kids: list[Any]) -> t.Expr:
        return self._make(at, t.FunctionCall, str(kids[0]), kids[1] or ())

    def arguments(self, at: int, kids: list[Any]) -> tuple[t.Expr, ...]:
        return tuple(kids)

    def last(self, at: int, kids: list[Any]) -> tuple[str, t.EventPattern]:
        return "last", kids[0]

    def first(self, at: int, kids: list[Any]) -> tuple[str, t.EventPattern]:
        return "first", kids[0]

    def event(self, at: int, kids: list[Any]) -> t.EventPattern:
        kinds, role, value, condition, during = kids
        window, of = during or ("this turn", None)
        return t.EventPattern(kinds, role and str(role), value, condition, window, of)

    def your_last_turn(self, at: int, kids: list[Any]) -> tuple[str, None]:
        return "your last turn", None

    def whole_game(self, at: int, kids: list[Any]) -> tuple[str, t.Expr]:
        return "game", kids[0]

    def _make(self, at: int, node: Callable[..., t.Expr], *parts: Any) -> t.Expr:
        """Build an expression, and notice if it is nested too deep."""
        made = node(self._location(at), *parts)
        depth = 1 + max((self._depth.get(id(p), 0) for p in _parts(parts)), default=0)
        if depth > MAX_DEPTH and self.too_deep is None:
            self.too_deep = at
        self._depth[id(made)] = depth
        return made


def _parts(parts: tuple[Any, ...]) -> Iterator[Any]:
    """Return the direct subexpressions, including those in tuples, members and events."""
    for part in parts:
        if isinstance(part, tuple):
            yield from _parts(part)
        elif isinstance(part, t.Member):
            yield from (part.domain, part.condition)
        elif isinstance(part, t.EventPattern):
            yield from (part.with_value, part.condition, part.window_of)
        else:
            yield part
