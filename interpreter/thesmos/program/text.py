"""Prints values, effects and clauses of a program in the clause language.

There is one way to print each construct: two spaces per level, parentheses only where the grammar
needs them. What was written in one of two ways that mean the same comes out in one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from thesmos.program import clauses as c
from thesmos.program import effects as e
from thesmos.program import values as v
from thesmos.program.node import Ref
from thesmos.program.types import Type

# Precedence of constructs, as the grammar nests them.
CHOICE, EITHER, BOTH, NEGATION, COMPARISON, SUM, TERM, UNARY, POSTFIX, ATOM = range(10)
LEVELS = {"+": SUM, "-": SUM, "*": TERM, "/": TERM, "mod": TERM}
INDENT = "  "
JOINED = {"give": "to", "share": "with", "revoke": "from"}

Leveled = tuple[int, str]  # the precedence of a construct, and its text

# ----------------------------------------------------------------------- values


def value_text(node: v.Value, level: int = CHOICE) -> str:
    """Return the text of a value, in parentheses if its precedence is below `level`."""
    own, text = _VALUES[type(node)](node)
    return text if own >= level else f"({text})"


def _list(nodes: Sequence[v.Value]) -> str:
    return ", ".join(value_text(node) for node in nodes)


def _call(name: str, arguments: Sequence[v.Value]) -> Leveled:
    return POSTFIX, f"{name}({_list(arguments)})"


def _named(name: str, arguments: Sequence[v.Value]) -> Leveled:
    """A name with its arguments, if it takes any."""
    return _call(name, arguments) if arguments else (ATOM, name)


def _all_of(node: v.AllOf) -> Leveled:
    """Players and powers may belong to somebody: then it is said that all are meant."""
    whose = node.type.base in ("player", "power")
    return ATOM, f"all {_plural(node.type)}" if whose else node.type.name


def _plural(kind: Type) -> str:
    return f"{kind.name}s"


def _binder(binder: v.Binder) -> str:
    return f"{binder.name} in {value_text(binder.domain)}{_where(binder.condition)}"


def _where(condition: v.Value | None) -> str:
    return "" if condition is None else f" where {value_text(condition)}"


def _past(node: v.Past) -> Leveled:
    query = node.query
    parts = [_names([event.action for event in query.events], " | ")]
    if query.by is not None and node.given is not None:
        parts.append(f"with {query.by} = {value_text(node.given, SUM)}")
    condition = query.events[0].condition
    if condition is not None:
        parts.append(f"where {value_text(condition)}")
    text = f"{query.question}({' '.join(parts)}{_window(node)})"
    return POSTFIX, text if query.role is None else f"{text}.{query.role}"


def _window(node: v.Past) -> str:
    if node.query.whole_game:
        return f" during game of {value_text(node.of, POSTFIX)}"
    present = isinstance(node.of, v.Person) and node.of.word == "active"
    return "" if present else " during your last turn"


def _exists(node: v.Exists) -> Leveled:
    return COMPARISON, f"{value_text(node.value, SUM)} {'is none' if node.negated else 'exists'}"


def _between(node: v.Compare | v.Arithmetic | v.SetOperation) -> Leveled:
    if node.word in ("min", "max"):
        return _call(node.word, (node.left, node.right))
    level = SUM if isinstance(node, v.SetOperation) else LEVELS.get(node.word, COMPARISON)
    left = value_text(node.left, SUM if level == COMPARISON else level)
    return level, f"{left} {node.word} {value_text(node.right, level + 1)}"


def _is_in(node: v.IsIn) -> Leveled:
    if node.of.location == node.location:  # written as a call: `known(card, p)`
        if isinstance(node.of, v.AttributeValue):
            return _call(node.of.attribute.name, (*node.of.of, node.member))
        if isinstance(node.of, v.MemoryValue):
            return _call(node.of.memory.name, (node.member,))
    return COMPARISON, _membership(node, "in")


def _membership(node: v.IsIn, word: str) -> str:
    return f"{value_text(node.member, SUM)} {word} {value_text(node.of, SUM)}"


def _not(node: v.Not) -> Leveled:
    if isinstance(node.value, v.IsIn) and _is_in(node.value)[0] == COMPARISON:
        return COMPARISON, _membership(node.value, "not in")
    return NEGATION, f"not {value_text(node.value, NEGATION)}"


def _logic(node: v.Logic) -> Leveled:
    level = EITHER if node.word == "or" else BOTH
    return level, f" {node.word} ".join(value_text(part, level + 1) for part in node.parts)


def _if_else(node: v.IfElse) -> Leveled:
    then, condition = value_text(node.then, EITHER), value_text(node.condition, EITHER)
    return CHOICE, f"{then} if {condition} else {value_text(node.otherwise, CHOICE)}"


def _along(node: v.Along) -> Leveled:
    start, following = value_text(node.start), value_text(node.next)
    condition = f"{node.word} {value_text(node.condition)}"
    return ATOM, f"along ({node.name} from {start} by {following} {condition})"


def _first_by(node: v.FirstBy) -> Leveled:
    orders = ", ".join(f"{order.word} {value_text(order.value)}" for order in node.orders)
    return ATOM, f"first ({_binder(node.binder)} by {orders})"


def _spread(node: v.Spread) -> Leveled:
    start, following = value_text(node.start), value_text(node.next)
    return ATOM, f"spread ({node.name} from {start} to {following}{_where(node.condition)})"


_VALUES: dict[type[v.Value], Callable[[Any], Leveled]] = {
    v.Number: lambda n: (ATOM, str(n.value)),
    v.Flag: lambda n: (ATOM, "yes" if n.value else "no"),
    v.Word: lambda n: (ATOM, n.word),
    v.Nothing: lambda n: (ATOM, "none"),
    v.Variable: lambda n: (ATOM, n.name),
    v.Person: lambda n: (ATOM, n.word),
    v.NumberedPlayer: lambda n: (ATOM, f"player {n.number}"),
    v.ThisCard: lambda n: (ATOM, "self"),
    v.Granted: lambda n: (ATOM, "granted"),
    v.Rewound: lambda n: (ATOM, "rewound"),
    v.Setting: lambda n: (POSTFIX, f"option({n.option})"),
    v.MemoryValue: lambda n: (ATOM, n.memory.name),
    v.AttributeValue: lambda n: _named(n.attribute.name, n.of),
    v.FactValue: lambda n: _named(n.fact.name, n.arguments),
    v.CellOf: lambda n: _call("place", (n.piece,)),
    v.ZoneOf: lambda n: _call("zone", (n.piece,)),
    v.PieceAt: lambda n: (ATOM, f"{n.kind} at {value_text(n.at, POSTFIX)}"),
    v.BoardFunction: lambda n: _call(n.function, n.arguments),
    v.PlayerFunction: lambda n: _call(n.function, n.arguments),
    v.AllOf: _all_of,
    v.OnBoard: lambda n: (ATOM, f"all {_plural(n.type)}"),
    v.Owned: lambda n: (ATOM, f"{n.whose} {_plural(n.type)}"),
    v.SetOf: lambda n: (ATOM, f"{{{_list(n.members)}}}"),
    v.Those: lambda n: (ATOM, f"those ({_binder(n.binder)})"),
    v.Search: lambda n: (ATOM, f"{n.word} ({_binder(n.binder)})"),
    v.FirstBy: _first_by,
    v.Fold: lambda n: (ATOM, f"{n.word}({value_text(n.value)} for {_binder(n.binder)})"),
    v.Along: _along,
    v.Spread: _spread,
    v.Size: lambda n: (ATOM, f"count({value_text(n.of, SUM)})"),
    v.SetOperation: _between,
    v.Offered: lambda n: (POSTFIX, f"offered({n.role})"),
    v.Past: _past,
    v.Repeats: lambda n: (ATOM, "repeats"),
    v.Forbidden: lambda n: (POSTFIX, f"forbidden({', '.join(_forbidden(n))})"),
    v.Not: _not,
    v.Negative: lambda n: (UNARY, f"-{value_text(n.value, UNARY)}"),
    v.Absolute: lambda n: _call("abs", (n.value,)),
    v.Exists: _exists,
    v.Compare: _between,
    v.IsIn: _is_in,
    v.Arithmetic: _between,
    v.Logic: _logic,
    v.IfElse: _if_else,
}


def _forbidden(node: v.Forbidden) -> list[str]:
    return [node.action.name, *(value_text(each) for each in node.arguments)]


# ---------------------------------------------------------------------- effects


def effect_lines(effects: e.Effects, depth: int = 0) -> list[str]:
    """Return the lines of effects, one for each or more, indented by their nesting."""
    return [line for effect in effects for line in _effect(effect, depth)]


def _effect(node: e.Effect, depth: int) -> list[str]:
    pad = INDENT * depth
    if isinstance(node, e.If):
        lines = [f"{pad}if {value_text(node.condition)}:", *effect_lines(node.then, depth + 1)]
        if node.otherwise:
            lines += [f"{pad}else:", *effect_lines(node.otherwise, depth + 1)]
        return lines
    if isinstance(node, e.Each):
        return [f"{pad}each {_binder(node.binder)}:", *effect_lines(node.effects, depth + 1)]
    if isinstance(node, e.While):
        return [f"{pad}while {value_text(node.condition)}:", *effect_lines(node.effects, depth + 1)]
    return [pad + _LINES[type(node)](node)]


def _move_card(node: e.MoveCard) -> str:
    to = "" if node.player is None else f" {JOINED[node.word]} {value_text(node.player)}"
    return f"{node.word} {value_text(node.card)}{to}"


_LINES: dict[type[e.Effect], Callable[[Any], str]] = {
    e.Assign: lambda n: f"{value_text(n.target, POSTFIX)} {n.word} {value_text(n.value)}",
    e.Let: lambda n: f"let {n.name} = {value_text(n.value)}",
    e.Do: lambda n: f"do {n.action.name}({_list(n.arguments)})",
    e.MoveCard: _move_card,
    e.Lose: lambda n: f"{value_text(n.who, POSTFIX)} loses",
    e.Counts: lambda n: "counts",
    e.Due: lambda n: f"due {n.step.name}",
    e.Memorize: lambda n: "memorize",
    e.Forget: lambda n: "forget",
}

# ---------------------------------------------------------------------- clauses


def clause_lines(written: Sequence[c.Clause]) -> list[str]:
    """Return the lines of a written clause, without the conditions of the `if`s around it.

    written: the clauses of one id, one for each action that the written clause is about.
    """
    first = written[0]
    sign = ", " if isinstance(first, c.Cancel) else " | "
    head = _HEADS[type(first)](first, _names([clause.about for clause in written], sign))
    if isinstance(first, c.Route):
        then = "end" if first.next is None else first.next.name
        return [f"{head}: next {then}{' if possible' if first.if_possible else ''}"]
    if isinstance(first, c.Before | c.After | c.AfterSkip | c.At | c.ExtraTurn) and first.effects:
        return [f"{head}:", *effect_lines(first.effects, 1)]
    return [head]


def _names(about: Sequence[object], sign: str) -> str:
    """The names of actions, steps and the like, without the cards that they belong to."""
    return sign.join(each.name if isinstance(each, Ref) else str(each) for each in about)


def _permit(node: c.Permit, about: str) -> str:
    waiving = f" waiving {', '.join(node.waives)}" if node.waives else ""
    by = f" by {effect_lines(node.effects)[0]}" if node.effects else ""
    return f"permit {about}{waiving}{_where(node.where)}{by}"


def _require(node: c.Require, about: str) -> str:
    otherwise = f" else {effect_lines(node.otherwise)[0]}" if node.otherwise else ""
    counts = ", counts" if node.counts else ""
    return f"require if possible {about}{_where(node.where)}{otherwise}{counts}"


def _treat(node: c.Treat, about: str) -> str:
    form = f"{about}({', '.join(node.parameters)})"
    return f"treat {form} as {value_text(node.value)}{_where(node.where)}"


def _add_to(node: c.AddTo, about: str) -> str:
    form = f"{about}({', '.join(node.parameters)})"
    return f"add {value_text(node.value)} to {form}{_where(node.where)}"


def _win(node: c.Win, _: str) -> str:
    instead = " instead" if node.instead else ""
    return f"win {node.ground}{instead} for {value_text(node.who)}{_where(node.where)}"


def _end(node: c.End, _: str) -> str:
    criteria = ", ".join(f"{each.word} {each.score}" for each in node.criteria)
    return f"end {node.ground}{' by ' if criteria else ''}{criteria}{_where(node.where)}"


def _at(node: c.At | c.RouteAt, about: str) -> str:
    return f"at {about} of {node.whose} turn{_where(node.where)}"


_HEADS: dict[type[c.Clause], Callable[[Any, str], str]] = {
    c.Permit: _permit,
    c.Forbid: lambda n, about: f"forbid {about}{_where(n.where)}",
    c.ForbidSkip: lambda n, about: f"forbid skip {about}{_where(n.where)}",
    c.MaySkip: lambda n, about: f"may skip {about}{_where(n.where)}",
    c.Require: _require,
    c.Cancel: lambda n, about: f"cancel {about}{_where(n.where)}",
    c.Hide: lambda n, _: f"hide {_binder(n.binder)}",
    c.Treat: _treat,
    c.AddTo: _add_to,
    c.Win: _win,
    c.End: _end,
    c.Veto: lambda n, _: f"veto{_where(n.where)}",
    c.Spent: lambda n, _: f"spent when {value_text(n.where)}",
    c.Before: lambda n, about: f"before {about}{_where(n.where)}",
    c.After: lambda n, about: f"after {about}{_where(n.where)}",
    c.AfterSkip: lambda n, about: f"after skip {about}{_where(n.where)}",
    c.At: _at,
    c.ExtraTurn: lambda n, _: f"extra turn{_where(n.where)}",
    c.RouteAfter: lambda n, about: f"after {about}{_where(n.where)}",
    c.RouteAfterSkip: lambda n, about: f"after skip {about}{_where(n.where)}",
    c.RouteAt: _at,
}
