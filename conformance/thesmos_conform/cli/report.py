"""`thesmos report`: a conformance report in another format, or several compared."""

from __future__ import annotations

from pathlib import Path

import click

from thesmos.cli.arguments import FILE
from thesmos.cli.output import print_lines
from thesmos_conform.judging.result import SuiteRun
from thesmos_conform.report.comparison import (
    TOGETHER,
    Comparison,
    check_together,
    compared,
    save_together,
)
from thesmos_conform.report.formats import FORMATS, save
from thesmos_conform.report.jsonl import read_every
from thesmos_conform.report.terminal import render


@click.command("report")
@click.argument("reports", type=FILE, nargs=-1, required=True, metavar="REPORT…")
@click.option("--format", "form", type=click.Choice(list(FORMATS)), help="Print in this format.")
@click.option(
    "--out",
    type=FILE,
    multiple=True,
    metavar="FILE",
    help="Write to this file, in the format of its suffix: .txt .jsonl .md .xml .html .svg.",
)
@click.pass_context
def command(
    ctx: click.Context, reports: tuple[Path, ...], form: str | None, out: tuple[Path, ...]
) -> None:
    """Show REPORT, written by `thesmos conform --report FILE.jsonl`, or convert it.

    Several reports, in one file or in several, are compared: the latest of each implementation side
    by side, and how the number of wrong cases changed from one report of an implementation to the
    next, in the order given. A comparison can be text, HTML, a badge, or all reports in one file.
    The exit code is 0 if the verdict of all the latest ones is conformant, 1 if not, 4 if one is
    incomplete.
    """
    named = [(path.stem, run) for path in reports for run in read_every(path)]
    runs = [run for _, run in named]
    if len(runs) > 1:
        together = compared(named)
        _show_together(together, form, out)
        runs = [run for (run,) in together.latest.values()]
    else:
        _show(runs[0], form, out)
    complete = all(run.complete and not run.too_little for run in runs)
    ctx.exit(0 if all(run.conformant for run in runs) else 1 if complete else 4)


def _show(run: SuiteRun, form: str | None, out: tuple[Path, ...]) -> None:
    save([run], *out)
    if form is not None:
        click.echo(FORMATS[form](run), nl=False)
    elif not out:
        print_lines(render(run))


def _show_together(comparison: Comparison, form: str | None, out: tuple[Path, ...]) -> None:
    save_together(comparison, *out)
    if form is not None:
        check_together(form)
        click.echo(TOGETHER[form](comparison), nl=False)
    elif not out:
        print_lines(comparison.lines())
