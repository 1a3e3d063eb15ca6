"""Estimates how often functions are called in a decision, to find those that are rarely needed.

It assumes that both cases of an `If` are equally likely, as are all functions of a row, and that
loops have few rounds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import Node, values_of, walk

_ROUNDS = 4  # the assumed rounds of a loop, if there can be so many


def frequencies(functions: Sequence[ir.Function], called: Mapping[int, float]) -> list[float]:
    """Return how often each function is called in a decision.

    called: how often the functions called from outside are called.
    """
    found = [called.get(number, 0.0) for number in range(len(functions))]
    for number in reversed(range(len(found))):  # callers first
        for callee, times in _calls(functions[number].body).items():
            found[callee] += found[number] * times
    return found


def _calls(statements: ir.Statements) -> dict[int, float]:
    """Return how often statements call each function."""
    found = defaultdict[int, float](float)
    _add(statements, 1.0, found)
    return found


def _add(statements: ir.Statements, times: float, found: dict[int, float]) -> None:
    """Add the calls in statements that are executed `times` times."""
    for one in statements:
        _add_values(values_of(one), times, found)
        match one:
            case ir.If(_, then, otherwise):
                _add(then, times / 2, found)
                _add(otherwise, times / 2, found)
            case ir.ForBits(_, _, most, body) | ir.ForRange(_, most, body) | ir.Loop(most, body):
                _add(body, times * min(most, _ROUNDS), found)
            case ir.OnCopy(body):
                _add(body, times, found)


def _add_values(values: Iterable[Node], times: float, found: dict[int, float]) -> None:
    for node in walk(values):
        match node:
            case ir.Call(function):
                found[function] += times
            case ir.CallOne(functions):
                for each in functions:
                    if each is not None:
                        found[each] += times / len(functions)
