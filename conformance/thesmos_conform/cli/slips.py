"""`thesmos slips`: plant mistakes in the rules, and see which of them `fuzz` finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import click

from thesmos.cli.arguments import FILE, jobs_option, json_option
from thesmos.cli.output import print_json, progress
from thesmos.diagnostics import UsageError, counted, number
from thesmos.play.game import Game, load
from thesmos_conform.cli.figures import SLIPS, save_figures
from thesmos_conform.cli.mutant_filter import filter_options, mutant_filter
from thesmos_conform.mutation.mutants import Mutant
from thesmos_conform.mutation.verdict import DECISIONS
from thesmos_conform.resources import equivalent_mutants_file
from thesmos_conform.slips.judge import FOUND, MISSED, RARE, SlipVerdict
from thesmos_conform.slips.measure import SlipsFound, chosen_slips, slips_found
from thesmos_conform.slips.timed_games import TimedGame, timed_games

GAMES = 1000


@click.command("slips")
@click.argument("game")
@filter_options
@click.option("--only", "ids", multiple=True, metavar="ID", help="Only this slip. Repeatable.")
@click.option("--games", type=click.IntRange(1), default=GAMES, show_default=True, metavar="N",
              help="The first N games that fuzz plays.")  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the games.")
@jobs_option
@click.option(
    "--decisions",
    type=click.IntRange(0),
    default=DECISIONS,
    show_default=True,
    help="Decisions of random play for each slip that is not found.",
)
@click.option("--marks", type=FILE, metavar="FILE", help="The list of equivalent mutants.")
@click.option("--save", is_flag=True, help="Save the figures.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    game: str,
    games: int,
    seed: int,
    save: bool,
    as_json: bool,
    **how: Any,
) -> None:
    """Plant slips in the rules of GAME, one at a time, and see which of them fuzz finds.

    A slip is a change that `mutate` makes. All are asked about the same games: those that `thesmos
    fuzz` plays first. The exit code is 1 if fuzz misses one that random play can notice.
    """
    wanted = mutant_filter(how, how["ids"])
    if save and not replace(wanted, sample=None).everything:
        what = "leave out --powers, --tag, --clause and --only"
        raise UsageError("--save is for all slips, or a sample of them", what)
    loaded = load(game)
    slips = chosen_slips(loaded, wanted, how["marks"] or equivalent_mutants_file())
    with progress("playing", games) as move:
        played = timed_games(loaded, games, seed, lambda done: move(done, ""))
    outcome = _measured(loaded, played, slips, seed, how)
    if save:
        click.echo(f"written to {save_figures(loaded, SLIPS, outcome.as_json())}", err=True)
    if as_json:
        print_json(outcome.as_json())
    else:
        _print(outcome)
    ctx.exit(1 if outcome.of(MISSED) else 0)


def _measured(
    game: Game,
    games: Sequence[TimedGame],
    slips: Sequence[Mutant],
    seed: int,
    how: Mapping[str, Any],
) -> SlipsFound:
    """Return the results for all slips, with progress."""
    with progress("planting slips", None) as move:
        return slips_found(
            game,
            games,
            slips,
            how["jobs"],
            seed,
            how["decisions"],
            lambda done, of, verdicts: move(done, _so_far(done, of, verdicts)),
        )


def _so_far(done: int, of: int, verdicts: Sequence[SlipVerdict]) -> str:
    count = sum(verdict.status == FOUND for verdict in verdicts)
    return f"{number(done)} of {number(of)} slips, {number(count)} found"


def _print(slips: SlipsFound) -> None:
    for verdict in slips.verdicts:
        if verdict.status != FOUND:
            click.echo(f"{verdict.mutant.location}: {verdict.status}: {verdict.mutant.id}")
            for line in verdict.mutant.before:
                click.echo(f"    - {line}")
            for line in verdict.mutant.after:
                click.echo(f"    + {line}")
    found, rare = len(slips.of(FOUND)), counted(len(slips.of(RARE)), "slip")
    every, missed = counted(len(slips.verdicts), "slip"), len(slips.of(MISSED))
    click.echo(f"{counted(slips.games, 'game')}, {slips.seconds:.0f} seconds of processor time")
    click.echo(f"{number(found)} of {every} found, the last after {slips.slowest:.0f} seconds")
    click.echo(f"{number(missed)} missed; random play does not tell {rare}: {slips.score} %")
    if slips.largest:
        parts = ", ".join(f"{name} {size}" for name, size in slips.largest.items())
        click.echo(f"made small to at most: {parts}")
