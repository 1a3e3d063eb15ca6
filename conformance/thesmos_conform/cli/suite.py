"""`thesmos suite`: the questions of the scenarios with their answers, as JSON Lines."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import click

from thesmos.cli.arguments import FILE, force_option
from thesmos.cli.output import progress
from thesmos.files import check_new, write_text
from thesmos_conform.cases.export import suite_lines
from thesmos_conform.cases.scenario_cases import (
    no_scenarios,
    read_scenarios,
    scenario_cases,
    scenario_folders,
)
from thesmos_conform.protocol.messages import Json
from thesmos_conform.reference.oracle import Oracle


@click.command("suite")
@click.argument("game")
@click.argument("paths", nargs=-1, type=FILE, metavar="[PATH…]")
@click.option("--out", type=FILE, metavar="FILE", help="Write to this file, not to stdout.")
@force_option
def command(game: str, paths: tuple[Path, ...], out: Path | None, force: bool) -> None:
    """Write the scenarios of GAME as JSON Lines: one question with its answer on each line.

    Use this with a test runner of your own. PATH…: scenarios, or folders of them; without PATH, the
    shipped ones and those in the game's own folder. `grammar/suite.schema.json` describes a line.
    """
    if out is not None:
        check_new([out], force)
    oracle = Oracle()
    spec = oracle.use_game(game)
    scenarios = read_scenarios(paths or scenario_folders(spec), spec)
    if not scenarios:
        raise no_scenarios(paths or scenario_folders(spec), spec)
    with progress("writing", len(scenarios)) as move:
        lines: list[Json] = []
        for number, case in enumerate(scenario_cases(scenarios, spec, oracle), 1):
            lines += suite_lines(case, oracle)
            move(number, case.id)
    _write(lines, out, force)


def _write(lines: Iterable[Json], out: Path | None, force: bool) -> None:
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    if out is None:
        click.echo(text, nl=False)
        return
    write_text(out, text, replace=force)
