"""`thesmos test`: scenarios, run by this interpreter."""

from __future__ import annotations

from pathlib import Path

import click

from thesmos.cli.arguments import FILE, json_option
from thesmos.cli.output import print_json, progress
from thesmos.diagnostics import UsageError
from thesmos.resources import scenarios_dir
from thesmos.scenario.runner import run_paths


@click.command("test")
@click.argument("paths", nargs=-1, type=FILE, metavar="[PATH…]")
@json_option
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], as_json: bool) -> None:
    """Run the scenarios in PATH…: files, or folders with all below; without PATH, all shipped ones.

    The exit code is 1 if one fails, 2 if one can't be read.
    """
    for path in paths:
        if not path.exists():
            raise UsageError(f"there is no {path}")
    with progress("testing", None) as move:
        report = run_paths(
            list(paths) or [scenarios_dir()],
            progress=lambda done, of: move(done, f"{done} of {of} scenarios"),
        )
    if as_json:
        print_json(report.as_json())
    else:
        click.echo(report.render())
    ctx.exit(report.exit_code)
