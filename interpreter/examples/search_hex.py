"""Searches Hex on a board of 5 x 5 with a network, which judges states and proposes choices.

    python interpreter/examples/search_hex.py [--rounds N] [--games N] [--learning N] [--seed S]

The network is that of learn_hex.py; it is asked about many states at once. What it says of a state
takes the place of a random game, and a choice is as promising as the state that it leads to. The
search plays against one without it, with as many rounds for each choice; they take turns to begin.
"""

from __future__ import annotations

import argparse
from typing import Any

import click
import numpy as np
from learn_hex import learned, observed, small_hex
from network import Network

from thesmos.play.mcts import Hook, SearchTree

ROUNDS, GAMES, LEARNING = 50, 100, 10
SHARPNESS = 3.0  # how much more promising a better state is


def main() -> None:
    """Learn, play, and print how many games the search with the network wins."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of a search")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--learning", type=int, default=LEARNING, help="rounds of learn_hex.py")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    match = small_hex()
    hooks = hooks_of(learned(match, arguments.learning, arguments.seed))
    won = games_won(match, hooks, arguments.games, arguments.rounds, arguments.seed)
    click.echo(f"with the network, search wins {won} of {arguments.games} games")


def hooks_of(network: Network) -> dict[str, Hook]:
    """Return the functions `value` and `policy` for a search."""

    def for_first(states: Any) -> Any:
        """What states are worth to player 1, from -1 to 1."""
        return np.where(states.over, states.rewards[:, 0], network(observed(states))[:, 0])

    def value(states: Any) -> Any:
        share = (1 + for_first(states)) / 2
        return np.stack([share, 1 - share], axis=1)

    def policy(states: Any) -> Any:
        legal = states.legal()
        of_states = np.repeat(np.arange(len(states)), legal.lengths)
        worth = for_first(states.select(of_states).apply(legal.codes))
        worth = np.where(states.players[of_states] == 1, worth, -worth)
        return np.exp(SHARPNESS * worth)

    return {"value": value, "policy": policy}


def games_won(match: Any, hooks: dict[str, Hook], games: int, rounds: int, seed: int) -> int:
    """Return how many games a search with the network wins against one without."""
    won = 0
    for number in range(games):
        player = 1 + number % 2
        trees = {player: SearchTree(seed + number, **hooks), 3 - player: SearchTree(number)}
        state = match.start()
        while decision := state.decision:
            best = trees[decision.player].search(state, rounds)[0]
            state = state.apply(best.choice.text)
            for tree in trees.values():
                tree.follow(state)
        won += player in state.result.winners
    return won


if __name__ == "__main__":
    main()
