"""Evaluate single expressions and effects of the language in the made-up game `lab`.

Generated code and the semantics each do it, on equal states.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace

from testing.entities import Entity, Value, lifted, lowered
from testing.walks import made_up
from thesmos.check.names.scope import Scope
from thesmos.check.typing.effects import type_effects
from thesmos.check.typing.expressions import type_expr
from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.effects import carry_out as compiled_effects
from thesmos.compile.lower.frame import Frame as CompiledFrame
from thesmos.compile.lower.values import value as compiled_value
from thesmos.compile.lower.writer import Writer
from thesmos.compile.python.loader import loaded
from thesmos.diagnostics import Location
from thesmos.play.match import Match
from thesmos.play.state import State
from thesmos.program.effects import Effects
from thesmos.program.types import Type
from thesmos.program.values import Value as ProgramValue
from thesmos.semantics import (
    play,  # noqa: F401 - it adds the meaning of all constructs
    transition,
)
from thesmos.semantics.effects import carry_out
from thesmos.semantics.frame import Frame, frame_for
from thesmos.semantics.state import UNKNOWN
from thesmos.semantics.values import value as value_of
from thesmos.semantics.vector import coded, decoded, state_from, vector_of
from thesmos.syntax import nodes as t
from thesmos.syntax.clause_parser import parse_effects, parse_expr
from thesmos.syntax.yaml_nodes import YamlText

HERE = Location("lab", 1, 1)
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
        """The value of an expression, by generated code."""
        typed = self._typed(text, names)
        raw = self._run(names, lambda frame, w: fold.number(compiled_value(typed, frame, w)))
        if typed.type.many:
            return lifted([n for n in range(raw.bit_length()) if raw >> n & 1], typed.type)
        return lifted(decoded(raw, typed.type), typed.type)

    def meaning(self, text: str, **names: Value) -> Value:
        """The value of an expression, by the semantics."""
        typed = self._typed(text, names)
        return lifted(value_of(typed, self._frame(names)), typed.type)

    def do(self, text: str, **names: Value) -> Lab:
        """Carry out effects, by generated code and by the semantics alike."""
        effects, faults = parse_effects(YamlText(HERE, text))
        scope = self._scope(names)
        typed = type_effects(effects, scope)
        assert not [*faults, *scope.names.diagnostics], [*faults, *scope.names.diagnostics]
        meant = self._meant(typed, names)

        def compile_effects(frame: CompiledFrame, w: Writer) -> ir.Value:
            compiled_effects(typed, frame, w)
            return fold.NO

        self._run(names, compile_effects)
        assert tuple(self.vector) == meant
        return self

    def _meant(self, effects: Effects, names: dict[str, Value]) -> tuple[int, ...]:
        """The state after effects, by the semantics."""
        frame = self._frame(names)
        carry_out(effects, frame, transition.Transition(frame.state))
        return vector_of(frame.state)

    def state(self) -> State:
        """The present state."""
        return State(self.match, tuple(self.vector))

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

    def _run(
        self, names: dict[str, Value], make: Callable[[CompiledFrame, Writer], ir.Value]
    ) -> int:
        """Compile something, run it on the state, and return its value."""
        w = Writer(self.match.linked)

        def write(given: tuple[ir.Get, ...]) -> None:
            bound: dict[str, ir.Value] = {
                name: replace(local, unknown=value is UNKNOWN)
                for (name, value), local in zip(names.items(), given, strict=True)
            }
            frame = CompiledFrame(None, self.you, self.you, self.you, None, bound)
            w.do(ir.Return(make(frame, w)))

        number = w.function("lab", len(names), write)
        size = self.match.linked.layout.size
        made = ir.Answers(tuple(w.functions), (number,), size)
        (function,) = loaded(made)["answers"]
        return int(function(self.vector, *(coded(lowered(value)) for value in names.values())))

    def _frame(self, names: dict[str, Value]) -> Frame:
        state = state_from(self.match.linked, self.vector)
        given = {name: lowered(value) for name, value in names.items()}
        return frame_for(state, self.you).with_names(given)


def _parsed(text: str) -> t.Expr:
    expr, faults = parse_expr(YamlText(HERE, text))
    assert expr is not None, faults
    assert not faults, faults
    return expr
