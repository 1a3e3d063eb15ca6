"""Type effects, which change the state and never ask for a decision (semantics §6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from thesmos.check.names.hints import argument_hint, conversion_hint
from thesmos.check.names.lookup import action_of, define, step_of
from thesmos.check.names.names import CORE
from thesmos.check.names.scope import Scope
from thesmos.check.typing.calls import SPECIAL, attribute_value
from thesmos.check.typing.expressions import (
    TYPE_FUNCTIONS,
    in_range,
    type_as,
    type_expr,
    type_flag,
    type_player_or_side,
    wrong,
)
from thesmos.check.typing.growth import assigned_names, local_type
from thesmos.check.typing.infer import type_binder
from thesmos.check.typing.narrowing import narrowed
from thesmos.check.typing.repetition import compared_in
from thesmos.diagnostics import suggest
from thesmos.program import effects as e
from thesmos.program import values as v
from thesmos.program.node import Ref
from thesmos.program.types import ANYTHING, FLAG, PLAYER, POWER
from thesmos.syntax import nodes as t

STOPPING = "; or use `+=` and `-=`, which stop at its limits"

Meaning = e.Effect | None  # None after an error


def type_effects(effects: tuple[t.Effect, ...], scope: Scope) -> e.Effects:
    """Type a block of effects; names defined by `let` are valid until its end."""
    inner = scope.inner()
    meanings: list[Meaning] = []
    for place, effect in enumerate(effects, 1):
        if isinstance(effect, t.Let):
            meanings.append(_let(effect, effects[place:], inner))
        else:
            meanings.append(_TYPERS[type(effect)](effect, inner))
    return tuple(effect for effect in meanings if effect is not None)


def _assign(effect: t.Assign, scope: Scope) -> Meaning:
    target = _target(effect.target, scope)
    value = type_expr(effect.value, scope)
    if target is None or isinstance(target, v.Nothing):
        return None  # already reported
    wanted, kind = target.type, value.type
    if wanted.base == "nothing":
        pass  # a local that began as none
    elif not kind.fits(wanted):
        hint = conversion_hint(kind, wanted, scope.names)
        scope.report("E311", f"this can hold {wanted}, not {kind}", effect.value.location, hint)
    elif effect.word == ":=" and not isinstance(target, v.Variable):
        in_range(kind, wanted, effect.value.location, scope, "this", STOPPING)
    elif effect.word != ":=" and wanted.base != "int":
        scope.report("E321", f"`{effect.word}` needs a number, not {wanted}", effect.location)
    return e.Assign(target, cast(e.AssignWord, effect.word), value, location=effect.location)


def _target(expr: t.Expr, scope: Scope) -> v.Value | None:
    if isinstance(expr, t.Name):
        return _target_name(expr, scope)
    if isinstance(expr, t.FunctionCall):
        return _target_call(expr, scope)
    text = "this can't be assigned a value"
    hint = "assign to a memory, an attribute, place(…) or zone(…)"
    scope.report("E324", text, expr.location, hint)
    return None


def _target_name(expr: t.Name, scope: Scope) -> v.Value | None:
    if expr.name in scope.roles:
        hint = "define a name with `let`, or assign to a memory or an attribute"
        scope.report(
            "E324", f"`{expr.name}` is a role, which can't be changed", expr.location, hint
        )
        return None
    if expr.name in scope.locals:
        return scope.variable(expr.name, expr.location)
    if expr.name in scope.names.memory:
        return scope.memory(expr.name, expr.location)
    attr = scope.names.attr_of(expr.name, "")
    if attr is not None:
        return attribute_value(expr, attr.name, (), attr.type)
    names = scope.names
    state = [name for name in names.attrs if names.attr_of(name, "")]
    below = "`state: game:`" if names.card is None else "`memory`"
    hint = (
        argument_hint(expr.name, names)
        or suggest(expr.name, [*names.memory, *(scope.locals.keys() - scope.roles), *state])
        or f"declare it under {below}, or define it with `let`"
    )
    scope.report("E304", f"`{expr.name}` can't be assigned a value", expr.location, hint)
    return None


def _target_call(expr: t.FunctionCall, scope: Scope) -> v.Value | None:
    if expr.name in (*CORE, *SPECIAL) and expr.name not in ("place", "zone"):
        hint = "assign to a memory, an attribute, place(…) or zone(…)"
        scope.report("E324", f"{expr.name}(…) can't be assigned a value", expr.location, hint)
        return None
    if expr.name in scope.names.facts:
        message = f"the fact {expr.name}(…) is derived and can't be assigned a value"
        scope.report("E324", message, expr.location, "change what it is derived from")
        return None
    target = type_expr(expr, scope)
    if isinstance(target, v.AttributeValue):  # may be read as none, but must be given its own type
        attribute = scope.names.attr_of(target.attribute.name, target.attribute.owner)
        target = target if attribute is None else replace(target, type=attribute.type)
    return target


def _let(effect: t.Let, rest: tuple[t.Effect, ...], scope: Scope) -> Meaning:
    value = type_expr(effect.value, scope)
    if value.type.many:
        hint = "write the set where it is used, or name it under `facts`"
        scope.report("E326", "a local can't hold a set", effect.value.location, hint)
    kind = local_type(effect, value.type, rest, scope)
    if kind.is_nothing and not kind.many:
        text = f"`{effect.name}` is always none"
        scope.report("E311", text, effect.value.location, "give it another value, or remove it")
        kind = ANYTHING
    define(effect.name, kind, effect.location, scope)
    return e.Let(effect.name, value, location=effect.location)


def _do(effect: t.Do, scope: Scope) -> Meaning:
    event = _event(effect, scope)
    return None if event is None else e.Do(*event, location=effect.location)


def _event(effect: t.Do | t.AfterDo, scope: Scope) -> tuple[Ref, tuple[v.Value, ...]] | None:
    """Return the action of an event and the open roles given to it; None after an error."""
    action = action_of(effect.action, effect.location, scope)
    if action is None:
        return None
    open_roles = [r for r in action.roles if r.type is not None]
    if len(open_roles) != len(effect.arguments):
        text = f"do {effect.action}(…) takes {len(open_roles)} roles, not {len(effect.arguments)}"
        hint = f"in this order: {', '.join(r.name for r in open_roles)}"
        scope.report("E308", text, effect.location, hint)
    arguments = []
    for role, argument in zip(open_roles, effect.arguments, strict=False):
        assert role.type is not None
        wanted = scope.names.type_of(role.type)
        arguments.append(type_as(argument, wanted, scope, f"the role `{role.name}`", or_none=True))
    return scope.names.action_ref(effect.action), tuple(arguments)


def _after_do(expr: t.AfterDo, scope: Scope) -> v.Value:
    event = _event(expr, scope)
    condition = type_flag(expr.condition, scope)
    if event is None:
        return wrong(expr.location)
    return v.AfterDo(*event, condition, location=expr.location, type=FLAG)


def _move_card(effect: t.MoveCard, scope: Scope) -> Meaning:
    card = type_as(effect.card, POWER, scope, f"the value after `{effect.word}`")
    to = effect.player
    player = None if to is None else type_as(to, PLAYER, scope, "the value after `to`")
    return e.MoveCard(cast(e.CardWord, effect.word), card, player, location=effect.location)


def _loses(effect: t.Lose, scope: Scope) -> Meaning:
    who = type_player_or_side(effect.who, scope, "only a player or a side can lose")
    return e.Lose(who, location=effect.location)


def _due(effect: t.Due, scope: Scope) -> Meaning:
    step = step_of(effect.step, effect.location, scope)
    return None if step is None else e.Due(step, location=effect.location)


def _if(effect: t.If, scope: Scope) -> Meaning:
    condition = type_flag(effect.condition, scope)
    changed = assigned_names((effect.then, effect.otherwise))
    inside = narrowed(effect.condition, scope, but=changed)
    outside = narrowed(effect.condition, scope, holds=False, but=changed)
    then, otherwise = type_effects(effect.then, inside), type_effects(effect.otherwise, outside)
    return e.If(condition, then, otherwise, location=effect.location)


def _each(effect: t.Each, scope: Scope) -> Meaning:
    binder, inner = type_binder(effect.binder, scope, effect.location)
    return e.Each(binder, type_effects(effect.effects, inner), location=effect.location)


def _while(effect: t.While, scope: Scope) -> Meaning:
    condition = type_flag(effect.condition, scope)
    return e.While(condition, type_effects(effect.effects, scope), location=effect.location)


_TYPERS: dict[type[t.Effect], Callable[[Any, Scope], Meaning]] = {
    t.Assign: _assign,
    t.Do: _do,
    t.MoveCard: _move_card,
    t.Lose: _loses,
    t.Counts: lambda w, _: e.Counts(location=w.location),
    t.Due: _due,
    t.Memorize: lambda w, s: e.Memorize(compared_in(s, w.location), location=w.location),
    t.Forget: lambda w, _: e.Forget(location=w.location),
    t.If: _if,
    t.Each: _each,
    t.While: _while,
}

TYPE_FUNCTIONS[t.AfterDo] = _after_do
