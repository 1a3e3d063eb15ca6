"""`thesmos pairs`: pairs of powers that touch, and which of them meet nowhere."""

from __future__ import annotations

from pathlib import Path

import click

from thesmos.cli.arguments import FILE, json_option
from thesmos.cli.output import print_json
from thesmos.play.game import load
from thesmos_conform.cases.scenario_cases import scenario_folders
from thesmos_conform.cases.touching import meetings
from thesmos_conform.cli.figures import PAIRS, save_figures
from thesmos_conform.mutation.measure import spec_hash


@click.command("pairs")
@click.argument("game")
@click.argument("paths", nargs=-1, type=FILE, metavar="[PATH…]")
@click.option("--records", type=FILE, multiple=True, metavar="FILE",
              help="Recorded games to search as well. Repeatable.")  # fmt: skip
@click.option("--save", is_flag=True, help="Save the figures.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    paths: tuple[Path, ...],
    records: tuple[Path, ...],
    save: bool,
    as_json: bool,
) -> None:
    """List the pairs of powers of GAME that touch, but meet in no scenario and no record.

    Two powers touch if one reads what the other writes, and both may be in play in a game for two.
    PATH…: scenarios, or folders of them; without PATH, all of the game, shipped or in its own
    folder. The exit code is 1 if a pair meets nowhere.
    """
    loaded = load(game)
    met = meetings(loaded, list(paths) or scenario_folders(loaded), records)
    if save:
        head = {"thesmos": "pairs", "version": 1, "game": loaded.slug, "spec": spec_hash(loaded)}
        click.echo(f"written to {save_figures(loaded, PAIRS, {**head, **met.as_json()})}", err=True)
    if as_json:
        print_json(met.as_json())
        ctx.exit(1 if met.missing else 0)
    for power, other in met.missing:
        click.echo(f"{power} and {other} touch, but meet nowhere")
    click.echo(
        f"{met.possible} pairs of powers, of which {len(met.touching)} touch: "
        f"{len(met.in_scenarios)} meet in a scenario, {len(met.in_records)} in a record, "
        f"{len(met.missing)} in neither"
    )
    ctx.exit(1 if met.missing else 0)
