"""What callers may assume about functions: purity, constant results, and which are needed."""

from __future__ import annotations

from thesmos.compile.ir import nodes as ir
from thesmos.compile.python.called import called_by

SEVEN = ir.Const(7)
CHANGING = ir.ClearCopy()  # a statement that changes the state


def function(*statements: ir.Statement) -> ir.Function:
    return ir.Function(0, statements, False, False)


def call(number: int) -> ir.Call:
    return ir.Call(number, ())


def test_a_function_changes_the_state_if_one_that_it_calls_does() -> None:
    changing, pure = function(CHANGING), function(ir.Return(SEVEN))
    both = function(ir.Evaluate(call(0)), ir.Evaluate(call(1)))
    assert called_by([changing, pure, both]).pure == {1}
    assert called_by([pure, function(ir.Evaluate(call(0)))]).pure == {0, 1}


def test_what_is_called_on_a_copy_does_not_change_the_state() -> None:
    looking = function(ir.OnCopy((ir.Evaluate(call(0)),)))
    assert called_by([function(CHANGING), looking]).pure == {1}


def test_the_constant_that_a_function_returns_is_known() -> None:
    constants = called_by([function(ir.Return(SEVEN)), function(ir.Return(call(0)))]).constants
    assert constants == {None: ir.Const(0), 0: SEVEN}


def test_a_function_that_takes_something_has_no_constant() -> None:
    given = ir.Function(1, (ir.Return(SEVEN),), False, False)
    assert called_by([given]).constants == {None: ir.Const(0)}


def test_functions_that_return_constants_are_not_needed() -> None:
    returning = function(ir.Return(SEVEN))
    reading = function(ir.Set(0, call(0)), ir.Return(call(1)))
    assert called_by([returning, function(CHANGING), reading]).needed == [[], [], [1]]
