"""What functions may assume about those they call; computed once for all match-ups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from thesmos.compile import ir
from thesmos.compile.nodes import used_by


class CalledFunction(NamedTuple):
    """What callers may assume about a function.

    pure: it does not change the state. constant: its result, if it does nothing and has no
    parameters; None otherwise.
    """

    pure: bool
    constant: int | None


@dataclass(frozen=True, eq=False)
class CalledFunctions:
    """What one function may assume about those it calls, by their places in its list of calls.

    Equal results for the same function are one object. pure: those that don't change the state.
    constants: the results of those that are constants, and of None, which stands for no function.
    needed: those that have to exist. itself: what its own callers may assume about it.
    """

    pure: frozenset[int]
    constants: dict[int | None, ir.Const]
    needed: tuple[int, ...]
    itself: CalledFunction


def called_by(functions: Sequence[ir.Function], calls: ir.Calls) -> list[CalledFunctions]:
    """Return what each function may assume about those it calls, all of which come before it."""
    made: list[CalledFunctions] = []
    callees: list[CalledFunction] = []
    known_of = callees.__getitem__
    for function, called in zip(functions, calls, strict=True):
        given = tuple(map(known_of, called))
        known = function.found.setdefault(CalledFunctions, {})
        found: CalledFunctions | None = known.get(given)
        if found is None:
            found = known[given] = _called(function, given)
        made.append(found)
        callees.append(found.itself)
    return made


def _called(function: ir.Function, given: tuple[CalledFunction, ...]) -> CalledFunctions:
    used = used_by(function)
    pure = frozenset(place for place, one in enumerate(given) if one.pure)
    constants: dict[int | None, ir.Const] = {
        place: ir.Const(one.constant) for place, one in enumerate(given) if one.constant is not None
    }
    constants[None] = ir.Const(0)
    itself = CalledFunction(not used.changes(pure), _constant(function))
    return CalledFunctions(pure, constants, tuple(used.needs(constants)), itself)


def _constant(function: ir.Function) -> int | None:
    match function:
        case ir.Function(parameters=0, body=(ir.Return(ir.Const(value)), *_)):
            return value
    return None
