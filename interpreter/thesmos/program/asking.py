"""Dependencies: which fact uses which, and which event causes which, in the texts of some cards.

A fact depends on ("asks") what its text uses, and what clauses that treat it or add to it use.
`forbidden(…)` depends on what the `forbid`s of the action and its computed roles use. An event
causes the events in the effects of its action, and in the clauses after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from thesmos.constructs import construct
from thesmos.diagnostics import Location
from thesmos.program.clauses import AddTo, After, Forbid, Treat
from thesmos.program.declarations import Card
from thesmos.program.effects import Do
from thesmos.program.node import Ref, walk
from thesmos.program.values import AfterDo, FactValue, Forbidden, Value

MOST_GROUPS = 50  # most groups of cards that can be in play together


@construct
class ForbidsOf:
    """What `forbidden(…)` asks of an action."""

    action: Ref

    def __str__(self) -> str:
        return f"forbidden({self.action.name}, …)"


@construct
class EventOf:
    """What `after (do A(…) where c)` asks: all that an event of an action evaluates."""

    action: Ref

    def __str__(self) -> str:
        return f"after (do {self.action.name}(…) where …)"


# A fact or an action, the `forbid`s of an action, or what would be after an event of one.
Asked = Ref | ForbidsOf | EventOf


@construct
class Source:
    """A text that makes something depend on, or cause, other things.

    card: the slug of its card. own: whether it is the text of the fact or the action itself, and
    not a clause. parts: what is evaluated, or carried out.
    """

    card: str
    location: Location
    own: bool
    parts: tuple[Any, ...]

    @property
    def values(self) -> tuple[Value, ...]:
        """The values among the parts: all of them, unless the text causes events."""
        return tuple(part for part in self.parts if isinstance(part, Value))


Sources = dict[Asked, list[Source]]


@construct
class Edge:
    """Something asks or causes something else. card: the slug of the card that makes it so."""

    to: Asked
    card: str
    location: Location
    own: bool  # whether it is the text of the fact or the action itself


Edges = dict[Asked, list[Edge]]


def asking(cards: Iterable[Card]) -> Sources:
    """Return the texts that make each fact, and what forbids each action, ask other things."""
    return _by_asker(_asking(cards))


def _by_asker(found: Iterable[tuple[Asked, Source]]) -> Sources:
    made: Sources = {}
    for asker, source in found:
        made.setdefault(asker, []).append(source)
    return made


def _asking(cards: Iterable[Card]) -> Iterator[tuple[Asked, Source]]:
    for card in cards:
        for fact in card.facts:
            yield fact.name, Source(card.slug, fact.location, True, (fact.body,))
        for action in card.actions:
            values = tuple(role.value for role in action.roles if role.value is not None)
            yield ForbidsOf(action.name), Source(card.slug, action.location, True, values)
            event = Source(card.slug, action.location, True, (*values, action.effects))
            yield EventOf(action.name), event
        for clause in card.clauses:
            parts = clause.guards if clause.where is None else (*clause.guards, clause.where)
            if isinstance(clause, (Treat, AddTo)):
                parts = (*parts, clause.value)
                yield clause.fact, Source(card.slug, clause.location, False, parts)
            elif isinstance(clause, After):
                carried_out = (*parts, clause.effects)
                source = Source(card.slug, clause.location, False, carried_out)
                yield EventOf(clause.action), source
            elif isinstance(clause, Forbid):
                yield ForbidsOf(clause.action), Source(card.slug, clause.location, False, parts)


def asked_in(part: object) -> Iterator[Asked]:
    """Yield what a part of a text asks, in the order of the text."""
    for node in walk(part):
        if isinstance(node, FactValue):
            yield node.fact
        elif isinstance(node, Forbidden):
            yield ForbidsOf(node.action)
        elif isinstance(node, (AfterDo, Do)):
            yield EventOf(node.action)


def _causing(cards: Iterable[Card]) -> Iterator[tuple[Asked, Source]]:
    """Yield the texts that make events of actions cause others."""
    for card in cards:
        for action in card.actions:
            yield action.name, Source(card.slug, action.location, True, (action.effects,))
        for clause in card.clauses:
            if isinstance(clause, After):
                source = Source(card.slug, clause.location, False, (clause.effects,))
                yield clause.action, source


def _done_in(part: object) -> Iterable[Asked]:
    """Return the actions that effects carry out as events."""
    return {node.action: None for node in walk(part) if isinstance(node, Do)}


def asking_edges(cards: Iterable[Card]) -> Edges:
    """Return which facts and actions ask which others."""
    return _edges(asking(cards), asked_in)


def causing_edges(cards: Iterable[Card]) -> Edges:
    """Return which events cause which others."""
    return _edges(_by_asker(_causing(cards)), _done_in)


def _edges(sources: Sources, found_in: Callable[[object], Iterable[Asked]]) -> Edges:
    return {
        asker: [
            Edge(to, source.card, source.location, source.own)
            for source in found
            for to in found_in(source.parts)
        ]
        for asker, found in sources.items()
    }


def in_order(edges: Edges) -> list[Asked]:
    """Return everything that asks or is asked, each before what it asks. There may be no cycle."""
    made: list[Asked] = []
    done: set[Asked] = set()
    for start in edges:
        waiting = [start]
        while waiting:
            here = waiting[-1]
            missing = [edge.to for edge in edges.get(here, ()) if edge.to not in done]
            if missing:
                waiting.append(missing[0])
                continue
            waiting.pop()
            if here not in done:
                done.add(here)
                made.append(here)
    return made[::-1]


def groups_without_circles(cards: Sequence[Card]) -> list[Sequence[Card]] | None:
    """Return groups of cards such that nothing in a group asks or causes itself.

    Cards that can be in play together are always in one group. Only cards that ban each other may
    form a cycle. Returns None if there are too many groups.
    """
    banned = {(card.slug, other) for card in cards for other in card.banned}
    groups: dict[frozenset[str], Sequence[Card]] = {}
    waiting: list[Sequence[Card]] = [cards]
    seen: set[frozenset[str]] = set()
    while waiting:
        group = waiting.pop()
        slugs = frozenset(card.slug for card in group)
        if slugs in seen:
            continue
        seen.add(slugs)
        if len(seen) > MOST_GROUPS:
            return None
        taking_part = {edge.card for edge in circle_among(group)}
        pair = [(a, b) for a in taking_part for b in taking_part if (a, b) in banned]
        if not pair:
            groups[slugs] = group
        else:
            waiting += [tuple(card for card in group if card.slug != one) for one in min(pair)]
    return [*groups.values()]


def circle_among(cards: Sequence[Card]) -> list[Edge]:
    """Return a cycle of what asks or causes itself, as its edges; empty if there is none."""
    return _any_circle(asking_edges(cards)) or _any_circle(causing_edges(cards))


def _any_circle(edges: Edges) -> list[Edge]:
    """Return a cycle, as its edges; empty if there is none."""
    done: set[Asked] = set()
    for start in edges:
        path: list[tuple[Edge | None, Asked, Iterator[Edge]]] = []
        if start not in done:
            path.append((None, start, iter(edges[start])))
        while path:
            _, here, rest = path[-1]
            edge = next(rest, None)
            if edge is None:
                done.add(here)
                path.pop()
                continue
            names = [name for _, name, _ in path]
            if edge.to in names:
                inside = path[names.index(edge.to) + 1 :]
                return [*(step for step, _, _ in inside if step is not None), edge]
            if edge.to not in done:
                path.append((edge, edge.to, iter(edges.get(edge.to, ()))))
    return []
