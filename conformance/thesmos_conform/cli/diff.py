"""`thesmos diff`: what changed between two conformance reports."""

from __future__ import annotations

from pathlib import Path

import click

from thesmos.cli.arguments import FILE, json_option
from thesmos.cli.output import print_json, print_lines
from thesmos_conform.report.diff import diff
from thesmos_conform.report.jsonl import read


@click.command("diff")
@click.argument("before", type=FILE)
@click.argument("after", type=FILE)
@json_option
@click.pass_context
def command(ctx: click.Context, before: Path, after: Path, as_json: bool) -> None:
    """Show which cases have a different result in the report AFTER than in BEFORE.

    The exit code is 1 if something got worse.
    """
    difference = diff(read(before), read(after))
    if as_json:
        print_json(difference.as_json())
    else:
        print_lines(difference.lines())
    ctx.exit(1 if difference.worse else 0)
