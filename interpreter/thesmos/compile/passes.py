"""Passes: programs as before, with less to do.

Constants, and tests for none that are known where a value is made, are left out by the makers of
values (fold.py), because the compiler itself asks what is left. Passes do what needs more than one
value to be seen: they narrow (narrowing.py), and leave out what is not used. Of functions that are
then the same, as those of two players often are, one is called in place of all.
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

CACHED = 4000  # functions, the latest; 9 KB each: match-ups have many in common
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
            known[there] = _found(one, frozenset(n for n, each in enumerate(there) if each))
        better, stays_pure = known[there]
        made.append(better)
        pure.append(stays_pure)
    return _sharing(replace(program, functions=tuple(made)))


def _sharing(program: P) -> P:
    """Return the same program, which calls the first of the functions that are the same."""
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
    """The same program; nothing is left of the functions that nothing calls but their places."""
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
    """Return what stands in the place of a function that nothing calls."""
    return ir.Function(parameters, (), emits=False, marked=False)


def _found(one: ir.Function, pure: frozenset[int]) -> tuple[ir.Function, bool]:
    """A function after all passes, and whether it leaves the state as it is. pure: as below."""
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
    """A function after all passes: the same object for match-ups that have the same function.

    pure: the places of the functions that do not change the state, where it is narrowed: only
    where options are sought, which is where a match spends its time.
    """
    if pure is not None:
        body = narrowed(body, pure)
    return without_unused(ir.Function(parameters, body, emits, marked, reasons))
