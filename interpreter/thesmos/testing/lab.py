"""Evaluate single expressions and effects of the language in the made-up game `lab`."""

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
from thesmos.engine.pipeline import frame
from thesmos.engine.sets import members
from thesmos.program.types import Type
from thesmos.syntax import nodes as t
from thesmos.syntax.clause_parser import parse_effects, parse_expr
from thesmos.syntax.yaml_nodes import YamlText
from thesmos.testing.naive import Naive
from thesmos.testing.naive_text import Context
from thesmos.testing.observed_state import UNKNOWN, Entity, Value, lift, truth
from thesmos.testing.walks import made_up

HERE = Location("lab", 1, 1)
PADDING = 50  # locals of a frame
KINDS = {
    "no_cell": "Cell",
    "no_stone": "Stone",
    "hidden": "Stone",
}  # none, none, unknown
RAW = {None: -128, UNKNOWN: -127}


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

    @functools.cached_property
    def naive(self) -> Naive:
        """The naive evaluator."""
        return Naive(self.game, self.match)

    def type(self, text: str, **names: Value) -> Type:
        """The type of an expression; the codes of its errors go to `diagnostics`."""
        expr = _parsed(text)
        scope = self._scope(names)
        found = type_expr(expr, scope)
        self.diagnostics = [one.code for one in scope.names.diagnostics]
        return found.type

    def value(self, text: str, **names: Value) -> Value:
        """The value of an expression, by the interpreter."""
        scope = self._scope(names)
        typed = type_expr(_parsed(text), scope)
        assert not scope.names.diagnostics, scope.names.diagnostics
        writer = CodeWriter({}, names)
        code, env = writer.code(typed), self._env(writer, names)
        word = typed.type.name or typed.type.base
        if typed.type.many:
            found = members(self.match.tables.values, code, None)(self.vector, env)
            return [lift(raw, word) for raw in found]
        return lift(int(self.match.tables.values.make(code)(self.vector, env)), word)

    def naively(self, text: str, **names: Value) -> Value:
        """The value of an expression, by the naive evaluator."""
        cards = self.naive.cards
        sight = truth(self.match.program, self.naive.game, cards, tuple(self.vector))
        return self.naive.value(_parsed(text), Context(sight, None, self.you, self.you, names))

    def do(self, text: str, **names: Value) -> Lab:
        """Carry out effects."""
        node = YamlText(HERE, text)
        effects, faults = parse_effects(node)
        scope = self._scope(names)
        typed = type_effects(effects, scope)
        assert not [*faults, *scope.names.diagnostics], [*faults, *scope.names.diagnostics]
        work, writer = Transition(self.match.tables), CodeWriter({}, names)
        carried_out = effect(self.match.tables.values, writer.block(typed), None)
        carried_out(self.vector, self._env(writer, names), work)
        return self

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

    def _env(self, writer: CodeWriter, names: dict[str, Value]) -> list[int]:
        env = frame(self.match.tables, self.you, self.you) + [0] * PADDING
        for name, value in names.items():
            raw = value.number if isinstance(value, Entity) else RAW[value]
            env[writer.names[name]] = raw
        return env


def _parsed(text: str) -> t.Expr:
    expr, faults = parse_expr(YamlText(HERE, text))
    assert expr is not None, faults
    assert not faults, faults
    return expr
