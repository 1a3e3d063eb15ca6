"""What an implementation tells of what cards remember is compared in the reference's words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from thesmos_conform.cases.case import RANDOM, Case, Look
from thesmos_conform.judging.judge import CaseJudge
from thesmos_conform.protocol.messages import Answer, Claim, Place, Reply
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.testing.fakes import EVERYTHING, Fake

ORACLE = Oracle()
PLACE = Place(
    "santorini",
    {"players": 2, "teams": [1, 2], "powers": ["tyche", None]},
    {
        "levels": "0" * 25,
        "workers": ["A1 1f", "E5 2f"],
        "to_move": 1,
        "memory": {"blanks": 3},
    },
)
CASE = Case("it", RANDOM, "santorini", "two-players", frozenset({"tyche"}), (Look(PLACE),))


def judged(memory: dict[str, Any] | None, claim: Claim = EVERYTHING) -> list[str]:
    """The keys that differ, of who answers with this memory; with none at all."""

    def change(place: Place, reply: Reply) -> Reply:
        if not isinstance(reply, Answer) or reply.position is None:
            return reply
        position = {key: value for key, value in reply.position.items() if key != "memory"}
        told = {} if memory is None else {"memory": memory}
        return replace(reply, position=position | told)

    failure = CaseJudge(ORACLE, claim).judge(CASE, Fake(change, claim)).failure
    return [] if failure is None else [one.key for one in failure.differences]


@pytest.mark.parametrize(
    "memory",
    [None, {"blanks": 3}, {"tyche.blanks": 3}, {"blanks": 3, "lucky": False}],
    ids=["nothing", "as we do", "with the card", "with what is fresh"],
)
def test_these_are_the_same(memory: dict[str, Any] | None) -> None:
    assert judged(memory) == []


def test_another_value_differs() -> None:
    assert judged({"blanks": 4}) == ["position.memory.blanks"]


def test_something_fresh_that_is_not_differs() -> None:
    assert judged({"blanks": 5}) == ["position.memory.blanks"]


def test_an_unknown_name_differs() -> None:
    assert "position.memory.luck" in judged({"blanks": 3, "luck": 1})


def test_it_is_not_compared_if_memory_is_not_claimed() -> None:
    assert CaseJudge(ORACLE, replace(EVERYTHING, memory=False)).claim.memory is False
    assert judged({"blanks": 4}, replace(EVERYTHING, memory=False)) == []
