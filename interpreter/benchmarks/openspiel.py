"""Prints how fast games are stepped, played and searched, beside OpenSpiel, in one run.

    python interpreter/benchmarks/openspiel.py [--seconds S] [--games G,...]
        [--search | --many | --playouts]

OpenSpiel (`pip install open_spiel`) is asked in its fastest way: `legal_actions`, `apply_action`
and `is_terminal` of one state that changes. All choose uniformly. Each game is played in turns by
each way, for the seconds, in one process; times are of the processor. A ratio of 2.0 is twice as
many games a second as OpenSpiel. `--search` compares rounds a second of OpenSpiel's MCTSBot, which
is C++, with `search`, from the first state. `--many` plays many games at once, as self-play does:
ask what is legal, choose, apply, drop the finished games; it compares decisions a second.
`--playouts` compares decisions a second of `playouts` in machine code with the random games of
OpenSpiel's own RandomRolloutEvaluator, which are all C++.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import click
import numpy as np
import pyspiel
from ways import Random, Way, by_cursor, by_playouts, by_states, by_texts, in_turns, many

import thesmos

PAIRS = {
    "tic-tac-toe": "tic_tac_toe",
    "hex": "hex(board_size=11)",
    "amazons": "amazons",
    "nine-mens-morris": "nine_mens_morris",
    "reversi": "othello",
    "draughts": "checkers",
    "chess": "chess",
    "breakthrough": "breakthrough",
    "connect-four": "connect_four",
    "oware": "oware",
    "backgammon": "backgammon",
    "go@9x9": "go(board_size=9,max_game_length=100000)",
    "go@13x13": "go(board_size=13,max_game_length=100000)",
    "go": "go(board_size=19,max_game_length=100000)",
    "quoridor": "quoridor(board_size=9,wall_count=10,players=2)",
}
ROLLOUTS = 200  # random games of OpenSpiel in a row
COUNTED = 400  # games of it whose decisions are counted, because it does not tell them
ROUNDS = {"tic-tac-toe": 20_000, "reversi": 2_000, "draughts": 4_000, "chess": 500}
USUAL_ROUNDS = 5_000


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.5, help="for each way")
    parser.add_argument("--games", help="names of games, with commas between")
    parser.add_argument("--search", action="store_true", help="compare searches")
    parser.add_argument("--many", action="store_true", help="play many games at once")
    parser.add_argument("--playouts", action="store_true", help="compare random games in C++")
    arguments = parser.parse_args()
    modes = {"search": _searches, "many": _many, "playouts": _playouts}
    measure = next((run for mode, run in modes.items() if getattr(arguments, mode)), _steps)
    names = arguments.games.split(",") if arguments.games else [*PAIRS]
    for name in names:
        measure(name, arguments.seconds)


def _steps(name: str, seconds: float) -> None:
    draw = random.Random(1).random
    match = thesmos.load(name).match().compile("native")
    game = pyspiel.load_game(PAIRS[name])
    ways = {
        "OpenSpiel": _spiel(game, draw),
        "states": by_states(match.start(), draw),
        "cursor": by_cursor(match, draw),
        "cursor, next": _cursor_next(match, draw),
        "decisions, texts": by_texts(match.start(), draw),
        "Python": by_states(thesmos.load(name).match().start(), draw),
    }
    results = in_turns(ways, seconds)
    games = {way: played.calls / played.seconds for way, played in results.items()}
    parts = [
        f"{way} {games[way] / games['OpenSpiel']:.2f} ({1e6 / played.rate:.2f} µs)"
        for way, played in results.items()
    ]
    click.echo(f"{name:18}{'; '.join(parts)}")


def _spiel(game: Any, draw: Random) -> Way:
    def play() -> int:
        state, count = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            count += 1
        return count

    return play


def _cursor_next(match: Any, draw: Random) -> Way:
    start, cursor = match.start(), match.cursor()

    def play() -> int:
        legal, count = cursor.put(start).legal(), 0
        while legal:
            legal = cursor.next(legal[int(draw() * len(legal))])
            count += 1
        return count

    return play


def _many(name: str, seconds: float) -> None:
    match, game = thesmos.load(name).match().compile("native"), pyspiel.load_game(PAIRS[name])
    ways = {
        "OpenSpiel": _spiel(game, random.Random(1).random),
        **many(match, name, np.random.default_rng(1)),
    }
    results = in_turns(ways, seconds)
    parts = [
        f"{way} {played.rate / results['OpenSpiel'].rate:.2f} ({played.rate:.0f}/s)"
        for way, played in results.items()
    ]
    click.echo(f"{name:18}{'; '.join(parts)}")


def _playouts(name: str, seconds: float) -> None:
    game, match = pyspiel.load_game(PAIRS[name]), thesmos.load(name).match().compile("native")
    begun, dice = game.new_initial_state(), random.Random(1)
    while begun.is_chance_node():
        begun.apply_action(begun.legal_actions()[0])
    length = sum(_decisions(begun.clone(), dice) for _ in range(COUNTED)) / COUNTED
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 1000, False, 1, False)
    ways: dict[str, Way] = {
        "OpenSpiel": lambda: bot.mcts_search(begun).explore_count * ROLLOUTS * length,
        "Thesmos": by_playouts(match, np.random.default_rng(1)),
    }
    rates = {way: played.rate for way, played in in_turns(ways, seconds).items()}
    parts = [f"{way} {rate:,.0f}/s" for way, rate in rates.items()]
    click.echo(f"{name:18}{', '.join(parts)}: {rates['Thesmos'] / rates['OpenSpiel']:.2f}")


def _decisions(state: Any, dice: random.Random) -> int:
    """Play a game of OpenSpiel at random, chance by weight; return how many decisions it took."""
    count = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(actions, weights)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
        count += 1
    return count


def _searches(name: str, _: float) -> None:
    match, game = thesmos.load(name).match().compile("native"), pyspiel.load_game(PAIRS[name])
    rounds, rates = ROUNDS.get(name, USUAL_ROUNDS), []
    bot = pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, rounds, 1000, False, 1, False
    )
    state, begun = match.start(), game.new_initial_state()
    thesmos.search(state, rounds=1)
    for find in (
        lambda: bot.mcts_search(begun).explore_count,
        lambda: sum(each.rounds for each in thesmos.search(state, rounds=rounds, seed=1)),
    ):
        begin, made = time.process_time(), 0
        while made == 0 or time.process_time() - begin < 1:
            made += find()
        rates.append(made / (time.process_time() - begin))
    ratio = rates[1] / rates[0]
    click.echo(f"{name:18}OpenSpiel {rates[0]:.0f} rounds/s, Thesmos {rates[1]:.0f}: {ratio:.2f}")


if __name__ == "__main__":
    main()
