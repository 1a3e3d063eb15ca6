"""The longer a search, the more worlds it begins in; if they are few, it has all of them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from thesmos.dice import Rng
from thesmos.play.choice import choose
from thesmos.play.game import load
from thesmos.play.random_play import pick
from thesmos.play.root_worlds import FIRST, RootWorlds
from thesmos.play.view import View


class Recorder:
    """Counts what a tree is given."""

    def __init__(self) -> None:
        self.worlds: dict[int, Sequence[int]] = {}
        self.puts = 0
        self.weights: Sequence[int] = ()

    def put_world(self, place: int, vector: Sequence[int]) -> None:
        self.worlds[place] = vector
        self.puts += 1

    def weigh(self, weights: Sequence[int]) -> None:
        self.weights = weights


def recorded(view: View, rounds: int) -> Recorder:
    """What a tree is given until it has made so many rounds."""
    tree, worlds, made = Recorder(), RootWorlds(view.worlds, 1), 0.0
    while made < rounds:
        worlds.give(tree, int(made), math.inf)  # type: ignore[arg-type]  # gives, and asks nothing
        made = worlds.changes_at
    return tree


@pytest.fixture(scope="module")
def dealt() -> View:
    """What the first player of German Whist sees."""
    state, dice = load("german-whist").match().start(), Rng(1)
    while state.decision is not None and state.decision.chance:
        state = choose(state, pick(state, dice).text)
    return state.view(1)


def test_many_worlds_grow_with_the_rounds(dealt: View) -> None:
    short, long = recorded(dealt, 1000), recorded(dealt, 100_000)
    assert len(short.worlds) == len(long.worlds) == len(long.weights) == FIRST
    assert FIRST <= short.puts < FIRST + 20
    assert long.puts > 3 * FIRST


def test_few_worlds_are_all_there(dealt: View) -> None:
    match, names = dealt.match, [str(piece.name) for piece in dealt.match.linked.pieces["Card"]]
    hidden = {"c2", "c3", "d2", "d3", "d4"}
    position = {
        "hands": [["c2"], ["c3"]], "seen": [name for name in names if name not in hidden],
        "trump": "spades", "tricks": [6, 6], "to_move": 1,
    }  # fmt: skip
    tree = recorded(match.load(position, allow_impossible=True).view(1), 1000)
    assert len({*tree.worlds.values()}) == tree.puts == 4
    assert len({*tree.weights}) == 1


def test_what_is_not_hidden_is_one_world() -> None:
    state = load("nim").match().start()
    assert recorded(state.view(1), 1000).worlds == {0: state.vector}
