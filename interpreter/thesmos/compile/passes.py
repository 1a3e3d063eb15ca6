"""Passes: programs as before, with less to do.

Constants, and tests for none that are known where a value is made, are left out by the makers of
values (fold.py), because the compiler itself asks what is left. Passes do what needs more than one
value to be seen: they narrow (narrowing.py), and leave out what is not used.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from thesmos.compile import ir
from thesmos.compile.narrowing import narrowed
from thesmos.compile.nodes import has_loops, places, used_by
from thesmos.compile.unused import without_unused

CACHED = 4000  # functions, the latest; 9 KB each: match-ups have many in common
P = TypeVar("P", ir.Program, ir.Explanation, ir.Wording, ir.Shown, ir.Scores, ir.Recorded)


def improved(program: P) -> P:
    """The same program after all passes."""
    made: list[ir.Function] = []
    pure: set[int] = set()
    for number, one in enumerate(program.functions):
        there = places(program.calls[number], pure)
        known: dict[frozenset[int], ir.Function] = one.found.setdefault(improved, {})
        if there not in known:
            narrow = there if one.emits and has_loops(one.body) else None
            given = one.parameters, one.emits, one.marked, one.reasons
            known[there] = _improved(one.body, *given, narrow)
        made.append(known[there])
        if not used_by(made[-1]).changes(there):
            pure.add(number)
    return replace(program, functions=tuple(made))


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
