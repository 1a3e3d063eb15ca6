"""Type clauses, each with a stable id."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from thesmos.check.names.hints import nearest_names
from thesmos.check.names.lookup import END, action_of, step_of
from thesmos.check.names.scope import Scope
from thesmos.check.typing.calls import fact_type
from thesmos.check.typing.effects import type_effects
from thesmos.check.typing.expressions import (
    type_as,
    type_expr,
    type_flag,
    type_player_or_side,
    type_where,
)
from thesmos.check.typing.history import role_scope
from thesmos.check.typing.narrowing import narrowed
from thesmos.check.typing.operators import possible
from thesmos.diagnostics import Diagnostic, Location, clipped, suggest
from thesmos.program import clauses as c
from thesmos.program import values as v
from thesmos.program.clauses import heading_slug
from thesmos.program.node import Ref
from thesmos.program.types import INT
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t
from thesmos.syntax.short_forms import expanded


def type_clauses(card: d.CardDocument, scope: Scope) -> tuple[c.Clause, ...]:
    """Type all clauses of a card, or of the game itself; errors go into the scope's names."""
    clauses: list[c.Clause] = []
    for block in card.clauses:
        if block.heading not in scope.names.game.headings:
            text = f"the game has no heading `{block.heading}`"
            hint = nearest_names(block.heading, scope.names.game.headings)
            scope.report("E341", text, block.location, hint)
        prefix = f"{card.slug}.{heading_slug(block.heading)}"
        for number, (written, conditions) in enumerate(leaves(block.clauses, ()), 1):
            guards = tuple(_guard(condition, positive, scope) for condition, positive in conditions)
            id, at = f"{prefix}.{number}", written.location
            builder = _Builder(id, card.slug, block.heading, guards, scope, at)
            clauses += _BUILDERS[type(written)](builder, written)
    return tuple(clauses)


def mistyped_headings(card: d.CardDocument, headings: Collection[str]) -> Iterator[Diagnostic]:
    """Warn of texts of a card under what is no heading, but like one. headings: of the game."""
    known = {*headings, *(block.heading for block in card.clauses)}
    for heading, location in card.text_headings:
        near = None if heading in known else suggest(heading, headings)
        if near is not None:
            text = f"the game has no heading `{clipped(heading)}`"
            yield Diagnostic("W514", text, location, near, "warning")


Guard = tuple[t.Expr, bool]


def leaves(
    clauses: tuple[ct.Clause, ...], guards: tuple[Guard, ...]
) -> Iterator[tuple[ct.Clause, tuple[Guard, ...]]]:
    """Yield the clauses inside all `if`s, each with the conditions around it.

    A condition is paired with whether it must hold (`then`) or must not (`else`).
    """
    for clause in map(expanded, clauses):
        if isinstance(clause, ct.IfClause):
            yield from leaves(clause.then, (*guards, (clause.condition, True)))
            yield from leaves(clause.otherwise, (*guards, (clause.condition, False)))
        else:
            yield clause, guards


def _guard(condition: t.Expr, positive: bool, scope: Scope) -> v.Value:
    meaning = type_flag(condition, scope.plain())
    return meaning if positive else v.Not(meaning, location=meaning.location, type=meaning.type)


@dataclass(frozen=True)
class _Builder:
    """Builds the clauses of one written clause: one for each action that it applies to."""

    id: str
    card: str
    heading: str
    guards: tuple[v.Value, ...]
    scope: Scope
    location: Location

    def clause(
        self, kind: type[c.Clause], where: v.Value | None, *fields: object, **keywords: Any
    ) -> c.Clause:
        """Return a clause.

        fields, keywords: the fields that only its class has.
        """
        common: Any = {
            "id": self.id, "card": self.card, "heading": self.heading, "guards": self.guards,
            "where": where, "location": self.location,
        }  # fmt: skip
        return kind(*fields, **keywords, **common)

    def acting(
        self,
        kinds: tuple[type[c.Clause], type[c.Route]],
        where: v.Value | None,
        about: tuple[object, ...],
        body: tuple[t.Effect, ...] | ct.Next,
        scope: Scope,
    ) -> c.Clause:
        """Return a clause with effects, or a route.

        kinds: the classes of the clause and of the route.
        about: what triggers them.
        scope: the scope of the effects.
        """
        effect, route = kinds
        if not isinstance(body, ct.Next):
            return self.clause(effect, where, *about, type_effects(body, scope))
        following = step_of(body.step, body.location, self.scope, (END,))
        return self.clause(route, where, *about, next=following, if_possible=body.if_possible)

    def role_scope(self, name: str) -> Scope | None:
        """Return a scope with the roles of an action; report an unknown one and return None."""
        action = action_of(name, self.location, self.scope)
        return None if action is None else role_scope(action, self.scope)

    def action(self, name: str) -> Ref:
        return self.scope.names.action_ref(name)


