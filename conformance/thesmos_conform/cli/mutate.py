"""`thesmos mutate`: make small changes to the spec, and see which of them are noticed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from thesmos.cli.arguments import FILE, jobs_option, json_option
from thesmos.cli.output import print_json, progress
from thesmos.diagnostics import UsageError, counted, number
from thesmos.files import make_folder
from thesmos.play.game import Game, load
from thesmos_conform.cases.scenario_cases import scenario_folders
from thesmos_conform.cli.figures import FUZZ, MUTANTS, figures_file, save_figures
from thesmos_conform.mutation.by_fuzz import FuzzStrength, measure_by_fuzz
from thesmos_conform.mutation.divergence import Divergence
from thesmos_conform.mutation.drafts import write_drafts
from thesmos_conform.mutation.measure import (
    BY_FUZZ,
    BY_SCENARIOS,
    Figures,
    MutantFilter,
    Strength,
    SuiteStrength,
    killers_in,
    measure,
)
from thesmos_conform.mutation.suite import HANGS
from thesmos_conform.mutation.timed_games import TimedGame, timed_games
from thesmos_conform.mutation.verdict import DECISIONS, EQUIVALENT, KILLED, SURVIVED, MutantVerdict
from thesmos_conform.resources import equivalent_mutants_file

GAMES = 1000  # of fuzz


@click.command("mutate")
@click.argument("game")
@click.argument("paths", nargs=-1, type=FILE, metavar="[PATH…]")
@click.option("--by", type=click.Choice([BY_SCENARIOS, BY_FUZZ]), default=BY_SCENARIOS,
              help="Who has to notice: the scenarios, or the games of fuzz.")  # fmt: skip
@click.option(
    "--powers",
    metavar="A,B",
    default="",
    help="Only these cards; the game's name selects its base rules.",
)
@click.option("--tag", default="", help="Only cards with this tag.")
@click.option("--clause", default="", metavar="ID", help="Only this clause.")
@click.option("--only", "ids", multiple=True, metavar="ID", help="Only this change. Repeatable.")
@click.option("--sample", type=click.IntRange(1), metavar="N",
              help="Only N of them, chosen at random.")  # fmt: skip
@click.option("--games", type=click.IntRange(1), metavar="N",
              help=f"With --by fuzz: the first N games that it plays ({GAMES}).")  # fmt: skip
@click.option("--seed", type=int, help="With --by fuzz: the seed of the games (1).")
@jobs_option
@click.option(
    "--decisions",
    type=click.IntRange(0),
    default=DECISIONS,
    show_default=True,
    help="Random decisions to compare for each mutant that is not noticed.",
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
@click.option("--save", is_flag=True, help="Save the figures of a full run.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    game: str,
    paths: tuple[Path, ...],
    by: str,
    least: float | None,
    drafts: Path | None,
    save: bool,
    as_json: bool,
    **how: Any,
) -> None:
    """Change the spec of GAME place by place, and see which changes its scenarios notice.

    PATH…: scenarios, or folders of them; without PATH, all of the game, shipped or in its own
    folder. With `--by fuzz`, games are asked instead: those that `thesmos fuzz` plays first. The
    exit code is 1 if a change survives, or with --min if the score is below it.
    """
    cards = tuple(word for word in how["powers"].split(",") if word)
    wanted = MutantFilter(cards, how["tag"], how["clause"], how["sample"], how["ids"])
    _check(by, paths, wanted, save, how)
    if drafts is not None:
        make_folder(drafts)  # now, rather than after hours of work
    loaded = load(game)
    if by == BY_FUZZ:
        strength: Strength = _measured_by_fuzz(loaded, wanted, how)
    else:
        strength = _measured(loaded, list(paths), wanted, how)
    if drafts is not None:
        count = write_drafts(drafts, game, strength.of(SURVIVED))
        click.echo(f"{count} drafts written to {drafts}", err=True)
    if save:
        file = save_figures(loaded, FUZZ if by == BY_FUZZ else MUTANTS, strength.as_json())
        click.echo(f"written to {file}", err=True)
    if as_json:
        print_json(strength.as_json())
    else:
        _print(strength)
    below = strength.figures.score < least if least is not None else bool(strength.of(SURVIVED))
    ctx.exit(1 if below else 0)


def _check(
    by: str, paths: Sequence[Path], wanted: MutantFilter, save: bool, how: Mapping[str, Any]
) -> None:
    """Raise UsageError for options that do not fit together."""
    if by == BY_FUZZ:
        if paths:
            raise UsageError("PATH names scenarios, which `--by fuzz` does not ask", "leave it out")
        if save and not replace(wanted, sample=None).everything:
            what = "leave out --powers, --tag, --clause and --only"
            raise UsageError("--save is for all changes, or a sample of them", what)
        return
    if how["games"] is not None or how["seed"] is not None:
        raise UsageError("--games and --seed are for games of fuzz", "add `--by fuzz`")
    if save and (paths or not wanted.everything):
        what = "leave out PATH, --powers, --tag, --clause, --only and --sample"
        raise UsageError("--save is for a full run", what)


def _measured(
    game: Game, paths: list[Path], wanted: MutantFilter, how: Mapping[str, Any]
) -> SuiteStrength:
    """Return what scenarios notice, with progress."""
    with progress("changing the spec", None) as move:
        return measure(
            game,
            paths or scenario_folders(game),
            wanted,
            how["marks"] or equivalent_mutants_file(),
            how["jobs"],
            how["decisions"],
            lambda done, of, verdicts: move(done, _so_far(done, of, verdicts)),
            killers_in(figures_file(game, MUTANTS)),
        )


def _measured_by_fuzz(game: Game, wanted: MutantFilter, how: Mapping[str, Any]) -> FuzzStrength:
    """Return what games of `fuzz` notice, with progress."""
    count, seed = how["games"] or GAMES, 1 if how["seed"] is None else how["seed"]

    def play_games() -> list[TimedGame]:
        with progress("playing", count) as move:
            return timed_games(game, count, seed, lambda done: move(done, ""))

    with progress("changing the spec", None) as move:
        return measure_by_fuzz(
            game,
            play_games,
            seed,
            wanted,
            how["marks"] or equivalent_mutants_file(),
            how["jobs"],
            how["decisions"],
            lambda done, of, verdicts: move(done, _so_far(done, of, verdicts)),
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
    if isinstance(strength, FuzzStrength):
        click.echo(
            f"{counted(strength.games, 'game')}, {strength.seconds:.0f} seconds of processor time; "
            f"the last that kills after {strength.slowest:.0f}"
        )
        if strength.largest:
            parts = ", ".join(f"{name} {size}" for name, size in strength.largest.items())
            click.echo(f"made small to at most: {parts}")


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
