"""What functions may assume about those they call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import pure_functions, used_by


@dataclass(frozen=True)
class CalledFunctions:
    """What callers may assume about the functions of a program.

    pure: those that don't change the state.
    constants: the results of those that do nothing but return a constant, and of None, which stands
        for no function.
    needed: for each function, those of the called ones that have to exist.
    """

    pure: set[int]
    constants: dict[int | None, ir.Const]
    needed: list[list[int]]


def called_by(functions: Sequence[ir.Function]) -> CalledFunctions:
    """Return what callers may assume about the functions of a program."""
    constants: dict[int | None, ir.Const] = {None: ir.Const(0)}
    for number, function in enumerate(functions):
        match function:
            case ir.Function(parameters=0, body=(ir.Return(ir.Const() as constant), *_)):
                constants[number] = constant
    needed = [used_by(function).needs(constants) for function in functions]
    return CalledFunctions(pure_functions(map(used_by, functions)), constants, needed)
