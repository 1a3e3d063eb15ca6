"""Type facts, actions and steps: the named declarations of a game and its cards."""

from __future__ import annotations

from typing import Literal, cast

from thesmos.check.names.hints import nearest_names
from thesmos.check.names.lookup import END, action_of, step_of
from thesmos.check.names.scope import Scope
from thesmos.check.typing.effects import type_effects
from thesmos.check.typing.expressions import type_as, type_expr, type_flag, type_where
from thesmos.check.typing.history import role_scope
from thesmos.program import declarations as p
from thesmos.program.types import INT, PLAYER
from thesmos.program.values import Value
from thesmos.syntax import documents as d
from thesmos.syntax.words import parts_of


def type_fact(fact: d.FactDeclaration, scope: Scope) -> p.Fact:
    """Return the meaning of a fact."""
    inner = scope.plain()
    for name, written in fact.params:
        if name in inner.locals:
            text = f"`{name}` is already a parameter of this fact"
            scope.report("E303", text, written.location, "choose another name")
        inner.bind(name, scope.names.type_of(written))
    parameters = tuple(p.Parameter(name, kind) for name, kind in inner.locals.items())
    body = type_expr(fact.body, inner)
    ref = scope.names.fact_ref(fact.name)
    return p.Fact(ref, parameters, body, location=fact.location)


# ------------------------------------------------------------------------- actions


def type_action(action: d.ActionDeclaration, scope: Scope) -> p.Action:
    """Return the meaning of an action. A computed role can use the roles above it."""
    inner = role_scope(action, scope)
    weight = suggested = None
    roles = _roles(action, inner)
    rules = tuple(
        p.Rule(rule.name, type_flag(rule.expr, inner), location=rule.location)
        for rule in action.rules
    )
    effects = type_effects(action.do, inner)
    notations = tuple(_notation(notation, inner) for notation in action.text)
    if action.weight is not None:
        weight = type_as(action.weight, INT, inner, "the weight")
        if weight.type.base == "int" and weight.type.high < 1:
            text = "no option of this action could ever be chosen: its weight is never above 0"
            scope.report("E312", text, action.weight.location, "give it a weight of 1 or more")
    if action.suggested is not None:
        suggested = type_flag(action.suggested, inner)
    shows = tuple(
        p.Shown(
            shown.name, type_as(shown.expr, INT, inner, f"`{shown.name}`"), location=shown.location
        )
        for shown in action.shows
    )
    if action.public and action.secret:
        text = f"`{action.name}` can't be both public and secret"
        hint = "`public`: everybody learns of it; `secret`: only who does it"
        scope.report("E365", text, action.location, hint)
    return p.Action(
        name=scope.names.action_ref(action.name),
        roles=roles,
        rules=rules,
        effects=effects,
        notations=notations,
        silent=action.silent,
        public=action.public,
        secret=action.secret,
        weight=weight,
        suggested=suggested,
        shows=shows,
        location=action.location,
    )


def _roles(action: d.ActionDeclaration, scope: Scope) -> tuple[p.Role, ...]:
    """Return the meaning of the roles.

    scope: a scope that has all of them.
    """
    visible = scope.inner()
    visible.locals = {}
    roles = []
    for role in action.roles:
        kind, value = scope.locals[role.name], None
        if role.type is not None:
            kind = scope.names.type_of(role.type)
        elif role.expr is not None:
            value = type_expr(role.expr, visible)
            kind = value.type
        visible.bind(role.name, kind)
        roles.append(p.Role(role.name, kind, value, location=role.location))
    return tuple(roles)


def _notation(notation: d.NotationDeclaration, scope: Scope) -> p.Notation:
    """Return the meaning of a notation; report every `{role}` that is not a role."""
    parts = [*parts_of(notation.text)]
    for role in (part.text for part in parts if part.gap):
        if role not in scope.locals:
            hint = nearest_names(role, scope.locals)
            scope.report("E310", f"there is no role `{role}`", notation.location, hint, role)
    texts = tuple(p.RoleText(part.text) if part.gap else part.text for part in parts)
    if any(not part.gap and {*"{}"} & {*part.text} for part in parts):
        text, hint = "a brace is not closed in this text", "write the name of a role as `{name}`"
        scope.report("E404", text, notation.location, hint)
        texts = tuple(map(p.RoleText, scope.locals))  # so that no role counts as left out
    when = type_where(notation.when, scope)
    return p.Notation(when, texts, location=notation.location)


# --------------------------------------------------------------------------- steps


def type_step(step: d.StepDeclaration, scope: Scope) -> p.Step:
    """Return the meaning of a step."""
    names, inner = scope.names, scope.plain()
    offered = [action_of(action, step.location, scope) for action in step.actions]
    actions = [action for action in names.actions.values() if action in offered]
    when_one = type_where(step.when_one, inner)
    chooser: Literal["active", "holder", "chance"] | Value
    if step.chooser_expr is not None:
        chooser = type_as(step.chooser_expr, PLAYER, inner, "the chooser")
    else:
        chooser = cast(Literal["active", "holder", "chance"], step.chooser)
    return p.Step(
        name=names.step_ref(step.name),
        actions=tuple(names.action_ref(action.name) for action in actions),
        shown=step.shown,
        filter=step.filter,
        judge=step.judge,
        skip=step.skip,
        last=step.last,
        when_empty=cast(Literal["stuck", "pass", "ask"], step.when_empty),
        when_one=when_one,
        chooser=chooser,
        then=step_of(step.then, step.location, scope, (END,)),
        after_skip=step_of(step.after_skip, step.location, scope, (END,)),
        location=step.location,
    )
