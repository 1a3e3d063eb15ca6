"""`thesmos report`: a conformance report in another format."""

from __future__ import annotations

from pathlib import Path

import click

from thesmos.cli.arguments import FILE
from thesmos.cli.output import print_lines
from thesmos_conform.report.formats import FORMATS, save
from thesmos_conform.report.jsonl import read
from thesmos_conform.report.terminal import render


@click.command("report")
@click.argument("report", type=FILE)
@click.option("--format", "form", type=click.Choice(list(FORMATS)), help="Print in this format.")
@click.option(
    "--out",
    type=FILE,
    multiple=True,
    metavar="FILE",
    help="Write to this file, in the format of its suffix: .txt .jsonl .md .xml .html .svg.",
)
@click.pass_context
def command(ctx: click.Context, report: Path, form: str | None, out: tuple[Path, ...]) -> None:
    """Show REPORT, written by `thesmos conform --report FILE.jsonl`, or convert it.

    The exit code is 0 if the report's verdict is conformant, 1 if not, 4 if it is incomplete.
    """
    run = read(report)
    for path in out:
        save(run, path)
    if form is not None:
        click.echo(FORMATS[form](run), nl=False)
    elif not out:
        print_lines(render(run))
    ctx.exit(0 if run.conformant else 1 if run.complete else 4)
