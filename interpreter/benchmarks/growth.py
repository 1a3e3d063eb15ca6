"""Prints how the cost of a decision grows: with the board, the cards in play, and the players.

    python interpreter/benchmarks/growth.py [--seconds S]

Boards: Hex, on boards of other sizes than its own. Cards and players: Santorini, with more and more
powers. Times are of the processor, on one core, in random play.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import click
from compare import SEED, processor

from thesmos.cache import VARIABLE
from thesmos.play.backend import NATIVE, PYTHON
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.resources import spec_dir
from thesmos.tools.bench import bench

OWN, SIZES = "grid: 11x11", (5, 7, 11, 15, 19)
POWERS: tuple[tuple[str | None, ...], ...] = (
    (None, None),
    ("apollo", None),
    ("apollo", "artemis"),
    ("apollo", "artemis", "atlas"),
    ("apollo", "artemis", "atlas", "demeter"),
)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each backend")
    seconds = parser.parse_args().seconds
    os.environ[VARIABLE] = ""  # nothing is taken from an earlier run
    click.echo(processor())
    click.echo(f"\n{'nanoseconds a decision':36}{NATIVE:>9}{PYTHON:>9}")
    for name, match in [*_boards(), *_powers()]:
        speeds = [
            bench(
                match.compile(backend).backend, seconds, SEED, clock=time.process_time
            ).decisions_per_second
            for backend in (NATIVE, PYTHON)
        ]
        click.echo(f"{name:36}" + "".join(f"{1e9 / speed:9,.0f}" for speed in speeds))


def _boards() -> Iterator[tuple[str, Match]]:
    """Hex on boards of some sizes."""
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            game = Path(shutil.copytree(spec_dir() / "hex", Path(folder) / "hex"))
            text = (game / "game.yaml").read_text("utf-8")
            if OWN not in text:
                raise SystemExit(f"the board of Hex is not declared by `{OWN}` any more")
            (game / "game.yaml").write_text(text.replace(OWN, f"grid: {size}x{size}"), "utf-8")
            yield f"hex, {size * size} cells", load(str(game)).match()


def _powers() -> Iterator[tuple[str, Match]]:
    """Santorini with some powers."""
    game = load("santorini")
    for powers in POWERS:
        count = sum(power is not None for power in powers)
        yield f"santorini, {len(powers)} players, {count} powers", game.match(list(powers))


if __name__ == "__main__":
    main()
