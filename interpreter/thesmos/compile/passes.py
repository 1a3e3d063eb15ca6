"""Passes: programs as before, with less to do.

Constants, and tests for none that are known where a value is made, are left out by the makers of
values (fold.py), because the compiler itself asks what is left. Passes do what needs more than one
value to be seen: they narrow (narrowing.py), and leave out what is not used.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TypeVar
from weakref import WeakKeyDictionary

from thesmos.compile import ir
from thesmos.compile.narrowing import narrowed
from thesmos.compile.nodes import calls, has_loops, places, used_by, uses, with_body

CACHED = 4000  # functions, the latest; 9 KB each: match-ups have many in common
# By function, and the places of those that it calls and that do not change the state.
_KNOWN: WeakKeyDictionary[ir.Function, dict[frozenset[int], ir.Function]] = WeakKeyDictionary()
P = TypeVar("P", ir.Program, ir.Explanation, ir.Wording, ir.Shown, ir.Scores, ir.Recorded)


def improved(program: P) -> P:
    """The same program after all passes."""
    made: list[ir.Function] = []
    pure: set[int] = set()
    for number, one in enumerate(program.functions):
        there = places(program.calls[number], pure)
        known = _KNOWN.setdefault(one, {})
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


# ------------------------------------------------------------------ unused locals


def without_unused(function: ir.Function) -> ir.Function:
    """Leave out locals that nothing reads, such as computed roles that no rule needs.

    What gives a value is left out with it, unless it calls a function, which may do something.
    """
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
