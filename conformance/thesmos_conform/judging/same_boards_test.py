"""Failures about positions that a turn reaches, but where it does not end like that."""

from __future__ import annotations

import pytest

from thesmos_conform.cases.case import Case, Look
from thesmos_conform.judging.judge import CaseJudge
from thesmos_conform.protocol.messages import Json, Place
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.testing.ends import BY_POSITIONS, with_end
from thesmos_conform.testing.fakes import Fake

ORACLE = Oracle()
HIGH: Json = {"levels": "33" + "2" + "0" * 22, "workers": ["A1 1f", "E5 2f"], "to_move": 1}
ON_B1 = {"levels": HIGH["levels"], "workers": ["B1 1f", "E5 2f"]}
BUILT = {"levels": "33" + "3" + "0" * 22, "workers": ["B1 1f", "E5 2f"]}
LOW: Json = {"levels": "23" + "0" * 23, "workers": ["A1 1f", "E5 2f"], "to_move": 1}


def _message(position: Json, end: Json, hashed: bool) -> str:
    """The end of the message about an engine for which a turn can also end like this."""
    setup = {"players": 2, "teams": [1, 2], "powers": [None, None]}
    look = Look(Place("santorini", setup, position))
    asked = Case("random:1:1", "random", "santorini", "", frozenset(), (look,))
    peer = Fake(with_end(ORACLE, end, hashed=hashed), BY_POSITIONS)
    made = CaseJudge(ORACLE, BY_POSITIONS).judge(asked, peer)
    assert made.failure is not None
    return made.failure.message.rpartition(": ")[2]


@pytest.mark.parametrize("hashed", [False, True])
@pytest.mark.parametrize(
    ("position", "end", "words"),
    [
        (HIGH, ON_B1 | {"winners": [1]}, "after A1-B1 the turn goes on"),
        (HIGH, ON_B1 | {"to_move": 2}, "after A1-B1 the turn goes on"),
        (
            HIGH,
            BUILT | {"winners": [1]},
            "after A1-B1 B1+C1 the game goes on with the turn of player 2",
        ),
        (
            LOW,
            {**LOW, "workers": ["B1 1f", "E5 2f"], "to_move": 2},
            "after A1-B1 the game is over, won by 1",
        ),
    ],
)
def test_it_is_said_how_the_turn_goes_on(
    position: Json, end: Json, words: str, hashed: bool
) -> None:
    assert words == _message(position, end, hashed)
