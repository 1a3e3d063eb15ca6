"""The examples learn something, in a short run."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("llvmlite")


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    return importlib.import_module


def test_a_network_learns_what_it_is_told(example: Any) -> None:
    network = example("network").Network(2, 8, 2, 1)
    inputs = np.array([[0, 1], [1, 0]], np.float32)
    for _ in range(300):
        network.learn(inputs, np.eye(2, dtype=np.float32), np.array([0.5, -0.5], np.float32), 0.02)
    outputs = network(inputs)
    assert abs(outputs[0, 0] - 0.5) < 0.05
    assert abs(outputs[1, 1] + 0.5) < 0.05


def test_hex_is_learned_better_than_random_choices(example: Any) -> None:
    hex_example = example("learn_hex")
    match = hex_example.small_hex(4)
    network = hex_example.learned(match, rounds=4, seed=1, games=128)
    shares = [hex_example.share_won(match, network, player, 100, 2) for player in (1, 2)]
    assert sum(shares) / 2 > 0.6


def test_a_search_plays_with_a_network(example: Any) -> None:
    searching = example("search_hex")
    match = searching.small_hex(4)
    hooks = searching.hooks_of(searching.learned(match, rounds=1, seed=1, games=32))
    assert 0 <= searching.games_won(match, hooks, games=2, rounds=10, seed=1) <= 2


@pytest.mark.slow
def test_german_whist_is_played_by_what_is_known(example: Any) -> None:
    whist = example("learn_german_whist")
    match = whist.thesmos.load("german-whist").match().compile("native")
    network = whist.learned(match, rounds=1, seed=1, games=16)
    assert 0 <= whist.share_won(match, network, 1, 20, 2) <= 1
    states, recall = match.states([match.start()] * 2), whist.Recall(match, 2)
    for seed in range(60):
        recall.observe(states)
        states = states.apply(states.sample(seed))
    recall.observe(states)
    rows = np.arange(2)
    known = recall.known(states, rows, np.array([1, 1]))
    size = match.observation_spec.size
    assert np.array_equal(known[:, :size], states.observations(1).flat)
    assert (known[:, size:] >= np.minimum(known[:, :size], 1)).all()
