"""Prints how fast random games are played, beside Pgx, python-chess and chess.js, in one run.

    python interpreter/benchmarks/peers.py python-chess [--seconds S]
    python interpreter/benchmarks/peers.py pgx [--seconds S] [--games G,...]
    python interpreter/benchmarks/peers.py chess.js [--seconds S] [--folder FOLDER]

Each is installed by its usual means: `pip install chess`, `pip install pgx` (with JAX, which takes
600 MB), and `npm install chess.js` in FOLDER. All ways choose uniformly and take turns; rates are
decisions a second of processor time, that of all threads together.

- python-chess and chess.js are asked in their fastest ways, in which a game also ends at the third
  repetition, after fifty moves, and with too few pieces to mate, as ours does.
- Pgx plays a batch of games in one compiled function, with its own `auto_reset`, on the devices
  that JAX finds. Its compilation is not in the rate, and printed beside it.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import click
import numpy as np
from ways import (
    AT_ONCE,
    USUAL_AT_ONCE,
    Way,
    by_cursor,
    by_playouts,
    by_states,
    by_texts,
    in_turns,
    many,
)

import thesmos
from thesmos.web.build import built

OF_PGX = {
    "tic-tac-toe": "tic_tac_toe",
    "connect-four": "connect_four",
    "hex": "hex",
    "reversi": "othello",
    "go@9x9": "go_9x9",
    "backgammon": "backgammon",
    "chess": "chess",
}
STEPS = 10  # of Pgx's games in one call
SCRIPT = Path(__file__).with_name("peers.mjs")


def main() -> None:
    """Measure, and print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer", choices=["python-chess", "pgx", "chess.js"])
    parser.add_argument("--seconds", type=float, default=3, help="for each way")
    parser.add_argument("--games", default=",".join(OF_PGX), help="of Pgx, with commas between")
    parser.add_argument("--folder", type=Path, default=Path(), help="where npm installed chess.js")
    arguments = parser.parse_args()
    if arguments.peer == "pgx":
        for name in arguments.games.split(","):
            _beside_pgx(name, arguments.seconds)
    elif arguments.peer == "python-chess":
        _beside_python_chess(arguments.seconds)
    else:
        _beside_chess_js(arguments.seconds, arguments.folder)


def _show(name: str, rates: dict[str, float]) -> None:
    """Print the rates. The first is that of the peer."""
    base = next(iter(rates.values()))
    parts = [f"{way} {rate:,.0f}/s ({rate / base:.2f})" for way, rate in rates.items()]
    click.echo(f"{name:18}{'; '.join(parts)}")


def _beside_python_chess(seconds: float) -> None:
    import chess

    draw = random.Random(1).random
    match, generated = (thesmos.load("chess").match() for _ in range(2))
    match = match.compile("native")

    def play() -> int:
        board = chess.Board()
        while moves := list(board.legal_moves):
            if board.is_fifty_moves() or board.is_repetition() or board.is_insufficient_material():
                break
            board.push(moves[int(draw() * len(moves))])
        return board.ply()

    ways: dict[str, Way] = {
        "python-chess": play,
        "states": by_states(match.start(), draw),
        "cursor": by_cursor(match, draw),
        "decisions, texts": by_texts(match.start(), draw),
        "playouts": by_playouts(match, np.random.default_rng(1)),
        "states of Python": by_states(generated.start(), draw),
    }
    _show("chess", {way: played.rate for way, played in in_turns(ways, seconds).items()})


def _beside_pgx(name: str, seconds: float) -> None:
    match, generator = thesmos.load(name).match().compile("native"), np.random.default_rng(1)
    pgx_plays, compiling = _pgx(OF_PGX[name], AT_ONCE.get(name, USUAL_AT_ONCE))
    ways = {
        "Pgx": pgx_plays,
        **many(match, name, generator),
        "playouts": by_playouts(match, generator),
    }
    _show(name, {way: played.rate for way, played in in_turns(ways, seconds).items()})
    click.echo(f"{'':18}Pgx was compiled in {compiling:.1f} s")


def _pgx(name: str, games: int) -> tuple[Way, float]:
    """Return how Pgx plays some steps of many games, and how long it took to compile that."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    environment = pgx.make(name)
    step = jax.vmap(auto_reset(environment.step, environment.init))

    def choose(states: Any, key: Any) -> tuple[Any, None]:
        choosing, chance = jax.random.split(key)
        likely = jax.numpy.where(states.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(choosing, likely)
        return step(states, actions, jax.random.split(chance, games)), None

    run = jax.jit(lambda states, key: jax.lax.scan(choose, states, jax.random.split(key, STEPS))[0])
    begin = time.process_time()
    key, first = jax.random.split(jax.random.PRNGKey(1))
    states = jax.jit(jax.vmap(environment.init))(jax.random.split(first, games))
    states = jax.block_until_ready(run(states, key))

    def play() -> int:
        nonlocal states, key
        key, now = jax.random.split(key)
        states = jax.block_until_ready(run(states, now))
        return games * STEPS

    return play, time.process_time() - begin


def _beside_chess_js(seconds: float, folder: Path) -> None:
    """Play in Node.js, with the module that `thesmos build chess` writes."""
    with tempfile.TemporaryDirectory() as temporary:
        for file, content in built(thesmos.load("chess").match(), "chess").items():
            (Path(temporary) / file).write_bytes(content)
        module = Path(temporary) / "chess.mjs"
        command = ["node", SCRIPT, folder.resolve(), module, str(seconds)]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    _show("chess", json.loads(done.stdout))


if __name__ == "__main__":
    main()
