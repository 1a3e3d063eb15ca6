"""Types history queries: `last`, `first`, `did`, `times`.

The condition of a query can use nothing but the event itself, so that a register can answer it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from thesmos.check.expressions import expect
from thesmos.check.hints import conversion_hint, nearest_names
from thesmos.check.scope import YOU, Code, LocalSlots, Query, Scope
from thesmos.diagnostics import suggest
from thesmos.program.types import FLAG, NOTHING, PLAYER, SIDE, Type, number
from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t

Typed = tuple[Type, Code]
TypeExpr = Callable[[t.Expr, Scope], Typed]


def type_history(expr: t.History, scope: Scope, type_expr: TypeExpr) -> Typed:
    """Type a query, and add it to the queries of the scope."""
    event = expr.event
    kinds: dict[str, dict[str, Any]] = {}
    answer = {"did": FLAG, "times": number(0, 99)}.get(expr.word, NOTHING)
    index: Type | None = None
    for kind in event.kinds:
        action = scope.names.actions.get(kind)
        if action is None:
            hint = nearest_names(kind, scope.names.actions)
            scope.report("E309", f"there is no action `{kind}`", expr.location, hint)
            continue
        inner = role_scope(action, scope, type_expr, closed=True)
        parts: dict[str, Any] = {"where": _condition(event, inner, type_expr)}
        if expr.role is not None:
            found = inner.locals.get(expr.role)
            parts["role"] = found[0] if found else None
            if found:
                answer = found[1].optional()
        if event.with_role is not None:
            found = inner.locals.get(event.with_role)
            parts["with"] = found[0] if found else None
            index = found[1] if found else index
        parts["frame"] = inner.frame.size
        kinds[kind] = parts
    _missing_role(expr, kinds, answer, scope)
    window, per, whole = _window(event, scope, type_expr)
    given: Code = ("none",)
    if event.with_value is not None:
        kind_given, given = type_expr(event.with_value, scope)
        if index is not None and not kind_given.fits(index):
            hint = conversion_hint(kind_given, index, scope.names)
            scope.report("E311", f"`with` must be {index}, not {kind_given}", expr.location, hint)
    key = (
        f"{expr.word} {event.kinds} {expr.role} {event.with_role} {event.condition!r} {per} {whole}"
    )
    query = Query(key, expr.word, kinds, per, whole, answer, index)
    scope.queries.setdefault(key, query)
    return answer, ("history", key, window, given)


def role_scope(
    action: d.ActionDeclaration, scope: Scope, type_expr: TypeExpr, closed: bool = False
) -> Scope:
    """Return a scope with the roles of an action, open and computed, and local slots of its own."""
    inner = replace(scope, locals={}, frame=LocalSlots(), closed=False)
    for role in action.roles:
        if role.type is not None:
            inner.bind(role.name, scope.names.type_of(role.type))
        elif role.expr is not None:
            quiet = replace(inner, names=replace(scope.names, diagnostics=[]), frame=LocalSlots(99))
            kind, _ = type_expr(role.expr, quiet)
            inner.bind(role.name, kind)
        else:
            inner.bind(role.name, NOTHING)
    inner.closed, inner.roles = closed, frozenset(inner.locals)
    return inner


def _condition(event: t.Event, inner: Scope, type_expr: TypeExpr) -> Code:
    if event.condition is None:
        return ("int", 1)
    kind, code = type_expr(event.condition, inner)
    if not kind.fits(FLAG):
        expect(kind, FLAG, event.condition.location, inner, "a condition")
    return code


def _missing_role(
    expr: t.History, kinds: dict[str, dict[str, Any]], answer: Type, scope: Scope
) -> None:
    if expr.role is not None and kinds and answer.base == "nothing":
        roles = [r.name for k in kinds for r in scope.names.actions[k].roles]
        hint = suggest(expr.role, roles) or f"roles: {', '.join(roles)}"
        scope.report("E310", f"these events have no role `{expr.role}`", expr.location, hint)
    if expr.event.with_role is not None and any(k.get("with") is None for k in kinds.values()):
        scope.report(
            "E310", f"these events have no role `{expr.event.with_role}`", expr.location,
            "`with` must name a role that all these events have",
        )  # fmt: skip


def _window(event: t.Event, scope: Scope, type_expr: TypeExpr) -> tuple[Code, str, bool]:
    if event.window == "this turn":
        return ("active",), "player", False
    if event.window == "your last turn":
        return ("local", YOU), "player", False
    assert event.window_of is not None
    kind, code = type_expr(event.window_of, scope)
    if kind.base not in (PLAYER.base, SIDE.base, NOTHING.base):
        hint = conversion_hint(kind, SIDE, scope.names) or "such as `you` or `active`"
        scope.report(
            "E311", f"`of` needs a player or a side, not {kind}", event.window_of.location, hint
        )
    return code, "side" if kind.base == "side" else "player", True
