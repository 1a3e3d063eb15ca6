"""Passes: programs as before, with less to do.

Constants, and tests for none that are known where a value is made, are left out by the makers of
values (fold.py), because the compiler itself asks what is left. Passes do what needs more than one
value to be seen. PASSES has them in the order in which they are applied.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from thesmos.compile import ir
from thesmos.compile.narrowing import narrowed
from thesmos.compile.nodes import calls, has_loops, pure_functions, used_by, uses, with_body

Functions = tuple[ir.Function, ...]
Pass = Callable[[Functions], Functions]
P = TypeVar("P", ir.Program, ir.Explanation, ir.Wording)


def improved(program: P) -> P:
    """The same program after all passes."""
    functions = program.functions
    for one in PASSES:
        functions = one(functions)
    return replace(program, functions=functions)


# ------------------------------------------------------------------ unused locals


def without_unused(functions: Functions) -> Functions:
    """Leave out locals that nothing reads, such as computed roles that no rule needs.

    What gives a value is left out with it, unless it calls a function, which may do something.
    """
    return tuple(map(_without_unused, functions))


def _without_unused(function: ir.Function) -> ir.Function:
    body, used = function.body, used_by(function)
    read = {**used.reads}
    while True:
        kept, dropped = _kept(body, read)
        if not dropped:
            if body is function.body:
                return function
            return with_body(function, body, replace(used, reads=read))
        body = kept
        for name, count in uses(dropped).reads.items():
            read[name] -= count


def _kept(statements: ir.Statements, read: dict[int, int]) -> tuple[ir.Statements, list[ir.Value]]:
    """The statements that are kept, and the values of those that are not."""
    made: list[ir.Statement] = []
    dropped: list[ir.Value] = []
    for one in statements:
        match one:
            case ir.Set(name, value) if not read.get(name) and not calls(value):
                dropped.append(value)
            case ir.If(condition, then, otherwise):
                then, less = _kept(then, read)
                otherwise, more = _kept(otherwise, read)
                dropped += less + more
                if then or otherwise or calls(condition):
                    made.append(ir.If(condition, then, otherwise) if less or more else one)
                else:
                    dropped.append(condition)
            case ir.ForBits() | ir.ForRange() | ir.Loop() | ir.OnCopy():
                body, less = _kept(one.body, read)
                dropped += less
                made.append(replace(one, body=body) if less else one)
            case _:
                made.append(one)
    return tuple(made), dropped


# ---------------------------------------------------------- what is known or can't be


def without_impossible(functions: Functions) -> Functions:
    """Leave out what can't happen or is known: by ranges of numbers, by what can't be none.

    Only where options are sought, which is where a match spends its time: elsewhere it takes longer
    than it saves.
    """
    pure = pure_functions(map(used_by, functions))
    return tuple(
        narrowed(number, one, pure) if one.emits and has_loops(one.body) else one
        for number, one in enumerate(functions)
    )


PASSES: Sequence[Pass] = (without_impossible, without_unused)
