"""Dependencies: which fact uses which, and which event causes which, in the texts of some cards.

A fact depends on ("asks") what its text uses, and what clauses that treat it or add to it use.
`forbidden(…)` depends on what the `forbid`s of the action and its computed roles use. An event
causes the events in the effects of its action, and in the clauses after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from thesmos.constructs import construct
from thesmos.diagnostics import Location
from thesmos.kept import AFRESH, Kept
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


def asking(cards: Iterable[Card], kept: Kept = AFRESH) -> Sources:
    """Return the texts that make each fact, and what forbids each action, ask other things.

    kept: what is known of single cards.
    """
    sources: Sources = {}
    for card in cards:
        for asker, source in kept.of("asking", lambda card=card: [*_asking(card)], card):  # type: ignore[misc]
            sources.setdefault(asker, []).append(source)
    return sources


def _asking(card: Card) -> Iterator[tuple[Asked, Source]]:
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


def _causing(card: Card) -> Iterator[tuple[Asked, Source]]:
    """Yield the texts of a card that make events of actions cause others."""
    for action in card.actions:
        yield action.name, Source(card.slug, action.location, True, (action.effects,))
    for clause in card.clauses:
        if isinstance(clause, After):
            source = Source(card.slug, clause.location, False, (clause.effects,))
            yield clause.action, source


def _done_in(part: object) -> Iterator[Asked]:
    """Yield the actions that effects carry out as events."""
    return (node.action for node in walk(part) if isinstance(node, Do))


def asking_edges(cards: Iterable[Card], kept: Kept = AFRESH) -> Edges:
    """Return which facts and actions ask which others. kept: what is known of single cards."""
    edges = partial(_edges, _asking, asked_in)
    return _together(kept.of("asking edges", partial(edges, card), card) for card in cards)


def causing_edges(cards: Iterable[Card], kept: Kept = AFRESH) -> Edges:
    """Return which events cause which others. kept: what is known of single cards."""
    edges = partial(_edges, _causing, _done_in)
    return _together(kept.of("causing edges", partial(edges, card), card) for card in cards)


def _edges(
    sources_of: Callable[[Card], Iterable[tuple[Asked, Source]]],
    subjects_in: Callable[[object], Iterable[Asked]],
    card: Card,
) -> Edges:
    edges: Edges = {}
    for asker, source in sources_of(card):
        edges.setdefault(asker, []).extend(
            Edge(to, source.card, source.location, source.own)
            for to in dict.fromkeys(subjects_in(source.parts))
        )
    return edges


def _together(of_cards: Iterable[Edges]) -> Edges:
    edges: Edges = {}
    for of_card in of_cards:
        for asker, outgoing in of_card.items():
            edges.setdefault(asker, []).extend(outgoing)
    return edges


def in_order(edges: Edges) -> list[Asked]:
    """Return everything that asks or is asked, each before what it asks. There may be no cycle."""
    made: list[Asked] = []
    done: set[Asked] = set()
    for start in edges:
        waiting = [] if start in done else [(start, iter(edges[start]))]
        while waiting:
            here, rest = waiting[-1]
            after = next((edge.to for edge in rest if edge.to not in done), None)
            if after is not None:
                waiting.append((after, iter(edges.get(after, ()))))
                continue
            waiting.pop()
            done.add(here)
            made.append(here)
    return made[::-1]


def groups_without_circles(
    cards: Sequence[Card], kept: Kept = AFRESH
) -> list[Sequence[Card]] | None:
    """Return groups of cards such that nothing in a group asks or causes itself.

    Cards that can be in play together are always in one group. Only cards that ban each other may
    form a cycle. Returns None if there are too many groups.

    kept: what is known of single cards.
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
        taking_part = {edge.card for edge in circle_among(group, kept)}
        pair = [(a, b) for a in taking_part for b in taking_part if (a, b) in banned]
        if not pair:
            groups[slugs] = group
        else:
            waiting += [tuple(card for card in group if card.slug != one) for one in min(pair)]
    return [*groups.values()]


def circle_among(cards: Sequence[Card], kept: Kept = AFRESH) -> list[Edge]:
    """Return a cycle of what asks or causes itself, as its edges; empty if there is none.

    kept: what is known of single cards.
    """
    return any_circle(asking_edges(cards, kept)) or any_circle(causing_edges(cards, kept))


def any_circle(edges: Edges) -> list[Edge]:
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
