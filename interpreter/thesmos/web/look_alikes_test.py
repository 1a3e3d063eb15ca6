"""What the library for pages supposes of hidden things could be true, and is the same in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from testing.draws import santorini
from testing.wasm_match import NODE, asking
from thesmos.dice import Rng
from thesmos.play.game import load
from thesmos.play.look_alikes import exchange, some_alike
from thesmos.play.match import Match
from thesmos.play.state import State

pytestmark = pytest.mark.skipif(not NODE, reason="needs Node.js")
TIMES = 12


def after(match: Match, choices: int) -> State:
    """A state in the middle of a random game."""
    state, dice = match.start(), Rng(2)
    for _ in range(choices):
        state = state.take(state.codes[dice.below(len(state.codes))])
    return state


def whist() -> State:
    """Cards are hidden, in the other hand and in the stock."""
    return after(load("german-whist").match(), 30)


def hecate() -> State:
    """Pieces on a board are hidden, and turns can be cancelled."""
    return after(santorini().match(["apollo", "hecate"]), 9)


def letters() -> State:
    """Some cards look the same to everybody, and most are hidden."""
    return after(load("love-letter").match(), 8)


class Hiding(NamedTuple):
    """A state with something hidden, and what asks Node.js about its match."""

    state: State
    ask: Callable[[dict[str, object]], Any]


@pytest.fixture(scope="module", params=[whist, hecate, letters])
def hiding(request: pytest.FixtureRequest) -> Iterator[Hiding]:
    state = request.param()
    with asking(state.match) as ask:
        yield Hiding(state, ask)


def test_what_is_hidden_is_elsewhere_and_looks_the_same(hiding: Hiding) -> None:
    state, ask = hiding
    question = {"ask": "lookAlikes", "v": state.vector, "player": 0, "times": TIMES}
    vectors = [tuple(vector) for vector in ask(question)]
    view = state.match.backend.view
    assert all(view(vector, 0) == view(state.vector, 0) for vector in vectors)
    assert len({*vectors} - {state.vector}) > TIMES / 3


def test_a_player_chooses_by_games_in_which_what_is_hidden_is_elsewhere(hiding: Hiding) -> None:
    state, ask = hiding
    chosen = ask({"ask": "chosen", "v": state.vector, "games": 3, "seed": 5})
    assert tuple(chosen) in {state.take(code).vector for code in state.codes}


def test_python_makes_the_same_of_the_same_random_numbers(hiding: Hiding) -> None:
    state, ask = hiding
    vectors = ask({"ask": "someAlike", "v": state.vector, "player": 0, "most": TIMES})
    in_python = [*some_alike(state.match, state.vector, 0, TIMES, Rng(1))]
    assert [tuple(vector) for vector in vectors] == in_python
    assert len(in_python) > TIMES / 2


@pytest.mark.parametrize(("name", "moved"), [("draughts", True), ("oware", False)])
def test_pieces_that_play_the_same_may_have_changed_places(name: str, moved: bool) -> None:
    match = load(name).match()
    state = after(match, 8)
    ended = match.backend.playout(state.vector, 1)[0]
    groups = [(kind, group) for kind, of in match.canonical.classes.items() for group in of]
    orders = exchange(match, groups, Rng(3))
    with asking(match) as ask:
        for vector in (state.vector, ended):
            other = match.canonical.permuted(vector, orders)
            assert (other != vector) is moved
            keys = [tuple(ask({"ask": "key", "v": v})) for v in (vector, other)]
            assert keys == [State(match, vector).key()] * 2
