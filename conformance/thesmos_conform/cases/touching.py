"""Which cards touch (one reads what the other writes), and whether they have met in play.

A card writes what its effects change, including those of its own actions and of other actions that
it carries out: attributes, where pieces of a kind are, and that an action happened. It reads what
its text refers to, directly or through facts. Changes by the game's own actions, which everybody
makes, count for no card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from thesmos.play.game import Game
from thesmos.play.match_ups import allowed_match_ups
from thesmos.program import effects as ef
from thesmos.program import values as va
from thesmos.program.declarations import Action, Card, Fact, GameProgram
from thesmos.program.node import Ref, walk
from thesmos.record.format import read_records
from thesmos_conform.cases.scenario_cases import read_scenarios

Subject = tuple[str, object]  # such as ("attribute", its name), ("place", a kind of piece)
Pair = tuple[str, str]
PAIR = 2


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


@dataclass(frozen=True)
class Meetings:
    """The pairs of cards that touch and may meet in a game for two, and those that have met.

    possible: how many pairs may meet, touching or not. in_scenarios, in_records: the touching pairs
    that are in play together in one of them.
    """

    possible: int
    touching: tuple[Pair, ...]
    in_scenarios: frozenset[Pair]
    in_records: frozenset[Pair]

    @property
    def missing(self) -> list[Pair]:
        """The touching pairs that meet in neither."""
        return [p for p in self.touching if p not in self.in_scenarios | self.in_records]

    def as_json(self) -> dict[str, Any]:
        """Return the counts, and the missing pairs."""
        return {
            "possible": self.possible,
            "touching": len(self.touching),
            "in_scenarios": len(self.in_scenarios),
            "in_records": len(self.in_records),
            "missing": [list(pair) for pair in self.missing],
        }


def meetings(game: Game, scenarios: Iterable[Path], records: Iterable[Path]) -> Meetings:
    """Find the touching pairs of cards that meet in scenarios and records. Raises UsageError."""
    possible = {
        tuple(sorted(filter(None, seating.powers)))
        for seating in allowed_match_ups(game)
        if len(seating.powers) == PAIR and None not in seating.powers
    }
    touching = [pair for pair in Touching(game.program).pairs(game.powers) if pair in possible]
    in_scenarios = {
        pair
        for scenario in read_scenarios(list(scenarios), game)
        for pair in _met(scenario.given.powers, scenario.given.setup)
    }
    in_records = {
        pair
        for file in records
        for record in read_records(file)
        if record["game"] == game.slug and record["decisions"]
        for pair in _met(record["setup"]["powers"], record["setup"])
    }
    return Meetings(
        len(possible),
        tuple(touching),
        frozenset(in_scenarios.intersection(touching)),
        frozenset(in_records.intersection(touching)),
    )


def _met(powers: Iterable[str | None], setup: Mapping[str, Any]) -> Iterator[Pair]:
    """Yield the pairs of the cards that players hold or the set-up names."""
    named = (value for value in setup.values() if isinstance(value, str))
    held = {power for power in powers if power}
    yield from combinations(sorted({*held, *named}), PAIR)


def _target(target: va.Value) -> Iterator[Subject]:
    """Yield what an assignment changes; nothing for a memory of the card."""
    if isinstance(target, va.IsIn):
        yield from _target(target.of)
    elif isinstance(target, va.AttributeValue):
        yield "attribute", target.attribute
    elif isinstance(target, va.CellOf | va.ZoneOf):
        yield "place", target.kind
