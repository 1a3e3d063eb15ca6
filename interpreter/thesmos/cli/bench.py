"""`thesmos bench`: measure the speed of random play."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations_with_replacement
from pathlib import Path
from typing import TYPE_CHECKING

import click

from thesmos.cli.arguments import MatchArgs, backend_option, json_option, match_options
from thesmos.cli.output import print_json, progress
from thesmos.diagnostics import UsageError, number

if TYPE_CHECKING:
    from thesmos.play.game import Game
    from thesmos.play.match_ups import Seating
    from thesmos.play.protocols import Setup
    from thesmos.tools.bench import CompileTime, Speed

    Row = tuple[str, Speed]

SECONDS = 3.0
SECONDS_A_PAIR = 0.3


@click.command("bench")
@click.argument("game", required=False)
@match_options
@click.option("--all", "every", is_flag=True, help="Measure every pair of powers that may meet.")
@click.option(
    "--compile",
    "compiling",
    is_flag=True,
    help="Measure how long linking and compiling take, for the match-up of --powers or every pair.",
)
@click.option(
    "--records",
    multiple=True,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="With --compile: the match-ups of these recorded games instead. Repeatable.",
)
@click.option("--seconds", type=click.FloatRange(0.01, 600), help="How long to play each match-up.")
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="Seed of the random numbers.",
)
@backend_option
@json_option
def command(
    game: str | None, every: bool, compiling: bool, records: tuple[Path, ...],
    seconds: float | None, seed: int, as_json: bool, **wanted: object,
) -> None:  # fmt: skip
    """Measure uniform random play of GAME, in one process.

    Without GAME, the shipped game with the most powers is played. With --all, the figures are
    those of the slowest pair; with --json, `pairs` lists every pair. With --compile, nothing is
    played.
    """
    from thesmos.cli.starting_point import largest_game, make_match
    from thesmos.play.backend import backend_named
    from thesmos.play.game import load
    from thesmos.tools.bench import bench

    if seconds is not None and math.isnan(seconds):
        raise UsageError("--seconds must be a number")
    name = game if game is not None else largest_game()
    loaded = load(name)
    if records and not compiling:
        raise UsageError("--records is for --compile", "add --compile")
    args = MatchArgs(name, **wanted)  # type: ignore[arg-type]
    if compiling:
        _print_compile_time(name, _compile_time(loaded, args, records), as_json)
        return
    if every:
        played = loaded.by(backend_named(args.backend))
        rows = _all_pairs(played, seconds or SECONDS_A_PAIR, seed)
        _print_pairs(name, rows, as_json)
        return
    speed = bench(make_match(loaded, args).backend, seconds or SECONDS, seed)
    if as_json:
        print_json({"game": name, "powers": args.powers} | speed.as_json())
    else:
        click.echo(_phrase(speed))


def pairs_of(game: Game) -> list[Seating]:
    """Return every pair of powers that may meet, including pairs with one power or none."""
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
            name = _name(pair.powers)
            match = game.match(pair.powers, pair.mode, setup=dict(pair.setup))
            rows.append((name, bench(match.backend, seconds, seed)))
            move(done, name)
    return sorted(rows, key=_rate)


def _compile_time(game: Game, args: MatchArgs, records: Sequence[Path]) -> CompileTime:
    """Measure the match-ups of recorded games, the one asked for, or every pair."""
    from thesmos.cli.starting_point import make_match
    from thesmos.tools.bench import compile_time

    def of_pair(pair: Seating) -> object:
        return game.match(pair.powers, pair.mode, setup=dict(pair.setup)).backend

    if records:
        return compile_time(_recorded(game, records))
    if args.powers is not None:
        return compile_time([(args.powers, lambda: make_match(game, args).backend)])
    return compile_time((_name(pair.powers), partial(of_pair, pair)) for pair in pairs_of(game))


def _recorded(game: Game, records: Sequence[Path]) -> list[tuple[str, Callable[[], object]]]:
    """Return the match-ups of recorded games, each once."""
    from thesmos.record.format import parse_line
    from thesmos.record.lines import read_lines
    from thesmos.record.matches import match_from_setup
    from thesmos.tools.record_batches import setup_in

    def of_setup(setup: Setup) -> object:
        return match_from_setup(game, setup).start()

    match_ups: dict[bytes, tuple[str, Callable[[], object]]] = {}
    for path in records:
        if not path.is_file():
            raise UsageError(f"there is no file {path}")
        for line in read_lines(path):
            key = setup_in(line.text)
            if key not in match_ups:
                setup = parse_line(line)["setup"]
                match_ups[key] = _name(setup["powers"]), partial(of_setup, setup)
    if not match_ups:
        raise UsageError("the files have no recorded games", "name other files")
    return [*match_ups.values()]


def _name(powers: Sequence[str | None]) -> str:
    return ",".join(power or "none" for power in powers)


def _print_compile_time(name: str, measured: CompileTime, as_json: bool) -> None:
    if as_json:
        print_json({"game": name} | measured.as_json())
        return
    click.echo(f"{number(measured.match_ups)} match-ups, {measured.mean:.1f} ms each")
    click.echo(f"slowest: {measured.slowest}, {measured.worst:.0f} ms")
    click.echo(f"a million rounds of an empty loop: {measured.calibration:.1f} ms")


def _rate(row: Row) -> float:
    return row[1].decisions_per_second


def _print_pairs(name: str, rows: list[Row], as_json: bool) -> None:
    powers, slowest = rows[0]
    if as_json:
        pairs = [{"powers": powers} | speed.as_json() for powers, speed in rows]
        print_json({"game": name, "powers": powers} | slowest.as_json() | {"pairs": pairs})
        return
    for powers, speed in reversed(rows):
        click.echo(f"{powers:<40} {_phrase(speed)}")
    click.echo(f"slowest: {powers}")


def _phrase(speed: Speed) -> str:
    rate = number(round(speed.decisions_per_second))
    return f"{rate:>9} decisions/s, {speed.games_per_second:8.1f} games/s"
