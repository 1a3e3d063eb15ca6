"""`thesmos coverage`: which clauses the scenarios cite, and which they would miss."""

from __future__ import annotations

from pathlib import Path

import click

from thesmos.cli.given import FILE, json_option
from thesmos.cli.out import print_json, progress
from thesmos.home import scenarios_dir
from thesmos.use.coverage import coverage


@click.command("coverage")
@click.argument("game")
@click.argument("paths", nargs=-1, type=FILE, metavar="[PATH…]")
@click.option("--powers", metavar="A,B", default="", help="Only the clauses of these cards.")
@json_option
@click.pass_context
def command(
    ctx: click.Context, game: str, paths: tuple[Path, ...], powers: str, as_json: bool
) -> None:
    """Take away each clause of GAME in turn, and see which scenario fails without it.

    PATH…: scenarios, or folders of them; without PATH, all shipped ones of the game. The exit
    code is 1 if some clause could be taken away and nobody would notice.
    """
    wanted = [slug for slug in powers.split(",") if slug]
    with progress("taking clauses away", None) as move:
        covers = coverage(
            game,
            list(paths) or [scenarios_dir()],
            wanted,
            lambda done, of: move(done, f"{done} of {of} clauses"),
        )
    missed = [c for c in covers if c.asserted_by is None]
    if as_json:
        print_json(
            {
                "clauses": len(covers),
                "cited": sum(c.cited > 0 for c in covers),
                "asserted": len(covers) - len(missed),
                "covers": [c.as_json() for c in covers],
            }
        )
    else:
        for cover in missed:
            cited = "cited, but " if cover.cited else ""
            click.echo(f"{cover.place}: {cover.id}: {cited}nothing fails without it")
        asserted = len(covers) - len(missed)
        click.echo(f"{asserted} of {len(covers)} clauses are asserted by a scenario")
    ctx.exit(1 if missed else 0)
