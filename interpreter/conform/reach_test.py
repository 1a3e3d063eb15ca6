"""Ways from the set-up to a position: what is found plays as the position does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from thesmos.conform.cases import Case, Look
from thesmos.conform.messages import Claim, Json, Place
from thesmos.conform.oracle import Oracle
from thesmos.conform.reach import reach, reached
from thesmos.conform.result import Run
from thesmos.conform.suite import Wanted, conform
from thesmos.home import scenarios_dir
from thesmos.testing.fakes import EVERYTHING, Fake

ORACLE = Oracle()
SETUP: Json = {"players": 2, "teams": [1, 2], "powers": [None, None]}
TWO = "1" + "0" * 23 + "1"  # two blocks in opposite corners
PIECES = ["A2 1f", "C3 1m", "E4 2f", "C4 2m"]


def place(levels: str, to_move: int = 1) -> Place:
    return Place("santorini", SETUP, {"levels": levels, "workers": PIECES, "to_move": to_move})


@pytest.mark.parametrize("levels", ["0" * 25, TWO, "11" + "0" * 21 + "11"])
def test_a_way_leads_to_what_plays_the_same(levels: str) -> None:
    way = reach(ORACLE, place(levels))
    assert way is not None
    begin = Place("santorini", SETUP)
    assert ORACLE.way(place(levels)).last.key() == ORACLE.way(begin.after(*way)).last.key()


def test_none_is_found_where_there_is_none() -> None:
    assert reach(ORACLE, place(TWO, to_move=2)) is None, "two turns later it is player 1's again"


def test_a_case_comes_to_its_position_by_itself() -> None:
    look = Look(place(TWO).after("A2-B2"))
    case = Case("one", "scenarios", "santorini", "two-players", frozenset(), (look,))
    found = reached(ORACLE, case)
    assert found is not None
    assert found.looks[0].place.position is None
    assert "A2-B2" == found.looks[0].place.choices[-1]


def run(claim: Claim, *areas: str) -> Run:
    folders = tuple(scenarios_dir() / "santorini" / area for area in areas)
    hello = Fake(claim=claim).hello()
    return conform(Wanted("santorini", folders), hello, lambda: Fake(claim=claim), ORACLE).run


def test_what_is_not_come_to_is_unsupported_and_counted() -> None:
    claim = replace(EVERYTHING, begins=("start",))
    made = run(claim, "base/placement.yaml", "base/no-worker-left.yaml")
    told = {one.id.rpartition("/")[2]: (one.status, one.reason) for one in made.results}
    assert ("pass", "") == told["placement"]
    assert ("unsupported", "from position: no way to it was found") == told["no-worker-left"]
    assert "own claim" == made.profile
