"""Carry out one event, from the permits used to its triggers (semantics §5).

Throughout the engine, `v` is the vector of a state, changed in place; `e` is a frame: the persons
(`you`, chooser, actor, viewer) followed by the values of roles and other local names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.engine.expressions import Env, Vector
from thesmos.engine.moments import run_clauses
from thesmos.engine.pipeline import bind, frame, in_force
from thesmos.engine.program import (
    ACTIVE,
    ACTOR,
    DONE,
    NONE,
    OUT,
    REASON,
    SHADOW,
    WINNERS,
    YOU,
    person,
)
from thesmos.engine.sets import owner_side
from thesmos.engine.tables import ActiveClause, CompiledAction, Tables

MAX_NESTED = 30  # events inside events


class Transition:
    """The transition from one state to the next: changes a vector and logs what happened."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.program = tables.program
        self.log: list[dict[str, Any]] = []
        self._nested = 0
        self.pending: tuple[list[tuple[int, ...]], bool] | None = None  # options, may skip
        self.begin_moment = ""  # the moment whose clauses a taken card runs at once
        self.acted: set[tuple[int | None, int]] = set()  # cards and holders it has come to

    # ------------------------------------------------------------------- choices

    def choose(self, v: Vector, step: int, chooser: int, roles: Sequence[int]) -> Env:
        """Carry out an option: permits are tried again on the truth (semantics §9).

        Gives the frame of the event, its roles frozen as they were just before it.
        """
        table = self.program.steps[step]
        action = self.tables.actions[table["action"]]
        who = person(chooser)
        e = frame(self.tables, chooser, who)
        bind(action, v, e, tuple(roles))
        by = self._needed(v, e, action, who)
        for clause in in_force(v, e, self.tables.own(v, "before", action.name, who)):
            e[YOU] = clause.you
            if clause.compiled.where(v, e) > 0 and clause.compiled.body is not None:
                clause.compiled.body(v, e, self)
        for clause in by:
            e[YOU] = clause.you
            if clause.compiled.body is not None:
                clause.compiled.body(v, e, self)
        self._happen(v, e, action, who)
        e[YOU] = who
        return e

    def _needed(self, v: Vector, e: Env, action: CompiledAction, who: int) -> list[ActiveClause]:
        """The permits that waive the rules which the option breaks, in canonical order."""
        broken = 0
        for rule in action.rules:
            if rule.holds(v, e) <= 0:
                broken |= rule.bit
        needed = []
        if broken:
            for permit in in_force(v, e, self.tables.own(v, "permit", action.name, who)):
                e[YOU] = permit.you
                if permit.compiled.waives & broken and permit.compiled.where(v, e) > 0:
                    broken &= ~permit.compiled.waives
                    needed.append(permit)
        e[YOU] = who
        return needed

    def event(self, v: Vector, name: str, roles: list[int], actor: int) -> None:
        """Carry out an action as an event, without a decision: `do force(w, s)`."""
        action = self.tables.actions[name]
        e = frame(self.tables, actor, actor)
        bind(action, v, e, tuple(roles))
        self._happen(v, e, action, actor)

    def _happen(self, v: Vector, e: Env, action: CompiledAction, actor: int) -> None:
        self._nested += 1
        if self._nested > MAX_NESTED:
            raise UsageError(
                f"more than {MAX_NESTED} nested events, at {action.name}",
                "a clause `after` it causes the same event again",
            )
        e[YOU] = e[ACTOR] = actor
        if action.silent:
            action.do(v, e, self)
        else:
            before = v[: self.program.size] if self.tables.cancels and not v[SHADOW] else None
            self._log_event(e, action, actor)
            action.do(v, e, self)
            v[DONE] = 1
            if before is not None:
                self._conflict(v, e, action, before)
            self._remember(v, e, action, actor)
            self._triggers(v, e, action, actor)
        self._nested -= 1

    def _log_event(self, e: Env, action: CompiledAction, actor: int) -> None:
        self.log.append(
            {
                "e": self.program.actions[action.name]["short"],
                "actor": actor,
                "roles": {r.name: (r.base, e[r.index]) for r in action.roles},
                "action": action.name,
            }
        )

    def _conflict(self, v: Vector, e: Env, action: CompiledAction, before: list[int]) -> None:
        """If this event runs into something hidden, keep the vector from before it.

        An event inside it may have done so already.
        """
        if v[SHADOW]:
            return
        for clause in self.tables.everybody(v, "cancel", action.name, max(e[ACTOR], 0)):
            e[YOU] = clause.you
            if clause.compiled.guard(v, e) > 0 and clause.compiled.where(v, e) > 0:
                v[SHADOW] = 1
                v[self.program.size :] = before
                return

    # ------------------------------------------------------------------- history

    def _remember(self, v: Vector, e: Env, action: CompiledAction, actor: int) -> None:
        """Write the event into every register that asks for its kind (semantics §8)."""
        for query, parts, holds in self.tables.asked(action.name):
            if holds is not None and holds(v, e) <= 0:
                continue
            player = actor if query["whole"] else v[ACTIVE]
            who = self.program.sides[player] if query["per"] == "side" else player
            slot = query["base"] + who * query["width"]
            if query["index"] is not None:
                if e[parts["with"]] < 0:
                    continue
                slot += e[parts["with"]]
            _write(v, slot, query, e[parts["role"]] if parts["role"] is not None else NONE)

    def _triggers(self, v: Vector, e: Env, action: CompiledAction, actor: int) -> None:
        """`after` clauses: the actor's own, teammates', opponents' (semantics §5)."""
        for clause in self.tables.everybody(v, "after", action.name, max(actor, 0)):
            if not self.still_in_force(v, clause):
                continue
            fresh = [*e]
            fresh[YOU] = clause.you
            if (
                clause.compiled.always or clause.compiled.guard(v, fresh) > 0
            ) and clause.compiled.where(v, fresh) > 0:
                assert clause.compiled.body is not None
                clause.compiled.body(v, fresh, self)

    def still_in_force(self, v: Vector, clause: ActiveClause) -> bool:
        """Whether the game goes on, and the holder of a clause still holds its card."""
        inst = clause.compiled.inst
        if v[WINNERS]:
            return False
        if inst is None or self.program.instances[inst]["common"]:
            return True
        return bool(self.tables.holding(v, inst) >> clause.you & 1)

    # --------------------------------------------------------------------- cards

    def move_card(self, v: Vector, card: int, holders: int, word: str, why: str | None) -> None:
        """Change the holders of a card."""
        slot = self.tables.holders[card]
        gone, come = v[slot] & ~holders, holders & ~v[slot]
        v[slot] = holders
        slug = self.program.instances[card]["slug"]
        for player in range(self.program.players):
            if gone >> player & 1 and not come:
                self.log.append(
                    {"e": "power lost", "player": player + 1, "power": slug, "why": why}
                )
            if come >> player & 1:
                self.log.append({"e": word, "player": player + 1, "power": slug, "why": why})

    def begin_card(self, v: Vector, card: int, player: int) -> None:
        """Run the clauses of the current moment of a card that was just taken."""
        run_clauses(self, v, self.begin_moment, player, card)

    # -------------------------------------------------------------------- losing

    def lose(self, v: Vector, side: int, reason: str) -> None:
        """Eliminate a side and its pieces; the last side left wins (semantics §13)."""
        sides = self.program.sides
        players = [p for p in range(self.program.players) if sides[p] == side]
        out = v[OUT] | sum(1 << p for p in players)
        if v[WINNERS] or out == v[OUT]:
            return
        for player in players:
            self.log.append({"e": "lose", "player": player + 1, "reason": reason})
        left = {sides[p] for p in range(self.program.players) if not out >> p & 1}
        if len(left) <= 1:
            last = next(iter(left), None)
            v[WINNERS] = sum(1 << p for p in range(self.program.players) if sides[p] == last)
            many = len(set(sides)) > 2  # noqa: PLR2004 - with two sides a loss is the other's win
            v[OUT] = out if many else v[OUT]
            if many and reason.startswith("power:"):
                reason = "last standing"
            v[REASON] = self.program.reasons.index(reason)
        else:
            for player in players:
                self.log.append({"e": "eliminated", "player": player + 1})
            self.eliminate(v, side)

    def eliminate(self, v: Vector, side: int) -> None:
        """A side is out, and the pieces that it owns leave the board."""
        v[OUT] |= sum(1 << p for p, of in enumerate(self.program.sides) if of == side)
        gone = len(self.program.zones) - 1  # the last zone is the box
        for kind, table in self.program.kinds.items():
            base, count = self.program.slots[f"place:{kind}"][:2]
            owner = self.program.fixed.get(f"{kind}.owner")
            slot = self.program.slots.get(f"attr:{kind}.owner", [0])[0]
            if owner is None and not slot:
                continue
            for piece in range(count):
                whose = owner[piece] if owner is not None else v[slot + piece]
                mine = owner_side(self.program, kind, whose) == side
                if mine and 0 <= v[base + piece] < table["cells"]:
                    v[base + piece] = table["cells"] + gone


def _write(v: Vector, slot: int, query: dict[str, Any], value: int) -> None:
    word = query["word"]
    if word == "last":
        v[slot] = value
    elif word == "first":
        if v[slot] == query["empty"]:
            v[slot] = value
    elif word == "did":
        v[slot] = 1
    else:
        v[slot] = min(v[slot] + 1, query["cap"])
