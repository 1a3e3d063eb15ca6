"""Builds syntax trees from parse trees: one method per grammar rule, in the grammar's order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from lark import Token
from lark.tree import Meta

from thesmos.diagnostics import Location
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import nodes as t

MAX_DEPTH = 40  # of nested expressions


class TooDeepError(Exception):
    """An expression nested deeper than MAX_DEPTH."""

    def __init__(self, meta: Meta) -> None:
        super().__init__()
        self.meta = meta


class Builder:
    """Builds one syntax tree: each method makes the node of a grammar rule from its children."""

    def __init__(self, location: Callable[[Meta], Location]) -> None:
        self._location = location
        self._depth: dict[int, int] = {}  # nesting of the expressions built so far, by identity

    # Lists of names.
    def names(self, meta: Meta, kids: list[Token]) -> tuple[str, ...]:
        return tuple(str(k) for k in kids)

    kinds = names
    params = names

    def waiving(self, meta: Meta, kids: list[Any]) -> tuple[str, ...]:
        return tuple(kids[0])

    def where(self, meta: Meta, kids: list[Any]) -> t.Expr:
        condition: t.Expr = kids[0]
        return condition

    def counting(self, meta: Meta, kids: list[Any]) -> bool:
        return True

    # Clauses.
    def clauses(self, meta: Meta, kids: list[ct.Clause]) -> tuple[ct.Clause, ...]:
        return tuple(kids)

    def suite(self, meta: Meta, kids: list[ct.Clause]) -> tuple[ct.Clause, ...]:
        return tuple(kids)

    def permit(self, meta: Meta, kids: list[Any]) -> ct.Permit:
        return ct.Permit(self._location(meta), str(kids[0]), kids[1] or (), kids[2], kids[3])

    def forbid(self, meta: Meta, kids: list[Any]) -> ct.Forbid:
        return ct.Forbid(self._location(meta), str(kids[0]), kids[1])

    def forbid_skip(self, meta: Meta, kids: list[Any]) -> ct.ForbidSkip:
        return ct.ForbidSkip(self._location(meta), str(kids[0]), kids[1])

    def may_skip(self, meta: Meta, kids: list[Any]) -> ct.MaySkip:
        return ct.MaySkip(self._location(meta), str(kids[0]), kids[1])

    def require(self, meta: Meta, kids: list[Any]) -> ct.Require:
        return ct.Require(self._location(meta), str(kids[1]), kids[2], kids[3], bool(kids[4]))

    def cancel(self, meta: Meta, kids: list[Any]) -> ct.Cancel:
        return ct.Cancel(self._location(meta), kids[0], kids[1])

    def hide(self, meta: Meta, kids: list[Any]) -> ct.Hide:
        return ct.Hide(self._location(meta), str(kids[0]), kids[1], kids[2])

    def treat(self, meta: Meta, kids: list[Any]) -> ct.Treat:
        return ct.Treat(self._location(meta), str(kids[0]), kids[1] or (), kids[2], kids[3])

    def win(self, meta: Meta, kids: list[Any]) -> ct.Win:
        return ct.Win(self._location(meta), str(kids[0]), kids[1] is not None, kids[2], kids[3])

    def veto(self, meta: Meta, kids: list[Any]) -> ct.Veto:
        return ct.Veto(self._location(meta), kids[0])

    def spent(self, meta: Meta, kids: list[Any]) -> ct.Spent:
        return ct.Spent(self._location(meta), kids[0])

    def if_clause(self, meta: Meta, kids: list[Any]) -> ct.IfClause:
        return ct.IfClause(self._location(meta), kids[0], kids[1], kids[2] or ())

    def after(self, meta: Meta, kids: list[Any]) -> ct.After:
        return ct.After(self._location(meta), kids[0], False, kids[1], kids[2])

    def after_skip(self, meta: Meta, kids: list[Any]) -> ct.After:
        return ct.After(self._location(meta), (str(kids[0]),), True, kids[1], kids[2])

    def before(self, meta: Meta, kids: list[Any]) -> ct.Before:
        return ct.Before(self._location(meta), str(kids[0]), kids[1], kids[2])

    def moment(self, meta: Meta, kids: list[Any]) -> ct.At:
        whose = str(kids[1]).split()[0]
        return ct.At(self._location(meta), str(kids[0]), whose, kids[2], kids[3])

    def grant(self, meta: Meta, kids: list[Any]) -> ct.Grant:
        return ct.Grant(self._location(meta), kids[0], kids[1] if len(kids) > 1 else ())

    def next(self, meta: Meta, kids: list[Any]) -> ct.Next:
        return ct.Next(self._location(meta), str(kids[0]), kids[1] is not None)

    # Effects.
    def effects(self, meta: Meta, kids: list[t.Effect]) -> tuple[t.Effect, ...]:
        return tuple(kids)

    effect_suite = effects

    def assign(self, meta: Meta, kids: list[Any]) -> t.Assign:
        return t.Assign(self._location(meta), kids[0], ":=", kids[1])

    def add(self, meta: Meta, kids: list[Any]) -> t.Assign:
        return t.Assign(self._location(meta), kids[0], "+=", kids[1])

    def subtract(self, meta: Meta, kids: list[Any]) -> t.Assign:
        return t.Assign(self._location(meta), kids[0], "-=", kids[1])

    def let(self, meta: Meta, kids: list[Any]) -> t.Let:
        return t.Let(self._location(meta), str(kids[0]), kids[1])

    def do(self, meta: Meta, kids: list[Any]) -> t.Do:
        return t.Do(self._location(meta), str(kids[0]), kids[1] or ())

    def take(self, meta: Meta, kids: list[Any]) -> t.Hand:
        return t.Hand(self._location(meta), "take", kids[0], None)

    def give(self, meta: Meta, kids: list[Any]) -> t.Hand:
        return t.Hand(self._location(meta), "give", kids[0], kids[1])

    def share(self, meta: Meta, kids: list[Any]) -> t.Hand:
        return t.Hand(self._location(meta), "share", kids[0], kids[1])

    def revoke(self, meta: Meta, kids: list[Any]) -> t.Hand:
        return t.Hand(self._location(meta), "revoke", kids[0], kids[1])

    def drop(self, meta: Meta, kids: list[Any]) -> t.Hand:
        return t.Hand(self._location(meta), "drop", kids[0], None)

    def loses(self, meta: Meta, kids: list[Any]) -> t.Loses:
        return t.Loses(self._location(meta), kids[0])

    def counts(self, meta: Meta, kids: list[Any]) -> t.Counts:
        return t.Counts(self._location(meta))

    def if_effect(self, meta: Meta, kids: list[Any]) -> t.If:
        otherwise = kids[2] or ()
        if isinstance(otherwise, t.If):
            otherwise = (otherwise,)
        return t.If(self._location(meta), kids[0], kids[1], tuple(otherwise))

    elif_effect = if_effect

    def each(self, meta: Meta, kids: list[Any]) -> t.Each:
        return t.Each(self._location(meta), t.Member(str(kids[0]), kids[1], kids[2]), kids[3])

    def while_(self, meta: Meta, kids: list[Any]) -> t.While:
        return t.While(self._location(meta), kids[0], kids[1])

    # Expressions.
    def if_else(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._make(meta, t.IfElse, *kids)

    def either(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._make(meta, t.Logic, "or", tuple(kids))

    def both(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._make(meta, t.Logic, "and", tuple(kids))

    def not_(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._make(meta, t.Unary, "not", kids[0])

    def compare(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._make(meta, t.Binary, str(kids[1]), kids[0], kids[2])

    arithmetic = compare

    def is_in(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._make(meta, t.Binary, "in", kids[0], kids[1])

    def not_in(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._make(meta, t.Unary, "not", self.is_in(meta, kids))

    def is_none(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._make(meta, t.Unary, "is none", kids[0])

    def exists(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._make(meta, t.Unary, "exists", kids[0])

    def except_(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._make(meta, t.Binary, "except", kids[0], kids[1])

    def union(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._make(meta, t.Binary, "or_in", kids[0], kids[1])

    def negative(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._make(meta, t.Unary, "-", kids[0])

    def record_role(self, meta: Meta, kids: list[Any]) -> t.Expr:
        word, event = kids[0]
        return self._make(meta, t.History, word, event, str(kids[1]))

    def name(self, meta: Meta, kids: list[Token]) -> t.Expr:
        return t.Name(self._location(meta), str(kids[0]))

    def number(self, meta: Meta, kids: list[Token]) -> t.Expr:
        return t.Number(self._location(meta), int(kids[0]))

    def kind(self, meta: Meta, kids: list[Token]) -> t.Expr:
        return t.Kind(self._location(meta), str(kids[0]))

    def piece_at(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._make(meta, t.PieceAt, str(kids[0]), kids[1])

    def owned(self, meta: Meta, kids: list[Token]) -> t.Expr:
        return t.Owned(self._location(meta), str(kids[0]), str(kids[1]))

    def all_of(self, meta: Meta, kids: list[Token]) -> t.Expr:
        return t.Owned(self._location(meta), "all", str(kids[0]))

    def none(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return t.Literal(self._location(meta), "none")

    def yes(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return t.Literal(self._location(meta), "yes")

    def no(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return t.Literal(self._location(meta), "no")

    def set_of(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._make(meta, t.SetOf, kids[0] or ())

    def member(self, meta: Meta, kids: list[Any]) -> t.Member:
        return t.Member(str(kids[0]), kids[1], kids[2])

    def member_all(self, meta: Meta, kids: list[Any]) -> t.Member:
        return t.Member(str(kids[0]), kids[1], kids[2])

    def _search(self, word: str, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._make(meta, t.SetSearch, word, kids[0])

    def those(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._search("those", meta, kids)

    def first_of(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._search("first", meta, kids)

    def some(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._search("some", meta, kids)

    def every(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._search("every", meta, kids)

    def no_such(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._search("no", meta, kids)

    def count_such(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._search("count", meta, kids)

    def count_of(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._make(meta, t.SetSize, kids[0])

    def fold(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._make(meta, t.Fold, str(kids[0]), kids[1], kids[2])

    def did(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._make(meta, t.History, "did", kids[0], None)

    def times(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._make(meta, t.History, "times", kids[0], None)

    def call(self, meta: Meta, kids: list[Any]) -> t.Expr:
        return self._make(meta, t.FunctionCall, str(kids[0]), kids[1] or ())

    def arguments(self, meta: Meta, kids: list[Any]) -> tuple[t.Expr, ...]:
        return tuple(kids)

    def last(self, meta: Meta, kids: list[Any]) -> tuple[str, t.Event]:
        return "last", kids[0]

    def first(self, meta: Meta, kids: list[Any]) -> tuple[str, t.Event]:
        return "first", kids[0]

    def event(self, meta: Meta, kids: list[Any]) -> t.Event:
        kinds, role, value, condition, (window, of) = kids
        return t.Event(kinds, role and str(role), value, condition, window, of)

    def this_turn(self, meta: Meta, kids: list[Any]) -> tuple[str, None]:
        return "this turn", None

    def your_last_turn(self, meta: Meta, kids: list[Any]) -> tuple[str, None]:
        return "your last turn", None

    def whole_game(self, meta: Meta, kids: list[Any]) -> tuple[str, t.Expr]:
        return "game", kids[0]

    def _make(self, meta: Meta, node: Callable[..., t.Expr], *parts: Any) -> t.Expr:
        """Build an expression. Raises TooDeepError if it is nested too deep."""
        made = node(self._location(meta), *parts)
        depth = 1 + max((self._depth.get(id(p), 0) for p in _parts(parts)), default=0)
        if depth > MAX_DEPTH:
            raise TooDeepError(meta)
        self._depth[id(made)] = depth
        return made


def _parts(parts: tuple[Any, ...]) -> Iterator[Any]:
    """Return the direct subexpressions, including those in tuples, members and events."""
    for part in parts:
        if isinstance(part, tuple):
            yield from _parts(part)
        elif isinstance(part, t.Member):
            yield from (part.domain, part.condition)
        elif isinstance(part, t.Event):
            yield from (part.with_value, part.condition, part.window_of)
        else:
            yield part
