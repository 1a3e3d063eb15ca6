"""Checks that nothing causes itself: facts that ask each other, events that cause each other.

A fact asks what its text asks, and what clauses treat it as; `forbidden(…)` asks what the `forbid`s
of that action and the values of its roles do. An event causes what the text of its action does, and
what clauses do after it.
All cards that can be in play together are looked at together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from thesmos.diagnostics import Diagnostic, Location
from thesmos.program.clauses import AddTo, After, Forbid, Treat
from thesmos.program.declarations import Card
from thesmos.program.effects import Do
from thesmos.program.node import Ref, walk
from thesmos.program.values import FactValue, Forbidden

MAX_NESTED = 30  # events inside events
Asked = Ref | tuple[str, Ref]  # a fact or an action, or ("forbidden", an action)


@dataclass(frozen=True)
class _Edge:
    """Something asks or causes something else. card: the slug of the card due to which it does."""

    to: Asked
    card: str
    location: Location
    own: bool  # whether it is the text of the fact or the action itself


Edges = dict[Asked, list[_Edge]]


def check_facts(base: Card, cards: Sequence[Card]) -> Iterator[Diagnostic]:
    """Yield an error for each circle of facts that can happen in a match-up."""
    for circle in _circles(_gathered(map(_asking, (base, *cards))), cards):
        guilty, together, ban = _guilty(circle, base)
        asked = guilty.to if guilty.own else circle[-1].to
        if isinstance(asked, Ref):
            name = f"the fact `{asked.name}`"
        else:
            name = f"`forbidden({asked[1].name}, …)`"
        due = "" if guilty.own else "due to this "
        message = f"{due}{name} depends on itself{together}"
        yield Diagnostic("E352", message, guilty.location, f"remove the cycle{ban}")


def check_events(base: Card, cards: Sequence[Card]) -> Iterator[Diagnostic]:
    """Yield an error for each circle of events that can happen in a match-up, or a long chain."""
    edges = _gathered(map(_causing, (base, *cards)))
    circles = _circles(edges, cards)
    for circle in circles:
        guilty, together, ban = _guilty(circle, base)
        name = circle[-1].to if guilty.own else _from(guilty, circle)
        message = f"due to this an event of `{name}` leads to another one{together}"
        hint = "no event may cause itself again: let it cause another action, or use a `while`"
        yield Diagnostic("E353", message, guilty.location, hint + ban)
    chain = [] if circles else _longest(edges)
    if len(chain) >= MAX_NESTED:
        message = f"{len(chain) + 1} events can happen inside each other, the last of them here"
        hint = f"at most {MAX_NESTED}: let one action do several things"
        yield Diagnostic("E353", message, chain[-1].location, hint)


def _gathered(parts: Iterable[Iterable[tuple[Asked, _Edge]]]) -> Edges:
    """What asks or causes what, of all cards."""
    edges: Edges = {}
    for part in parts:
        for asker, edge in part:
            edges.setdefault(asker, []).append(edge)
    return edges


def _circles(edges: Edges, cards: Sequence[Card]) -> list[list[_Edge]]:
    """The circles of cards that do not ban each other, one for each set of members."""
    targets = {asker: {edge.to for edge in found} for asker, found in edges.items()}
    banned = {(card.slug, other) for card in cards for other in card.banned}
    by_members: dict[frozenset[Asked], list[_Edge]] = {}
    for asked in edges:
        if asked in _reached(asked, targets):
            circle = _circle(asked, edges, banned)
            if circle is not None:
                by_members.setdefault(frozenset(edge.to for edge in circle), circle)
    return [*by_members.values()]


def _guilty(circle: Sequence[_Edge], base: Card) -> tuple[_Edge, str, str]:
    """Where a circle is reported: at a clause, if it is due to one. Also what to add to the texts.

    These say which other cards take part, and that a ban would help.
    """
    guilty = next((edge for edge in circle if not edge.own), circle[-1])
    others = sorted({edge.card for edge in circle} - {guilty.card, base.slug})
    if not others:
        return guilty, "", ""
    return guilty, f", together with {' and '.join(others)}", ", or let the two ban each other"


def _from(edge: _Edge, circle: Sequence[_Edge]) -> Asked:
    """Where an edge of a circle begins."""
    return circle[circle.index(edge) - 1].to


def _longest(edges: Edges) -> list[_Edge]:
    """The longest chain; where a circle is left, of cards that ban each other, without its end."""
    found: dict[Asked, list[_Edge]] = {}
    for start in edges:
        waiting = [start]
        while waiting:
            here = waiting[-1]
            following = edges.get(here, ())
            missing = [e.to for e in following if e.to not in found and e.to not in waiting]
            if missing:
                waiting.append(missing[0])
                continue
            waiting.pop()
            chains = ([edge, *found.get(edge.to, ())] for edge in following)
            found[here] = max(chains, key=len, default=[])
    return max(found.values(), key=len, default=[])


def _causing(card: Card) -> Iterator[tuple[Asked, _Edge]]:
    """Yield which events cause which due to a card."""
    for action in card.actions:
        for name in _done(action.effects):
            yield action.name, _Edge(name, card.slug, action.location, True)
    for clause in card.clauses:
        if isinstance(clause, After):
            for name in _done(clause.effects):
                yield clause.action, _Edge(name, card.slug, clause.location, False)


def _asking(card: Card) -> Iterator[tuple[Asked, _Edge]]:
    """Yield who asks what due to a card."""
    for fact in card.facts:
        for asked in _asked(fact.body):
            yield fact.name, _Edge(asked, card.slug, fact.location, True)
    for action in card.actions:
        for asked in _asked(tuple(role.value for role in action.roles)):
            yield ("forbidden", action.name), _Edge(asked, card.slug, action.location, True)
    for clause in card.clauses:
        if isinstance(clause, (Treat, AddTo)):
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


def _circle(start: Asked, edges: Edges, banned: set[tuple[str, str]]) -> list[_Edge] | None:
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


def _done(effects: object) -> Iterable[Ref]:
    """The actions that effects carry out as events."""
    return {node.action: None for node in walk(effects) if isinstance(node, Do)}


def _reached(name: Asked, edges: Mapping[Asked, Iterable[Asked]]) -> set[Asked]:
    """Everything that follows from something, directly or indirectly."""
    found: set[Asked] = set()
    todo = [*edges.get(name, ())]
    while todo:
        each = todo.pop()
        if each not in found:
            found.add(each)
            todo += edges.get(each, ())
    return found
