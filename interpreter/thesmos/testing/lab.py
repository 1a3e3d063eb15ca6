"""Evaluate single expressions and effects of the language in the made-up game `lab`.

The engine and the semantics each do it, on equal states.
"""

from __future__ import annotations

import functools
from dataclasses import replace

from thesmos.check.effects import type_effects
from thesmos.check.expressions import type_expr
from thesmos.check.scope import Scope
from thesmos.diagnostics import Location
from thesmos.engine.effects import effect
from thesmos.engine.event import Transition
from thesmos.engine.lowering_code import CodeWriter
from thesmos.engine.match import Match, State
from thesmos.engine.pipeline import frame as engine_frame
from thesmos.engine.sets import members
from thesmos.program.effects import Effects
from thesmos.program.types import Type
from thesmos.program.values import Value as ProgramValue
from thesmos.semantics import (
    play,  # noqa: F401 - it adds the meaning of all constructs
    transition,
)
from thesmos.semantics.effects import carry_out
from thesmos.semantics.frame import Frame, frame_for
from thesmos.semantics.values import value as value_of
from thesmos.semantics.vector import coded, decoded, state_from, vector_of
from thesmos.syntax import nodes as t
from thesmos.syntax.clause_parser import parse_effects, parse_expr
from thesmos.syntax.yaml_nodes import YamlText
from thesmos.testing.entities import Entity, Value, lifted, lowered
from thesmos.testing.walks import made_up

HERE = Location("lab", 1, 1)
PADDING = 50  # locals of a frame
KINDS = {
    "no_cell": "Cell",
    "no_stone": "Stone",
    "hidden": "Stone",
}  # none, none, unknown


class Lab:
    """A state of the lab that expressions look at and effects change; players count from 0."""

    def __init__(self, players: int = 2, variant: str = "plain", you: int = 0) -> None:
        self.game = made_up("lab")
        self.players, self.variant, self.you = players, variant, you
        self.diagnostics: list[str] = []

    @functools.cached_property
    def match(self) -> Match:
        """The match that the state belongs to."""
        return self.game.match([None] * self.players, options={"variant": self.variant})

    @functools.cached_property
    def vector(self) -> list[int]:
        """The state."""
        return list(self.match.start().vector)

    def type(self, text: str, **names: Value) -> Type:
        """The type of an expression; the codes of its errors go to `diagnostics`."""
        expr = _parsed(text)
        scope = self._scope(names)
        found = type_expr(expr, scope)
        self.diagnostics = [one.code for one in scope.names.diagnostics]
        return found.type

    def value(self, text: str, **names: Value) -> Value:
        """The value of an expression, by the engine."""
        typed = self._typed(text, names)
        writer = CodeWriter({}, names)
        code, env = writer.code(typed), self._env(writer, names)
        if typed.type.many:
            found = members(self.match.tables.values, code, None)(self.vector, env)
            return lifted(found, typed.type)
        raw = int(self.match.tables.values.make(code)(self.vector, env))
        return lifted(decoded(raw, typed.type), typed.type)

    def meaning(self, text: str, **names: Value) -> Value:
        """The value of an expression, by the semantics."""
        typed = self._typed(text, names)
        return lifted(value_of(typed, self._frame(names)), typed.type)

    def do(self, text: str, **names: Value) -> Lab:
        """Carry out effects, by the engine and by the semantics alike."""
        effects, faults = parse_effects(YamlText(HERE, text))
        scope = self._scope(names)
        typed = type_effects(effects, scope)
        assert not [*faults, *scope.names.diagnostics], [*faults, *scope.names.diagnostics]
        meant = self._meant(typed, names)
        work, writer = Transition(self.match.tables), CodeWriter({}, names)
        carried_out = effect(self.match.tables.values, writer.block(typed), None)
        carried_out(self.vector, self._env(writer, names), work)
        assert tuple(self.vector) == meant
        return self

    def _meant(self, effects: Effects, names: dict[str, Value]) -> tuple[int, ...]:
        """The state after effects, by the semantics."""
        frame = self._frame(names)
        carry_out(effects, frame, transition.Transition(frame.state))
        return vector_of(frame.state)

    def state(self) -> State:
        """The present state."""
        return State(self.match, tuple(self.vector), [])

    def _scope(self, names: dict[str, Value]) -> Scope:
        known = replace(self.game.checked.names, diagnostics=[])
        scope = Scope(known)
        for name, value in names.items():
            kind = value.kind if isinstance(value, Entity) else KINDS[name]
            scope.bind(name, known.types[kind].optional())
        return scope

    def _typed(self, text: str, names: dict[str, Value]) -> ProgramValue:
        scope = self._scope(names)
        typed = type_expr(_parsed(text), scope)
        assert not scope.names.diagnostics, scope.names.diagnostics
        return typed

    def _env(self, writer: CodeWriter, names: dict[str, Value]) -> list[int]:
        env = engine_frame(self.match.tables, self.you, self.you) + [0] * PADDING
        for name, value in names.items():
            env[writer.names[name]] = coded(lowered(value))
        return env

    def _frame(self, names: dict[str, Value]) -> Frame:
        state = state_from(self.match.linked, self.vector)
        given = {name: lowered(value) for name, value in names.items()}
        return frame_for(state, self.you).with_names(given)


def _parsed(text: str) -> t.Expr:
    expr, faults = parse_expr(YamlText(HERE, text))
    assert expr is not None, faults
    assert not faults, faults
    return expr
