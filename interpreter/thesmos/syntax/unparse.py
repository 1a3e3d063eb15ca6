"""Print syntax trees in the clause language: each node on one line, one way for each tree.

Nodes with bodies are printed as heads, each with its body; layout.py puts them on lines. A text
that is parsed and printed means the same, and prints the same when it is parsed again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import nodes as t

# Precedence of constructs, as the grammar nests them.
CHOICE, EITHER, BOTH, NEGATION, COMPARISON, SUM, TERM, UNARY, POSTFIX, ATOM = range(10)
ARITHMETIC = {"+": SUM, "-": SUM, "*": TERM, "/": TERM, "mod": TERM, "except": SUM, "union": SUM}
JOINED = {"give": "to", "share": "with", "revoke": "from"}

Leveled: TypeAlias = tuple[int, str]  # the precedence of a construct, and its text
Body: TypeAlias = Sequence[t.Node]
Branch: TypeAlias = tuple[str, Body]  # a head without its colon, and the body in its block

# ----------------------------------------------------------------------- values


def value_text(node: t.Expr, level: int = CHOICE) -> str:
    """Return the text of a value, in parentheses if its precedence is below `level`."""
    precedence, text = _VALUES[type(node)](node)
    return text if precedence >= level else f"({text})"


def _list(nodes: Sequence[t.Expr]) -> str:
    return ", ".join(value_text(node) for node in nodes)


def _where(condition: t.Expr | None) -> str:
    return "" if condition is None else f" where {value_text(condition)}"


def _binder(binder: t.Binder) -> str:
    """Print a binder; in the grammar, its set is a whole expression, so it needs no brackets."""
    return f"{binder.name} in {value_text(binder.domain)}{_where(binder.condition)}"


def _history(node: t.Past) -> Leveled:
    event = node.event
    text = " | ".join(event.kinds)
    if event.with_role is not None and event.with_value is not None:
        text += f" with {event.with_role} = {value_text(event.with_value, SUM)}"
    text += _where(event.condition)
    text += "" if event.window == "this turn" else f" during {event.window}"
    if event.window_of is not None:
        text += f" of {value_text(event.window_of, POSTFIX)}"
    query = f"{node.word}({text})"
    return (ATOM, query) if node.role is None else (POSTFIX, f"{query}.{node.role}")


def _unary(node: t.Unary) -> Leveled:
    inside = node.value
    match node.word:
        case "not" if isinstance(inside, t.Binary) and inside.word == "in":
            member, of = value_text(inside.left, SUM), value_text(inside.right, SUM)
            return COMPARISON, f"{member} not in {of}"
        case "not":
            clear = NEGATION if isinstance(inside, t.Unary) and inside.word == "not" else SUM
            return NEGATION, f"not {value_text(inside, clear)}"  # a comparison in brackets
        case "-":
            return UNARY, f"-{value_text(inside, UNARY)}"
        case word:
            return COMPARISON, f"{value_text(inside, SUM)} {word}"


def _binary(node: t.Binary) -> Leveled:
    if node.word in ("min", "max"):
        return ATOM, f"{node.word}({value_text(node.left)}, {value_text(node.right)})"
    level = ARITHMETIC.get(node.word, COMPARISON)
    left = value_text(node.left, SUM if level == COMPARISON else level)
    right = value_text(node.right, SUM if level == COMPARISON else level + 1)
    return level, f"{left} {node.word} {right}"


def _logic(node: t.Logic) -> Leveled:
    level = EITHER if node.word == "or" else BOTH
    return level, f" {node.word} ".join(value_text(part, level + 1) for part in node.parts)


def _if_else(node: t.IfElse) -> Leveled:
    """Print a choice; an `a or b` as its first value is put in brackets for readability."""
    then, condition = value_text(node.then, NEGATION), value_text(node.condition, EITHER)
    return CHOICE, f"{then} if {condition} else {value_text(node.otherwise)}"


def _fold(node: t.Fold) -> Leveled:
    return ATOM, f"{node.word} ({value_text(node.value)} for {_binder(node.binder)})"


def _first_by(node: t.FirstBy) -> Leveled:
    orders = ", ".join(f"{order.word} {value_text(order.value)}" for order in node.orders)
    return ATOM, f"first ({_binder(node.binder)} by {orders})"


def _along(node: t.Along) -> Leveled:
    start, following = value_text(node.start), value_text(node.next)
    condition = f"{node.word} {value_text(node.condition)}"
    return ATOM, f"along ({node.name} from {start} by {following} {condition})"


def _spread(node: t.Spread) -> Leveled:
    start, following = value_text(node.start), value_text(node.next)
    return ATOM, f"spread ({node.name} from {start} to {following}{_where(node.condition)})"


_VALUES: dict[type[t.Expr], Callable[[Any], Leveled]] = {
    t.Number: lambda n: (ATOM, str(n.value)),
    t.Name: lambda n: (ATOM, n.name),
    t.AllOf: lambda n: (ATOM, n.name),
    t.NumberedPlayer: lambda n: (ATOM, f"player {n.number}"),
    t.PieceAt: lambda n: (ATOM, f"{n.kind} at {value_text(n.at, POSTFIX)}"),
    t.Owned: lambda n: (ATOM, f"{n.whose} {n.kind}"),
    t.Literal: lambda n: (ATOM, n.word),
    t.FunctionCall: lambda n: (POSTFIX, f"{n.name}({_list(n.arguments)})"),
    t.SetOf: lambda n: (ATOM, f"{{{_list(n.members)}}}"),
    t.Search: lambda n: (ATOM, f"{n.word} ({_binder(n.binder)})"),
    t.FirstBy: _first_by,
    t.Size: lambda n: (ATOM, f"count({value_text(n.of, SUM)})"),
    t.Fold: _fold,
    t.Along: _along,
    t.Spread: _spread,
    t.Past: _history,
    t.Unary: _unary,
    t.Binary: _binary,
    t.Logic: _logic,
    t.IfElse: _if_else,
}

# --------------------------------------------------- clauses and effects of one line


def line_text(node: t.Node) -> str:
    """Return the text of a clause, effect, or route that has no body."""
    return _LINES[type(node)](node)


def _names(names: Sequence[str], sign: str = ", ") -> str:
    return sign.join(names)


def _permit(node: ct.Permit) -> str:
    waiving = f" waiving {_names(node.waiving)}" if node.waiving else ""
    by = f" by {line_text(node.by)}" if node.by is not None else ""
    return f"permit {node.action}{waiving}{_where(node.where)}{by}"


def _require(node: ct.Require) -> str:
    otherwise = f" else {line_text(node.otherwise)}" if node.otherwise is not None else ""
    counts = ", counts" if node.counts else ""
    return f"require if possible {node.action}{_where(node.where)}{otherwise}{counts}"


def _hide(node: ct.Hide) -> str:
    return f"hide {node.name} in {value_text(node.domain)}{_where(node.where)}"


def _treat(node: ct.Treat) -> str:
    form = f"{node.fact}({_names(node.parameters)})"
    return f"treat {form} as {value_text(node.value)}{_where(node.where)}"


def _add_to(node: ct.AddTo) -> str:
    form = f"{node.fact}({_names(node.parameters)})"
    return f"add {value_text(node.value)} to {form}{_where(node.where)}"


def _win(node: ct.Win) -> str:
    instead = " instead" if node.instead else ""
    return f"win {node.ground}{instead} for {value_text(node.who)}{_where(node.where)}"


def _end(node: ct.End) -> str:
    criteria = _names([f"{criterion.word} {criterion.score}" for criterion in node.criteria])
    return f"end {node.ground}{' by ' if criteria else ''}{criteria}{_where(node.where)}"


def _move_card(node: t.MoveCard) -> str:
    to = "" if node.player is None else f" {JOINED[node.word]} {value_text(node.player)}"
    return f"{node.word} {value_text(node.card)}{to}"


_LINES: dict[type[t.Node], Callable[[Any], str]] = {
    ct.Permit: _permit,
    ct.Forbid: lambda n: f"forbid {n.action}{_where(n.where)}",
    ct.ForbidSkip: lambda n: f"forbid skip {n.step}{_where(n.where)}",
    ct.MaySkip: lambda n: f"may skip {n.step}{_where(n.where)}",
    ct.Require: _require,
    ct.Cancel: lambda n: f"cancel {_names(n.actions)}{_where(n.where)}",
    ct.Hide: _hide,
    ct.Treat: _treat,
    ct.AddTo: _add_to,
    ct.Win: _win,
    ct.End: _end,
    ct.Veto: lambda n: f"veto{_where(n.where)}",
    ct.Spent: lambda n: f"spent when {value_text(n.where)}",
    ct.Next: lambda n: f"next {n.step}{' if possible' if n.if_possible else ''}",
    t.Assign: lambda n: f"{value_text(n.target, POSTFIX)} {n.word} {value_text(n.value)}",
    t.Let: lambda n: f"let {n.name} = {value_text(n.value)}",
    t.Do: lambda n: f"do {n.action}({_list(n.arguments)})",
    t.MoveCard: _move_card,
    t.Lose: lambda n: f"{value_text(n.who, POSTFIX)} loses",
    t.Counts: lambda n: "counts",
    t.Due: lambda n: f"due {n.step}",
    t.Memorize: lambda n: "memorize",
    t.Forget: lambda n: "forget",
}

# --------------------------------------------------------- clauses and effects with a body


def branches(node: t.Node) -> list[Branch]:
    """Return the heads of a clause or effect with their bodies.

    A node without a body has one head, its text, with an empty body.
    """
    make = _BRANCHES.get(type(node))
    return [(line_text(node), ())] if make is None else make(node)


def _if(node: t.If) -> list[Branch]:
    parts: list[Branch] = [(f"if {value_text(node.condition)}", node.then)]
    rest = node.otherwise
    while len(rest) == 1 and isinstance(rest[0], t.If):
        parts.append((f"elif {value_text(rest[0].condition)}", rest[0].then))
        rest = rest[0].otherwise
    return [*parts, ("else", rest)] if rest else parts


def _if_clause(node: ct.IfClause) -> list[Branch]:
    parts: list[Branch] = [(f"if {value_text(node.condition)}", node.then)]
    return [*parts, ("else", node.otherwise)] if node.otherwise else parts


def _repeat(node: ct.MayRepeat) -> list[Branch]:
    once = " once" if node.once else ""
    return [(f"may repeat {node.step}{once}{_where(node.where)}", node.then)]


def _body(body: Body | ct.Next) -> Body:
    return (body,) if isinstance(body, ct.Next) else body


def _after(node: ct.After) -> list[Branch]:
    skip = "skip " if node.skipped else ""
    head = f"after {skip}{_names(node.actions, ' | ')}{_where(node.where)}"
    return [(head, _body(node.body))]


def _at(node: ct.At) -> list[Branch]:
    return [(f"at {node.moment} of {node.whose} turn{_where(node.where)}", _body(node.body))]


_BRANCHES: dict[type[t.Node], Callable[[Any], list[Branch]]] = {
    ct.IfClause: _if_clause,
    ct.OnTurn: lambda n: [(f"on {n.whose} turn{_where(n.where)}", n.then)],
    ct.MayRepeat: _repeat,
    ct.After: _after,
    ct.Before: lambda n: [(f"before {n.action}{_where(n.where)}", n.effects)],
    ct.At: _at,
    ct.ExtraTurn: lambda n: [(f"extra turn{_where(n.where)}", n.effects)],
    t.If: _if,
    t.Each: lambda n: [(f"each {_binder(n.binder)}", n.effects)],
    t.While: lambda n: [(f"while {value_text(n.condition)}", n.effects)],
}