Clauses = Iterator[c.Clause]


def _permit(b: _Builder, w: ct.Permit) -> Clauses:
    inner = b.role_scope(w.action)
    if inner is None:
        return
    rules = [r.name for r in inner.names.actions[w.action].rules]
    for name in w.waiving:
        if name not in rules:
            hint = suggest(name, rules) or f"its rules: {', '.join(rules) or 'none'}"
            text = f"the action {w.action} has no rule `{name}`"
            inner.report("E343", text, w.location, hint, name)
    where = type_where(w.where, inner)
    effects = type_effects((w.by,), inner) if w.by is not None else ()
    yield b.clause(c.Permit, where, b.action(w.action), w.waiving, effects)


def _forbid(b: _Builder, w: ct.Forbid) -> Clauses:
    inner = b.role_scope(w.action)
    if inner is not None:
        yield b.clause(c.Forbid, type_where(w.where, inner), b.action(w.action))


def _require(b: _Builder, w: ct.Require) -> Clauses:
    inner = b.role_scope(w.action)
    if inner is not None:
        where = type_flag(w.where, inner)
        plain = inner.plain()  # without roles: no option is carried out
        otherwise = None if w.otherwise is None else type_effects((w.otherwise,), plain)
        yield b.clause(c.Require, where, b.action(w.action), otherwise, w.counts)


def _skip(b: _Builder, w: ct.MaySkip | ct.ForbidSkip) -> Clauses:
    step, inner = step_of(w.step, w.location, b.scope), b.scope.plain()
    if step is not None:
        inner.offered = inner.names.steps[w.step].actions
    kind = c.MaySkip if isinstance(w, ct.MaySkip) else c.ForbidSkip
    where = type_where(w.where, inner)
    if step is not None:
        yield b.clause(kind, where, step)


def _cancel(b: _Builder, w: ct.Cancel) -> Clauses:
    for name in b.scope.names.actions_of(w.actions):
        inner = b.role_scope(name)
        if inner is not None:
            yield b.clause(c.Cancel, type_flag(w.where, inner), b.action(name))


def _hide(b: _Builder, w: ct.Hide) -> Clauses:
    inner = replace(b.scope.plain(), hiding=True)
    domain = type_expr(w.domain, inner)
    kind = domain.type
    if kind.base != "piece" or not kind.many:
        hint = f"kinds of pieces: {', '.join(k.name for k in inner.names.game.pieces)}"
        inner.report("E313", f"only pieces can be hidden, not {kind}", w.domain.location, hint)
    inner.bind(w.name, kind.one())
    binder = v.Binder(w.name, domain, type_where(w.where, inner))
    yield b.clause(c.Hide, None, kind.name, binder)


def _treat(b: _Builder, w: ct.Treat) -> Clauses:
    inner = _fact_scope(b, w, "treat", f"treat {w.fact}(%s) as …")
    if inner is None:
        return
    value = type_as(
        w.value, fact_type(w.fact, b.scope), inner, f"the fact `{w.fact}`", or_none=True
    )
    where = type_where(w.where, inner)
    yield b.clause(c.Treat, where, inner.names.fact_ref(w.fact), w.parameters, value)


def _add_to(b: _Builder, w: ct.AddTo) -> Clauses:
    inner = _fact_scope(b, w, "add", f"add … to {w.fact}(%s)")
    if inner is None:
        return
    kind = fact_type(w.fact, b.scope)
    if kind.base != "int" or kind.many:
        hint = "to give it another value, write `treat FACT(NAME) as VALUE`"
        text = f"something can only be added to a number, and `{w.fact}` is {kind}"
        inner.report("E311", text, w.location, hint)
        return
    possible(kind, w.location, inner)
    value = type_as(w.value, INT, inner, "what is added")
    where = type_where(w.where, inner)
    yield b.clause(c.AddTo, where, inner.names.fact_ref(w.fact), w.parameters, value)


