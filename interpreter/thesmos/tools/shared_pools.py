"""Decide which recorded games are replayed in one pool, so that they are compiled together.

A match-up takes longer to compile than a game to replay. A pool of many cards takes several times
as long, but plays all their match-ups; and each card makes it play a little slower. So cards are
divided into parts, and match-ups with cards of the same parts share a pool.

These decisions affect only how long a replay takes.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

PARTS = 1, 2, 3, 4, 6, 8, 10, 12, 16  # into how many parts cards may be divided
# How long it takes to compile a card of a pool, and a match-up by itself, for each pair of players.
# Measured; the unit is how much longer one game takes for each card of its pool.
POOLED_CARD = 11
MATCH_UP = 18


@dataclass(frozen=True)
class SetUp:
    """A set-up as written in lines, unchecked. games: how many lines have it.

    seats: all but the cards.
    cards: the names in it.

    A game that is not played to its end may count as a part of one.
    """

    text: bytes
    seats: str
    players: int
    cards: frozenset[str]
    games: float


def set_ups(texts: Mapping[bytes, float]) -> list[SetUp]:
    """Return set-ups from JSON texts with their numbers of games, without invalid ones."""
    setups = (_set_up(text, games) for text, games in texts.items())
    return [setup for setup in setups if setup is not None]


def _set_up(text: bytes, games: float) -> SetUp | None:
    setup = json.loads(text) if text else None
    if not isinstance(setup, dict):
        return None
    powers = setup.pop("powers", None)
    if not isinstance(powers, list) or not powers:
        return None
    mode = setup.pop("mode", None)
    names = frozenset(name for name in (*powers, *setup.values()) if isinstance(name, str))
    others = {key: None if isinstance(value, str) else value for key, value in setup.items()}
    return SetUp(text, json.dumps([mode, others], sort_keys=True), len(powers), names, games)


def of_same_seats(setups: Iterable[SetUp]) -> list[list[SetUp]]:
    """Return set-ups grouped by their seats."""
    groups: dict[str, list[SetUp]] = defaultdict(list)
    for setup in setups:
        groups[setup.seats].append(setup)
    return [*groups.values()]


def saves_time(setups: Sequence[SetUp]) -> bool:
    """Return whether set-ups of the same seats take less time in a pool of their cards."""
    return len(setups) > 1 and _in_pool(setups) < _apart(setups)


def together(setups: Iterable[SetUp]) -> list[list[SetUp]]:
    """Return the groups of set-ups that should share a pool.

    The groups with most games come first, so that nobody waits for them at the end.
    """
    groups: list[list[SetUp]] = []
    for same in of_same_seats(setups):
        divided = min((_divided(same, parts) for parts in PARTS), key=_cost)
        groups += [group for group in divided if saves_time(group)]
    return sorted(groups, key=lambda group: -sum(setup.games for setup in group))


def _divided(setups: Sequence[SetUp], parts: int) -> list[list[SetUp]]:
    """Return set-ups of the same seats, grouped by the parts that their cards belong to."""
    cards = sorted(frozenset[str]().union(*(setup.cards for setup in setups)))
    part_of = {card: number * parts // len(cards) for number, card in enumerate(cards)}
    groups: dict[frozenset[int], list[SetUp]] = defaultdict(list)
    for setup in setups:
        groups[frozenset(map(part_of.__getitem__, setup.cards))].append(setup)
    return [*groups.values()]


def _cost(groups: Iterable[Sequence[SetUp]]) -> float:
    return sum(min(_in_pool(group), _apart(group)) for group in groups)


def _in_pool(setups: Sequence[SetUp]) -> float:
    cards = len(frozenset[str]().union(*(setup.cards for setup in setups)))
    return cards * (POOLED_CARD * setups[0].players ** 2 + sum(setup.games for setup in setups))


def _apart(setups: Sequence[SetUp]) -> int:
    return len(setups) * MATCH_UP * setups[0].players ** 2
