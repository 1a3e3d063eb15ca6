"""Prints how fast random play and counting are: by other programs, and by each backend, in one run.

    python interpreter/benchmarks/compare.py [--seconds S]

The C program beside this file plays the base game of Santorini, and counts its turns; it is left
out where there is no compiler. The backends play it too, then other games and match-ups. Moves of
chess are also counted by python-chess, where that is installed (`pip install chess`). All times are
of the processor, on one core; that two programs play and count the same is checked.
"""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import click

from thesmos.cache import VARIABLE
from thesmos.compile.machine.native import printer
from thesmos.link.ending_steps import ending_steps
from thesmos.perft.counting import sequences
from thesmos.play.backend import NATIVE, PYTHON, SEMANTICS
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.play.state import State
from thesmos.tools.bench import bench

SOURCE = Path(__file__).with_name("santorini.c")
SEED, GAMES = 1, 50_000
DEPTH = 4  # turns of chess that are counted
LAST_LISTED = "last listed"
COUNTED = {"all made": 4, LAST_LISTED: 5}  # ways to count turns of Santorini, and how many turns
WORKERS = ["B2 1f", "D4 1m", "D2 2f", "B4 2m"]  # where the C program counts from
OTHERS = (
    ("santorini", ("artemis", "demeter")),
    ("santorini", ("ares", "hecate")),
    ("pook", None),
    ("draughts", None),
    ("hex", None),
    ("amazons", None),
    ("chess", None),
    ("seven-wonders-duel", None),
    ("seven-wonders-duel+agora", None),
    ("off-the-rails", None),
)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each backend")
    seconds = parser.parse_args().seconds
    os.environ[VARIABLE] = ""  # all is compiled now, and nothing taken from an earlier run
    click.echo(f"{processor()}; Python {platform.python_version()}\n")
    click.echo(f"{'':38}{'compiled in':>12}{'decisions/s':>14}")
    base = load("santorini").match([None, None])
    with tempfile.TemporaryDirectory() as folder:
        program = _compiled(Path(folder))
        made = _by_hand(program, base) if program else None
        counted = _counted_by_hand(program) if program else {}
    native = _row("santorini", base, NATIVE, seconds)
    if made:
        click.echo(f"{'':38}machine code is {native / made:.2f} of the C program")
    _row("santorini", base, PYTHON, seconds)
    _row("santorini", base, SEMANTICS, seconds)
    for name, powers in OTHERS:
        for backend in (NATIVE, PYTHON):
            game = load(name)
            match = game.match(powers) if powers else game.match()
            _row(" ".join([name, *(powers or ())]), match, backend, seconds)
    click.echo(f"\n{'':38}{'turns':>12}{'turns/s':>14}")
    for way, depth in COUNTED.items():
        _same(counted.get(way), _count(f"santorini {way}", _placed(way), depth))
    start = load("chess").match().compile(NATIVE).start()
    _same(_counted_by_python_chess(), _count("chess", start, DEPTH))


def _placed(way: str) -> State:
    """The position from which turns of Santorini are counted, in a match that counts in a way."""
    match = load("santorini").match([None, None]).compile(NATIVE)
    state = match.load({"levels": "0" * 25, "workers": WORKERS})
    # Where no step is known to end each turn, every turn is made.
    known = ending_steps(match.linked) if way == LAST_LISTED else frozenset()
    with mock.patch.object(printer, "ending_steps", return_value=known):
        sequences(state, 1)  # compiles it
    return state


def _row(name: str, match: Match, backend: str, seconds: float) -> float:
    """Measure a match; print and return its decisions a second."""
    before = time.process_time()
    played = match.compile(backend).backend
    compiled = time.process_time() - before
    speed = bench(played, seconds, SEED, clock=time.process_time).decisions_per_second
    click.echo(f"{name + ', ' + backend:38}{compiled:10.2f} s{speed:14,.0f}")
    return speed


def _compiled(folder: Path) -> Path | None:
    """The program in C; None without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    program = folder / "santorini"
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(program), str(SOURCE)], check=True)
    return program


def _said(program: Path, *words: object) -> list[float]:
    """The numbers that the program in C prints."""
    call = [str(program), *map(str, words)]
    return [*map(float, subprocess.run(call, check=True, capture_output=True).stdout.split())]


def _by_hand(program: Path, base: Match) -> float:
    """Decisions a second of the program in C, which plays the games that machine code plays."""
    runs = [_said(program, "play", GAMES, SEED) for _ in range(3)]
    decisions, _, won = runs[0]
    native = base.compile(NATIVE)
    found = native.playouts(native.start(), GAMES, SEED)
    assert (found.lengths.sum(), (found.winners == 1).sum()) == (decisions, won)
    speed = decisions / min(seconds for _, seconds, _ in runs)
    click.echo(f"{'santorini, C by hand':38}{'':12}{speed:14,.0f}")
    return speed


def _counted_by_hand(program: Path) -> dict[str, int]:
    """How many sequences of turns the program in C counts in each way."""
    found = {}
    for way, depth in COUNTED.items():
        nodes, seconds = _said(program, "list" if way == LAST_LISTED else "perft", depth)
        click.echo(f"{f'santorini {way}, C by hand':38}{nodes:12,.0f}{nodes / seconds:14,.0f}")
        found[way] = int(nodes)
    return found


def _counted_by_python_chess() -> int | None:
    """How many sequences of moves python-chess counts; None if it is not installed."""
    try:
        chess: Any = importlib.import_module("chess")
    except ModuleNotFoundError:
        return None

    def nodes(board: Any, depth: int) -> int:
        if depth == 1:
            return int(board.legal_moves.count())
        count = 0
        for move in board.legal_moves:
            board.push(move)
            count += nodes(board, depth - 1)
            board.pop()
        return count

    return _timed("chess, python-chess", lambda: nodes(chess.Board(), DEPTH))


def _count(name: str, state: State, depth: int) -> int:
    """How many sequences of turns machine code counts, once it is compiled."""
    sequences(state, 2)
    return _timed(f"{name}, {NATIVE}", lambda: sequences(state, depth).nodes)


def _timed(name: str, count: Callable[[], int]) -> int:
    """Count, and print how many a second."""
    before = time.process_time()
    nodes = count()
    click.echo(f"{name:38}{nodes:12,}{nodes / (time.process_time() - before):14,.0f}")
    return nodes


def _same(*counts: int | None) -> None:
    """Check that all who counted came to one number."""
    assert len({count for count in counts if count is not None}) == 1


def processor() -> str:
    """The kind of the processor."""
    file = Path("/proc/cpuinfo")
    lines = file.read_text().splitlines() if file.is_file() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


if __name__ == "__main__":
    main()
