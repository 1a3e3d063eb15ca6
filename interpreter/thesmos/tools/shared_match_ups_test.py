"""Match-ups that are known beforehand: those of few cards are played in one pool."""

from __future__ import annotations

from itertools import combinations
from typing import cast

import pytest

from testing.draws import SIXTEEN, santorini
from thesmos.play.protocols import Setup
from thesmos.tools.shared_match_ups import SharedMatchUps

EIGHT = [slug for slug in SIXTEEN if slug not in ("hecate", "castor-pollux")][:8]


def setup(*powers: str | None) -> Setup:
    return cast(Setup, {"players": 2, "teams": [1, 2], "powers": [*powers]})


@pytest.fixture(scope="module")
def shared() -> SharedMatchUps:
    """Each two of eight powers."""
    return SharedMatchUps(santorini(), [setup(*pair) for pair in combinations(EIGHT, 2)])


def test_match_ups_of_few_cards_share_a_pool(shared: SharedMatchUps) -> None:
    one, other = shared.match(setup(*EIGHT[:2])), shared.match(setup(*EIGHT[2:4]))
    assert one is not None
    assert other is not None
    assert one.pool is other.pool
    assert one.start().held == [[EIGHT[0]], [EIGHT[1]]]


def test_with_the_seats_swapped_a_match_up_is_in_the_same_pool(shared: SharedMatchUps) -> None:
    one, other = (shared.match(setup(*pair)) for pair in (EIGHT[:2], EIGHT[1::-1]))
    assert one is not None
    assert other is not None
    assert one.pool is other.pool


def test_one_that_was_not_known_is_compiled_by_itself(shared: SharedMatchUps) -> None:
    assert shared.match(setup("zeus", None)) is None
    assert not shared.includes([setup("zeus", None)])
    assert shared.includes([setup(*EIGHT[:2])])


def test_cards_that_ban_each_other_are_never_in_a_pool() -> None:
    banned = next(
        pair
        for pair in combinations(santorini().powers, 2)
        if pair[1] in santorini().checked.program.cards[pair[0]].banned
    )
    cards = dict.fromkeys((*banned, *EIGHT))
    shared = SharedMatchUps(santorini(), [setup(*pair) for pair in combinations(cards, 2)])
    assert shared.match(setup(*banned)) is None


def test_few_match_ups_are_compiled_by_themselves() -> None:
    shared = SharedMatchUps(santorini(), [setup(*EIGHT[:2])])
    assert shared.match(setup(*EIGHT[:2])) is None
