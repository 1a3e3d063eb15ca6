"""Plays `search` against OpenSpiel's MCTSBot, which is C++, with as many rounds each.

    python interpreter/benchmarks/strength_openspiel.py [--games N]

In Reversi with 300 rounds a decision and tic-tac-toe with 20. The programs take turns to begin;
each plays the choice that most of its rounds took. `pip install open_spiel` first.
"""

from __future__ import annotations

import argparse
from typing import Any

import click
import pyspiel

import thesmos

ROUNDS = {"reversi": ("othello", 300), "tic-tac-toe": ("tic_tac_toe", 20)}
NODES = 200  # megabytes that the other program may use


def main() -> None:
    """Play, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    games = parser.parse_args().games
    for name, (other, rounds) in ROUNDS.items():
        match, game = thesmos.load(name).match().compile("native"), pyspiel.load_game(other)
        points = [_points(match, game, number, rounds) for number in range(games)]
        won, drawn = points.count(1), points.count(0.5)
        lost = games - won - drawn
        click.echo(f"{name}, {rounds} rounds: {won} won, {drawn} drawn, {lost} lost")


def _points(match: Any, game: Any, number: int, rounds: int) -> float:
    """Play a game; return 1 if `search` has won, 0.5 for a draw, 0 if it has lost."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, number)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, rounds, NODES, False, number, False)
    player, state, beside = 1 + number % 2, match.start(), game.new_initial_state()
    while not state.over:
        actions = {_text(beside, action): action for action in beside.legal_actions()}
        if [*actions] == ["PASS"]:
            beside.apply_action(actions["PASS"])
            continue
        decision = state.decision
        if decision.player == player:
            seed = number * 1000 + len(beside.history())
            text = thesmos.search(state, rounds=rounds, seed=seed)[0].choice.text
        else:
            text = _text(beside, bot.step(beside))
        state = state.apply(text)
        beside.apply_action(actions[text])
    winners = state.result.winners
    return 0.5 if len(winners) != 1 else float(player in winners)


def _text(state: Any, action: int) -> str:
    """Return an action as our text: `x(0,2)` of tic-tac-toe is C1."""
    text: str = state.action_to_string(action)
    if "(" not in text:
        return text.upper()
    row, column = text[2:-1].split(",")
    return f"{'ABC'[int(column)]}{int(row) + 1}"


if __name__ == "__main__":
    main()
