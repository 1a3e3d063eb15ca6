"""Engines that know only positions, asked about one turn after the other."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from thesmos_conform.cases.case import Case, Look
from thesmos_conform.judging.judge import CaseJudge
from thesmos_conform.judging.turn_ends import ends_of
from thesmos_conform.protocol.messages import Json, Place, Reply
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.testing.ends import BY_POSITIONS, listed
from thesmos_conform.testing.fakes import Fake

POSITION: Json = {"levels": "0" * 25, "workers": ["A1 1f", "A2 1m", "E5 2f", "E4 2m"], "to_move": 1}


def test_while_an_engine_thinks_about_a_turn_others_can_be_judged() -> None:
    oracle, here = Oracle(), Oracle()
    free: list[bool] = []

    def is_free() -> bool:
        """Whether another thread can use the judge's oracle."""
        got_it = oracle.lock.acquire(blocking=False)
        if got_it:
            oracle.lock.release()
        return got_it

    def answered(place: Place, _: Reply) -> Reply:
        with ThreadPoolExecutor(1) as pool:
            free.append(pool.submit(is_free).result())
        return listed(ends_of(here, place, BY_POSITIONS).by_text)

    setup = {"players": 2, "teams": [1, 2], "powers": [None, None]}
    look = Look(Place("santorini", setup, POSITION, ("A1-B1", "B1+C1", "E5-D5")))
    asked = Case("random:1:1", "random", "santorini", "", frozenset(), (look,), whole=True)
    result = CaseJudge(oracle, BY_POSITIONS).judge(asked, Fake(answered, BY_POSITIONS))
    assert ("pass", [True, True]) == (result.status, free)
