"""`thesmos soak`: random games of every match-up, watched for what must always hold."""

from __future__ import annotations

import os

import click

from thesmos.cli.arguments import json_option
from thesmos.cli.output import number, print_json, progress
from thesmos.tools.soak import soak


@click.command("soak")
@click.argument("game")
@click.option("--games", type=click.IntRange(1, 1000), default=20, help="Games a match-up.")
@click.option("--jobs", type=click.IntRange(1, 256), help="Processes; one for each core.")
@json_option
@click.pass_context
def command(ctx: click.Context, game: str, games: int, jobs: int | None, as_json: bool) -> None:
    """Play random games of every match-up of GAME.

    Every pair of powers that may meet, and every power in each mode that allows it: without
    an error, a saved game that differs when restored, an option that the chooser can't know, or a
    view that tells what is hidden.
    """
    with progress("playing", None) as move:
        found = soak(
            game,
            games,
            jobs or os.cpu_count() or 1,
            lambda done, of: move(done, f"{done} of {of} match-ups"),
        )
    if as_json:
        print_json(found.as_json())
    else:
        for fault in found.faults:
            click.echo(f"{fault.seating}, seed {fault.seed}: {fault.what}")
        click.echo(
            f"{number(found.match_ups)} match-ups, {number(found.games)} games, "
            f"{number(found.decisions)} decisions, {len(found.faults)} faults"
        )
    ctx.exit(1 if found.faults else 0)
