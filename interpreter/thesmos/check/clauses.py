"""Types clauses: from syntax to typed clauses, each with a stable id."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from thesmos.check.calls import fact_type
from thesmos.check.effects import type_effects
from thesmos.check.expressions import type_as, type_expr, type_flag
from thesmos.check.hints import conversion_hint, nearest_names
from thesmos.check.history import role_scope
from thesmos.check.scope import VIEWER, Code, LocalSlots, Scope
from thesmos.diagnostics import Location, suggest
from thesmos.program.types import SIDE
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t

ALWAYS: Code = ("int", 1)


@dataclass(frozen=True)
class TypedClause:
    """A clause with its typed code.

    kind: permit, forbid, require, may skip, forbid skip, before, after, after skip, at, cancel,
    hide, treat, win, instead, veto, spent, grant; a route has ` next` after it. on: the action,
    step, moment, fact or ground that it is about. guard: the conditions around it, evaluated once.
    where: its own condition, evaluated for each option or event. frame: how many local slots it
    needs. data: what else its kind needs, by name.
    """

    id: str
    card: str
    heading: str
    kind: str
    on: str
    guard: Code
    where: Code
    data: dict[str, Any]
    frame: int
    location: Location


def slug(words: str) -> str:
    """Turn a heading into a slug: `Opponent's Turn` gives `opponents-turn`."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower().replace("'", "")).strip("-")


def type_clauses(card: d.CardDocument, scope: Scope) -> list[TypedClause]:
    """Type all clauses of a card, or of the game itself."""
    made: list[TypedClause] = []
    for block in card.clauses:
        if block.heading not in scope.names.game.headings:
            scope.report(
                "E341", f"the game has no heading `{block.heading}`", block.location,
                nearest_names(block.heading, scope.names.game.headings),
            )  # fmt: skip
        prefix = f"{card.slug}.{slug(block.heading)}"
        for number, (clause, guards) in enumerate(leaves(block.clauses, ()), 1):
            frame = LocalSlots()
            fresh = replace(scope, frame=frame, locals={})
            guard = _all(tuple(_guard(c, positive, fresh) for c, positive in guards))
            builder = _Builder(card.slug, block.heading, f"{prefix}.{number}", guard)
            made += builder.build(clause, scope)
    return made


Guard = tuple[t.Expr, bool]


def leaves(
    clauses: tuple[ct.Clause, ...], guards: tuple[Guard, ...]
) -> Iterator[tuple[ct.Clause, tuple[Guard, ...]]]:
    """Return the clauses inside all `if`s, each with the conditions around it."""
    for clause in clauses:
        if isinstance(clause, ct.IfClause):
            yield from leaves(clause.then, (*guards, (clause.condition, True)))
            yield from leaves(clause.otherwise, (*guards, (clause.condition, False)))
        else:
            yield clause, guards


def _guard(condition: t.Expr, positive: bool, scope: Scope) -> Code:
    code = type_flag(condition, scope)
    return code if positive else ("not", code)


def _all(parts: tuple[Code, ...]) -> Code:
    kept = tuple(p for p in parts if p != ALWAYS)
    if not kept:
        return ALWAYS
    return kept[0] if len(kept) == 1 else ("and", *kept)


class _Builder:
    """Builds the typed clauses of one written clause: one for each action that it is about."""

    def __init__(self, card: str, heading: str, id: str, guard: Code) -> None:
        self.card, self.heading, self.id, self.guard = card, heading, id, guard

    def build(self, clause: ct.Clause, scope: Scope) -> list[TypedClause]:
        return list(_BUILDERS[type(clause)](self, clause, scope))

    def made(
        self, kind: str, on: str, where: Code, scope: Scope, location: Location, **data: Any
    ) -> TypedClause:
        size = scope.frame.size
        return TypedClause(
            self.id, self.card, self.heading, kind, on, self.guard, where, data, size, location
        )

    def role_scope(self, name: str, location: Location, scope: Scope) -> Scope | None:
        action = scope.names.actions.get(name)
        if action is None:
            hint = nearest_names(name, scope.names.actions)
            scope.report("E309", f"there is no action `{name}`", location, hint)
            return None
        return role_scope(action, scope, type_expr)

    def plain(self, scope: Scope) -> Scope:
        return replace(scope, locals={}, frame=LocalSlots())

    def step(self, name: str, location: Location, scope: Scope) -> None:
        if name != "end" and name not in scope.names.steps:
            hint = nearest_names(name, [*scope.names.steps, "end"])
            scope.report("E342", f"there is no step `{name}`", location, hint)


