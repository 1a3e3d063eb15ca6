"""The API of play: a match makes states; a state has a decision and gives the next state."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from thesmos.compile.codes import Codes
from thesmos.diagnostics import UsageError, suggest
from thesmos.engine import pipeline
from thesmos.engine.canonical import key
from thesmos.engine.draft_result import MatchUp, match_up
from thesmos.engine.event import Transition
from thesmos.engine.explain import Finding, why
from thesmos.engine.expressions import Vector
from thesmos.engine.flow import advance, close
from thesmos.engine.hidden import view
from thesmos.engine.notation import NotationWriter
from thesmos.engine.position_reader import place_position
from thesmos.engine.program import (
    ACTIVE,
    CHOOSER,
    NONE,
    OUT,
    REASON,
    STEP,
    WINNERS,
    Program,
)
from thesmos.engine.routing import choose, enter, leave, offer, skipped
from thesmos.engine.saved import fits
from thesmos.engine.tables import Tables
from thesmos.link.linked import LinkedGame

Roles = tuple[int, ...]
CardTexts = Mapping[str, Any]


@dataclass(frozen=True)
class Option:
    """One thing that can be chosen: its text, its integer code, its roles as text."""

    text: str
    code: int
    roles: dict[str, str]
    values: Roles
    weight: int = 1  # for an outcome of chance: its relative probability
    suggested: bool = False  # by the rules


@dataclass(frozen=True)
class Decision:
    """A pending decision: of which player (from 1; 0 is chance), in which step of which power."""

    player: int
    step: str
    power: str | None
    options: tuple[Option, ...]
    may_skip: bool
    dead_end: bool

    @functools.cached_property
    def texts(self) -> tuple[str, ...]:
        """The options as text."""
        return tuple(option.text for option in self.options)


@dataclass(frozen=True)
class Result:
    """How a game ended: the winners and the eliminated players, counted from 1."""

    winners: tuple[int, ...]
    reason: str
    eliminated: tuple[int, ...]


class Match:
    """A match-up that can be played.

    linked: what takes part, and the layout of a state. program: its tables for this engine. texts:
    by slug, the `title` and the printed `text` of the cards in play; playing does not need them.
    """

    def __init__(
        self, linked: LinkedGame, program: Program, texts: Mapping[str, CardTexts] | None = None
    ) -> None:
        self.linked = linked
        self.program = program
        self.texts = texts or {}
        self.tables = Tables(program)
        self.codes = Codes(linked)
        self.notation = NotationWriter(linked, self.tables)

    def start(self, seed: int = 0) -> State:  # noqa: ARG002 - promised by the API
        """The first state. It is the same for every seed: what chance decides are options."""
        v = [*self.program.start, *([0] * self.program.size if self.tables.cancels else [])]
        work = Transition(self.tables)
        advance(work, v)
        return State(self, tuple(v), work.log, work.pending)

    def load(self, position: dict[str, Any]) -> State:
        """A state at the start of the turn of `to_move`, from a record's position.

        Raises UsageError for an invalid position.
        """
        v = [*self.program.start, *([0] * self.program.size if self.tables.cancels else [])]
        place_position(self.notation, v, position)
        work = Transition(self.tables)
        advance(work, v)
        return State(self, tuple(v), work.log, work.pending)

    def from_json(self, saved: dict[str, Any]) -> State:
        """A state from `to_json`. Raises UsageError for other rules, or if it is not a state."""
        if not isinstance(saved, dict) or saved.get("rules") != self.program.rules:
            raise UsageError(
                "this game was saved under other rules",
                "load it with the same game, powers and version of the spec",
            )
        vector = saved.get("vector")
        size = len(self.program.start) * (2 if self.tables.cancels else 1)
        if not isinstance(vector, list) or len(vector) != size or not fits(self.program, vector):
            raise UsageError("this is not a saved game", "it must be written by `to_json`")
        return State(self, tuple(vector), [])


class State:
    """A state of a game, possibly in the middle of a turn. Immutable."""

    __slots__ = ("__dict__", "_log", "match", "vector")

    def __init__(
        self,
        match: Match,
        vector: tuple[int, ...],
        log: list[dict[str, Any]],
        pending: tuple[list[Roles], bool] | None = None,
    ) -> None:
        self.match = match
        self.vector = vector
        self._log = log
        if pending is not None and vector[STEP] != NONE:  # known already: entering asked for them
            self.__dict__["roles"], self.__dict__["may_skip"] = pending

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.vector == other.vector
            and self.match.program.rules == other.match.program.rules
        )

    def __hash__(self) -> int:
        return hash(self.vector)

    # ------------------------------------------------------------------ asking

    @functools.cached_property
    def roles(self) -> list[Roles]:
        """The options as integers, without their texts; fast."""
        v = list(self.vector)
        return offer(Transition(self.match.tables), v) if v[STEP] != NONE else []

    @property
    def codes(self) -> list[int]:
        """The options as codes."""
        v = self.vector
        if v[STEP] == NONE:
            return []
        action = self.match.linked.steps[v[STEP]].actions[0]
        return [self.match.codes.code(action, roles) for roles in self.roles]

    def take(self, code: int) -> State:
        """The state after an option given by its code."""
        return self.follow(self.match.codes.option(code)[1])

    @property
    def turns_begun(self) -> int:
        """How many turns began between the previous state and this one."""
        return sum(entry["e"] in ("turn", "additional turn") for entry in self._log)

    @functools.cached_property
    def may_skip(self) -> bool:
        """Whether the pending step may be skipped."""
        v = list(self.vector)
        if v[STEP] == NONE:
            return False
        tables = self.match.tables
        seen = view(tables, v, v[CHOOSER])
        return pipeline.may_skip(tables, seen, v[STEP], v[CHOOSER], self.roles)

    @functools.cached_property
    def decision(self) -> Decision | None:
        """The pending decision; None when the game is over."""
        v = self.vector
        if v[STEP] == NONE:
            return None
        step = self.match.program.steps[v[STEP]]
        inst = self.match.program.actions[step["action"]]["inst"]
        options = tuple(self._option(r) for r in self.roles)
        power = None if inst is None else self.match.program.instances[inst]["slug"]
        return Decision(
            player=v[CHOOSER] + 1 if v[CHOOSER] >= 0 else 0,
            step=step["shown"],
            power=None if power == self.match.program.mode else power,
            options=tuple(sorted(options, key=lambda o: (o.text, o.code))),
            may_skip=self.may_skip,
            dead_end=not options and not self.may_skip,
        )

    def _option(self, roles: Roles) -> Option:
        v = list(self.vector)
        step, chooser = v[STEP], v[CHOOSER]
        seen = view(self.match.tables, v, chooser)
        notation = self.match.notation
        action = notation.actions[self.match.program.steps[step]["action"]]
        texts = {
            role.name: notation.texts.value(role.type, value, seen)
            for role, value in zip(action.open_roles, roles, strict=True)
        }
        text = notation.option(seen, step, chooser, roles)
        weight = notation.weight(seen, step, chooser, roles)
        suggested = notation.suggested(seen, step, chooser, roles)
        return Option(text, notation.code(step, roles), texts, roles, weight, suggested)

    @property
    def turn_of(self) -> int:
        """The active player, from 1."""
        return self.vector[ACTIVE] + 1

    @property
    def result(self) -> Result | None:
        """How the game ended; None if it has not ended."""
        v = self.vector
        if not v[WINNERS]:
            return None
        players = range(self.match.program.players)
        return Result(
            tuple(p + 1 for p in players if v[WINNERS] >> p & 1),
            self.match.program.reasons[v[REASON]],
            tuple(p + 1 for p in players if v[OUT] >> p & 1 and not v[WINNERS] >> p & 1),
        )

    @functools.cached_property
    def match_up(self) -> MatchUp | None:
        """For a finished draft, the match-up that it leads to; None otherwise."""
        return match_up(self.match.notation, list(self.vector))

    @property
    def held(self) -> list[list[str]]:
        """The powers each player holds now."""
        program, tables = self.match.program, self.match.tables
        return [
            [
                instance["slug"]
                for slot, instance in zip(tables.holders, program.instances, strict=True)
                if self.vector[slot] >> p & 1
            ]
            for p in range(program.players)
        ]

    @functools.cached_property
    def events(self) -> list[dict[str, Any]]:
        """The events between the previous state and this one."""
        return self.match.notation.events(self._log)

    def position(self) -> dict[str, Any]:
        """The position in the game's notation."""
        return self.match.notation.position(list(self.vector))

    def view(self, player: int) -> State:
        """The state as a player (from 1) sees it."""
        seen = view(self.match.tables, list(self.vector), player - 1)
        return State(self.match, tuple(seen), [])

    def key(self) -> tuple[Any, ...]:
        """A key that is equal for states with the same future; equal pieces are interchangeable."""
        return key(self.match.tables, self.vector)

    # ---------------------------------------------------------------- choosing

    def apply(self, option: Option | str) -> State:
        """The state after an option. Raises UsageError for one that is not offered."""
        if isinstance(option, Option):
            return self.follow(option.values)
        decision = self.decision
        for each in decision.options if decision else ():
            if each.text == option:
                return self.follow(each.values)
        texts = decision.texts if decision else ()
        raise UsageError(
            f"`{option}` is not offered", suggest(option, texts) or "see decision.options"
        )

    def follow(self, roles: Roles) -> State:
        """The state after an option given by its roles, which must be among `.roles`."""
        v = list(self.vector)
        work = Transition(self.match.tables)
        following, chooser = choose(work, v, roles)
        return self._go_on(work, v, following, chooser)

    def skip(self) -> State:
        """The state after skipping the step. Raises UsageError if that is not allowed."""
        if not self.may_skip:
            raise UsageError("this step may not be skipped", "choose one of the options")
        v = list(self.vector)
        work = Transition(self.match.tables)
        following, chooser = skipped(work, v, by_hand=True)
        return self._go_on(work, v, following, chooser)

    def concede(self) -> State:
        """The state after the deciding player has conceded."""
        if self.vector[STEP] == NONE:
            raise UsageError("the game is over", None)
        v = list(self.vector)
        work = Transition(self.match.tables)
        program = self.match.program
        if v[CHOOSER] < 0:
            raise UsageError(
                "this is a decision of chance; it can't be conceded", "choose an outcome"
            )
        loser = v[CHOOSER]
        v[STEP] = v[CHOOSER] = NONE
        work.lose(v, program.sides[loser], "stuck")
        return self._go_on(work, v, *leave(work, v, None, loser))

    def _go_on(self, work: Transition, v: Vector, following: int | None, chooser: int) -> State:
        waiting = False
        if not v[WINNERS]:
            if following is None:
                v[STEP] = v[CHOOSER] = NONE
            else:
                waiting = enter(work, v, following, chooser)
        if v[WINNERS]:
            close(v)
        elif not waiting:
            advance(work, v)
        return State(self.match, tuple(v), work.log, work.pending)

    # -------------------------------------------------------------- explaining

    def explain(self, text: str) -> list[Finding]:
        """Every rule and clause that applies to an option of the pending step.

        Raises UsageError for a text that no option of this step can have.
        """
        return why(self.match.linked, self.match.notation, self.vector, text)

    def why_not(self, text: str) -> list[Finding]:
        """The rules and clauses that keep an option from being offered; empty if it is offered."""
        return [finding for finding in self.explain(text) if not finding.holds]

    # ------------------------------------------------------------------ saving

    def to_json(self) -> dict[str, Any]:
        """The state as data, with the hash of its rules."""
        return {"rules": self.match.program.rules, "vector": list(self.vector)}
