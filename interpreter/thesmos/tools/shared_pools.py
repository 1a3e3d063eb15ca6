"""Which recorded games are replayed in one pool, so that their match-ups are compiled together.

A match-up takes longer to compile than a game to replay. A pool of many cards takes several times
as long, but plays all their match-ups; and each card makes it play a little slower. So cards are
divided into parts, and match-ups with cards of the same parts share a pool.

Nothing but the time that a replay takes depends on what is found here.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

PARTS = 1, 2, 3, 4, 6, 8, 10, 12, 16  # into how many parts cards may be divided
# How long it takes to compile, for each pair of players: a card of a pool, and a match-up by
# itself. Measured, as multiples of how much longer a game takes in a pool for each of its cards.
POOLED_CARD = 11
MATCH_UP = 18


@dataclass(frozen=True)
class SetUp:
    """What lines say of a set-up, which is not checked. games: how many lines say it.

    seats: all but the cards. cards: those that are named. A game that is not played to its end may
    count as a part of one.
    """

    text: bytes
    seats: str
    players: int
    cards: frozenset[str]
    games: float


def set_ups(texts: Mapping[bytes, float]) -> list[SetUp]:
    """Set-ups, from JSON, with how many games have each; without what can't be one."""
    found = (_set_up(text, games) for text, games in texts.items())
    return [one for one in found if one is not None]


def _set_up(text: bytes, games: float) -> SetUp | None:
    setup = json.loads(text) if text else None
    if not isinstance(setup, dict):
        return None
    powers = setup.pop("powers", None)
    if not isinstance(powers, list) or not powers:
        return None
    mode = setup.pop("mode", None)
    names = frozenset(one for one in (*powers, *setup.values()) if isinstance(one, str))
    others = {key: None if isinstance(value, str) else value for key, value in setup.items()}
    return SetUp(text, json.dumps([mode, others], sort_keys=True), len(powers), names, games)


def of_same_seats(setups: Iterable[SetUp]) -> list[list[SetUp]]:
    """Set-ups by their seats."""
    found: dict[str, list[SetUp]] = defaultdict(list)
    for one in setups:
        found[one.seats].append(one)
    return [*found.values()]


def saves_time(setups: Sequence[SetUp]) -> bool:
    """Whether set-ups of the same seats are compiled and played faster in a pool of their cards."""
    return len(setups) > 1 and _in_pool(setups) < _apart(setups)


def together(setups: Iterable[SetUp]) -> list[list[SetUp]]:
    """The set-ups that are to share pools, those of each pool together.

    The groups with most games come first, so that they are not what is waited for at the end.
    """
    groups: list[list[SetUp]] = []
    for same in of_same_seats(setups):
        divided = min((_divided(same, parts) for parts in PARTS), key=_cost)
        groups += [group for group in divided if saves_time(group)]
    return sorted(groups, key=lambda group: -sum(one.games for one in group))


def _divided(setups: Sequence[SetUp], parts: int) -> list[list[SetUp]]:
    """Set-ups of the same seats by the parts that their cards belong to."""
    cards = sorted(frozenset[str]().union(*(one.cards for one in setups)))
    part_of = {card: number * parts // len(cards) for number, card in enumerate(cards)}
    groups: dict[frozenset[int], list[SetUp]] = defaultdict(list)
    for one in setups:
        groups[frozenset(map(part_of.__getitem__, one.cards))].append(one)
    return [*groups.values()]


def _cost(groups: Iterable[Sequence[SetUp]]) -> float:
    return sum(min(_in_pool(group), _apart(group)) for group in groups)


def _in_pool(setups: Sequence[SetUp]) -> float:
    cards = len(frozenset[str]().union(*(one.cards for one in setups)))
    return cards * (POOLED_CARD * setups[0].players ** 2 + sum(one.games for one in setups))


def _apart(setups: Sequence[SetUp]) -> int:
    return len(setups) * MATCH_UP * setups[0].players ** 2
