"""Which cards touch: one reads what the other writes.

A card writes what its effects change, including those of its own actions and of other actions that
it carries out: attributes, where pieces of a kind are, and that an action happened. It reads what
its text refers to, directly or through facts. Changes by the game's own actions, which everybody
makes, count for no card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from thesmos.program import effects as ef
from thesmos.program import values as va
from thesmos.program.declarations import Action, Card, Fact, GameProgram
from thesmos.program.node import Ref, walk

Subject = tuple[str, object]  # such as ("attribute", its name), ("place", a kind of piece)
Pair = tuple[str, str]


class Touching:
    """What the cards of a game read and write."""

    def __init__(self, game: GameProgram) -> None:
        parts = (game.base, *game.cards.values())
        self._facts: dict[Ref, Fact] = {fact.name: fact for card in parts for fact in card.facts}
        self._actions: dict[Ref, Action] = {a.name: a for card in parts for a in card.actions}
        self.reads = {slug: self._read(card) for slug, card in game.cards.items()}
        self.writes = {slug: self._written(card) for slug, card in game.cards.items()}

    def pairs(self, slugs: Iterable[str]) -> Iterator[Pair]:
        """Yield the pairs of these cards that touch, in order."""
        for card, other in combinations(sorted(slugs), 2):
            if self.subjects(card, other):
                yield card, other

    def subjects(self, card: str, other: str) -> frozenset[Subject]:
        """Return what either of two cards reads and the other writes."""
        return (self.reads[card] & self.writes[other]) | (self.reads[other] & self.writes[card])

    # ------------------------------------------------------------------------- writing

    def _written(self, card: Card) -> frozenset[Subject]:
        changed = frozenset(self._changed((card.clauses, card.actions), set()))
        return changed | {("event", action.name) for action in card.actions}

    def _changed(self, parts: Any, done: set[Ref]) -> Iterator[Subject]:
        """Yield what the effects in some parts change. done: the actions already visited."""
        for node in walk(parts):
            if isinstance(node, ef.Assign):
                yield from _target(node.target)
            elif isinstance(node, ef.Do) and node.action not in done:
                done.add(node.action)
                yield "event", node.action
                yield from self._changed((self._actions[node.action].effects,), done)

    # ------------------------------------------------------------------------- reading

    def _read(self, card: Card) -> frozenset[Subject]:
        return frozenset(self._referred((card.clauses, card.facts, card.actions), set()))

    def _referred(self, parts: Any, done: set[Ref]) -> Iterator[Subject]:
        """Yield what some parts refer to. done: the facts already visited."""
        for node in walk(parts):
            if isinstance(node, va.AttributeValue):
                yield "attribute", node.attribute
            elif isinstance(node, va.CellOf | va.ZoneOf | va.PieceAt):
                yield "place", node.kind
            elif isinstance(node, va.Past):
                yield from (("event", pattern.action) for pattern in node.query.events)
            elif isinstance(node, va.FactValue) and node.fact not in done:
                done.add(node.fact)
                yield from self._referred((self._facts[node.fact],), done)


def _target(target: va.Value) -> Iterator[Subject]:
    """Yield what an assignment changes; nothing for a memory of the card."""
    if isinstance(target, va.IsIn):
        yield from _target(target.of)
    elif isinstance(target, va.AttributeValue):
        yield "attribute", target.attribute
    elif isinstance(target, va.CellOf | va.ZoneOf):
        yield "place", target.kind
