"""Learns German Whist from information states, and plays against random choices.

    python interpreter/examples/learn_german_whist.py [--rounds N] [--seed S]

A player does not see the other hand, but remembers: which cards were turned up, and who took them.
So the network is given what a player observes now, and beside it everything that the same player
has observed before, each number at its greatest. That follows from the information state, and
from nothing else. In random games, a network learns how many more tricks each card brings than
the other cards that could be played: only what a card is worth beside others decides.
"""

from __future__ import annotations

import argparse
from typing import Any

import click
import numpy as np
from network import Network

import thesmos

ROUNDS, GAMES, HIDDEN = 8, 512, 64
RATE, BATCH = 0.002, 256
TRICKS = 0  # the plane of the players' part that has the tricks they have taken


def main() -> None:
    """Learn, and print how often the network wins against random choices."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    match = thesmos.load("german-whist").match().compile("native")
    network = learned(match, arguments.rounds, arguments.seed)
    for player in (1, 2):
        share = share_won(match, network, player, 1000, arguments.seed)
        click.echo(f"as player {player}: wins {share:.1%} of 1000 games against random choices")


class Recall:
    """What both players have observed in many games, up to now."""

    def __init__(self, match: Any, games: int) -> None:
        self._past = np.zeros((2, games, match.observation_spec.size), np.float32)

    def observe(self, states: Any) -> None:
        """Remember what the players observe now."""
        for player in (1, 2):
            seen = states.observations(player).flat
            np.maximum(self._past[player - 1], seen, out=self._past[player - 1])

    def known(self, states: Any, rows: Any, players: Any) -> Any:
        """Return what players know in some of the games: now, and from before."""
        now = states.select(rows).observations(players).flat.astype(np.float32)
        return np.concatenate([now, self._past[players - 1, rows]], axis=1)


def learned(match: Any, rounds: int, seed: int, games: int = GAMES) -> Network:
    """Return a network that says what each code is worth to who decides."""
    network = Network(2 * match.observation_spec.size, HIDDEN, match.code_count, seed)
    generator = np.random.default_rng(seed)
    for _ in range(rounds):
        inputs, shares, results = played(match, generator, games)
        order = generator.permutation(len(inputs))
        for first in range(0, len(order), BATCH):
            rows = order[first : first + BATCH]
            network.learn(inputs[rows], shares[rows], results[rows], RATE)
    return network


def played(match: Any, generator: Any, games: int) -> tuple[Any, Any, Any]:
    """Play random games; return what was known, what was chosen, and the tricks it brought.

    What was chosen is 1 for its code, less a share for each code that was legal; together 0.
    """
    states, recall = match.states([match.start()] * games), Recall(match, games)
    inputs, chosen, deciders = [], [], []
    while not states.over.all():
        recall.observe(states)
        codes = states.sample(int(generator.integers(1 << 60)))
        rows = np.flatnonzero(states.players > 0)
        if len(rows):
            players = states.players[rows].astype(np.int64)
            inputs.append(recall.known(states, rows, players))
            legal = states.select(rows).masks()[:, :-1].astype(np.float32)
            legal /= -legal.sum(axis=1, keepdims=True)
            legal[np.arange(len(rows)), codes[rows]] += 1
            chosen.append(legal)
            deciders.append((rows, players - 1))
        states = states.apply(codes)
    tricks = states.observations(0, own_first=False)["Player"][:, TRICKS] / 13
    results = [tricks[rows, players] - tricks[rows, 1 - players] for rows, players in deciders]
    return np.concatenate(inputs), np.concatenate(chosen), np.concatenate(results)


def best_codes(states: Any, worth: Any) -> Any:
    """Return the legal code that is worth most in each state. worth: of all codes."""
    legal = states.masks()[:, :-1]  # nothing is skipped in this game
    return np.where(legal, worth, -2).argmax(axis=1)


def share_won(match: Any, network: Network, player: int, games: int, seed: int) -> float:
    """Return how many of its games the network wins against random choices."""
    states, recall = match.states([match.start()] * games), Recall(match, games)
    generator = np.random.default_rng(seed)
    while not states.over.all():
        recall.observe(states)
        codes = states.sample(int(generator.integers(1 << 60)))
        rows = np.flatnonzero(states.players == player)
        players = np.full(len(rows), player)
        if len(rows):
            worth = network(recall.known(states, rows, players))
            codes[rows] = best_codes(states.select(rows), worth)
        states = states.apply(codes)
    return float((states.rewards[:, player - 1] > 0).mean())


if __name__ == "__main__":
    main()
