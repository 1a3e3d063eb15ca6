"""A choice that a ruling describes is recognized wherever it is made."""

from __future__ import annotations

import pytest

from thesmos.play.state import State
from thesmos_conform.protocol.messages import Place
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.reference.ruled_choices import led_to

ORACLE = Oracle()
WHIRLPOOLS = ["C2 whirlpool 0", "D2 whirlpool 0"]


def proteus(workers: list[str], *choices: str) -> State:
    """The state after choices of Proteus, whom two whirlpools may bring back."""
    begin = {"levels": "0" * 25, "workers": workers, "tokens": WHIRLPOOLS, "to_move": 2}
    setup = {"players": 2, "teams": [1, 2], "powers": ["charybdis", "proteus"]}
    path = ORACLE.path(Place("santorini", setup, begin, choices))
    state = path.last
    assert path.refused is None
    assert isinstance(state, State)
    return state


def recognized(state: State) -> set[str]:
    """The rulings that describe the choice before a state."""
    described = ORACLE.rulings("santorini").choices
    return {ruling.id for choice, ruling in described if led_to(choice, state)}


BACK = ["B1 1f", "A4 1m", "D2 2f", "A1 2m", "E5 2m"]


@pytest.mark.parametrize(
    ("workers", "choice", "expected"),
    [
        pytest.param(BACK, "D2-C2", {"two-on-a-space"}, id="back on the space that it left"),
        pytest.param(BACK, "D2-D3", set(), id="away from the whirlpools"),
    ],
)
def test_a_described_choice_is_recognized_in_any_position(
    workers: list[str], choice: str, expected: set[str]
) -> None:
    assert expected == recognized(proteus(workers, choice))


def test_no_choice_led_to_the_beginning() -> None:
    assert set() == recognized(proteus(BACK))
