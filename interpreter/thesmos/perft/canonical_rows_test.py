"""Keys of rows are equal exactly where the keys of states are."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

pytest.importorskip("numpy")

import numpy as np

from testing.exchange import exchanged
from testing.walks import reach
from thesmos.perft.canonical_rows import CanonicalRows
from thesmos.play.game import load
from thesmos.play.state import State


def alike(keys: Sequence[object]) -> list[int]:
    """For each key the number of the first one that is equal."""
    first: dict[object, int] = {}
    return [first.setdefault(key, number) for number, key in enumerate(keys)]


def assert_same_keys(states: Sequence[State]) -> None:
    """Rows have the same key where states have; some have, and not all."""
    match = states[0].match
    rows = np.array([state.vector for state in states], "int16")
    found = alike(CanonicalRows(match.canonical).keys(rows))
    assert found == alike([state.key() for state in states])
    assert 1 < len({*found}) < len(states)


@pytest.mark.parametrize(
    "powers", [("minotaur", "hermes"), ("gaea", "hydra"), ("tartarus", "hecate")], ids=str
)
def test_pieces_in_each_others_place(powers: tuple[str, str]) -> None:
    match = load("santorini").match(powers, any_match_up=True)
    order = dict[int, int]()
    for one, other, *_ in match.canonical.classes["Worker"]:
        order.update({one: other, other: one})
    reached = [reach(match, seed, 4 + seed % 40) for seed in range(30)]
    twins = [exchanged(state, "Worker", order) for state in reached]
    assert_same_keys([*reached, *twins])


def test_many_pieces_of_a_kind() -> None:
    match = load("nine-mens-morris").match([None, None])
    start = match.start()
    states = [start]
    for first in start.codes[:6]:
        states += [start.take(first).take(code) for code in start.take(first).codes[:6]]
    states += [reach(match, seed, 8) for seed in range(10)] * 2
    assert_same_keys(states)


@pytest.mark.parametrize("name", ["tic-tac-toe", "german-whist"])  # with and without scores
def test_of_finished_games_the_end_counts(name: str) -> None:
    match = load(name).match([None, None])
    reached = [reach(match, seed, 200) for seed in range(20)]
    assert_same_keys([*reached, *reached[:5]])


def test_what_stands_before_a_key_belongs_to_it() -> None:
    match = load("tic-tac-toe").match([None, None])
    rows = np.array([match.start().vector] * 3, "int16")
    keys = CanonicalRows(match.canonical).keys(rows, np.array([0, 1, 1]), np.array([1, 1, 1]))
    assert alike(keys) == [0, 1, 1]
