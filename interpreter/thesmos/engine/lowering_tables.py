"""Makes the tables of a program from facts, actions, steps and clauses of a linked game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from thesmos.diagnostics import InternalError, Location
from thesmos.engine.lowering_code import CodeWriter
from thesmos.engine.program import VIEWING
from thesmos.link.layout import Entry
from thesmos.link.linked import LinkedGame
from thesmos.program import clauses as cl
from thesmos.program.declarations import Action, Fact, MatchUp, Step
from thesmos.program.node import Ref
from thesmos.program.types import Type
from thesmos.program.values import EventPattern, Query

Table = dict[str, Any]
END = "end"  # the step that follows where none does


def type_table(kind: Type) -> Table:
    """A type as data."""
    return {"base": kind.base, "name": kind.name, "low": kind.low, "high": kind.high}


def location_text(place: Location) -> str:
    """A location as text."""
    return f"{place.file}:{place.line}:{place.column}"


def step_name(step: Ref | None) -> str:
    """The name of a step, or of the end."""
    return END if step is None else str(step)


def only_action(step: Step) -> Ref:
    """The action of a step."""
    if len(step.actions) != 1:
        raise InternalError(f"{step.name} offers several actions, which this engine can't do")
    return step.actions[0]


class PartTables:
    """Makes the tables of the text of the game (inst None) or of one card in play."""

    def __init__(self, game: LinkedGame, inst: int | None, queries: Mapping[Query, int]) -> None:
        """queries: the register of each question of this part, by number."""
        self.game, self.inst, self.queries = game, inst, queries

    def writer(self, roles: Iterable[str] = ()) -> CodeWriter:
        """A writer for code with these roles or parameters."""
        return CodeWriter(self.queries, roles)

    def of_action(self, action: Ref) -> CodeWriter:
        """A writer for code about an action."""
        return self.writer(role.name for role in self.game.actions[action].roles)

    # ---------------------------------------------------------------- declarations

    def fact(self, fact: Fact) -> Table:
        """A fact: its number of parameters, its code, and (filled in later) its `treat`s."""
        w = self.writer(parameter.name for parameter in fact.parameters)
        code = w.code(fact.body)
        params = len(fact.parameters)
        return {"params": params, "code": code, "frame": w.frame, "inst": self.inst, "treats": []}

    def action(self, action: Action) -> Table:
        """An action: roles (open ones have no code), named rules, effect, notation."""
        w = self.of_action(action.name)
        return {
            "roles": [
                {"name": r.name, "type": type_table(r.type), "code": w.optional(r.value)}
                for r in action.roles
            ],
            "rules": [
                {"name": r.name, "code": w.code(r.condition), "place": location_text(r.location)}
                for r in action.rules
            ],
            "do": w.block(action.effects),
            "notations": [w.condition(n.when) for n in action.notations],
            "silent": action.silent,
            "weight": w.optional(action.weight),
            "suggested": w.optional(action.suggested),
            "frame": w.frame,
            "inst": self.inst,
            "short": action.name.name,
        }

    def step(self, step: Step) -> Table:
        """A step."""
        w = self.writer()
        named = step.chooser if isinstance(step.chooser, str) else None
        return {
            "name": str(step.name),
            "inst": self.inst,
            "action": str(only_action(step)),
            "shown": step.shown,
            "filter": step.filter,
            "judge": step.judge,
            "skip": step.skip,
            "when_empty": step.when_empty,
            "when_one": w.optional(step.when_one),
            "chooser": named or "expr",
            "chooser_code": None if isinstance(step.chooser, str) else w.code(step.chooser),
            "then": step_name(step.then),
            "after_skip": step_name(step.after_skip),
            "frame": w.frame,
        }

    def match_up(self, match_up: MatchUp) -> Table:
        """The result of a draft: the code for who is first, the powers, and the set-up."""
        w = self.writer()
        return {
            "first": w.optional(match_up.first),
            "power": [type_table(match_up.power.type), w.code(match_up.power)],
            "setup": [
                [each.word, type_table(each.value.type), w.code(each.value)]
                for each in match_up.setup
            ],
            "frame": w.frame,
        }

    # ----------------------------------------------------------------------- the past

    def query(self, query: Query, entry: Entry) -> Table:
        """A question about the past: for each action, the locals of roles and the condition."""
        return {
            "word": query.question,
            "per": query.owner,
            "whole": query.whole_game,
            "type": type_table(query.answer),
            "index": None if query.index is None else type_table(query.index),
            "cap": entry.high if query.question == "times" else 1,
            "inst": self.inst,
            "kinds": {str(e.action): self._event(e, query) for e in query.events},
            "base": entry.first,
            "width": entry.width,
            "empty": entry.start[0] if entry.start else 0,
            "windows": entry.things,
            "this_turn": entry.lasts == "turn",
        }

    def _event(self, event: EventPattern, query: Query) -> Table:
        w = self.of_action(event.action)
        return {
            "where": w.condition(event.condition),
            "role": w.names.get(query.role or ""),
            "with": w.names.get(query.by or ""),
            "frame": w.frame,
        }

    # ------------------------------------------------------------------------ clauses

    def clause(self, clause: cl.Clause) -> Table:
        """A clause."""
        w = self._of_clause(clause)
        kind, on, more = _CLAUSES[type(clause)](w, clause)
        return {
            "id": clause.id,
            "card": clause.card,
            "inst": self.inst,
            "kind": kind,
            "on": str(on),
            "guard": w.guard(clause.guards),
            "where": w.condition(clause.where),
            "place": location_text(clause.location),
            **more,
            "frame": w.frame,
        }

    def _of_clause(self, clause: cl.Clause) -> CodeWriter:
        """A writer for the names that a clause can use."""
        if isinstance(clause, cl.Treat):
            return self.writer(clause.parameters)
        if isinstance(clause, cl.MaySkip | cl.ForbidSkip):
            step = self.game.steps[self.game.step_numbers[clause.step]]
            roles = self.game.actions[only_action(step)].open_roles
            return CodeWriter(self.queries, (), {r.name: n for n, r in enumerate(roles)})
        action = getattr(clause, "action", None)
        return self.writer() if action is None else self.of_action(action)


Parts = tuple[str, object, Table]  # the kind, what it is about, and what else this kind needs


def _permit(w: CodeWriter, c: cl.Permit) -> Parts:
    by = w.block(c.effects) if c.effects else None
    return "permit", c.action, {"waiving": list(c.waives), "by": by}


def _require(w: CodeWriter, c: cl.Require) -> Parts:
    body = None if c.otherwise is None else w.block(c.otherwise)
    return "require", c.action, {"body": body, "counts": c.counts}


def _hide(w: CodeWriter, c: cl.Hide) -> Parts:
    local, domain, where = w.binder(c.binder)
    more = {"local": local, "domain": domain, "where": where, "viewer": VIEWING}
    return "hide", c.kind, more


def _win(w: CodeWriter, c: cl.Win) -> Parts:
    kind = c.who.type
    more = {"who": w.code(c.who), "many": kind.many, "side": kind.base == "side"}
    return "instead" if c.instead else "win", c.ground, more


def _route(c: cl.Route) -> Table:
    return {"step": step_name(c.next), "if_possible": c.if_possible}


_CLAUSES: dict[type[cl.Clause], Callable[[CodeWriter, Any], Parts]] = {
    cl.Permit: _permit,
    cl.Forbid: lambda w, c: ("forbid", c.action, {}),
    cl.Require: _require,
    cl.MaySkip: lambda w, c: ("may skip", c.step, {}),
    cl.ForbidSkip: lambda w, c: ("forbid skip", c.step, {}),
    cl.Treat: lambda w, c: ("treat", c.fact, {"value": w.code(c.value)}),
    cl.Hide: _hide,
    cl.Cancel: lambda w, c: ("cancel", c.action, {}),
    cl.Win: _win,
    cl.Veto: lambda w, c: ("veto", "", {}),
    cl.Spent: lambda w, c: ("spent", "", {}),
    cl.Before: lambda w, c: ("before", c.action, {"body": w.block(c.effects)}),
    cl.After: lambda w, c: ("after", c.action, {"body": w.block(c.effects)}),
    cl.AfterSkip: lambda w, c: ("after skip", c.step, {"body": w.block(c.effects)}),
    cl.At: lambda w, c: ("at", c.moment, {"body": w.block(c.effects), "whose": c.whose}),
    cl.ExtraTurn: lambda w, c: ("grant", "", {"body": w.block(c.effects)}),
    cl.RouteAfter: lambda w, c: ("after next", c.action, _route(c)),
    cl.RouteAfterSkip: lambda w, c: ("after skip next", c.step, _route(c)),
    cl.RouteAt: lambda w, c: ("at next", c.moment, {**_route(c), "whose": c.whose}),
}
