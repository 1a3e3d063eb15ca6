"""Optimisation passes: they return equivalent programs with less to do.

Simplifications that concern one value, such as constants and known tests for none, are made when
the value is created (fold.py), because the compiler itself inspects the result. The passes do what
needs a wider view: they narrow (narrowing.py), and drop what is not used.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TypeVar

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import exported, has_loops, reachable, used_by
from thesmos.compile.optimize.narrowing import narrowed
from thesmos.compile.optimize.unused import without_unused

P = TypeVar("P", ir.Program, ir.Answers)


def improved(program: P) -> P:
    """Return the same program after all passes. Functions keep their numbers."""
    functions: list[ir.Function] = []
    pure: set[int] = set()
    for number, function in enumerate(program.functions):
        better = _improved(function, pure)
        functions.append(better)
        if not used_by(better).changes(pure):
            pure.add(number)
    return _without_unreached(replace(program, functions=tuple(functions)))


def _improved(function: ir.Function, pure: set[int]) -> ir.Function:
    """Return a function after all passes.

    pure: those before it that don't change the state.

    Only functions that search for options are narrowed: a match spends its time in them.
    """
    if function.emits and has_loops(function.body):
        function = replace(function, body=narrowed(function.body, pure))
    return without_unused(function)


def _without_unreached(program: P) -> P:
    """Return the same program, with empty functions in place of those that nothing calls."""
    needed = [used_by(function).needed for function in program.functions]
    reached = set(reachable(exported(program), needed))
    functions = tuple(
        function if number in reached else _nothing(function.parameters)
        for number, function in enumerate(program.functions)
    )
    return replace(program, functions=functions)


@cache
def _nothing(parameters: int) -> ir.Function:
    """Return an empty function, to take the place of one that nothing calls."""
    return ir.Function(parameters, (), emits=False, marked=False)
