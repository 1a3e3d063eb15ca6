"""The naive evaluator: every binding of every open role, evaluated straight from the syntax tree.

It uses nothing of `check`, `link` and `engine` but the layout of the vector (observed_state.py). It
is slow and simple on purpose: what it finds is what the text says. naive_text.py looks things up in
the text, naive_values.py evaluates expressions, naive_past.py answers questions about the past;
this module decides which options are offered.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from thesmos.engine.match import State
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t
from thesmos.testing.naive_past import NaiveHistory
from thesmos.testing.naive_text import Context, Held
from thesmos.testing.observed_state import (
    UNKNOWN,
    Entity,
    EventLog,
    LoggedEvent,
    ObservedState,
    Value,
    lower,
    truth,
)

Roles = tuple[int, ...]


class Naive(NaiveHistory):
    """The rules of one match, read anew at every question."""

    def options(self, state: State, past: EventLog) -> set[Roles]:
        """The options of the pending step, as its chooser finds them."""
        sight, step, card, who = self._pending(state, past)
        action, _ = self._action(step.action, card)
        opened = [role.name for role in action.roles if role.type is not None]
        found = self._offered(step, card, sight, who)
        return {tuple(lower(roles[name]) for name in opened) for roles in found}

    def _offered(
        self, step: d.StepDeclaration, card: int | None, sight: ObservedState, who: int
    ) -> list[dict[str, Value]]:
        action, home = self._action(step.action, card)
        bindings = self._bindings(action, home, sight, who)
        found = [roles for roles in bindings if self._is_allowed(action, home, roles, sight, who)]
        return self._later(action.name, found, sight, who) if step.filter else found

    def may_skip(self, state: State, past: EventLog) -> bool:
        """Whether the pending step may be skipped."""
        sight, step, card, who = self._pending(state, past)
        if sight.chooser < 0:
            return False
        sight.offered = self._offered(step, card, sight, who)

        def said(kind: type[ct.Clause], of: list[int]) -> bool:
            return any(
                self._holds(held, {}, sight, who)
                for player in of
                for held in self._clauses(kind, sight, player, base=player == who)
                if getattr(held.clause, "step", None) == step.name
            )

        everybody = list(range(self.program.players))
        granted = step.skip or said(ct.MaySkip, [who])
        return granted and not said(ct.ForbidSkip, everybody)

    def _pending(
        self, state: State, past: EventLog
    ) -> tuple[ObservedState, d.StepDeclaration, int | None, int]:
        sight = truth(self.program, self.game, self.cards, state.vector)
        sight.turns = past.turns
        slug, _, name = sight.step.rpartition(".")
        card = next((n for n, c in enumerate(self.cards) if c.slug == slug), None)
        steps = (self.game.base if card is None else self.cards[card]).steps
        who = sight.chooser if sight.chooser >= 0 else -1 - sight.chooser  # chance, for somebody
        if sight.chooser >= 0:
            sight = self.seen(sight, who)
        return sight, next(s for s in steps if s.name == name), card, who

    # ------------------------------------------------------------------- pipeline

    def _bindings(
        self, action: d.ActionDeclaration, card: int | None, sight: ObservedState, who: int
    ) -> Iterator[dict[str, Value]]:
        opened = [role for role in action.roles if role.type is not None]
        domains = [self._domain(role.type) for role in opened if role.type is not None]
        for values in itertools.product(*domains):
            given = dict(zip((r.name for r in opened), values, strict=True))
            yield self._bound(action, card, given, sight, who)

    def _is_allowed(
        self,
        action: d.ActionDeclaration,
        card: int | None,
        roles: dict[str, Value],
        sight: ObservedState,
        who: int,
    ) -> bool:
        """Whether each rule holds or is waived, and no clause of the chooser's own forbids it."""
        context = Context(sight, card, who, who, roles, who)
        for rule in action.rules:
            if self.value(rule.expr, context) is not True:
                waived = any(
                    rule.name in held.clause.waiving and self._holds(held, roles, sight, who)
                    for held in self._clauses(ct.Permit, sight, who, base=True)
                    if isinstance(held.clause, ct.Permit) and held.clause.action == action.name
                )
                if not waived:
                    return False
        return not self.forbidden(action.name, roles, sight, who, who)

    def forbidden(
        self, action: str, roles: dict[str, Value], sight: ObservedState, who: int, by: int
    ) -> bool:
        """Whether a clause of `by` forbids `who` an action with these roles."""
        return any(
            self._holds(held, roles, sight, who)
            for held in self._clauses(ct.Forbid, sight, by, base=by == who)
            if isinstance(held.clause, ct.Forbid) and held.clause.action == action
        )

    def _later(
        self, action: str, found: list[dict[str, Value]], sight: ObservedState, who: int
    ) -> list[dict[str, Value]]:
        sides = self.program.sides
        players = [p for p in range(self.program.players) if p != who]
        mates = [p for p in players if sides[p] == sides[who]]
        for by in [who, *mates, *(p for p in players if p not in mates)]:
            if by != who:
                found = [r for r in found if not self.forbidden(action, r, sight, who, by)]
            for held in self._clauses(ct.Require, sight, by, base=by == who):
                if isinstance(held.clause, ct.Require) and held.clause.action == action:
                    kept = [r for r in found if self._holds(held, r, sight, who)]
                    if self._guarded(held, sight, who):
                        found = kept or found
        return found

    def _guarded(
        self, held: Held, sight: ObservedState, who: int, viewer: int | None = None
    ) -> bool:
        context = Context(sight, held.card, held.you, who, {}, who, viewer)
        return all((self.value(e, context) is True) == wanted for e, wanted in held.guards)

    def _holds(self, held: Held, roles: dict[str, Value], sight: ObservedState, who: int) -> bool:
        if not self._guarded(held, sight, who):
            return False
        where: t.Expr | None = getattr(held.clause, "where", None)
        context = Context(sight, held.card, held.you, who, roles, who)
        return where is None or self.value(where, context) is True

    # ----------------------------------------------------------------------- view

    def seen(self, sight: ObservedState, viewer: int) -> ObservedState:
        """The state as a player sees it: hidden pieces, and their past, are unknown."""
        attrs = dict(sight.attrs)
        for (owner, name, number), value in sight.attrs.items():
            if self.attributes[owner, name].secret and number != viewer and value is not None:
                attrs[owner, name, number] = UNKNOWN
        hidden: set[Entity] = set()
        silent: dict[int, set[str]] = {}
        for held in self._hides(sight, viewer):
            clause = held.clause
            assert isinstance(clause, ct.Hide)
            if not self._guarded(held, sight, viewer, viewer):
                continue
            base = Context(sight, held.card, held.you, viewer, {}, viewer, viewer)
            for piece in self.members(clause.domain, base):
                context = base.bind(clause.name, piece)
                if clause.where is None or self.value(clause.where, context) is True:
                    hidden.add(piece)
            if held.card is not None and held.you != viewer:
                silent.setdefault(held.you, set()).add(self._kind_of(clause.domain, {}))
        places = {p: UNKNOWN if p in hidden else at for p, at in sight.places.items()}
        for key, value in attrs.items():
            of = Entity(key[0], key[2])
            fixed = f"{key[0]}.{key[1]}" in self.program.fixed
            attrs[key] = _veil(value, hidden, gone=of in hidden and not fixed)
        memory = {k: _veil(v, hidden, gone=False) for k, v in sight.memory.items()}
        turns = [
            replace(turn, events=[_veil_event(event, hidden) for event in turn.events])
            for turn in sight.turns
        ]
        return replace(sight, places=places, attrs=attrs, memory=memory, turns=turns, silent=silent)

    def _hides(self, sight: ObservedState, viewer: int) -> Iterator[Held]:
        yield from self._clauses(ct.Hide, sight, viewer, base=True)
        for player in range(self.program.players):
            if player != viewer:
                yield from self._clauses(ct.Hide, sight, player, base=False)


def _veil(value: Value, hidden: set[Entity], *, gone: bool) -> Value:
    if isinstance(value, list):
        return [] if gone else [m for m in value if m not in hidden]
    return UNKNOWN if gone or value in hidden else value


def _veil_event(event: LoggedEvent, hidden: set[Entity]) -> LoggedEvent:
    roles = {name: _veil(value, hidden, gone=False) for name, value in event.roles.items()}
    return replace(event, roles=roles)
