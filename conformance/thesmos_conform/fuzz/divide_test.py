"""Down to the first difference, on implementations that are wrong on purpose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from thesmos_conform.fuzz.divide import Descent, DividedAdapter, Divider
from thesmos_conform.judging.result import CaseResult
from thesmos_conform.protocol.errors import EXITED, ProtocolError
from thesmos_conform.protocol.messages import Answer, Claim, Exclusion, Place, Reply
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.reference.reference import Reference
from thesmos_conform.testing.whole_turns import WholeTurns

GAME = "santorini"
SETUP = {"players": 2, "teams": [1, 2], "powers": [None, None]}
POSITION = {"levels": "0" * 25, "workers": ["A1 1f", "E5 2f"], "to_move": 1}
START = Place(GAME, SETUP, POSITION)
COUNTING = Claim(levels=("legal", "apply", "result", "perft"))

Change = Callable[[Place, Answer], Answer]


class Twisted(Reference):
    """The reference, with its answers changed, and one position less wherever that shows."""

    def __init__(self, change: Change) -> None:
        super().__init__([GAME])
        self.change = change
        self.asked: list[Place] = []

    def look(self, place: Place, *, viewer: int | None = None, why: str | None = None) -> Reply:
        self.asked.append(place)
        reply = super().look(place, viewer=viewer, why=why)
        return self.change(place, reply) if isinstance(reply, Answer) else reply

    def perft(self, place: Place, depth: int) -> int | Reply:
        found = super().perft(place, depth)
        wrong = place.choices[:2] == ("A1-B2", "B2+C3")[: len(place.choices)]
        return found - 1 if wrong and isinstance(found, int) else found


def _nothing_at(*choices: str) -> Change:
    def change(place: Place, answer: Answer) -> Answer:
        if place.choices != choices or answer.options is None:
            return answer
        return replace(answer, options=answer.options[1:])

    return change


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    return Oracle()


def _walk(oracle: Oracle, peer: Twisted, depth: int, claim: Claim = COUNTING) -> Descent:
    asked = DividedAdapter(oracle, peer, claim)
    return Divider(oracle, asked.look, asked.count).descend(START, depth)


def test_the_place_that_differs_is_found(oracle: Oracle) -> None:
    walk = _walk(oracle, Twisted(_nothing_at("A1-B2")), 1, Claim())
    assert walk.difference is not None
    assert walk.difference.failure is not None
    assert ("A1-B2",) == walk.difference.failure.place.choices
    assert walk.as_json()["differs"]["place"]["choices"] == ["A1-B2"]


def test_without_a_difference_every_place_is_looked_at(oracle: Oracle) -> None:
    walk = _walk(oracle, Twisted(lambda _, answer: answer), 1, Claim())
    assert (None, 1 + 3) == (
        walk.difference,
        walk.looked_at,
    )  # the start, and where three moves lead


def test_branches_with_equal_counts_are_skipped(oracle: Oracle) -> None:
    peer = Twisted(_nothing_at("A1-B2", "B2+C3"))
    walk = _walk(oracle, peer, 2)
    assert walk.difference is not None
    assert ("A1-B2", "B2+C3") == peer.asked[-1].choices
    assert walk.passed > 0
    assert not [place for place in peer.asked if place.choices[:1] == ("A1-A2",)]
    assert walk.counts is not None
    assert 1 == walk.counts[0] - walk.counts[1]


def test_a_walk_is_limited(oracle: Oracle) -> None:
    asked = DividedAdapter(oracle, Twisted(lambda _, a: a), Claim())
    assert 2 == Divider(oracle, asked.look, asked.count, limit=2).descend(START, 3).looked_at


@pytest.mark.parametrize(("without", "choices"), [("", None), ("A1-B2", ())])
def test_an_implementation_of_whole_turns_is_asked_where_turns_begin(
    oracle: Oracle, without: str, choices: tuple[str, ...] | None
) -> None:
    claim = Claim(granularity="turn")
    peer = WholeTurns(oracle, claim, without)
    asked = DividedAdapter(oracle, peer, claim)
    walk = Divider(oracle, asked.look, asked.count).descend(START, 1)
    assert choices == (
        walk.difference and walk.difference.failure and walk.difference.failure.place.choices
    )
    assert {()} == {place.choices for place in peer.places if len(place.choices) < 2}


def test_a_ruling_of_ours_is_not_a_difference_and_the_walk_goes_on_below(oracle: Oracle) -> None:
    def ask(place: Place) -> CaseResult:
        if place.choices:
            return CaseResult("", "random", "pass")
        return CaseResult("", "random", "our ruling", reason="ruling a: b")

    walk = Divider(oracle, ask, lambda place, depth: None).descend(START, 1)
    assert (None, 1 + 3) == (walk.difference, walk.looked_at)
    aside = {"status": "our ruling", "reason": "ruling a: b", "places": 1}
    assert [aside] == walk.as_json()["aside"]


class CrashingCounter(Twisted):
    """Ends its process when it is asked to count."""

    def perft(self, place: Place, depth: int) -> int | Reply:
        raise ProtocolError(EXITED)


def test_a_crash_while_counting_is_found_at_its_place(oracle: Oracle) -> None:
    walk = _walk(oracle, CrashingCounter(lambda _, answer: answer), 1)
    assert walk.difference is not None
    assert walk.difference.failure is not None
    assert ("crash", START) == (walk.difference.status, walk.difference.failure.place)


HIGH = replace(START, position=POSITION | {"levels": f"{'0' * 6}2{'0' * 18}"})  # B2


@pytest.mark.parametrize(
    ("named", "difference", "aside"),
    [
        (frozenset({"move.climb"}), False, 1),
        (frozenset({"move.near"}), True, 0),
    ],
    ids=["the clause", "another clause"],
)
def test_a_known_variant_is_left_out_on_the_way_down(
    named: frozenset[str], difference: bool, aside: int, oracle: Oracle
) -> None:
    def climbing(place: Place, answer: Answer) -> Answer:
        if place.choices or answer.options is None:
            return answer
        return replace(answer, options=(*answer.options, "A1-B2"))

    claim = replace(COUNTING, exclusions=(Exclusion("climbs two levels", clauses=named),))
    asked = DividedAdapter(oracle, Twisted(climbing), claim)
    walk = Divider(oracle, asked.look, asked.count).descend(HIGH, 1)
    assert difference == (walk.difference is not None)
    assert aside == walk.aside["left out", "climbs two levels"]
