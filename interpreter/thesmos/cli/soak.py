"""`thesmos soak`: play random games of every match-up and check invariants."""

from __future__ import annotations

import os

import click

from thesmos.cli.arguments import json_option
from thesmos.cli.output import counted, number, print_json, progress


@click.command("soak")
@click.argument("game")
@click.option("--games", type=click.IntRange(1, 1000), default=20, help="Games for each match-up.")
@click.option("--jobs", type=click.IntRange(1, 256),
              help="Number of processes. Default: one for each CPU.")  # fmt: skip
@json_option
@click.pass_context
def command(ctx: click.Context, game: str, games: int, jobs: int | None, as_json: bool) -> None:
    """Play random games of every match-up of GAME and check what must always hold.

    Every pair of powers that may meet is played, and every power in each mode that allows it. No
    game may raise an error, differ after saving and restoring, offer an option that the chooser
    can't know, or show a player what is hidden from them. The exit code is 1 if one does.
    """
    from thesmos.tools.soak import soak

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
        for failure in found.failures:
            click.echo(f"{failure.match_up}, seed {failure.seed}: {failure.message}")
        click.echo(
            f"{number(found.match_ups)} match-ups, {number(found.games)} games, "
            f"{number(found.decisions)} decisions, {counted(len(found.failures), 'failure')}"
        )
    ctx.exit(1 if found.failures else 0)
