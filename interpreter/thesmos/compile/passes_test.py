"""Passes give an equivalent program that does less."""

from __future__ import annotations

from thesmos.compile import ir
from thesmos.compile.passes import improved

GIVEN = ir.Get(0)


def function(*body: ir.Statement, parameters: int = 1) -> ir.Function:
    return ir.Function(parameters, body, False, False)


def calling(place: int = 0) -> ir.Function:
    return function(ir.Return(ir.Call(ir.Place(place), (GIVEN,))))


def of(functions: tuple[ir.Function, ...], calls: ir.Calls, options: int) -> ir.Program:
    """Return a program in which only `options` is called from outside."""
    return ir.Program(functions, calls, options, 0, 0, 0, 0, 0, 0, 0, (options,), 4, 0)


def test_of_functions_that_do_the_same_one_is_called() -> None:
    one, same = function(ir.Return(GIVEN)), function(ir.Return(GIVEN))
    both = function(
        ir.Return(
            ir.Arithmetic("+", ir.Call(ir.Place(0), (GIVEN,)), ir.Call(ir.Place(1), (GIVEN,)))
        )
    )
    functions = one, same, calling(), calling(), both
    calls = ((), (), (0,), (1,), (2, 3))
    assert improved(of(functions, calls, 4)).calls[4] == (2, 2)
    made = improved(of(functions, calls, 3))
    assert made.options == 2
    assert made.views == (2,)


def test_functions_that_differ_in_what_they_call_are_two() -> None:
    one, other = function(ir.Return(GIVEN)), function(ir.Return(ir.Const(1)))
    functions = one, other, calling(), calling()
    made = improved(of(functions, ((), (), (0,), (1,)), 3))
    assert made.options == 3


def test_functions_with_different_parameters_are_two() -> None:
    one, other = (function(ir.Return(ir.Const(1)), parameters=count) for count in (0, 1))
    assert improved(of((one, other), ((), ()), 1)).options == 1


def test_nothing_is_left_of_a_function_that_nothing_calls() -> None:
    one, other = function(ir.Return(GIVEN)), function(ir.Return(ir.Const(1)))
    made = improved(of((one, other, calling()), ((), (), (0,)), 2))
    assert [each.body for each in made.functions] == [one.body, (), calling().body]
