"""An entry of a position is written again if, and only if, its value may have changed."""

from __future__ import annotations

import random

import pytest

from thesmos.notation.positions import Positions
from thesmos.play.game import load
from thesmos.play.protocols import State


def new_position(state: State) -> dict[str, object]:
    """Return the position of a state, from an object that has written none before."""
    match = state.match
    return Positions(match.value_texts, match.backend.view).write(state.vector)


def later(state: State, randomness: random.Random) -> State:
    """Return a state after one random option."""
    return state.take(randomness.choice(state.codes)) if state.codes else state.concede()


@pytest.mark.parametrize("powers", [("pan", "atlas"), ("tartarus", "medusa"), ("clio", "morpheus")])
def test_a_position_does_not_depend_on_those_written_before(powers: tuple[str, str]) -> None:
    randomness = random.Random(1)
    state = load("santorini").match(powers=powers, any_match_up=True).start()
    for _ in range(60):
        if state.decision is None:
            break
        assert state.position() == new_position(state)
        state = later(state, randomness)


def test_whoever_changes_a_position_changes_no_later_one() -> None:
    state = load("santorini").match().start()
    before = new_position(state)
    for part in state.position().values():
        if isinstance(part, list):
            part.append("changed")
        elif isinstance(part, dict):
            part["changed"] = 1
    assert state.position() == before
