"""Which cards touch (program/touching.py), and whether they have met in play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from thesmos.play.game import Game
from thesmos.play.match_ups import allowed_match_ups
from thesmos.program.touching import Pair, Touching
from thesmos.record.format import read_records
from thesmos_conform.cases.scenario_cases import read_scenarios

PAIR = 2


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