def _permit(b: _Builder, c: ct.Permit, scope: Scope) -> Iterator[TypedClause]:
    inner = b.role_scope(c.action, c.location, scope)
    if inner is None:
        return
    rules = [r.name for r in scope.names.actions[c.action].rules]
    for name in c.waiving:
        if name not in rules:
            hint = suggest(name, rules) or f"its rules: {', '.join(rules)}"
            scope.report("E343", f"the action {c.action} has no rule `{name}`", c.location, hint)
    where = type_flag(c.where, inner)
    by = type_effects((c.by,), inner) if c.by is not None else None
    yield b.made("permit", c.action, where, inner, c.location, waiving=list(c.waiving), by=by)


def _forbid(b: _Builder, c: ct.Forbid, scope: Scope) -> Iterator[TypedClause]:
    inner = b.role_scope(c.action, c.location, scope)
    if inner is not None:
        yield b.made("forbid", c.action, type_flag(c.where, inner), inner, c.location)


def _require(b: _Builder, c: ct.Require, scope: Scope) -> Iterator[TypedClause]:
    inner = b.role_scope(c.action, c.location, scope)
    if inner is not None:
        where = type_flag(c.where, inner)
        body = type_effects((c.otherwise,), inner) if c.otherwise is not None else None
        yield b.made("require", c.action, where, inner, c.location, body=body, counts=c.counts)


def _skip(b: _Builder, c: ct.MaySkip | ct.ForbidSkip, scope: Scope) -> Iterator[TypedClause]:
    b.step(c.step, c.location, scope)
    step = scope.names.steps.get(c.step)
    inner = replace(b.plain(scope), action=step.action if step else "")
    kind = "may skip" if isinstance(c, ct.MaySkip) else "forbid skip"
    yield b.made(kind, c.step, type_flag(c.where, inner), inner, c.location)


def _cancel(b: _Builder, c: ct.Cancel, scope: Scope) -> Iterator[TypedClause]:
    for action in c.actions:
        inner = b.role_scope(action, c.location, scope)
        if inner is not None:
            yield b.made("cancel", action, type_flag(c.where, inner), inner, c.location)


def _hide(b: _Builder, c: ct.Hide, scope: Scope) -> Iterator[TypedClause]:
    inner = b.plain(scope)
    kind, domain = type_expr(c.domain, inner)
    if kind.base != "piece" or not kind.many:
        hint = f"kinds of pieces: {', '.join(k.name for k in scope.names.game.pieces)}"
        scope.report("E313", f"only pieces can be hidden, not {kind}", c.domain.location, hint)
    index = inner.bind(c.name, kind.one())
    where = type_flag(c.where, inner)
    yield b.made(
        "hide", kind.name, where, inner, c.location, local=index, domain=domain, viewer=VIEWER
    )


def _treat(b: _Builder, c: ct.Treat, scope: Scope) -> Iterator[TypedClause]:
    fact = scope.names.facts.get(c.fact)
    if fact is None:
        hint = nearest_names(c.fact, scope.names.facts)
        if c.fact in scope.names.attrs:
            hint = "it is an attribute: `treat` works only for facts"
        scope.report("E344", f"there is no fact `{c.fact}`", c.location, hint)
        return
    inner = b.plain(scope)
    if len(fact.params) != len(c.names):
        count, form = len(fact.params), ", ".join(name for name, _ in fact.params)
        message = f"the fact {c.fact} has {count} parameter{'s' * (count != 1)}"
        scope.report("E308", message, c.location, f"write `treat {c.fact}({form}) as …`")
        return
    for name, (_, written) in zip(c.names, fact.params, strict=True):
        inner.bind(name, scope.names.type_of(written))
    value = type_as(c.value, fact_type(c.fact, scope), inner, f"the fact `{c.fact}`")
    yield b.made("treat", c.fact, type_flag(c.where, inner), inner, c.location, value=value)


