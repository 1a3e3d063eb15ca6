"""Prints how fast games are played at random in machine code, beside another build, in one run.

    python interpreter/benchmarks/beside_build.py PYTHON [--games G,...] [--seconds S]

PYTHON: of an environment in which the other build is installed, as by

    git worktree add ../earlier COMMIT
    python -m venv ../earlier/.venv
    ../earlier/.venv/bin/pip install -e '../earlier[native]'

Both play in turns, each in a process of its own; decisions a second are of processor time. The
random games may differ: an earlier build may draw chance in another way.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

import click

GAMES = "amazons,reversi,draughts,chess"
TURNS = 5
_PLAYING = """
import sys, time
import thesmos

name, seconds = sys.argv[1], float(sys.argv[2])
match = thesmos.load(name).match().compile("native")
start = match.start()
games = 1 + 20_000 // int(match.playouts(start, 100).lengths.mean())
decisions = seed = 0
begin = time.process_time()
while time.process_time() - begin < seconds:
    seed += 1
    decisions += int(match.playouts(start, games, seed).lengths.sum())
print(decisions / (time.process_time() - begin))
"""


def main() -> None:
    """Measure, and print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python", help="of the other build")
    parser.add_argument("--games", default=GAMES, help="names of games, with commas between")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each turn of each build")
    arguments = parser.parse_args()
    pythons = sys.executable, arguments.python
    for name in arguments.games.split(","):
        rates: list[list[float]] = [[], []]
        for _ in range(TURNS):
            for python, of_build in zip(pythons, rates, strict=True):
                of_build.append(_rate(python, name, arguments.seconds))
        ours, theirs = (sorted(of_build)[TURNS // 2] for of_build in rates)
        click.echo(f"{name:18}{ours:,.0f}/s, the other {theirs:,.0f}/s: {ours / theirs:.2f}")


def _rate(python: str, name: str, seconds: float) -> float:
    command = [python, "-c", _PLAYING, name, str(seconds)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


if __name__ == "__main__":
    main()
