"""Passes give an equivalent program that does less."""

from __future__ import annotations

from thesmos.compile.ir import nodes as ir
from thesmos.compile.optimize.passes import improved

GIVEN = ir.Get(0)


def function(*body: ir.Statement, parameters: int = 1) -> ir.Function:
    return ir.Function(parameters, body, False, False)


def calling(number: int) -> ir.Function:
    return function(ir.Return(ir.Call(number, (GIVEN,))))


def of(functions: tuple[ir.Function, ...], options: int) -> ir.Program:
    """Return a program in which only `options` is called from outside."""
    return ir.Program(functions, options, 0, 0, 0, 0, 0, 0, 0, (options,), 4, 0)


def test_nothing_is_left_of_a_function_that_nothing_calls() -> None:
    returning, other = function(ir.Return(GIVEN)), function(ir.Return(ir.Const(1)))
    made = improved(of((returning, other, calling(0)), 2))
    assert [each.body for each in made.functions] == [returning.body, (), calling(0).body]


def test_functions_keep_their_numbers() -> None:
    unused = function(ir.Set(1, GIVEN), ir.Return(GIVEN))
    made = improved(of((unused, calling(0)), 1))
    assert [each.body for each in made.functions] == [(ir.Return(GIVEN),), calling(0).body]
    assert made.options == 1
