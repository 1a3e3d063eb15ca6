"""Optimisation passes: they return equivalent programs with less to do.

Simplifications that concern one value, such as constants and known tests for none, are made when
the value is created (fold.py), because the compiler itself inspects the result. The passes do what
needs a wider view: they narrow (narrowing.py), and drop what is not used. Of functions that are
then identical, as those of two players often are, one is called in place of all.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, TypeVar

from thesmos.compile import ir
from thesmos.compile.narrowing import narrowed
from thesmos.compile.nodes import exported, exported_by_name, has_loops, reachable, used_by
from thesmos.compile.unused import without_unused

CACHED = 4000  # functions kept, of 9 KB each: match-ups have many in common
P = TypeVar("P", ir.Program, ir.Answers)


def improved(program: P) -> P:
    """Return the same program after all passes. Functions keep their numbers."""
    made: list[ir.Function] = []
    pure: list[bool] = []
    is_pure = pure.__getitem__
    for one, called in zip(program.functions, program.calls, strict=True):
        there = tuple(map(is_pure, called))
        known = one.found.setdefault(improved, {})
        if there not in known:
            known[there] = _with_purity(one, frozenset(n for n, each in enumerate(there) if each))
        better, stays_pure = known[there]
        made.append(better)
        pure.append(stays_pure)
    return _sharing(replace(program, functions=tuple(made)))


def _sharing(program: P) -> P:
    """Return the same program, which calls only the first of any identical functions."""
    first: list[int] = []  # by number, the function to call in its place
    known: dict[Hashable, int] = {}
    calls: list[tuple[int, ...]] = []
    first_of = first.__getitem__
    for number, (one, called) in enumerate(zip(program.functions, program.calls, strict=True)):
        calls.append(tuple(map(first_of, called)))
        does = calls[-1], one.parameters, one.body, one.emits, one.marked, one.reasons
        first.append(known.setdefault(does, number))
    changed: dict[str, Any] = {
        name: first[given] if isinstance(given, int) else tuple(first[each] for each in given)
        for name, given in exported_by_name(program).items()
    }
    return _without_unreached(replace(program, calls=tuple(calls), **changed))


def _without_unreached(program: P) -> P:
    """Return the same program, with empty functions in place of those that nothing calls."""
    functions, calls = program.functions, program.calls
    needed = [used_by(one).needed for one in functions]
    called = set(reachable(exported(program), needed, calls))
    left = (
        (one, calls[number]) if number in called else (_nothing(one.parameters), ())
        for number, one in enumerate(functions)
    )
    bodies, kept = zip(*left, strict=True)
    return replace(program, functions=bodies, calls=kept)


@cache
def _nothing(parameters: int) -> ir.Function:
    """Return an empty function, to take the place of one that nothing calls."""
    return ir.Function(parameters, (), emits=False, marked=False)


def _with_purity(one: ir.Function, pure: frozenset[int]) -> tuple[ir.Function, bool]:
    """Return a function after all passes, and whether it is pure. pure: as in `_improved`."""
    narrow = pure if one.emits and has_loops(one.body) else None
    made = _improved(one.body, one.parameters, one.emits, one.marked, one.reasons, narrow)
    return made, not used_by(made).changes(pure)


@lru_cache(CACHED)
def _improved(
    body: ir.Statements,
    parameters: int,
    emits: bool,
    marked: bool,
    reasons: bool,
    pure: frozenset[int] | None,
) -> ir.Function:
    """Return a function after all passes; match-ups with the same function share one object.

    pure: the places of called functions that don't change the state; None for a function that is
    not narrowed. Only those that search for options are: a match spends its time in them.
    """
    if pure is not None:
        body = narrowed(body, pure)
    return without_unused(ir.Function(parameters, body, emits, marked, reasons))
