"""Print values, effects and clauses of a program in the clause language.

They are turned back into a syntax tree, which syntax/ prints as `thesmos fmt` does. Of two ways to
write the same thing, one is always chosen, so the text may differ from the source.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any

from thesmos.program import clauses as c
from thesmos.program import effects as e
from thesmos.program import values as v
from thesmos.program.node import Node, Ref
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import nodes as t
from thesmos.syntax import unparse

INDENT = "  "
_BLOCKS = (t.If, t.Each, t.While)  # their heads end with a colon, even with no effects left inside


def value_text(node: v.Value) -> str:
    """Return the text of a value."""
    return unparse.line_text(_tree(node))


def effect_lines(effects: e.Effects) -> list[str]:
    """Return the lines of effects, at least one for each, indented by their nesting."""
    return _lines(_tree(effects))


def clause_lines(written: Sequence[c.Clause]) -> list[str]:
    """Return the lines of a written clause, without the conditions of the `if`s around it.

    written: the clauses of one id, one for each action that the written clause is about.
    """
    trees = [_tree(clause) for clause in written]
    actions = tuple(action for tree in trees for action in getattr(tree, "actions", ()))
    return _lines([replace(trees[0], actions=actions) if actions else trees[0]])


def _lines(statements: Sequence[t.Node], indent: str = "") -> list[str]:
    """Return the lines of statements: blocks below their heads, a route on the same line."""
    lines = []
    for node in statements:
        for head, body in unparse.branches(node):
            if body and isinstance(body[0], ct.Next):
                lines.append(f"{indent}{head}: {unparse.line_text(body[0])}")
            else:
                colon = ":" if body or isinstance(node, _BLOCKS) else ""
                lines.append(f"{indent}{head}{colon}")
                lines += _lines(body, indent + INDENT)
    return lines


def _tree(part: Any) -> Any:
    """Return the syntax tree of a part of a program; names and numbers are unchanged."""
    if isinstance(part, tuple):
        return tuple(map(_tree, part))
    if isinstance(part, Ref):
        return part.name
    if type(part) in _SAME_FIELDS:
        return _tree_of_same_fields(part)
    return _TREES[type(part)](part) if isinstance(part, Node) else part


def _tree_of_same_fields(node: Any) -> Any:
    """Return the tree of a construct whose tree has the same fields."""
    kind = _SAME_FIELDS[type(node)]
    names = [field.name for field in fields(kind)]
    return kind(**{name: _tree(getattr(node, name)) for name in names})


# ----------------------------------------------------------------------- values


def _name(node: v.Value, name: str, *arguments: v.Value | str) -> t.Expr:
    """Return a name or, if there are arguments, a call."""
    at = node.location
    if not arguments:
        return t.Name(at, name)
    trees = (t.Name(at, part) if isinstance(part, str) else _tree(part) for part in arguments)
    return t.FunctionCall(at, name, tuple(trees))


def _of(node: v.Value, whose: str) -> t.Expr:
    return t.Owned(node.location, whose, f"{node.type.name}s")


def _all_of(node: v.AllOf) -> t.Expr:
    """Return `all Players` for players and powers, which may have owners; else just the kind."""
    whose = node.type.base in ("player", "power")
    return _of(node, "all") if whose else t.AllOf(node.location, node.type.name)


def _is_in(node: v.IsIn) -> t.Expr:
    if node.of.location == node.location:  # written as a call: `known(card, p)`
        if isinstance(node.of, v.AttributeValue):
            return _name(node, node.of.attribute.name, *node.of.of, node.member)
        if isinstance(node.of, v.MemoryValue):
            return _name(node, node.of.memory.name, node.member)
    return t.Binary(node.location, "in", _tree(node.member), _tree(node.of))


def _past(node: v.Past) -> t.Past:
    query = node.query
    present = isinstance(node.of, v.Person) and node.of.word == "active"
    event = t.EventPattern(
        kinds=tuple(event.action.name for event in query.events),
        with_role=query.by,
        with_value=_tree(node.given),
        condition=_tree(query.events[0].condition),
        window="game" if query.whole_game else "this turn" if present else "your last turn",
        window_of=_tree(node.of) if query.whole_game else None,
    )
    return t.Past(node.location, query.question, event, query.role)


# ---------------------------------------------------------------------- clauses


def _single_effect(effects: e.Effects | None) -> t.Effect | None:
    """Return the effect where the grammar allows only one; None if there is none."""
    effect: t.Effect | None = _tree(effects[0]) if effects else None
    return effect


def _permit(node: c.Permit) -> ct.Permit:
    where, by = _tree(node.where), _single_effect(node.effects)
    return ct.Permit(node.location, node.action.name, node.waives, where, by)


def _require(node: c.Require) -> ct.Require:
    where, otherwise = _tree(node.where), _single_effect(node.otherwise)
    return ct.Require(node.location, node.action.name, where, otherwise, node.counts)


def _hide(node: c.Hide) -> ct.Hide:
    binder: t.Binder = _tree(node.binder)
    return ct.Hide(node.location, binder.name, binder.domain, binder.condition)


def _body(node: Any) -> tuple[t.Effect, ...] | ct.Next:
    if not isinstance(node, c.Route):
        effects: tuple[t.Effect, ...] = _tree(node.effects)
        return effects
    step = "end" if node.next is None else node.next.name
    return ct.Next(node.location, step, node.if_possible)


def _cancel(node: c.Cancel) -> ct.Cancel:
    return ct.Cancel(node.location, (node.action.name,), _tree(node.where))


def _after(node: Any) -> ct.After:
    skipped = isinstance(node, c.AfterSkip | c.RouteAfterSkip)
    return ct.After(node.location, (node.about.name,), skipped, _tree(node.where), _body(node))


def _at(node: Any) -> ct.At:
    return ct.At(node.location, node.moment, node.whose, _tree(node.where), _body(node))


# Constructs whose trees have the same names and fields.
_SAME_FIELDS: dict[type, Any] = {
    kind: getattr(trees, kind.__name__)
    for trees, kinds in (
        (t, (v.Number, v.NumberedPlayer, v.PieceAt, v.SetOf, v.Binder, v.Search, v.Order, v.FirstBy,
             v.Fold, v.Along, v.Spread, v.AfterDo, v.Size, v.Logic, v.IfElse, e.Assign, e.Let, e.Do,
             e.MoveCard, e.Lose, e.Counts, e.Due, e.Memorize, e.Forget, e.If, e.Each, e.While)),
        (ct, (c.Forbid, c.ForbidSkip, c.MaySkip, c.Treat, c.AddTo, c.Win, c.Criterion, c.End,
              c.Veto, c.Spent, c.Before, c.ExtraTurn)),
    )
    for kind in kinds
} | dict.fromkeys((v.Compare, v.Arithmetic, v.SetOperation), t.Binary)  # fmt: skip

_TREES: dict[type, Callable[[Any], t.Node]] = {
    v.Flag: lambda n: t.Literal(n.location, "yes" if n.value else "no"),
    v.Word: lambda n: _name(n, n.word),
    v.Nothing: lambda n: t.Literal(n.location, "none"),
    v.Variable: lambda n: _name(n, n.name),
    v.Person: lambda n: _name(n, n.word),
    v.ThisCard: lambda n: _name(n, "self"),
    v.Granted: lambda n: _name(n, "granted"),
    v.Rewound: lambda n: _name(n, "rewound"),
    v.Setting: lambda n: _name(n, "option", n.option),
    v.MemoryValue: lambda n: _name(n, n.memory.name),
    v.AttributeValue: lambda n: _name(n, n.attribute.name, *n.of),
    v.FactValue: lambda n: _name(n, n.fact.name, *n.arguments),
    v.CellOf: lambda n: _name(n, "place", n.piece),
    v.ZoneOf: lambda n: _name(n, "zone", n.piece),
    v.BoardFunction: lambda n: _name(n, n.function, *n.arguments),
    v.PlayerFunction: lambda n: _name(n, n.function, *n.arguments),
    v.AllOf: _all_of,
    v.OnBoard: lambda n: _of(n, "all"),
    v.Owned: lambda n: _of(n, n.whose),
    v.Those: lambda n: t.Search(n.location, "those", _tree(n.binder)),
    v.Offered: lambda n: _name(n, "offered", n.role),
    v.Past: _past,
    v.Repeats: lambda n: _name(n, "repeats"),
    v.Forbidden: lambda n: _name(n, "forbidden", n.action.name, *n.arguments),
    v.Not: lambda n: t.Unary(n.location, "not", _tree(n.value)),
    v.Negative: lambda n: t.Unary(n.location, "-", _tree(n.value)),
    v.Absolute: lambda n: _name(n, "abs", n.value),
    v.Exists: lambda n: t.Unary(n.location, "is none" if n.negated else "exists", _tree(n.value)),
    v.IsIn: _is_in,
    c.Permit: _permit,
    c.Require: _require,
    c.Hide: _hide,
    c.Cancel: _cancel,
    **dict.fromkeys((c.After, c.AfterSkip, c.RouteAfter, c.RouteAfterSkip), _after),
    **dict.fromkeys((c.At, c.RouteAt), _at),
}
