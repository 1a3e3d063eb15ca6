"""`thesmos replay`: replay recorded games and compare every decision."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from thesmos.cli.arguments import (
    FILE,
    backend_option,
    follow_option,
    jobs_option,
    json_option,
    read_pairs,
)
from thesmos.cli.output import print_json, print_lines, progress
from thesmos.diagnostics import number

if TYPE_CHECKING:
    from thesmos.tools.process_pool import Jobs
    from thesmos.tools.replay_files import ReplayReport

IN_FULL = 5  # disagreements shown with their boards
IN_SHORT = 40  # further disagreements shown on one line each


@click.command("replay")
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE…")
@jobs_option
@click.option(
    "--max-games", type=click.IntRange(0), metavar="N", help="Stop after this many games."
)
@click.option("--spec", metavar="FOLDER",
              help="Use this spec instead of the game that the record names.")  # fmt: skip
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE",
              help="An option of the game; overrides the record. Repeatable.")  # fmt: skip
@follow_option("With `original`, play the options that a game names for the recorded original.")
@backend_option
@click.option("--no-pools", is_flag=True,
              help="Compile each match-up separately, as `play` does.")  # fmt: skip
@json_option
@click.pass_context
def command(  # noqa: PLR0913, PLR0917 - one for each option
    ctx: click.Context,
    files: tuple[Path, ...],
    jobs: Jobs,
    max_games: int | None,
    spec: str | None,
    options: tuple[str, ...],
    follow: str,
    backend: str,
    no_pools: bool,
    as_json: bool,
) -> None:
    """Replay the recorded games of FILE… and compare every decision.

    A game is played from its set-up; the record gives the choices and the outcomes of chance. The
    replay of a game stops at its first difference. The exit code is 1 if any difference is not
    covered by a ruling. A record may name an edition and modules; otherwise the game's own edition
    is played. To save time, many match-ups of few cards are compiled together, as one pool of these
    cards.
    """
    from thesmos.tools.replay_files import Terms, replay_files

    terms = Terms(spec, read_pairs(options), follow, backend, not no_pools)
    total = sum(path.stat().st_size for path in files if path.is_file())
    with progress("replaying", total) as move:
        report = replay_files(
            files, jobs, max_games,
            lambda report, read: move(read, _so_far(report)), terms,
        )  # fmt: skip
    if as_json:
        print_json(report.as_json())
    else:
        _print(report, spec, options, follow)
    ctx.exit(1 if report.disagreements else 0)


def _so_far(report: ReplayReport) -> str:
    wrong = len(report.disagreements)
    return f"{number(report.games)} games, {number(wrong)} disagree"


def _print(report: ReplayReport, spec: str | None, options: tuple[str, ...], follow: str) -> None:
    from thesmos.cli.disagreements import in_full

    disagreements = list(zip(report.disagreements, report.where, strict=True))
    for disagreement, file in disagreements[:IN_FULL]:
        print_lines(in_full(disagreement, file, spec, options, follow))
    for disagreement, file in disagreements[IN_FULL : IN_FULL + IN_SHORT]:
        click.echo(f"{file} {disagreement.game} #{disagreement.decision}: {disagreement.kind}")
    if len(disagreements) > IN_FULL + IN_SHORT:
        click.echo(
            f"… and {number(len(disagreements) - IN_FULL - IN_SHORT)} more; --json lists all"
        )
    for outcome in report.ruled[:IN_SHORT]:
        if outcome.disagreement is not None:
            where = f"{outcome.file} {outcome.disagreement.game} #{outcome.disagreement.decision}"
            click.echo(f"{where}: {outcome.disagreement.kind} as ruled: {outcome.ruling}")
    ruled = f", {number(len(report.ruled))} as ruled" if report.ruled else ""
    click.echo(
        f"{number(report.agreeing)} of {number(report.games)} games agree{ruled}, "
        f"{number(report.decisions)} decisions compared"
    )
