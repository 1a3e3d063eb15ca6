"""The naive evaluator: queries about the past, answered from the log of a game."""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t
from thesmos.testing.naive_text import Context, known
from thesmos.testing.naive_values import NaiveValues
from thesmos.testing.observed_state import Entity, LoggedEvent, Value


class NaiveHistory(NaiveValues, ABC):
    """Queries about the past, including which of them are hidden by players who hide pieces."""

    def read_history(self, expr: t.History, context: Context) -> Value:
        """`last`, `first`, `did`, `times`, from the log."""
        events = [] if self._untold(expr, context) else list(self._meant(expr.event, context))
        if expr.word == "times":
            return len(events)
        if expr.word == "did":
            return bool(events)
        assert expr.role is not None
        if not events:
            return None
        return events[-1 if expr.word == "last" else 0].roles.get(expr.role)

    def _meant(self, event: t.Event, context: Context) -> Iterator[LoggedEvent]:
        for happening in self._window(event, context):
            if happening.action not in self._full(event.kinds, context):
                continue
            if event.with_role is not None and event.with_value is not None:
                wanted = self.value(event.with_value, context)
                if not known(wanted) or happening.roles.get(event.with_role) != wanted:
                    continue
            inner = replace(context, names=dict(happening.roles), actor=happening.actor)
            if event.condition is None or self.value(event.condition, inner) is True:
                yield happening

    def _full(self, kinds: tuple[str, ...], context: Context) -> set[str]:
        made = set()
        for kind in kinds:
            action, card = self._action(kind, context.card)
            made.add(action.name if card is None else f"{self.cards[card].slug}.{action.name}")
        return made

    def _window(self, event: t.Event, context: Context) -> list[LoggedEvent]:
        sight = context.sight
        if event.window_of is not None:
            of = self._players(event, context)
            return [e for turn in sight.turns for e in turn.events if e.actor in of]
        mine = [turn for turn in sight.turns if {turn.player} == self._players(event, context)]
        return mine[-1].events if mine else []

    def _players(self, event: t.Event, context: Context) -> set[int]:
        """The players whose past a query is about."""
        if event.window_of is None:
            return {context.sight.active if event.window == "this turn" else context.you}
        who = self.value(event.window_of, context)
        sides = enumerate(self.program.sides)
        return {p for p, side in sides if who in (Entity("Player", p), Entity("Side", side))}

    # What a player who hides pieces did is known, except for what reveals where a piece is.

    def _untold(self, expr: t.History, context: Context) -> bool:
        hidden = {
            kind
            for player in self._players(expr.event, context)
            for kind in context.sight.silent.get(player, ())
        }
        return any(
            self._reveals_place(expr, self._action(name, context.card)[0], kind)
            for name in expr.event.kinds
            for kind in hidden
        )

    def _reveals_place(self, expr: t.History, action: d.ActionDeclaration, kind: str) -> bool:
        names = {r.name: r.type.name for r in action.roles if r.type is not None}
        moves = self._speaks_of_place(action.do, kind, names)
        if expr.role is None:
            return (moves and expr.event.condition is not None) or bool(expr.event.with_role)
        role = next((r for r in action.roles if r.name == expr.role), None)
        if role is None:
            return False
        return (
            moves or names.get(role.name) == kind or (self._speaks_of_place(role.expr, kind, names))
        )

    def _speaks_of_place(self, node: Any, kind: str, names: dict[str, str]) -> bool:
        if isinstance(node, tuple):
            return any(self._speaks_of_place(part, kind, names) for part in node)
        if not is_dataclass(node):
            return False
        if isinstance(node, t.FunctionCall) and node.name in ("place", "zone"):
            return self._kind_of(node.arguments[0], names) == kind
        if isinstance(node, t.Each | t.SetSearch | t.Fold):
            member = node.member
            names = {**names, member.name: self._kind_of(member.domain, names)}
        parts = (getattr(node, f.name) for f in fields(node) if f.name != "location")
        return any(self._speaks_of_place(part, kind, names) for part in parts)
