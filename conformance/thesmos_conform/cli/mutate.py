"""`thesmos mutate`: make small changes to the spec, and see which the scenarios notice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from thesmos.cli.arguments import FILE, jobs_option, json_option
from thesmos.cli.output import print_json, progress
from thesmos.diagnostics import UsageError, number
from thesmos.files import make_folder
from thesmos.play.game import load
from thesmos_conform.cases.scenario_cases import scenario_folders
from thesmos_conform.cli.figures import MUTANTS, figures_file, save_figures
from thesmos_conform.cli.mutant_filter import filter_options, mutant_filter
from thesmos_conform.mutation.divergence import Divergence
from thesmos_conform.mutation.drafts import write_drafts
from thesmos_conform.mutation.measure import Figures, MutantFilter, Strength, killers_in, measure
from thesmos_conform.mutation.suite import HANGS
from thesmos_conform.mutation.verdict import DECISIONS, EQUIVALENT, KILLED, SURVIVED, MutantVerdict
from thesmos_conform.resources import equivalent_mutants_file


@click.command("mutate")
@click.argument("game")
@click.argument("paths", nargs=-1, type=FILE, metavar="[PATH…]")
@filter_options
@jobs_option
@click.option(
    "--decisions",
    type=click.IntRange(0),
    default=DECISIONS,
    show_default=True,
    help="Random decisions to compare for each mutant that no scenario notices.",
)
@click.option(
    "--min",
    "least",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Exit with 1 only if the score is lower.",
)
@click.option("--marks", type=FILE, metavar="FILE", help="The list of equivalent mutants.")
@click.option(
    "--drafts",
    type=FILE,
    metavar="FOLDER",
    help="Write the differences found as scenario drafts.",
)
@click.option("--save", is_flag=True, help="Save the figures of a full run for the rule book.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    game: str,
    paths: tuple[Path, ...],
    least: float | None,
    drafts: Path | None,
    save: bool,
    as_json: bool,
    **how: Any,
) -> None:
    """Change the spec of GAME place by place, and see which changes its scenarios notice.

    PATH…: scenarios, or folders of them; without PATH, all of the game, shipped or in its own
    folder. The exit code is 1 if a change survives, or with --min if the score is below it.
    """
    wanted = mutant_filter(how)
    if save and (paths or not wanted.everything):
        what = "leave out PATH, --powers, --tag, --clause and --sample"
        raise UsageError("--save is for a full run", what)
    if drafts is not None:
        make_folder(drafts)  # now, rather than after hours of work
    strength = _measured(game, list(paths), wanted, how)
    if drafts is not None:
        count = write_drafts(drafts, game, strength.of(SURVIVED))
        click.echo(f"{count} drafts written to {drafts}", err=True)
    if save:
        click.echo(
            f"written to {save_figures(strength.game, MUTANTS, strength.as_json())}", err=True
        )
    if as_json:
        print_json(strength.as_json())
    else:
        _print(strength)
    below = strength.figures.score < least if least is not None else bool(strength.of(SURVIVED))
    ctx.exit(1 if below else 0)


def _measured(
    game: str, paths: list[Path], wanted: MutantFilter, how: Mapping[str, Any]
) -> Strength:
    """Return the results for all mutants, with progress."""
    loaded = load(game)
    with progress("changing the spec", None) as move:
        return measure(
            loaded,
            paths or scenario_folders(loaded),
            wanted,
            how["marks"] or equivalent_mutants_file(),
            how["jobs"],
            how["decisions"],
            lambda done, of, verdicts: move(done, _so_far(done, of, verdicts)),
            killers_in(figures_file(loaded, MUTANTS)),
        )


def _so_far(done: int, of: int, verdicts: Sequence[MutantVerdict]) -> str:
    survived = sum(verdict.status == SURVIVED for verdict in verdicts)
    return f"{number(done)} of {number(of)} mutants, {number(survived)} survive"


def _print(strength: Strength) -> None:
    unit = ""
    for verdict in strength.of(SURVIVED):
        if verdict.mutant.unit != unit:
            unit = verdict.mutant.unit
            click.echo(f"\n{verdict.mutant.location}: {unit}")
        _survivor(verdict)
    click.echo()
    for card, figures in strength.cards().items():
        if figures.survived:
            click.echo(_line(card, figures))
    for tag, figures in strength.tags().items():
        if figures.mutants:
            click.echo(_line(f"tagged {tag}", figures))
    click.echo(_line("all", strength.figures))
    hung = sum(verdict.how == HANGS for verdict in strength.of(KILLED))
    proved = sum(bool(verdict.because) for verdict in strength.of(EQUIVALENT))
    click.echo(
        f"{proved} of the equivalent ones are proved, no difference was found in the others; "
        f"{hung} of the killed ones did not end"
    )


def _survivor(verdict: MutantVerdict) -> None:
    mutant, divergence = verdict.mutant, verdict.divergence
    click.echo(f"  {mutant.id}")
    for line in mutant.before:
        click.echo(f"    - {line}")
    for line in mutant.after:
        click.echo(f"    + {line}")
    if divergence is not None:
        click.echo(f"    {_difference(divergence)} (--drafts shows it)")
    elif verdict.how == HANGS:
        click.echo("    the search for a difference ran out of time")
    else:
        click.echo(f"    no difference in {number(verdict.decisions)} random decisions")


def _difference(divergence: Divergence) -> str:
    powers = " against ".join(power or "none" for power in divergence.start.powers)
    after = f"after {', '.join(divergence.moves)}" if divergence.moves else "at the start"
    return f"{powers or 'no powers'}, {after}: differs in `{divergence.kind}`"


def _line(name: str, figures: Figures) -> str:
    same = f", {figures.equivalent} equivalent" if figures.equivalent else ""
    able = figures.killed + figures.survived
    return f"{name}: {figures.killed} of {able} killed, {figures.score} %{same}"
