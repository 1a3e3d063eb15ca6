"""Prints how fast random play is: by a program in C, and by each backend, in one run.

    python interpreter/benchmarks/compare.py [--seconds S]

The C program beside this file plays the base game of Santorini; it is left out where there is no
compiler. The backends play it too, then other games and match-ups. All times are of the processor,
on one core; that the C program and machine code play the same games is checked.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import click

from thesmos.cache import VARIABLE
from thesmos.play.backend import NATIVE, PYTHON, SEMANTICS
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.tools.bench import bench

SOURCE = Path(__file__).with_name("santorini.c")
SEED, GAMES = 1, 50_000
OTHERS = (
    ("santorini", ("artemis", "demeter")),
    ("santorini", ("ares", "hecate")),
    ("pook", None),
    ("draughts", None),
    ("hex", None),
    ("amazons", None),
    ("chess", None),
    ("seven-wonders-duel", None),
    ("off-the-rails", None),
)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each backend")
    seconds = parser.parse_args().seconds
    os.environ[VARIABLE] = ""  # all is compiled now, and nothing taken from an earlier run
    click.echo(f"{_processor()}; Python {platform.python_version()}\n")
    click.echo(f"{'':28}{'compiled in':>12}{'decisions/s':>14}")
    base = load("santorini").match([None, None])
    made = _by_hand(base)
    native = _row("santorini", base, NATIVE, seconds)
    if made:
        click.echo(f"{'':28}machine code is {native / made:.2f} of the C program")
    _row("santorini", base, PYTHON, seconds)
    _row("santorini", base, SEMANTICS, seconds)
    for name, powers in OTHERS:
        for backend in (NATIVE, PYTHON):
            game = load(name)
            match = game.match(powers) if powers else game.match()
            _row(" ".join([name, *(powers or ())]), match, backend, seconds)


def _row(name: str, match: Match, backend: str, seconds: float) -> float:
    """Measure a match; print and return its decisions a second."""
    before = time.process_time()
    played = match.compile(backend).backend
    compiled = time.process_time() - before
    speed = bench(played, seconds, SEED, clock=time.process_time).decisions_per_second
    click.echo(f"{name + ', ' + backend:28}{compiled:10.2f} s{speed:14,.0f}")
    return speed


def _by_hand(base: Match) -> float | None:
    """Decisions a second of the program in C, which plays the games that machine code plays."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "santorini"
        options = ["-O3", "-march=native", "-o", str(program)]
        subprocess.run([compiler, *options, str(SOURCE)], check=True)
        call = [str(program), "play", str(GAMES), str(SEED)]
        words = [subprocess.run(call, check=True, capture_output=True).stdout for _ in range(3)]
    decisions, _, won = map(float, words[0].split())
    native = base.compile(NATIVE)
    found = native.playouts(native.start(), GAMES, SEED)
    assert (found.lengths.sum(), (found.winners == 1).sum()) == (decisions, won)
    speed = decisions / min(float(one.split()[1]) for one in words)
    click.echo(f"{'santorini, C by hand':28}{'':12}{speed:14,.0f}")
    return speed


def _processor() -> str:
    """The kind of the processor."""
    file = Path("/proc/cpuinfo")
    lines = file.read_text().splitlines() if file.is_file() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


if __name__ == "__main__":
    main()
