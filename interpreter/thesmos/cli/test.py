"""`thesmos test`: run scenarios with this interpreter."""

from __future__ import annotations

from pathlib import Path

import click

from thesmos.cli.arguments import FILE, json_option
from thesmos.cli.output import print_json, progress
from thesmos.diagnostics import UsageError
from thesmos.resources import scenarios_dir


@click.command("test")
@click.argument("paths", nargs=-1, type=FILE, metavar="[PATH…]")
@json_option
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], as_json: bool) -> None:
    """Run the scenarios in PATH…: files, or folders and everything below them.

    Without PATH, all shipped scenarios are run. The exit code is 1 if a scenario fails, 2 if one
    can't be read.
    """
    from thesmos.scenario.runner import run_paths

    for path in paths:
        if not path.exists():
            raise UsageError(f"{path} does not exist")
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
