"""`thesmos soak`: play random games of every match-up, or of random specs, and check invariants."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from thesmos.cli.arguments import (
    BACKENDS,
    POSITION_HELP,
    MatchArgs,
    backend_option,
    impossible_option,
    jobs_option,
    json_option,
    match_options,
    read_pairs,
    read_position,
    read_powers,
)
from thesmos.cli.output import print_json, progress
from thesmos.cli.plugins import extension, extensions
from thesmos.diagnostics import UsageError, counted, number

if TYPE_CHECKING:
    from thesmos.tools.alike_pairs import Surface
    from thesmos.tools.process_pool import Jobs
    from thesmos.tools.soak import SoakFailure, SoakReport, Start

SURFACES = "thesmos.surfaces"  # the group of what shows states in other packages
NEVER = {
    "steps": "steps never reached",
    "actions": "actions never taken",
    "clauses": "clauses that never held",
}


@click.command("soak")
@click.argument("game", required=False)
@click.option("--games", type=click.IntRange(1, 1000), default=20, help="Games for each match-up.")
@click.option("--random-specs", "specs", type=click.IntRange(1, 1_000_000), metavar="N",
              help="Generate N random games, or powers for GAME; play the valid ones.")  # fmt: skip
@click.option(
    "--seed",
    type=click.IntRange(0),
    help="Seed of the first game (1), or of the first random spec (0).",
)
@click.option(
    "--checked",
    is_flag=True,
    help="With --random-specs: test every index while playing, which takes longer.",
)
@impossible_option
@click.option("--position", metavar="FILE|LINE", help=POSITION_HELP)
@match_options
@jobs_option
@backend_option
@json_option
@click.pass_context
def command(  # noqa: PLR0913, PLR0917 - one for each option
    ctx: click.Context,
    /,
    game: str | None,
    games: int,
    specs: int | None,
    seed: int | None,
    checked: bool,
    jobs: Jobs,
    backend: str,
    as_json: bool,
    **wanted: Any,
) -> None:
    """Play random games of every match-up of GAME and check what must always hold.

    Every pair of powers that may meet is played, and every power in each mode that allows it; or
    only the match-up that the options name. No game may raise an error, differ after saving and
    restoring, offer an option that the chooser can't know, or show a player what is hidden from
    them. The exit code is 1 if any game does. In every second game, random players choose an action
    first, then one of its options. Games are cut off after 600 decisions. Steps, actions and
    clauses that no game reached are listed.
    """
    if game is None and specs is None:
        raise UsageError(
            "`soak` needs a game or `--random-specs`", "such as `soak --random-specs 100`"
        )
    if specs is not None:
        if backend != BACKENDS[0]:
            raise UsageError("--backend is for the match-ups of a game", "leave it out here")
        faults = _random_specs(game, specs, seed or 0, jobs, as_json, checked)
    elif checked:
        raise UsageError("--checked is for random specs", "add --random-specs, or leave it out")
    else:
        assert game is not None
        first = 1 if seed is None else seed
        faults = _match_ups(
            range(first, first + games), jobs, as_json, backend, MatchArgs(game, **wanted)
        )
    ctx.exit(1 if faults else 0)


def _match_ups(seeds: range, jobs: Jobs, as_json: bool, backend: str, wanted: MatchArgs) -> int:
    """Play a game; return the number of failures.

    seeds: of the games of each match-up. wanted: limits it to the match-up that it names.
    """
    from thesmos.tools.soak import LIMIT, soak

    with progress("playing", None) as move:
        report = soak(
            wanted.game, len(seeds), jobs,
            lambda done, of: move(done, f"{done} of {of} match-ups"), backend,
            None if wanted == MatchArgs(wanted.game) else _start(wanted), surfaces(), seeds[0],
        )  # fmt: skip
    if as_json:
        print_json(report.as_json())
    else:
        for failure in report.failures:
            click.echo(f"{failure.match_up}, seed {failure.seed}: {failure.message}")
            click.echo(f"    {_again(failure, seeds, wanted)}")
        click.echo(
            f"{number(report.match_ups)} match-ups, {number(report.games)} games, "
            f"{number(report.decisions)} decisions, {counted(len(report.failures), 'failure')}"
        )
        if report.cut_off:
            cut_off = counted(report.cut_off, "game")
            click.echo(f"{cut_off} of them cut off after {LIMIT} decisions, which were not over")
        if report.chance:
            decided = report.decisions - report.chance
            click.echo(
                f"chance: {number(report.chance)} of the decisions "
                f"({100 * report.chance / report.decisions:.1f} %); with each run of outcomes as "
                f"one, {number(report.runs)} ({100 * report.runs / (decided + report.runs):.1f} %)"
            )
        for line in _alike_lines(report):
            click.echo(line)
        for kind, names in report.never.items():
            if names:
                click.echo(f"{NEVER[kind]}: {', '.join(names)}")
    return len(report.failures)


def _again(failure: SoakFailure, seeds: range, wanted: MatchArgs) -> str:
    """Return the command that plays the game of a failure again."""
    seating, powers = failure.seating, [power or "none" for power in failure.seating.powers]
    words = ["soak", wanted.game, "--powers", ",".join(powers), "--mode", seating.mode]
    for name, value in seating.setup:
        words += ["--setup", f"{name}={value}"]
    for option in wanted.options:
        words += ["--option", option]
    if wanted.position is not None:
        words += ["--position", wanted.position]
    words += ["--any-match-up"] * wanted.any_match_up + ["--impossible"] * wanted.impossible
    games, seed = (1, failure.seed) if failure.seed else (len(seeds), seeds[0])
    return shlex.join(["thesmos", *words, "--games", str(games), "--seed", str(seed)])


def surfaces() -> list[Surface]:
    """Return all that shows states to players: of this package, then of others."""
    from thesmos.cli.play_surface import PLAY
    from thesmos.tools.library_surface import LIBRARY

    others = (load() for load in extensions(SURFACES).values())
    return [LIBRARY, PLAY, *(surface for surface in others if surface is not None)]


def _alike_lines(report: SoakReport) -> Iterator[str]:
    """Yield where states that look alike were compared, and where they were not."""
    for pairs, names in groupby(report.alike, report.alike.__getitem__):
        if pairs:
            shown = counted(pairs, "pair")
            yield f"{shown} of states that look the same, compared in {', '.join(names)}"
    for lack, names in groupby(report.lacking, report.lacking.__getitem__):
        yield f"not looked at without {lack}: {', '.join(names)}"


def _start(wanted: MatchArgs) -> Start:
    """Return the start of the games that the command line describes. Raises UsageError."""
    from thesmos.cli.starting_point import make_match
    from thesmos.play.game import load
    from thesmos.play.match_ups import Seating
    from thesmos.tools.soak import Start

    match = make_match(load(wanted.game), wanted)
    setup = tuple(read_pairs(wanted.setup).items())
    powers = read_powers(wanted.powers) or [None] * match.linked.players
    position = None
    if wanted.position is not None:
        position = read_position(wanted.position, match, impossible=wanted.impossible)
        # report errors in it at once
        match.load(position, allow_impossible=wanted.impossible)
    seating = Seating(tuple(powers), match.linked.mode.slug, setup)
    options = tuple(read_pairs(wanted.options).items())
    return Start(seating, options, position, wanted.any_match_up, wanted.impossible)


def _random_specs(
    game: str | None, specs: int, seed: int, jobs: Jobs, as_json: bool, checked: bool
) -> int:
    """Play random specs; return the number of faults. Raises UsageError outside a checkout."""
    random_specs = extension("thesmos.soak", "random_specs")
    if random_specs is None:
        raise UsageError(
            "what makes random specs is not installed", "run this in a checkout of the repository"
        )

    with progress("playing", None) as move:
        report = random_specs(
            specs, seed, jobs, lambda done, of: move(done, f"{done} of {of} random specs"), game,
            checked,
        )  # fmt: skip
    if as_json:
        print_json(report.as_json())
    else:
        for fault in report.faults:
            click.echo(f"seed {fault.seed}: {fault.message}")
            click.echo(fault.text, nl=False)
        click.echo(
            f"{number(report.specs)} specs, {number(report.accepted)} accepted, "
            f"{number(report.decisions)} decisions, {number(report.clauses)} clauses of which "
            f"{number(report.fired)} took effect, {counted(len(report.faults), 'fault')}"
        )
    return len(report.faults)
