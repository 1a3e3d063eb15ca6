"""What the library for pages supposes of hidden things could be true, and is the same in Python."""

from __future__ import annotations

from collections.abc import Callable

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


def suppose(state: State, player: int) -> list[tuple[int, ...]]:
    """States that should look to a player, from 0, as the true one does."""
    with asking(state.match) as ask:
        found = ask({"ask": "lookAlikes", "v": state.vector, "player": player, "times": TIMES})
    return [tuple(one) for one in found]


def whist() -> State:
    """Cards are hidden, in the other hand and in the stock."""
    return after(load("german-whist").match(), 30)


def hecate() -> State:
    """Pieces on a board are hidden, and turns can be cancelled."""
    return after(santorini().match(["apollo", "hecate"]), 9)


@pytest.mark.parametrize("begin", [whist, hecate])
def test_what_is_hidden_is_elsewhere_and_looks_the_same(begin: Callable[[], State]) -> None:
    state = begin()
    view, found = state.match.backend.view, suppose(state, 0)
    assert all(view(one, 0) == view(state.vector, 0) for one in found)
    assert len({*found} - {state.vector}) > TIMES / 2


def test_a_player_chooses_by_games_in_which_what_is_hidden_is_elsewhere() -> None:
    state = whist()
    with asking(state.match) as ask:
        found = ask({"ask": "chosen", "v": state.vector, "games": 3, "seed": 5})
    assert tuple(found) in {state.take(code).vector for code in state.codes}


def letters() -> State:
    """Some cards look the same to everybody, and most are hidden."""
    return after(load("love-letter").match(), 8)


@pytest.mark.parametrize("begin", [whist, hecate, letters])
def test_python_makes_the_same_of_the_same_random_numbers(begin: Callable[[], State]) -> None:
    state = begin()
    with asking(state.match) as ask:
        question = {"ask": "someAlike", "v": state.vector, "player": 0, "most": TIMES}
        in_javascript = [tuple(vector) for vector in ask(question)]
    assert in_javascript == [*some_alike(state.match, state.vector, 0, TIMES, Rng(1))]
    assert len(in_javascript) > TIMES / 2


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
