"""Checks what a card does to the course of a turn: two routes at once, endless events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from thesmos.check.clauses import Guard, leaves
from thesmos.check.scope import Scope
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t
from thesmos.syntax.nodes import all_nodes


@dataclass(frozen=True)
class Route:
    """A `next` of a card: the moment of its clause, and the conditions under which it applies."""

    moment: tuple[str, ...]
    clause: ct.After | ct.At
    conditions: tuple[Guard, ...]


def check_routes(card: d.CardDocument, scope: Scope) -> None:
    """Report routes that may apply at the same moment: their conditions must exclude each other."""
    routes = list(_routes(card))
    for number, route in enumerate(routes):
        for other in routes[:number]:
            if route.moment == other.moment and not _exclusive(route, other):
                when = " ".join(route.moment)
                scope.report(
                    "E347",
                    f"two routes may apply at once {when} (the other is on line "
                    f"{other.clause.location.line})",
                    route.clause.location,
                    "put them into the two branches of one `if … else`",
                )


def _routes(card: d.CardDocument) -> Iterator[Route]:
    for block in card.clauses:
        for clause, guards in leaves(block.clauses, ()):
            if isinstance(clause, ct.After | ct.At) and isinstance(clause.body, ct.Next):
                own = () if clause.where is None else ((clause.where, True),)
                for moment in _moments(clause):
                    yield Route(moment, clause, (*guards, *own))


def _moments(clause: ct.After | ct.At) -> Iterator[tuple[str, ...]]:
    if isinstance(clause, ct.At):
        yield ("at", clause.moment, "of", clause.whose, "turn")
        return
    for action in clause.actions:
        yield ("after", "skip", action) if clause.skipped else ("after", action)


def _exclusive(one: Route, other: Route) -> bool:
    """Whether a condition of one is the opposite of a condition of the other."""
    theirs = list(_plain(other.conditions))
    return any(
        (condition, not positive) in theirs or _other_value(condition, positive, theirs)
        for condition, positive in _plain(one.conditions)
    )


def _plain(conditions: tuple[Guard, ...]) -> Iterator[Guard]:
    """Split conditions at `and`; `not` becomes the opposite."""
    for condition, positive in conditions:
        if isinstance(condition, t.Unary) and condition.word == "not":
            yield from _plain(((condition.value, not positive),))
        elif isinstance(condition, t.Logic) and condition.word == "and" and positive:
            yield from _plain(tuple((part, True) for part in condition.parts))
        elif isinstance(condition, t.Binary) and condition.word == "!=":
            yield t.Binary(condition.location, "=", condition.left, condition.right), not positive
        else:
            yield condition, positive


def _other_value(condition: t.Expr, positive: bool, theirs: list[Guard]) -> bool:
    """Whether this condition is like `x = 1` and one of the others like `x = 2`."""
    if not (isinstance(condition, t.Binary) and condition.word == "=" and positive):
        return False
    return any(
        isinstance(c, t.Binary)
        and yes
        and c.word == "="
        and c.left == condition.left
        and c.right != condition.right
        and isinstance(c.right, t.Number | t.Name)
        and isinstance(condition.right, t.Number | t.Name)
        for c, yes in theirs
    )


def check_triggers(card: d.CardDocument, scope: Scope) -> None:
    """Report events that cause themselves again through the triggers of one card."""
    causes: dict[str, set[str]] = {}
    locations: dict[str, ct.After] = {}
    for block in card.clauses:
        for clause, _ in leaves(block.clauses, ()):
            if isinstance(clause, ct.After) and isinstance(clause.body, tuple):
                done = {n.action for n in all_nodes(clause.body) if isinstance(n, t.Do)}
                for action in () if clause.skipped else clause.actions:
                    causes.setdefault(action, set()).update(done)
                    locations.setdefault(action, clause)
    for name, written in scope.names.actions.items():
        done = {n.action for n in all_nodes(written.do) if isinstance(n, t.Do)}
        causes.setdefault(name, set()).update(done)
    for name, clause in locations.items():
        if name in _reached(name, causes):
            scope.report(
                "E353",
                f"this performs `{name}` after every `{name}`, endlessly",
                clause.location,
                "add a condition that ends it",
            )


def _reached(name: str, causes: dict[str, set[str]]) -> set[str]:
    """Return all events that follow from an event, directly or indirectly."""
    found: set[str] = set()
    todo = list(causes.get(name, ()))
    while todo:
        each = todo.pop()
        if each not in found:
            found.add(each)
            todo += causes.get(each, ())
    return found
