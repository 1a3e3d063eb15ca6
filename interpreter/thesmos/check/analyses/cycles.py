"""Check that no fact asks for itself, and that no event causes itself, directly or indirectly.

All cards that can be in play together are checked together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from thesmos.diagnostics import Diagnostic
from thesmos.program.asking import (
    Asked,
    Edge,
    Edges,
    asking_edges,
    causing_edges,
    groups_without_circles,
)
from thesmos.program.declarations import Card
from thesmos.program.node import Ref

T = TypeVar("T")
MAX_NESTED = 30  # events inside events


def check_facts(base: Card, cards: Sequence[Card]) -> Iterator[Diagnostic]:
    """Yield an error for each circle of facts that can happen in a match-up."""
    for circle in _circles(asking_edges((base, *cards)), cards):
        guilty, together, ban = _guilty(circle, base)
        asked = guilty.to if guilty.own else circle[-1].to
        name = f"the fact `{asked.name}`" if isinstance(asked, Ref) else f"`{asked}`"
        due = "" if guilty.own else "because of this, "
        message = f"{due}{name} depends on itself{together}"
        yield Diagnostic("E352", message, guilty.location, f"remove the cycle{ban}")


def check_events(base: Card, cards: Sequence[Card]) -> Iterator[Diagnostic]:
    """Yield an error for each circle of events that can happen in a match-up, or a chain too long.

    A chain is too long if more than MAX_NESTED events can happen inside each other.
    """
    edges = causing_edges((base, *cards))
    circles = _circles(edges, cards)
    for circle in circles:
        guilty, together, ban = _guilty(circle, base)
        name = circle[-1].to if guilty.own else _from(guilty, circle)
        message = f"because of this, an event of `{name}` leads to another one{together}"
        hint = "no event may cause itself again: let it cause another action, or use a `while`"
        yield Diagnostic("E353", message, guilty.location, hint + ban)
    groups = None if circles else groups_without_circles((base, *cards))
    chain = max((_longest(causing_edges(group)) for group in groups or ()), key=len, default=[])
    if len(chain) >= MAX_NESTED:
        message = f"{len(chain) + 1} events can happen inside each other, the last of them here"
        hint = f"at most {MAX_NESTED}: let one action do several things"
        yield Diagnostic("E353", message, chain[-1].location, hint)


def _circles(edges: Edges, cards: Sequence[Card]) -> list[list[Edge]]:
    """Return the circles of cards that don't ban each other, one for each set of members."""
    targets = {asker: {edge.to for edge in found} for asker, found in edges.items()}
    banned = {(card.slug, other) for card in cards for other in card.banned}
    by_members: dict[frozenset[Asked], list[Edge]] = {}
    for asked in edges:
        if asked in reached(asked, targets):
            circle = _circle(asked, edges, banned)
            if circle is not None:
                by_members.setdefault(frozenset(edge.to for edge in circle), circle)
    return [*by_members.values()]


def _guilty(circle: Sequence[Edge], base: Card) -> tuple[Edge, str, str]:
    """Return the edge at which a circle is reported, and additions to its message and hint.

    The edge is that of a clause, if there is one. The additions name the other cards that take
    part, and suggest a ban.
    """
    guilty = next((edge for edge in circle if not edge.own), circle[-1])
    others = sorted({edge.card for edge in circle} - {guilty.card, base.slug})
    if not others:
        return guilty, "", ""
    return guilty, f", together with {' and '.join(others)}", ", or let the two ban each other"


def _from(edge: Edge, circle: Sequence[Edge]) -> Asked:
    """Return where an edge of a circle begins."""
    return circle[circle.index(edge) - 1].to


def _longest(edges: Edges) -> list[Edge]:
    """Return the longest chain of events, none of which causes itself."""
    found: dict[Asked, list[Edge]] = {}
    for start in edges:
        waiting = [start]
        while waiting:
            here = waiting[-1]
            following = edges.get(here, ())
            missing = [edge.to for edge in following if edge.to not in found]
            if missing:
                waiting.append(missing[0])
                continue
            waiting.pop()
            chains = ([edge, *found.get(edge.to, ())] for edge in following)
            found[here] = max(chains, key=len, default=[])
    return max(found.values(), key=len, default=[])


def _circle(start: Asked, edges: Edges, banned: set[tuple[str, str]]) -> list[Edge] | None:
    """Return a path from a node back to it, by cards that don't ban each other; None without."""
    todo: list[tuple[Asked, list[Edge]]] = [(start, [])]
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


def reached(name: T, edges: Mapping[T, Iterable[T]]) -> set[T]:
    """Return all names that can be reached from a name, directly or indirectly."""
    found: set[T] = set()
    todo = [*edges.get(name, ())]
    while todo:
        each = todo.pop()
        if each not in found:
            found.add(each)
            todo += edges.get(each, ())
    return found
