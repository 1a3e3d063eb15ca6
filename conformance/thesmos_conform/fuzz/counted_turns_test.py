"""Counts of where a turn leads show what differs in it, wherever that is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from thesmos_conform.cases.case import RANDOM, Case, Look
from thesmos_conform.fuzz.counted_turns import difference_in_turn
from thesmos_conform.fuzz.target import Target, target_of
from thesmos_conform.judging.result import CaseResult
from thesmos_conform.protocol.errors import HANG, ProtocolError
from thesmos_conform.protocol.messages import Answer, Claim, Exclusion, Place, Reply
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.testing.fakes import EVERYTHING, Fake

SETUP = {"players": 2, "teams": [1, 2], "powers": [None, None]}
POSITION = {"levels": "0" * 25, "workers": ["A1 1f", "E5 2f"], "to_move": 1}
PLACE = Place("santorini", SETUP, POSITION)
ORACLE = Oracle()


class Counting(Fake):
    """Counts wrongly."""

    def perft(self, place: Place, depth: int) -> int | Reply:
        return 1


class Hanging(Fake):
    """Never ends counting."""

    def perft(self, place: Place, depth: int) -> int | Reply:
        raise ProtocolError(HANG)


def target(peer: Fake) -> Target:
    return target_of(ORACLE, "it", peer, peer.claim)


def differs(peer: Fake) -> CaseResult | None:
    one = target(peer)
    case = Case("it", RANDOM, "santorini", "two-players", frozenset(), (Look(PLACE),), whole=True)
    return difference_in_turn(
        ORACLE, PLACE, one, lambda place: one.ask(replace(case, looks=(Look(place),)))
    )


def test_it_finds_the_place_where_something_differs() -> None:
    def without_corner(place: Place, reply: Reply) -> Reply:
        if not isinstance(reply, Answer) or place.choices != ("A1-B2",):
            return reply
        return replace(reply, options=tuple(o for o in reply.options or () if o != "B2+A1"))

    found = differs(Counting(without_corner))
    assert found is not None
    assert found.failure is not None
    assert found.failure.place.choices == ("A1-B2",)
    assert found.failure.differences[0].missing == ("B2+A1",)


def test_counts_alone_are_no_difference() -> None:
    assert differs(Counting()) is None


def test_nothing_differs_where_counts_are_equal() -> None:
    def wrong(place: Place, reply: Reply) -> Reply:
        raise AssertionError("nothing has to be asked")

    assert differs(Fake(wrong)) is None


def test_it_is_not_counted_on_who_hangs() -> None:
    assert differs(Hanging()) is None


@pytest.mark.parametrize(
    "claim",
    [
        Claim(powers=None),
        replace(EVERYTHING, dead_ends="lost"),
        replace(EVERYTHING, exclusions=(Exclusion("not yet", frozenset({"pan"})),)),
    ],
    ids=["no perft", "dead ends are lost", "something is left out"],
)
def test_who_can_not_count_as_the_reference_does_is_not_asked(claim: Claim) -> None:
    assert target(Fake(claim=claim)).count is None
    assert target(Fake()).count is not None