def _win(b: _Builder, c: ct.Win, scope: Scope) -> Iterator[TypedClause]:
    inner = b.plain(scope)
    kind, who = type_expr(c.who, inner)
    if kind.base not in ("player", "side", "nothing"):
        hint = conversion_hint(kind.one(), SIDE, scope.names) or "such as `you` or `active`"
        scope.report("E311", f"only a player or a side can win, not {kind}", c.who.location, hint)
    word = "instead" if c.instead else "win"
    where = type_flag(c.where, inner)
    yield b.made(
        word, c.name, where, inner, c.location, who=who, many=kind.many, side=kind.base == "side"
    )


def _veto(b: _Builder, c: ct.Veto, scope: Scope) -> Iterator[TypedClause]:
    inner = b.plain(scope)
    yield b.made("veto", "", type_flag(c.where, inner), inner, c.location)


def _spent(b: _Builder, c: ct.Spent, scope: Scope) -> Iterator[TypedClause]:
    inner = b.plain(scope)
    yield b.made("spent", "", type_flag(c.where, inner), inner, c.location)


def _after(b: _Builder, c: ct.After, scope: Scope) -> Iterator[TypedClause]:
    for name in c.actions:
        if c.skipped:
            b.step(name, c.location, scope)
            inner: Scope | None = b.plain(scope)
        else:
            inner = b.role_scope(name, c.location, scope)
        if inner is not None:
            where = type_flag(c.where, inner)
            kind = "after skip" if c.skipped else "after"
            yield from _body(b, kind, name, where, c.body, inner, c.location, scope)


def _before(b: _Builder, c: ct.Before, scope: Scope) -> Iterator[TypedClause]:
    inner = b.role_scope(c.action, c.location, scope)
    if inner is not None:
        where = type_flag(c.where, inner)
        body = type_effects(c.body, inner)
        yield b.made("before", c.action, where, inner, c.location, body=body)


def _at(b: _Builder, c: ct.At, scope: Scope) -> Iterator[TypedClause]:
    if c.moment not in scope.names.game.moments:
        hint = nearest_names(c.moment, scope.names.game.moments)
        scope.report("E345", f"the game has no moment `{c.moment}`", c.location, hint)
        return
    inner = b.plain(scope)
    where = type_flag(c.where, inner)
    for made in _body(b, "at", c.moment, where, c.body, inner, c.location, scope):
        yield replace(made, data={**made.data, "whose": c.whose})


def _body(
    b: _Builder,
    kind: str,
    on: str,
    where: Code,
    body: tuple[t.Effect, ...] | ct.Next,
    inner: Scope,
    location: Location,
    scope: Scope,
) -> Iterator[TypedClause]:
    if isinstance(body, ct.Next):
        b.step(body.step, body.location, scope)
        yield b.made(
            f"{kind} next", on, where, inner, location, step=body.step, if_possible=body.if_possible
        )
    else:
        code = type_effects(body, inner)
        yield b.made(kind, on, where, inner, location, body=code)


def _grant(b: _Builder, c: ct.Grant, scope: Scope) -> Iterator[TypedClause]:
    inner = b.plain(scope)
    where = type_flag(c.where, inner)
    body = type_effects(c.body, inner)
    yield b.made("grant", "", where, inner, c.location, body=body)


_BUILDERS: dict[type[ct.Clause], Callable[[_Builder, Any, Scope], Iterator[TypedClause]]] = {
    ct.Permit: _permit,
    ct.Forbid: _forbid,
    ct.ForbidSkip: _skip,
    ct.MaySkip: _skip,
    ct.Require: _require,
    ct.Cancel: _cancel,
    ct.Hide: _hide,
    ct.Treat: _treat,
    ct.Win: _win,
    ct.Veto: _veto,
    ct.Spent: _spent,
    ct.After: _after,
    ct.Before: _before,
    ct.At: _at,
    ct.Grant: _grant,
}
