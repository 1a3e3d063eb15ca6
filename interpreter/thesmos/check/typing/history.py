"""Type questions about the past: `last`, `first`, `did`, `times`.

What their conditions may ask is checked when all cards are known (lasting.py).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, cast

from thesmos.check.names.hints import conversion_hint
from thesmos.check.names.lookup import action_of
from thesmos.check.names.scope import Scope, core_name
from thesmos.check.typing.expressions import (
    in_range,
    quiet,
    type_expr,
    type_player_or_side,
    type_where,
)
from thesmos.diagnostics import suggest
from thesmos.program import values as v
from thesmos.program.types import ANYTHING, FLAG, Type, number
from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t


def type_history(expr: t.Past, scope: Scope) -> v.Past:
    """Return the meaning of a question about the past."""
    event = expr.event
    question = cast(v.Question, expr.word)
    answer = {"did": FLAG, "times": number(0, 99)}.get(question, ANYTHING)
    index: Type | None = None
    patterns: list[v.EventPattern] = []
    scopes: dict[str, Scope] = {}
    for name in scope.names.actions_of(event.kinds):
        action = action_of(name, expr.location, scope)
        if action is None:
            continue
        inner = scopes[name] = role_scope(action, scope)
        inner.offered = ()  # no step is offered when an event happens
        condition = type_where(event.condition, inner)
        ref = scope.names.action_ref(name)
        patterns.append(v.EventPattern(ref, condition, location=expr.location))
        if expr.role in inner.locals:
            answer = inner.locals[expr.role].union(answer).optional()
        if event.with_role in inner.locals:
            kind = inner.locals[event.with_role]
            index = kind if index is None else kind.union(index)
    _missing_role(expr, scopes, answer, scope)
    of, owner, whole_game = _window(expr, scope)
    with_value = _with_value(expr, index, scope)
    query = v.Query(
        question, tuple(patterns), expr.role, event.with_role, owner, whole_game, answer, index
    )
    return v.Past(query, of, with_value, 1, location=expr.location, type=answer)


def role_scope(action: d.ActionDeclaration, scope: Scope) -> Scope:
    """Return a scope with the roles of an action, open and computed, and no other locals."""
    types = role_types(action, scope)
    inner = scope.plain()
    return replace(inner, locals=inner.locals | types, roles=frozenset(types))


def role_types(action: d.ActionDeclaration, scope: Scope) -> dict[str, Type]:
    """Return the types of the roles of an action.

    If called while they are being found, return those found so far: a role may depend on earlier
    events of its own action.
    """
    cache = scope.names.role_types
    if action.name not in cache:
        types = cache[action.name] = {}
        inner = quiet(scope.plain())
        inner.names = inner.names.declaring(scope.names.action_ref(action.name))
        inner.offered = ()
        for role in action.roles:
            kind = ANYTHING
            if role.type is not None:
                kind = inner.names.type_of(role.type)
            elif role.expr is not None:
                kind = type_expr(role.expr, inner).type
            inner.bind(role.name, kind)
            types[role.name] = kind
    return cache[action.name]


def _missing_role(expr: t.Past, scopes: dict[str, Scope], answer: Type, scope: Scope) -> None:
    if expr.role is not None and scopes and answer.base == "nothing":
        declared = [r.name for name in scopes for r in scope.names.actions[name].roles]
        roles = [name for name in declared if name != expr.role]  # a role can't depend on itself
        hint = suggest(expr.role, roles) or f"roles: {', '.join(roles)}"
        text = f"these events have no role `{expr.role}`"
        scope.report("E310", text, expr.location, hint, expr.role)
    with_role = expr.event.with_role
    if with_role is not None and any(with_role not in inner.locals for inner in scopes.values()):
        text = f"these events have no role `{with_role}`"
        hint = "`with` must name a role that all these events have"
        scope.report("E310", text, expr.location, hint, with_role)


def _window(expr: t.Past, scope: Scope) -> tuple[v.Value, Literal["player", "side"], bool]:
    """Return the owner of the window, the kind of owner, and whether it is the whole game."""
    event = expr.event
    if event.window == "this turn":
        return core_name("active", expr.location), "player", False
    if event.window == "your last turn":
        return core_name("you", expr.location), "player", False
    assert event.window_of is not None
    of = type_player_or_side(event.window_of, scope, "`of` needs a player or a side")
    return of, "side" if of.type.base == "side" else "player", True


def _countable(expr: t.Past, index: Type, value: Type, scope: Scope) -> None:
    """Report a number after `with` for which there is no register: their index begins at 0."""
    assert expr.event.with_value is not None
    if index.low < 0:
        text = f"`{expr.event.with_role}` can be {index}: `with` needs a role that is not negative"
        hint = f"write `where {expr.event.with_role} = …`, with a number"
        scope.report("E323", text, expr.location, hint)
    else:
        in_range(value, index, expr.event.with_value.location, scope, "the value after `with`")


def _with_value(expr: t.Past, index: Type | None, scope: Scope) -> v.Value | None:
    """Return the meaning of the value after `with`."""
    if expr.event.with_value is None:
        return None
    value = type_expr(expr.event.with_value, scope)
    if index is not None and not value.type.fits(index):
        hint = conversion_hint(value.type, index, scope.names)
        text = f"`with` must be {index}, not {value.type}"
        scope.report("E311", text, expr.location, hint)
    elif index is not None and value.type.base == "int":
        _countable(expr, index, value.type, scope)
    return value
