"""Estimates of how often functions are called."""

from __future__ import annotations

from thesmos.compile.ir import nodes as ir
from thesmos.compile.machine.frequencies import frequencies

CALL = ir.Evaluate(ir.Call(0, ()))


def times(*body: ir.Statement) -> float:
    """Return how often a function is called by one that is called once."""
    functions = (ir.Function(0, (), False, False), ir.Function(0, body, False, False))
    return frequencies(functions, {1: 1.0})[0]


def test_each_call_counts() -> None:
    assert times(CALL, CALL) == 2


def test_either_case_is_as_likely() -> None:
    assert times(ir.If(ir.Const(1), (CALL,), ())) == 0.5


def test_a_loop_has_few_rounds() -> None:
    assert times(ir.Loop(1000, (CALL,))) == 4
    assert times(ir.ForRange(0, 2, (CALL,))) == 2


def test_one_of_a_row_is_called() -> None:
    row = (0, None, None, None)
    assert times(ir.Evaluate(ir.CallOne(row, ir.Const(0), ()))) == 0.25


def test_what_nothing_calls_is_never_called() -> None:
    assert times() == 0
