"""Types effects: from syntax to typed code. An effect never asks for a decision (semantics §6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from thesmos.check.expressions import type_as, type_expr, type_flag
from thesmos.check.hints import conversion_hint, nearest_names, without_none
from thesmos.check.names import CORE
from thesmos.check.scope import PERSONS, Code, Scope
from thesmos.diagnostics import Location, suggest
from thesmos.program.types import NOTHING, PLAYER, POWER, SIDE, Type
from thesmos.syntax import nodes as t


def type_effects(effects: tuple[t.Effect, ...], scope: Scope) -> Code:
    """Type a block of effects; names defined by `let` are valid until its end."""
    inner = scope.inner()
    return ("block", *(_TYPERS[type(e)](e, inner) for e in effects))


def _assign(effect: t.Assign, scope: Scope) -> Code:
    target, wanted = _target(effect.target, scope)
    kind, value = type_expr(effect.value, scope)
    if wanted.base == "nothing":
        return ("none",)  # already reported
    if not kind.fits(wanted):
        hint = conversion_hint(kind, wanted, scope.names)
        scope.report("E311", f"this can hold {wanted}, not {kind}", effect.value.location, hint)
    elif effect.word == ":=":
        _in_range(effect, kind, wanted, scope)
    elif wanted.base != "int":
        scope.report("E321", f"`{effect.word}` needs a number, not {wanted}", effect.location)
    return ("set", target, effect.word, value)


def _in_range(effect: t.Assign, kind: Type, wanted: Type, scope: Scope) -> None:
    if kind.none and not wanted.none and wanted.base != "nothing":
        scope.report(
            "E322", f"this may be none, but it must be {wanted}", effect.value.location,
            "declare the attribute as `… or none`, or test it with `if … exists`",
        ) if isinstance(effect.value, t.Literal) else None  # fmt: skip
    if wanted.base == "int" and (kind.low < wanted.low or kind.high > wanted.high):
        scope.report(
            "E323",
            f"{without_none(kind)} does not fit into {without_none(wanted)}",
            effect.value.location,
            "widen the range, or use `+=` and `-=`, which stop at its limits",
        )


def _target(expr: t.Expr, scope: Scope) -> tuple[Code, Type]:
    if isinstance(expr, t.Name):
        return _target_name(expr, scope)
    if isinstance(expr, t.FunctionCall):
        return _target_call(expr, scope)
    scope.report(
        "E324",
        "this can't be assigned a value",
        expr.location,
        "assign to a memory, an attribute, place(…) or zone(…)",
    )
    return ("none",), NOTHING


def _target_name(expr: t.Name, scope: Scope) -> tuple[Code, Type]:
    if expr.name in scope.roles:
        hint = "define a name with `let`, or assign to a memory or an attribute"
        scope.report(
            "E324", f"`{expr.name}` is a role: what happened can't be changed", expr.location, hint
        )
        return ("none",), NOTHING
    if expr.name in scope.locals:
        index, kind = scope.locals[expr.name]
        return ("local", index), kind
    if expr.name in scope.names.memory:
        scope.used.add(expr.name)
        kind = scope.names.memory[expr.name].type
        return ("memory set" if kind.many else "memory", expr.name), kind
    attr = scope.names.attr_of(expr.name, "")
    if attr is not None:
        return ("attr set" if attr.type.many else "attr", "", expr.name, ("int", 0)), attr.type
    known = [*scope.names.memory, *scope.locals]
    hint = suggest(expr.name, known) or "declare it under `memory`, or define it with `let`"
    scope.report("E304", f"`{expr.name}` can't be assigned a value", expr.location, hint)
    return ("none",), NOTHING


def _target_call(expr: t.FunctionCall, scope: Scope) -> tuple[Code, Type]:
    if expr.name in CORE and expr.name not in ("place", "zone"):
        hint = "assign to a memory, an attribute, place(…) or zone(…)"
        scope.report("E324", f"{expr.name}(…) can't be assigned a value", expr.location, hint)
        return ("none",), NOTHING
    if expr.name in scope.names.facts:
        message = f"the fact {expr.name}(…) is derived and can't be assigned a value"
        scope.report("E324", message, expr.location, "change what it is derived from")
        return ("none",), NOTHING
    kind, code = type_expr(expr, scope)
    return code, kind if kind.base in ("cell", "zone") else kind.optional(False)


def _let(effect: t.Let, scope: Scope) -> Code:
    kind, value = type_expr(effect.value, scope)
    if kind.many:
        hint = "write the set where it is used, or name it under `facts`"
        scope.report("E326", "a local can't hold a set", effect.value.location, hint)
    _new(effect.name, effect.location, scope)
    return ("set", ("local", scope.bind(effect.name, kind.optional())), ":=", value)


def _new(name: str, location: Location, scope: Scope) -> None:
    """Report a name for a local that is already defined."""
    if name in scope.locals or name in PERSONS:
        message = f"`{name}` is already defined here"
        scope.report("E303", message, location, "choose another name")


def _do(effect: t.Do, scope: Scope) -> Code:
    action = scope.names.actions.get(effect.action)
    if action is None:
        hint = nearest_names(effect.action, scope.names.actions)
        scope.report("E309", f"there is no action `{effect.action}`", effect.location, hint)
        return ("counts",)
    open_roles = [r for r in action.roles if r.type is not None]
    if len(open_roles) != len(effect.arguments):
        scope.report(
            "E308",
            f"do {effect.action}(…) takes {len(open_roles)} roles, not {len(effect.arguments)}",
            effect.location,
            f"in this order: {', '.join(r.name for r in open_roles)}",
        )
    codes = []
    for role, argument in zip(open_roles, effect.arguments, strict=False):
        assert role.type is not None
        wanted = scope.names.type_of(role.type)
        codes.append(type_as(argument, wanted, scope, f"the role `{role.name}`"))
    return ("do", effect.action, *codes)


def _hand(effect: t.Hand, scope: Scope) -> Code:
    power = type_as(effect.power, POWER, scope, f"the value after `{effect.word}`")
    if effect.to is None:
        return (effect.word, power)
    return (effect.word, power, type_as(effect.to, PLAYER, scope, "the value after `to`"))


def _loses(effect: t.Loses, scope: Scope) -> Code:
    kind, code = type_expr(effect.who, scope)
    if kind.base not in ("player", "side", "nothing"):
        hint = conversion_hint(kind, SIDE, scope.names) or "such as `you` or `active`"
        scope.report(
            "E311", f"only a player or a side can lose, not {kind}", effect.who.location, hint
        )
    return ("loses", kind.base, code)


def _counts(effect: t.Counts, scope: Scope) -> Code:
    return ("counts",)


def _if(effect: t.If, scope: Scope) -> Code:
    return (
        "if",
        type_flag(effect.condition, scope),
        type_effects(effect.then, scope),
        type_effects(effect.otherwise, scope),
    )


def _each(effect: t.Each, scope: Scope) -> Code:
    member = effect.member
    kind, domain = type_expr(member.domain, scope)
    if not kind.many and kind.base != "nothing":
        hint = conversion_hint(kind, kind.set(), scope.names)
        scope.report("E313", f"`in` needs a set, not {kind}", member.domain.location, hint)
    _new(member.name, effect.location, scope)
    inner = scope.inner()
    index = inner.bind(member.name, kind.one())
    condition = None if member.condition is None else type_flag(member.condition, inner)
    return ("each", index, domain, condition, type_effects(effect.body, inner))


def _while(effect: t.While, scope: Scope) -> Code:
    return ("while", type_flag(effect.condition, scope), type_effects(effect.body, scope))


_TYPERS: dict[type[t.Effect], Callable[[Any, Scope], Code]] = {
    t.Assign: _assign,
    t.Let: _let,
    t.Do: _do,
    t.Hand: _hand,
    t.Loses: _loses,
    t.Counts: _counts,
    t.If: _if,
    t.Each: _each,
    t.While: _while,
}
