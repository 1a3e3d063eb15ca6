"""Prints syntax trees in the clause language, so that parsing gives the same tree again.

There is one way to print each construct: two spaces per level, parentheses only where the grammar
needs them. Comments and line breaks of the source are lost: they are not in the tree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import nodes as t

# Precedence of constructs, as the grammar nests them.
CHOICE, EITHER, BOTH, NEGATION, COMPARISON, SUM, TERM, UNARY, POSTFIX, ATOM = range(10)
LEVELS = {
    "except": SUM, "or_in": SUM, "+": SUM, "-": SUM, "*": TERM, "/": TERM, "mod": TERM,
}  # fmt: skip
INDENT = "  "

# ------------------------------------------------------------------ expressions


def expr(node: t.Expr, level: int = CHOICE) -> str:
    """Print an expression, in parentheses if its precedence is below `level`."""
    own, text = _EXPRESSIONS[type(node)](node)
    return text if own >= level else f"({text})"


def _list(nodes: Sequence[t.Expr]) -> str:
    return ", ".join(expr(node) for node in nodes)


def _member(member: t.Member) -> str:
    condition = f" where {expr(member.condition)}" if member.condition is not None else ""
    return f"{member.name} in {expr(member.domain)}{condition}"


def _event(event: t.Event) -> str:
    parts = [" | ".join(event.kinds)]
    if event.with_role is not None and event.with_value is not None:
        parts.append(f"with {event.with_role} = {expr(event.with_value, SUM)}")
    if event.condition is not None:
        parts.append(f"where {expr(event.condition)}")
    of = f" of {expr(event.window_of, POSTFIX)}" if event.window_of is not None else ""
    return " ".join([*parts, f"during {event.window}{of}"])


def _history(node: t.History) -> tuple[int, str]:
    text = f"{node.word}({_event(node.event)})"
    return POSTFIX, text if node.role is None else f"{text}.{node.role}"


def _unary(node: t.Unary) -> tuple[int, str]:
    if node.word == "not":
        return NEGATION, f"not {expr(node.value, NEGATION)}"
    if node.word == "-":
        return UNARY, f"-{expr(node.value, UNARY)}"
    return COMPARISON, f"{expr(node.value, SUM)} {node.word}"


def _binary(node: t.Binary) -> tuple[int, str]:
    level = LEVELS.get(node.word, COMPARISON)
    left = expr(node.left, level if level != COMPARISON else SUM)
    return level, f"{left} {node.word} {expr(node.right, level + 1)}"


def _logic(node: t.Logic) -> tuple[int, str]:
    level = EITHER if node.word == "or" else BOTH
    return level, f" {node.word} ".join(expr(part, level + 1) for part in node.parts)


def _if_else(node: t.IfElse) -> tuple[int, str]:
    then, condition = expr(node.then, EITHER), expr(node.condition, EITHER)
    return CHOICE, f"{then} if {condition} else {expr(node.otherwise, CHOICE)}"


_EXPRESSIONS: dict[type[t.Expr], Callable[[Any], tuple[int, str]]] = {
    t.Number: lambda n: (ATOM, str(n.value)),
    t.Name: lambda n: (ATOM, n.name),
    t.Kind: lambda n: (ATOM, n.name),
    t.PieceAt: lambda n: (ATOM, f"{n.kind} at {expr(n.at, POSTFIX)}"),
    t.Owned: lambda n: (ATOM, f"{n.whose} {n.kind}"),
    t.Literal: lambda n: (ATOM, n.word),
    t.FunctionCall: lambda n: (POSTFIX, f"{n.name}({_list(n.arguments)})"),
    t.SetOf: lambda n: (ATOM, f"{{{_list(n.members)}}}"),
    t.SetSearch: lambda n: (ATOM, f"{n.word} ({_member(n.member)})"),
    t.SetSize: lambda n: (ATOM, f"count({expr(n.domain, SUM)})"),
    t.Fold: lambda n: (ATOM, f"{n.word}({expr(n.value)} for {_member(n.member)})"),
    t.History: _history,
    t.Unary: _unary,
    t.Binary: _binary,
    t.Logic: _logic,
    t.IfElse: _if_else,
}

# ---------------------------------------------------------------------- effects


def effects(body: Sequence[t.Effect], depth: int = 0) -> list[str]:
    """Print effects, one per line, indented by their nesting."""
    return [line for effect in body for line in _effect(effect, depth)]


def _effect(node: t.Effect, depth: int) -> list[str]:
    pad = INDENT * depth
    if isinstance(node, t.If):
        lines = [f"{pad}if {expr(node.condition)}:", *effects(node.then, depth + 1)]
        if node.otherwise:
            lines += [f"{pad}else:", *effects(node.otherwise, depth + 1)]
        return lines
    if isinstance(node, t.Each):
        return [f"{pad}each {_member(node.member)}:", *effects(node.body, depth + 1)]
    if isinstance(node, t.While):
        return [f"{pad}while {expr(node.condition)}:", *effects(node.body, depth + 1)]
    return [pad + effect_line(node)]


def effect_line(node: t.Effect) -> str:
    """Print an effect that fits on one line."""
    return _LINES[type(node)](node)


JOINED = {"give": "to", "share": "with", "revoke": "from"}


def _hand(node: t.Hand) -> str:
    to = f" {JOINED[node.word]} {expr(node.to)}" if node.to is not None else ""
    return f"{node.word} {expr(node.power)}{to}"


_LINES: dict[type[t.Effect], Callable[[Any], str]] = {
    t.Assign: lambda n: f"{expr(n.target, POSTFIX)} {n.word} {expr(n.value)}",
    t.Let: lambda n: f"let {n.name} = {expr(n.value)}",
    t.Do: lambda n: f"do {n.action}({_list(n.arguments)})",
    t.Hand: _hand,
    t.Loses: lambda n: f"{expr(n.who, POSTFIX)} loses",
    t.Counts: lambda n: "counts",
}

# ---------------------------------------------------------------------- clauses


def clause(node: ct.Clause, depth: int = 0) -> list[str]:
    """Print a clause, on as many lines as it takes."""
    pad = INDENT * depth
    if isinstance(node, ct.IfClause):
        lines = [f"{pad}if {expr(node.condition)}:"]
        lines += [line for inner in node.then for line in clause(inner, depth + 1)]
        if node.otherwise:
            lines.append(f"{pad}else:")
            lines += [line for inner in node.otherwise for line in clause(inner, depth + 1)]
        return lines
    if isinstance(node, ct.After | ct.Before | ct.At | ct.Grant):
        return _acting(node, depth)
    return [pad + _SIMPLE[type(node)](node)]


def _where(node: t.Expr | None) -> str:
    return f" where {expr(node)}" if node is not None else ""


def _acting(node: ct.After | ct.Before | ct.At | ct.Grant, depth: int) -> list[str]:
    if isinstance(node, ct.After):
        head = f"after {'skip ' if node.skipped else ''}{' | '.join(node.actions)}"
    elif isinstance(node, ct.Before):
        head = f"before {node.action}"
    elif isinstance(node, ct.At):
        head = f"at {node.moment} of {node.whose} turn"
    else:
        head = "extra turn"
    head = f"{INDENT * depth}{head}{_where(node.where)}"
    if not node.body:
        return [head]
    if isinstance(node.body, ct.Next):
        possible = " if possible" if node.body.if_possible else ""
        return [f"{head}: next {node.body.step}{possible}"]
    return [f"{head}:", *effects(node.body, depth + 1)]


def _permit(node: ct.Permit) -> str:
    waiving = f" waiving {', '.join(node.waiving)}" if node.waiving else ""
    by = f" by {effect_line(node.by)}" if node.by is not None else ""
    return f"permit {node.action}{waiving}{_where(node.where)}{by}"


def _require(node: ct.Require) -> str:
    otherwise = f" else {effect_line(node.otherwise)}" if node.otherwise is not None else ""
    counts = ", counts" if node.counts else ""
    return f"require if possible {node.action}{_where(node.where)}{otherwise}{counts}"


def _treat(node: ct.Treat) -> str:
    return f"treat {node.fact}({', '.join(node.names)}) as {expr(node.value)}{_where(node.where)}"


def _win(node: ct.Win) -> str:
    instead = " instead" if node.instead else ""
    return f"win {node.name}{instead} for {expr(node.who)}{_where(node.where)}"


_SIMPLE: dict[type[ct.Clause], Callable[[Any], str]] = {
    ct.Permit: _permit,
    ct.Forbid: lambda n: f"forbid {n.action}{_where(n.where)}",
    ct.ForbidSkip: lambda n: f"forbid skip {n.step}{_where(n.where)}",
    ct.MaySkip: lambda n: f"may skip {n.step}{_where(n.where)}",
    ct.Require: _require,
    ct.Cancel: lambda n: f"cancel {', '.join(n.actions)}{_where(n.where)}",
    ct.Hide: lambda n: f"hide {n.name} in {expr(n.domain)}{_where(n.where)}",
    ct.Treat: _treat,
    ct.Win: _win,
    ct.Veto: lambda n: f"veto{_where(n.where)}",
    ct.Spent: lambda n: f"spent when {expr(n.where)}",
}
