"""Values stay within their types and functions within their bounds; hosts need only statements."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from testing.compiled import match_of
from testing.machine import Machine
from thesmos.compile.compiler import compiled
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import walk
from thesmos.compile.optimize.types import typed
from thesmos.compile.python.match import CompiledMatch
from thesmos.link.layout import CoreSlot, Entry
from thesmos.play.game import Game, load
from thesmos.program.types import Type

SLOT = Entry(CoreSlot("step"), 0, 4, 1, Type("int"), 0, 9, True, "everyone", "game", (0,) * 4)


@pytest.fixture(scope="module")
def santorini() -> Game:
    return load("santorini")


def execute(game: Game, powers: Sequence[str | None], decisions: int) -> int:
    """Play a random game in Python and in the test's own machine, which must agree."""
    python = CompiledMatch(match_of(game, powers).linked)
    program = compiled(python.game)
    machine, rng, made = Machine(program, python.codes.count), random.Random(3), 0
    while made < decisions:
        state = [*python.game.initial]
        machine.call(program.enter, state)
        while (vector := tuple(state)) and python.result(vector) is None and made < decisions:
            made += 1
            codes = machine.call(program.options, state)
            assert codes == python.options(vector) == machine.pending
            may_skip = machine.call(program.may_skip, state) == 1
            assert may_skip == python.may_skip(vector)
            if may_skip and (not codes or rng.random() < 0.2):
                machine.call(program.skip, state)
                assert tuple(state) == python.skip(vector)
            elif not codes:
                machine.call(program.concede, state)
                assert tuple(state) == python.concede(vector)
            else:
                code = rng.choice(codes)
                machine.call(program.choose, state, (code,))
                assert tuple(state) == python.apply(vector, code)
    return made


@pytest.mark.parametrize(
    "powers",
    [
        (None, None),
        ("achilles", "urania"),  # rules waived for some roles
        ("medusa", "hydra"),  # many pieces, sets of them, loops inside loops
        ("tartarus", "hecate"),  # views, and turns taken back
        ("persephone", "adonis", "circe"),  # requirements, powers that change hands, three sides
    ],
    ids=str,
)
def test_values_and_steps_stay_within_types_and_bounds(
    santorini: Game, powers: Sequence[str | None]
) -> None:
    assert execute(santorini, powers, 60) == 60


def test_what_no_caller_gives_a_function_is_left_out() -> None:
    given = ir.Get(0)
    asks = ir.If(ir.Test(">", given, ir.Const(5)), (ir.Return(ir.Const(1)),), ())
    one = ir.Function(1, (asks, ir.Return(given)), False, False)
    calls = ir.Function(0, (ir.Return(ir.Call(0, (ir.Const(3),))),), False, False)
    program = ir.Program((one, calls), 1, 1, 1, 1, 1, 1, 1, 1, (), 4, 0)
    made, types = typed(program, 1)
    assert made.functions[0].body == (ir.Return(ir.Const(3)),)
    assert types.functions[0].locals == {0: ir.Int(3, 3, none=False, unknown=False)}


ASKED = ir.Test("=", ir.Call(0, ()), ir.Const(1))


@pytest.mark.parametrize(
    "value",
    [
        ir.Select(ASKED, ir.Const(1), ir.Const(0)),
        ir.Select(ASKED, ir.Const(2), ir.Const(2)),
        ir.Select(ir.Logic("and", (ASKED, ir.Const(0))), ir.Const(1), ir.Const(0)),
    ],
)
def test_a_call_is_made_though_what_it_returns_is_known(value: ir.Value) -> None:
    store = ir.Store(SLOT, ir.Const(0), ir.Const(0), ir.Const(1))
    one = ir.Function(0, (store, ir.Return(ir.Const(0))), False, False)
    asks = ir.Function(0, (ir.Set(0, value),), False, False)
    program = ir.Program((one, asks), 1, 1, 1, 1, 1, 1, 1, 1, (), 4, 0)
    made, _ = typed(program, 1)
    assert any(isinstance(node, ir.Call) for node in walk(made.functions[1].body))


def test_a_constant_too_large_for_a_number_is_a_set_though_only_copied() -> None:
    given = ir.Set(0, ir.Const(1 << 100)), ir.Set(1, ir.Get(0))
    again = ir.Set(1, ir.BitsOp("or", ir.Get(1), ir.BitsOf(ir.Get(2))))
    loops = ir.ForRange(2, 120, (again,)), ir.Return(ir.Size(ir.Get(1)))
    one = ir.Function(0, (*given, *loops), False, False)
    program = ir.Program((one,), 0, 0, 0, 0, 0, 0, 0, 0, (), 4, 0)
    _, types = typed(program, 1)
    kind = types.functions[0].locals[0]
    assert isinstance(kind, ir.Bits)
    assert kind.size == 101
