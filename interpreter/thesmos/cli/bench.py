"""`thesmos bench`: measure the speed of random play."""

from __future__ import annotations

import math
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import click

from thesmos.cli.arguments import MatchArgs, backend_option, json_option, match_options
from thesmos.cli.output import number, print_json, progress
from thesmos.diagnostics import UsageError

if TYPE_CHECKING:
    from thesmos.play.game import Game
    from thesmos.play.match_ups import Seating
    from thesmos.tools.bench import Speed

    Row = tuple[str, Speed]

SECONDS = 3.0
SECONDS_A_PAIR = 0.3


@click.command("bench")
@click.argument("game", required=False)
@match_options
@click.option("--all", "every", is_flag=True, help="Measure every pair of powers that may meet.")
@click.option("--seconds", type=click.FloatRange(0.01, 600), help="How long to play each match-up.")
@click.option("--seed", type=click.IntRange(0), default=1, help="Seed of the random numbers.")
@backend_option
@json_option
def command(
    game: str | None, every: bool, seconds: float | None, seed: int, as_json: bool,
    **wanted: object,
) -> None:  # fmt: skip
    """Measure uniform random play of GAME, in one process.

    Without GAME, the shipped game with the most powers is played. With --all, the figures are
    those of the slowest pair; with --json, `pairs` lists every pair.
    """
    from thesmos.cli.starting_point import largest_game, make_match
    from thesmos.play.backend import backend_named
    from thesmos.play.game import load
    from thesmos.tools.bench import bench

    if seconds is not None and math.isnan(seconds):
        raise UsageError("--seconds must be a number")
    name = game if game is not None else largest_game()
    loaded = load(name)
    asked = MatchArgs(name, **wanted)  # type: ignore[arg-type]
    if every:
        played = loaded.by(backend_named(asked.backend))
        rows = _all_pairs(played, seconds or SECONDS_A_PAIR, seed)
        _print_pairs(name, rows, as_json)
        return
    speed = bench(make_match(loaded, asked).backend, seconds or SECONDS, seed)
    if as_json:
        print_json({"game": name, "powers": asked.powers} | speed.to_json())
    else:
        click.echo(_phrase(speed))


def pairs_of(game: Game) -> list[Seating]:
    """Every pair of powers that may meet, including pairs with one power or none."""
    from thesmos.play.match_ups import pair_match_up

    slugs: list[str | None] = [None, *sorted(game.powers)]
    mode = game.mode(None, 2)
    pairs = ((a, b) for a, b in combinations_with_replacement(slugs, 2) if a is None or a != b)
    seated = (pair_match_up(game, mode, a, b) for a, b in pairs)
    return [seating for seating in seated if seating is not None]


def _all_pairs(game: Game, seconds: float, seed: int) -> list[Row]:
    """Measure every pair; slowest first."""
    from thesmos.tools.bench import bench

    pairs = pairs_of(game)
    rows: list[Row] = []
    with progress("measuring", len(pairs)) as move:
        for done, pair in enumerate(pairs, 1):
            name = ",".join(power or "none" for power in pair.powers)
            match = game.match(pair.powers, pair.mode, setup=dict(pair.setup))
            rows.append((name, bench(match.backend, seconds, seed)))
            move(done, name)
    return sorted(rows, key=_rate)


def _rate(row: Row) -> float:
    return row[1].decisions_per_second


def _print_pairs(name: str, rows: list[Row], as_json: bool) -> None:
    powers, slowest = rows[0]
    if as_json:
        pairs = [{"powers": powers} | speed.to_json() for powers, speed in rows]
        print_json({"game": name, "powers": powers} | slowest.to_json() | {"pairs": pairs})
        return
    for powers, speed in reversed(rows):
        click.echo(f"{powers:<40} {_phrase(speed)}")
    click.echo(f"slowest: {powers}")


def _phrase(speed: Speed) -> str:
    rate = number(round(speed.decisions_per_second))
    return f"{rate:>9} decisions/s, {speed.games_per_second:8.1f} games/s"
