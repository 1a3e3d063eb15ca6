"""Build syntax trees: which node each rule of the grammar makes, and from which children."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from types import EllipsisType
from typing import Any, TypeAlias

from thesmos.constructs import parts_in
from thesmos.diagnostics import Location
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import nodes as t

MAX_DEPTH = 40  # levels of nested expressions

Kids: TypeAlias = list[Any]  # the children of a rule: words are texts, missing ones are None
Part: TypeAlias = int | str | EllipsisType | bool | None


class Builder:
    """Builds one syntax tree, bottom-up.

    location: returns the location of a character of the text, given its offset.
    too_deep: the location of the first expression that is nested too deeply.
    """

    def __init__(self, location: Callable[[int], Location]) -> None:
        self.location = location
        self.too_deep: int | None = None
        self._depth: dict[int, int] = {}  # nesting of the expressions built so far, by identity

    def make(self, rule: str, at: int, kids: Kids) -> Any:
        """Return the result of a rule for its children. at: the offset at which it begins."""
        return _MAKERS[rule](self, at, kids)

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


# --------------------------------------------------------------------------- results of rules

Maker: TypeAlias = Callable[[Builder, int, Kids], Any]


def _node(kind: Any, *parts: Part) -> Maker:
    """Return the maker of nodes of a class.

    parts: for each of its fields, the number of a child, `...` for all children, or a fixed value;
    without parts, its fields are the children in order.
    """
    attributes = [attribute for attribute in fields(kind) if attribute.name != "location"]
    located = len(attributes) < len(fields(kind))
    sources = parts or range(len(attributes))
    readers = [
        _value(source, str(attribute.type))
        for source, attribute in zip(sources, attributes, strict=True)
    ]
    nests = bool(parts_in(kind)) and issubclass(kind, t.Expr)

    def make(builder: Builder, at: int, kids: Kids) -> Any:
        values = [read(kids) for read in readers]
        node = kind(builder.location(at), *values) if located else kind(*values)
        if nests:
            builder.nest(node, values, at)
        return node

    return make


def _value(part: Part, declared: str) -> Callable[[Kids], Any]:
    """Return a function that makes the value of a field. declared: the field's type."""
    if part is ...:
        return tuple
    if type(part) is not int:
        return lambda _: part
    number: int = part
    become = _several if declared.endswith("...]") else _BECOME.get(declared, _same)
    return lambda kids: become(kids[number] if number < len(kids) else None)


def _same(kid: Any) -> Any:
    return kid


def _is_written(kid: Any) -> bool:
    """Return whether an optional word was written."""
    return kid is not None


def _several(kid: Any) -> tuple[Any, ...]:
    """Return a tuple of a child that may be several things, one or none."""
    if kid is None:
        return ()
    return kid if isinstance(kid, tuple) else (kid,)


_BECOME: Mapping[str, Callable[[Any], Any]] = {"int": int, "bool": _is_written}


def _first(_: Builder, __: int, kids: Kids) -> Any:
    return kids[0]


def _all(_: Builder, __: int, kids: Kids) -> tuple[Any, ...]:
    return tuple(kids)


def _turn(kind: Any, number: int, word: int) -> Maker:
    """Return the maker of a node with a child for whose turn it is, as one word of that child."""
    make = _node(kind)

    def whose(builder: Builder, at: int, kids: Kids) -> Any:
        return make(builder, at, [*kids[:number], kids[number].split()[word], *kids[number + 1 :]])

    return whose


def _not_in(builder: Builder, at: int, kids: Kids) -> Any:
    return builder.make("not_", at, [builder.make("is_in", at, kids)])


def _each(builder: Builder, at: int, kids: Kids) -> t.Each:
    return t.Each(builder.location(at), t.Binder(*kids[:3]), kids[3])


def _record_role(builder: Builder, at: int, kids: Kids) -> Any:
    return _PAST_ROLE(builder, at, [*kids[0], kids[1]])


def _event(_: Builder, __: int, kids: Kids) -> t.EventPattern:
    *parts, during = kids
    return t.EventPattern(*parts, *(during or ("this turn", None)))


_PAST_ROLE = _node(t.Past)

