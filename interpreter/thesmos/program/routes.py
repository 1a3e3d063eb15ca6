"""Find routes of a card that might apply at the same moment (section 6.6 of the semantics)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from thesmos.program.clauses import Clause, Route, RouteAfter, RouteAfterSkip, RouteAt
from thesmos.program.values import Compare, Logic, Not, Number, Value, Word

Condition = tuple[Value, bool]  # a condition, and whether it must hold or must not


def clashing_routes(clauses: Sequence[Clause]) -> Iterator[tuple[Route, Route]]:
    """Yield each pair of routes of a card that don't exclude each other, the later one first."""
    routes = [clause for clause in clauses if isinstance(clause, Route)]
    for number, route in enumerate(routes):
        for other in routes[:number]:
            if moment_of(route) == moment_of(other) and not _exclusive(route, other):
                yield route, other


def moment_of(route: Route) -> str:
    """Return when a route is tried, in the words of the clause language."""
    if isinstance(route, RouteAt):
        return f"at {route.moment} of {route.whose} turn"
    if isinstance(route, RouteAfterSkip):
        return f"after skip {route.step.name}"
    assert isinstance(route, RouteAfter)
    return f"after {route.action.name}"


def _exclusive(one: Route, other: Route) -> bool:
    """Return whether a condition of one is the opposite of a condition of the other."""
    theirs = list(_conditions(other))
    return any(
        (condition, not positive) in theirs or _other_value(condition, positive, theirs)
        for condition, positive in _conditions(one)
    )


def _conditions(route: Route) -> Iterator[Condition]:
    """Yield the conditions under which a route applies."""
    for condition in (*route.guards, *([] if route.where is None else [route.where])):
        yield from _plain(condition, True)


def _plain(condition: Value, positive: bool) -> Iterator[Condition]:
    """Split a condition at `and`; `not` and `!=` become the opposite."""
    if isinstance(condition, Not):
        yield from _plain(condition.value, not positive)
    elif isinstance(condition, Logic) and condition.word == "and" and positive:
        for part in condition.parts:
            yield from _plain(part, True)
    elif isinstance(condition, Compare) and condition.word == "!=":
        yield replace(condition, word="="), not positive
    else:
        yield condition, positive


def _other_value(condition: Value, positive: bool, theirs: Sequence[Condition]) -> bool:
    """Return whether a condition is like `x = 1`, and one of the others like `x = 2`."""
    if not (isinstance(condition, Compare) and condition.word == "=" and positive):
        return False
    return any(
        isinstance(c, Compare)
        and yes
        and c.word == "="
        and c.left == condition.left
        and c.right != condition.right
        and isinstance(c.right, Number | Word)
        and isinstance(condition.right, Number | Word)
        for c, yes in theirs
    )
