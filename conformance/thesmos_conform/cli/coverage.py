"""`thesmos coverage`: which clauses the scenarios cite, fire and need, and which powers meet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from thesmos.cli.arguments import FILE, jobs_option, json_option
from thesmos.cli.output import print_json, progress
from thesmos.diagnostics import UsageError, counted
from thesmos.play.game import Game, load
from thesmos_conform.cases.scenario_cases import scenario_folders
from thesmos_conform.cli.figures import COVERAGE, save_figures
from thesmos_conform.mutation.coverage import Coverage, coverage
from thesmos_conform.mutation.measure import spec_hash

if TYPE_CHECKING:
    from thesmos.tools.process_pool import Jobs


@click.command("coverage")
@click.argument("game")
@click.argument("paths", nargs=-1, type=FILE, metavar="[PATH…]")
@click.option("--powers", metavar="A,B", default="", help="Only the clauses of these cards.")
@jobs_option
@click.option(
    "--min",
    "least",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Exit with 1 only if fewer clauses are asserted.",
)
@click.option("--save", is_flag=True, help="Save the table of a full run for the rule book.")
@json_option
@click.pass_context
def command(
    ctx: click.Context, game: str, paths: tuple[Path, ...], powers: str, jobs: Jobs,
    least: float | None, save: bool, as_json: bool,
) -> None:  # fmt: skip
    """Remove each clause and rule of GAME in turn, and see which scenarios then fail.

    PATH…: scenarios, or folders of them; without PATH, all of the game, shipped or in its own
    folder. The exit code is 1 if some clause can be removed without any scenario failing.
    """
    if save and (powers or paths):
        raise UsageError("--save is for a full run", "leave out --powers and PATH")
    loaded = load(game)
    with progress("removing clauses", None) as move:
        figures = coverage(
            loaded,
            list(paths) or scenario_folders(loaded),
            [slug for slug in powers.split(",") if slug],
            jobs,
            lambda done, of: move(done, f"{done} of {of} clauses"),
        )
    if save:
        click.echo(f"written to {_save(loaded, figures)}", err=True)
    if as_json:
        print_json(figures.as_json())
    else:
        _print(figures, loaded.slug)
    percent = 100 * figures.asserted / max(len(figures.covers), 1)
    below = percent < least if least is not None else bool(figures.missed)
    ctx.exit(1 if below else 0)


def _print(figures: Coverage, base: str) -> None:
    for cover in figures.missed:
        cited = "cited, " if cover.cited else ""
        scenarios = counted(len(cover.fired_in), "scenario")
        fired = f"fired in {scenarios}, but " if cover.fired_in else ""
        click.echo(f"{cover.place}: {cover.id}: {cited}{fired}nothing fails without it")
    for card, scenario in figures.by_one(base).items():
        click.echo(f"{card}: only one scenario needs its clauses: {scenario}")
    table = figures.as_json()
    pairs = table["pairs"]
    click.echo(
        f"{len(figures.covers)} clauses and rules: {table['cited']} cited, {table['fired']} fired, "
        f"{figures.asserted} asserted by a scenario"
    )
    click.echo(
        f"{pairs['possible']} pairs of powers: {pairs['met']} met in a scenario, "
        f"{pairs['fired']} fired in one together"
    )


def _save(game: Game, figures: Coverage) -> Path:
    head = {"thesmos": "coverage", "version": 1, "game": game.slug, "spec": spec_hash(game)}
    table = figures.as_json()
    for cover in table["covers"]:  # keep folders of this machine out of a shared file
        cover["place"] = cover["place"].removeprefix(f"{game.path}/")
    return save_figures(game, COVERAGE, {**head, **table})
