"""Learns Hex on a board of 5 x 5 by playing against itself, and plays against random choices.

    python interpreter/examples/learn_hex.py [--rounds N] [--seed S]

All games of a round are played at once. A network judges every state that can follow, from the
numbers of its observation; after a round it learns how the games ended. With NumPy alone, it
takes half a minute of processor time.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path
from typing import Any

import click
import numpy as np
from network import Network

import thesmos
from thesmos.resources import spec_dir

ROUNDS, GAMES, HIDDEN = 40, 256, 96
EXPLORING, RATE, BATCH = 0.6, 0.001, 256
OWN = "grid: 11x11"  # as the spec declares its board


def main() -> None:
    """Learn, and print how often the network wins against random choices."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    match = small_hex()
    network = learned(match, arguments.rounds, arguments.seed)
    for player in (1, 2):
        share = share_won(match, network, player, 500, arguments.seed)
        click.echo(f"as player {player}: wins {share:.1%} of 500 games against random choices")


def small_hex(size: int = 5) -> Any:
    """Return Hex on a small board, without swapping, in machine code."""
    with tempfile.TemporaryDirectory() as folder:
        game = Path(shutil.copytree(spec_dir() / "hex", Path(folder) / "hex"))
        text = (game / "game.yaml").read_text("utf-8")
        (game / "game.yaml").write_text(text.replace(OWN, f"grid: {size}x{size}"), "utf-8")
        return thesmos.load(str(game)).match(options={"swap": "no"}).compile("native")


def observed(states: Any) -> Any:
    """Return the numbers of all states, as players are numbered."""
    return states.observations(0, own_first=False).flat.astype(np.float32)


def learned(match: Any, rounds: int, seed: int, games: int = GAMES) -> Network:
    """Return a network that says what a state is worth to player 1."""
    network = Network(match.observation_spec.size, HIDDEN, 1, seed)
    generator = np.random.default_rng(seed)
    for _ in range(rounds):
        seen, results = played(match, network, generator, games)
        order = generator.permutation(len(seen))
        for first in range(0, len(order), BATCH):
            rows = order[first : first + BATCH]
            network.learn(seen[rows], np.ones((len(rows), 1), np.float32), results[rows], RATE)
    return network


def played(match: Any, network: Network, generator: Any, games: int) -> tuple[Any, Any]:
    """Play games against itself; return all states, and how each ended for player 1."""
    states = match.states([match.start()] * games)
    numbers = np.arange(games)  # of the games that go on
    seen, of_games, results = [], [], np.zeros(games, np.float32)
    while len(states):
        states = states.apply(best_codes(states, network, generator, EXPLORING))
        seen.append(observed(states))
        of_games.append(numbers)
        results[numbers[states.over]] = states.rewards[states.over, 0]
        numbers, states = numbers[~states.over], states.select(~states.over)
    return np.concatenate(seen), results[np.concatenate(of_games)]


def best_codes(states: Any, network: Network, generator: Any, exploring: float) -> Any:
    """Return the code that leads to the best state for who decides, now and then a random one."""
    legal = states.legal()
    of_states = np.repeat(np.arange(len(states)), legal.lengths)
    after = states.select(of_states).apply(legal.codes)
    worth = np.where(after.over, after.rewards[:, 0], network(observed(after))[:, 0])
    worth = np.where(states.players[of_states] == 1, worth, -worth)
    explores = generator.random(len(states)) < exploring
    worth = np.where(explores[of_states], generator.random(len(worth)), worth)
    order = np.lexsort((worth, of_states))
    return legal.codes[order[legal.indptr[1:] - 1]]


def share_won(match: Any, network: Network, player: int, games: int, seed: int) -> float:
    """Return how many of its games the network wins against random choices."""
    states, generator = match.states([match.start()] * games), np.random.default_rng(seed)
    while not states.over.all():
        codes = states.sample(int(generator.integers(1 << 60)))
        rows = np.flatnonzero(states.players == player)
        codes[rows] = best_codes(states.select(rows), network, generator, 0)
        states = states.apply(codes)
    return float((states.rewards[:, player - 1] > 0).mean())


if __name__ == "__main__":
    main()
