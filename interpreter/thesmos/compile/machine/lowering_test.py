"""Short functions stand where they are called; what then nothing calls is gone."""

from __future__ import annotations

import pytest

from thesmos.compile.compiler import compiled
from thesmos.compile.machine.code import MachineFunction
from thesmos.compile.machine.expressions import NO, NOTHING, ONE, YES, get, number, op, opposite
from thesmos.compile.machine.lowering import MachineModule, of_play
from thesmos.play.game import load


@pytest.fixture(scope="module")
def module() -> MachineModule:
    game = load("nim").match().linked
    result, program = MachineModule(game, inlines=True), compiled(game)
    result.add(program, of_play(program))
    return result


def inside(module: MachineModule) -> list[MachineFunction]:
    """Return the functions that are not called from outside."""
    outside = {export.function for export in module.exports.values()}
    return [function for function in module.functions if function.name not in outside]


def test_a_function_that_is_called_is_long(module: MachineModule) -> None:
    assert module.functions
    assert all(function.statements > 24 for function in inside(module))


def test_every_function_is_called(module: MachineModule) -> None:
    called = {name for function in module.functions for name in function.calls}
    assert {function.name for function in inside(module)} <= called


def test_a_function_calls_only_functions_before_it(module: MachineModule) -> None:
    before: set[str] = set()
    for function in module.functions:
        assert function.calls.keys() <= before
        before.add(function.name)


def test_what_is_known_needs_no_operation() -> None:
    assert op("eq", ONE, number(2)) == NO
    assert op("lts", number(-1), ONE) == YES
    assert op("mul", number(1 << 62), number(4)) == NOTHING
    assert op("add", get(3), NOTHING) == get(3)
    assert opposite(opposite(op("les", get(3), ONE))) == op("les", get(3), ONE)