# By rule, in the order of the grammar.
_MAKERS: dict[str, Maker] = {
    # Clauses and their parts.
    **dict.fromkeys(("clauses", "suite", "names", "params", "kinds", "criteria"), _all),
    **dict.fromkeys(("waiving", "where"), _first),
    "counting": lambda *_: True,
    "permit": _node(ct.Permit),
    "forbid": _node(ct.Forbid),
    "forbid_skip": _node(ct.ForbidSkip),
    "may_skip": _node(ct.MaySkip),
    "require": _node(ct.Require, 1, 2, 3, 4),
    "cancel": _node(ct.Cancel),
    "hide": _node(ct.Hide),
    "treat": _node(ct.Treat),
    "add_to": _node(ct.AddTo, 1, 2, 0, 3),
    "win": _node(ct.Win),
    "end": _node(ct.End),
    "criterion": _node(ct.Criterion),
    "veto": _node(ct.Veto),
    "spent": _node(ct.Spent),
    "if_clause": _node(ct.IfClause),
    "on_turn": _turn(ct.OnTurn, 0, 1),
    "repeat": _node(ct.MayRepeat),
    "after": _node(ct.After, 0, False, 1, 2),
    "after_skip": _node(ct.After, 0, True, 1, 2),
    "before": _node(ct.Before),
    "moment": _turn(ct.At, 1, 0),
    "grant": _node(ct.ExtraTurn),
    "next": _node(ct.Next),
    # Effects.
    **dict.fromkeys(("effects", "effect_suite"), _all),
    "assign": _node(t.Assign, 0, ":=", 1),
    "add": _node(t.Assign, 0, "+=", 1),
    "subtract": _node(t.Assign, 0, "-=", 1),
    "let": _node(t.Let),
    "do": _node(t.Do),
    "take": _node(t.MoveCard, "take", 0, None),
    "give": _node(t.MoveCard, "give", 0, 1),
    "share": _node(t.MoveCard, "share", 0, 1),
    "revoke": _node(t.MoveCard, "revoke", 0, 1),
    "drop": _node(t.MoveCard, "drop", 0, None),
    "loses": _node(t.Lose),
    "counts": _node(t.Counts),
    "due": _node(t.Due),
    "memorize": _node(t.Memorize),
    "forget": _node(t.Forget),
    **dict.fromkeys(("if_effect", "elif_effect"), _node(t.If)),
    "each": _each,
    "while_": _node(t.While),
    # Expressions and their parts.
    **dict.fromkeys(("arguments", "orders"), _all),
    "if_else": _node(t.IfElse),
    "either": _node(t.Logic, "or", ...),
    "both": _node(t.Logic, "and", ...),
    "not_": _node(t.Unary, "not", 0),
    **dict.fromkeys(("compare", "arithmetic"), _node(t.Binary, 1, 0, 2)),
    "is_in": _node(t.Binary, "in", 0, 1),
    "not_in": _not_in,
    "is_none": _node(t.Unary, "is none", 0),
    "exists": _node(t.Unary, "exists", 0),
    "except_": _node(t.Binary, "except", 0, 1),
    "union": _node(t.Binary, "union", 0, 1),
    "negative": _node(t.Unary, "-", 0),
    "record_role": _record_role,
    "name": _node(t.Name),
    "number": _node(t.Number),
    "kind": _node(t.AllOf),
    "piece_at": _node(t.PieceAt),
    "owned": _node(t.Owned),
    "player": _node(t.NumberedPlayer, 1),
    "all_of": _node(t.Owned, "all", 0),
    "none": _node(t.Literal, "none"),
    "yes": _node(t.Literal, "yes"),
    "no": _node(t.Literal, "no"),
    "set_of": _node(t.SetOf),
    "those": _node(t.Search, "those", 0),
    "first_of": _node(t.Search, "first", 0),
    "first_by": _node(t.FirstBy),
    "some": _node(t.Search, "some", 0),
    "every": _node(t.Search, "every", 0),
    "no_such": _node(t.Search, "no", 0),
    "count_such": _node(t.Search, "count", 0),
    "count_of": _node(t.Size),
    "fold": _node(t.Fold),
    "limit": _node(t.Binary),
    "along": _node(t.Along, 1, 2, 3, 4, 5),
    "spread": _node(t.Spread, 1, 2, 3, 4),
    "did": _node(t.Past, "did", 0, None),
    "times": _node(t.Past, "times", 0, None),
    "call": _node(t.FunctionCall),
    **dict.fromkeys(("member", "member_all"), _node(t.Binder)),
    "order": _node(t.Order),
    "last": lambda _, __, kids: ("last", kids[0]),
    "first": lambda _, __, kids: ("first", kids[0]),
    "event": _event,
    "your_last_turn": lambda *_: ("your last turn", None),
    "whole_game": lambda _, __, kids: ("game", kids[0]),
}
