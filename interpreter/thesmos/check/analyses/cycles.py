"""Check that no fact asks for itself, and that no event causes itself, directly or indirectly.

All cards that can be in play together are checked together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from thesmos.diagnostics import Diagnostic
from thesmos.kept import AFRESH, Kept
from thesmos.program.asking import (
    Asked,
    Edge,
    Edges,
    EventOf,
    any_circle,
    asking_edges,
    causing_edges,
    groups_without_circles,
)
from thesmos.program.declarations import Card
from thesmos.program.node import Ref

T = TypeVar("T")
MAX_NESTED = 30  # events inside events


def check_facts(base: Card, cards: Sequence[Card], kept: Kept = AFRESH) -> Iterator[Diagnostic]:
    """Yield an error for each circle of facts that can happen in a match-up.

    kept: what is known of single cards.
    """
    for circle in _circles(asking_edges((base, *cards), kept), cards):
        if all(isinstance(edge.to, EventOf) for edge in circle):
            continue  # these events cause themselves, which `check_events` reports
        edge = _blamed_edge(circle)
        others = _other_cards(circle, edge, base)
        together = _together_with(others)
        if edge.own:
            message = f"{_described(edge.to)} depends on itself{together}"
        else:
            message = f"because of this, {_described(circle[-1].to)} depends on itself{together}"
        yield Diagnostic("E352", message, edge.location, f"remove the cycle{_or_ban(others)}")


def check_events(base: Card, cards: Sequence[Card], kept: Kept = AFRESH) -> Iterator[Diagnostic]:
    """Yield an error for each circle of events that can happen in a match-up, or a chain too long.

    A chain is too long if more than MAX_NESTED events can happen inside each other.

    kept: what is known of single cards.
    """
    edges = causing_edges((base, *cards), kept)
    circles = _circles(edges, cards)
    for circle in circles:
        edge = _blamed_edge(circle)
        others = _other_cards(circle, edge, base)
        name = circle[-1].to if edge.own else _from(edge, circle)
        together = _together_with(others)
        message = f"because of this, an event of `{name}` leads to another one{together}"
        hint = "no event may cause itself again: let it cause another action, or use a `while`"
        yield Diagnostic("E353", message, edge.location, f"{hint}{_or_ban(others)}")
    groups = None if circles else groups_without_circles((base, *cards), kept)
    chains = (_longest(causing_edges(group, kept)) for group in groups or ())
    chain = max(chains, key=len, default=[])
    if len(chain) >= MAX_NESTED:
        message = f"{len(chain) + 1} events can happen inside each other, the last of them here"
        hint = f"at most {MAX_NESTED}: let one action do several things"
        yield Diagnostic("E353", message, chain[-1].location, hint)


def _circles(edges: Edges, cards: Sequence[Card]) -> list[list[Edge]]:
    """Return the circles of cards that don't ban each other, one for each set of members."""
    if not any_circle(edges):
        return []
    targets = {node: {edge.to for edge in outgoing} for node, outgoing in edges.items()}
    banned = {(card.slug, other) for card in cards for other in card.banned}
    by_members: dict[frozenset[Asked], list[Edge]] = {}
    for node in edges:
        if node in reached(node, targets):
            circle = _circle(node, edges, banned)
            if circle is not None:
                by_members.setdefault(frozenset(edge.to for edge in circle), circle)
    return [*by_members.values()]


def _blamed_edge(circle: Sequence[Edge]) -> Edge:
    """Return the edge at which a circle is reported: that of a clause, if there is one."""
    return next((edge for edge in circle if not edge.own), circle[-1])


def _other_cards(circle: Sequence[Edge], blamed: Edge, base: Card) -> list[str]:
    """Return the slugs of the cards that take part in a circle, without that of an edge."""
    return sorted({edge.card for edge in circle} - {blamed.card, base.slug})


def _described(node: Asked) -> str:
    return f"the fact `{node.name}`" if isinstance(node, Ref) else f"`{node}`"


def _together_with(others: Sequence[str]) -> str:
    """Return the end of a message, which names the other cards that take part."""
    return f", together with {' and '.join(others)}" if others else ""


def _or_ban(others: Sequence[str]) -> str:
    """Return the end of a hint: a circle of several cards can't happen if they ban each other."""
    return ", or let the two ban each other" if others else ""


def _from(edge: Edge, circle: Sequence[Edge]) -> Asked:
    """Return where an edge of a circle begins."""
    return circle[circle.index(edge) - 1].to


def _longest(edges: Edges) -> list[Edge]:
    """Return the longest chain of events, none of which causes itself."""
    longest: dict[Asked, list[Edge]] = {}  # by event: the longest chain that it begins
    for start in edges:
        waiting = [start]
        while waiting:
            node = waiting[-1]
            following = edges.get(node, ())
            missing = [edge.to for edge in following if edge.to not in longest]
            if missing:
                waiting.append(missing[0])
                continue
            waiting.pop()
            chains = ([edge, *longest.get(edge.to, ())] for edge in following)
            longest[node] = max(chains, key=len, default=[])
    return max(longest.values(), key=len, default=[])


def _circle(start: Asked, edges: Edges, banned: set[tuple[str, str]]) -> list[Edge] | None:
    """Return a path from a node back to it, by cards that don't ban each other; None without."""
    todo: list[tuple[Asked, list[Edge]]] = [(start, [])]
    while todo:
        node, path = todo.pop()
        for edge in edges.get(node, ()):
            if any((edge.card, earlier.card) in banned for earlier in path):
                continue
            if edge.to == start:
                return [*path, edge]
            if all(edge.to != earlier.to for earlier in path):
                todo.append((edge.to, [*path, edge]))
    return None


def reached(start: T, edges: Mapping[T, Iterable[T]]) -> set[T]:
    """Return all names that can be reached from a name, directly or indirectly."""
    names: set[T] = set()
    todo = [*edges.get(start, ())]
    while todo:
        name = todo.pop()
        if name not in names:
            names.add(name)
            todo += edges.get(name, ())
    return names
