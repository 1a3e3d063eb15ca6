"""Checks that nothing causes itself: facts that ask each other, events that cause each other.

A fact asks what its text asks, and what clauses treat it as; `forbidden(…)` asks what the `forbid`s
of that action do. All cards that can be in play together are looked at together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from thesmos.check.scope import Scope
from thesmos.diagnostics import Diagnostic, Location
from thesmos.program.clauses import After, Forbid, Treat
from thesmos.program.declarations import Card
from thesmos.program.effects import Do
from thesmos.program.node import Ref, walk
from thesmos.program.values import FactValue, Forbidden

N = TypeVar("N")
Asked = Ref | tuple[str, Ref]  # a fact, or ("forbidden", an action)


@dataclass(frozen=True)
class _Edge:
    """Something asks something else. card: the slug of the card due to which it does."""

    to: Asked
    card: str
    location: Location
    fact: bool  # whether it is the text of a fact that asks


def check_facts(base: Card, cards: Sequence[Card]) -> Iterator[Diagnostic]:
    """Yield an error for each circle of facts that can happen in a match-up."""
    edges: dict[Asked, list[_Edge]] = {}
    for card in (base, *cards):
        for asker, edge in _edges(card):
            edges.setdefault(asker, []).append(edge)
    targets = {asker: {edge.to for edge in found} for asker, found in edges.items()}
    banned = {(card.slug, other) for card in cards for other in card.banned}
    told: set[frozenset[Asked]] = set()
    for asked in edges:
        if asked not in _reached(asked, targets):
            continue
        circle = _circle(asked, edges, banned)
        if circle is not None and frozenset(edge.to for edge in circle) not in told:
            told.add(frozenset(edge.to for edge in circle))
            yield _error(circle, base)


def _error(circle: Sequence[_Edge], base: Card) -> Diagnostic:
    """Return the error for a circle: at a clause of a card, if it is due to one."""
    guilty = next((edge for edge in circle if not edge.fact), circle[-1])
    asked = guilty.to if guilty.fact else circle[-1].to
    name = (
        f"the fact `{asked.name}`" if isinstance(asked, Ref) else f"`forbidden({asked[1].name}, …)`"
    )
    others = sorted({edge.card for edge in circle} - {guilty.card, base.slug})
    together = f", together with {' and '.join(others)}" if others else ""
    message = (
        f"{name} depends on itself" if guilty.fact else f"due to this {name} depends on itself"
    )
    hint = "remove the cycle" + (", or let the two ban each other" if others else "")
    return Diagnostic("E352", message + together, guilty.location, hint)


def _edges(card: Card) -> Iterator[tuple[Asked, _Edge]]:
    """Yield who asks what due to a card."""
    for fact in card.facts:
        for asked in _asked(fact.body):
            yield fact.name, _Edge(asked, card.slug, fact.location, True)
    for clause in card.clauses:
        if isinstance(clause, Treat):
            for asked in _asked((clause.value, clause.where, clause.guards)):
                yield clause.fact, _Edge(asked, card.slug, clause.location, False)
        elif isinstance(clause, Forbid):
            for asked in _asked((clause.where, clause.guards)):
                yield ("forbidden", clause.action), _Edge(asked, card.slug, clause.location, False)


def _asked(part: object) -> Iterator[Asked]:
    for node in walk(part):
        if isinstance(node, FactValue):
            yield node.fact
        elif isinstance(node, Forbidden):
            yield "forbidden", node.action


def _circle(
    start: Asked, edges: Mapping[Asked, Sequence[_Edge]], banned: set[tuple[str, str]]
) -> list[_Edge] | None:
    """Return a way from something back to it, by cards that do not ban each other; or None."""
    todo: list[tuple[Asked, list[_Edge]]] = [(start, [])]
    while todo:
        here, path = todo.pop()
        for edge in edges.get(here, ()):
            if any((edge.card, each.card) in banned for each in path):
                continue
            if edge.to == start:
                return [*path, edge]
            if all(edge.to != each.to for each in path):
                todo.append((edge.to, [*path, edge]))
    return None


def check_events(card: Card, base: Card | None, scope: Scope) -> None:
    """Report events that cause themselves again through the triggers of a card."""
    triggers = [clause for clause in card.clauses if isinstance(clause, After)]
    if not triggers:
        return
    causes: dict[Ref, set[Ref]] = {}
    for part in (card,) if base is None else (base, card):
        for action in part.actions:
            causes.setdefault(action.name, set()).update(_done(action.effects))
    for trigger in triggers:
        causes.setdefault(trigger.action, set()).update(_done(trigger.effects))
    for action_name, trigger in {trigger.action: trigger for trigger in reversed(triggers)}.items():
        if action_name in _reached(action_name, causes):
            scope.report(
                "E353",
                f"this performs `{action_name.name}` after every `{action_name.name}`, endlessly",
                trigger.location,
                "add a condition that ends it",
            )


def _done(effects: object) -> set[Ref]:
    """The actions that effects carry out as events."""
    return {node.action for node in walk(effects) if isinstance(node, Do)}


def _reached(name: N, edges: Mapping[N, Iterable[N]]) -> set[N]:
    """Everything that follows from something, directly or indirectly."""
    found: set[N] = set()
    todo = [*edges.get(name, ())]
    while todo:
        each = todo.pop()
        if each not in found:
            found.add(each)
            todo += edges.get(each, ())
    return found
