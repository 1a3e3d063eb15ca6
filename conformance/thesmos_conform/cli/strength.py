"""`thesmos strength`: show the last measurements of the suites of games."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import click

from thesmos.cli.arguments import json_option
from thesmos.cli.output import print_json
from thesmos.diagnostics import number
from thesmos.play.game import load
from thesmos.syntax.spec_folder import shipped_slugs
from thesmos_conform.cli.figures import (
    COVERAGE,
    FUZZ,
    MUTANTS,
    PAIRS,
    figures_file,
    versions_measured,
)
from thesmos_conform.mutation.measure import spec_hash

Figures = Mapping[str, Any]


def _mutants(figures: Figures) -> str:
    able = number(figures["killed"] + figures["survived"])
    return (
        f"{number(figures['killed'])} of {able} changes noticed by a scenario, "
        f"{figures['score']} %; {number(figures['equivalent'])} make no difference"
    )


def _coverage(figures: Figures) -> str:
    needed, clauses = number(figures["asserted"]), number(figures["clauses"])
    return f"{needed} of {clauses} clauses and rules needed by a scenario"


def _pairs(figures: Figures) -> str:
    meet = number(figures["touching"] - len(figures["missing"]))
    return (
        f"{meet} of {number(figures['touching'])} pairs that touch meet, "
        f"of {number(figures['possible'])} pairs; "
        f"{number(figures['in_scenarios'])} of them in a scenario"
    )


def _fuzz(figures: Figures) -> str:
    able = number(figures["killed"] + figures["survived"])
    return (
        f"{number(figures['killed'])} of {able} changes noticed by fuzz, {figures['score']} %, "
        f"the last after {figures['slowest']:.0f} seconds; "
        f"of {number(figures['equivalent'])}, random play shows no difference"
    )


KINDS: Mapping[str, tuple[str, Callable[[Figures], str]]] = {
    "mutate": (MUTANTS, _mutants),
    "coverage": (COVERAGE, _coverage),
    "pairs": (PAIRS, _pairs),
    "fuzz": (FUZZ, _fuzz),
}


@click.command("strength")
@click.argument("games", nargs=-1, metavar="[GAME…]")
@json_option
def command(games: tuple[str, ...], as_json: bool) -> None:
    """Show what `mutate`, `coverage` and `pairs` saved about the suites of games.

    `fuzz` is what `mutate --by fuzz` saved.

    Without GAME, all shipped games and their editions. Measurements of other rules than the present
    ones are marked.
    """
    names = games or sorted([*shipped_slugs(), *versions_measured(shipped_slugs())])
    saved_by_slug = {name: saved for name in names if (saved := _saved(name))}
    if as_json:
        print_json(saved_by_slug)
        return
    for slug, saved in saved_by_slug.items():
        click.echo(slug)
        for name, figures in saved.items():
            mark = "" if figures["current"] else " (of other rules than the present ones)"
            click.echo(f"  {name:8} {KINDS[name][1](figures)}{mark}")


def _saved(name: str) -> dict[str, dict[str, Any]]:
    """Return what was saved about a game, by command: figures without lists, and if current."""
    game = load(name)
    by_command: dict[str, dict[str, Any]] = {}
    for command_name, (kind, _) in KINDS.items():
        file = figures_file(game, kind)
        if file.is_file():
            figures = json.loads(file.read_text(encoding="utf-8"))
            short = {k: figure for k, figure in figures.items() if k == "missing" or _short(figure)}
            by_command[command_name] = {**short, "current": figures["spec"] == spec_hash(game)}
    return by_command


def _short(value: object) -> bool:
    return not isinstance(value, list | dict)