def _fact_scope(b: _Builder, w: ct.Treat | ct.AddTo, word: str, form: str) -> Scope | None:
    """Return a scope with the parameters of a clause's fact; report a wrong one and return None.

    word, form: the word and the form of the clause for hints; `%s` stands for the parameters.
    """
    inner = b.scope.plain()
    names = inner.names
    fact = names.facts.get(w.fact)
    if fact is None:
        hint = nearest_names(w.fact, names.facts)
        if w.fact in names.attrs:
            hint = f"it is an attribute: `{word}` works only for facts"
        inner.report("E344", f"there is no fact `{w.fact}`", w.location, hint, w.fact)
        return None
    if len(fact.params) != len(w.parameters):
        count, parameters = len(fact.params), ", ".join(name for name, _ in fact.params)
        message = f"the fact {w.fact} has {count} parameter{'s' * (count != 1)}"
        inner.report("E308", message, w.location, f"write `{form % parameters}`", w.fact)
        return None
    for name, (_, written) in zip(w.parameters, fact.params, strict=True):
        inner.bind(name, names.type_of(written))
    return inner


def _win(b: _Builder, w: ct.Win) -> Clauses:
    inner = b.scope.plain()
    who = type_player_or_side(w.who, inner, "only a player or a side can win", or_set=True)
    yield b.clause(c.Win, type_flag(w.where, inner), w.ground, w.instead, who)


def _end(b: _Builder, w: ct.End) -> Clauses:
    inner = b.scope.plain()
    scores = [score.name for score in inner.names.game.scores]
    for criterion in w.criteria:
        if criterion.score not in scores:
            hint = suggest(criterion.score, scores) or "declare it under `scores` of the game"
            text = f"there is no score `{criterion.score}`"
            inner.report("E348", text, criterion.location, hint, criterion.score)
    criteria = tuple(
        c.Criterion(
            cast(Literal["most", "fewest"], criterion.word),
            criterion.score,
            location=criterion.location,
        )
        for criterion in w.criteria
    )
    yield b.clause(c.End, type_flag(w.where, inner), w.ground, criteria)


def _veto(b: _Builder, w: ct.Veto) -> Clauses:
    yield b.clause(c.Veto, type_where(w.where, b.scope.plain()))


def _spent(b: _Builder, w: ct.Spent) -> Clauses:
    yield b.clause(c.Spent, type_flag(w.where, b.scope.plain()))


def _after(b: _Builder, w: ct.After) -> Clauses:
    if w.skipped:
        inner = b.scope.plain()
        where, step = type_where(w.where, inner), step_of(w.actions[0], w.location, b.scope)
        if step is not None:
            yield b.acting((c.AfterSkip, c.RouteAfterSkip), where, (step,), w.body, inner)
        return
    for name in b.scope.names.actions_of(w.actions):
        roles = b.role_scope(name)
        if roles is not None:
            where, inner = type_where(w.where, roles), narrowed(w.where, roles)
            yield b.acting((c.After, c.RouteAfter), where, (b.action(name),), w.body, inner)


def _before(b: _Builder, w: ct.Before) -> Clauses:
    inner = b.role_scope(w.action)
    if inner is not None:
        where = type_where(w.where, inner)
        effects = type_effects(w.effects, narrowed(w.where, inner))
        yield b.clause(c.Before, where, b.action(w.action), effects)


def _at(b: _Builder, w: ct.At) -> Clauses:
    inner = b.scope.plain()
    moments = inner.names.game.moments
    if w.moment not in moments:
        hint = nearest_names(w.moment, moments)
        text = f"the game has no moment `{w.moment}`"
        inner.report("E345", text, w.location, hint, w.moment)
        return
    where = type_where(w.where, inner)
    yield b.acting((c.At, c.RouteAt), where, (w.moment, w.whose), w.body, inner)


def _extra_turn(b: _Builder, w: ct.ExtraTurn) -> Clauses:
    inner = b.scope.plain()
    where = type_flag(w.where, inner)
    yield b.clause(c.ExtraTurn, where, type_effects(w.effects, inner))


_BUILDERS: dict[type[ct.Clause], Callable[[_Builder, Any], Clauses]] = {
    ct.Permit: _permit,
    ct.Forbid: _forbid,
    ct.ForbidSkip: _skip,
    ct.MaySkip: _skip,
    ct.Require: _require,
    ct.Cancel: _cancel,
    ct.Hide: _hide,
    ct.Treat: _treat,
    ct.AddTo: _add_to,
    ct.Win: _win,
    ct.End: _end,
    ct.Veto: _veto,
    ct.Spent: _spent,
    ct.After: _after,
    ct.Before: _before,
    ct.At: _at,
    ct.ExtraTurn: _extra_turn,
}
