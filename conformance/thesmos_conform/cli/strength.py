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
from thesmos_conform.cli.figures import COVERAGE, MUTANTS, PAIRS, SLIPS, figures_file
from thesmos_conform.mutation.measure import spec_hash

Figures = Mapping[str, Any]


def _mutants(one: Figures) -> str:
    able = number(one["killed"] + one["survived"])
    return (
        f"{number(one['killed'])} of {able} changes noticed by a scenario, {one['score']} %; "
        f"{number(one['equivalent'])} make no difference"
    )


def _coverage(one: Figures) -> str:
    needed, clauses = number(one["asserted"]), number(one["clauses"])
    return f"{needed} of {clauses} clauses and rules needed by a scenario"


def _pairs(one: Figures) -> str:
    meet = number(one["touching"] - len(one["missing"]))
    return (
        f"{meet} of {number(one['touching'])} pairs that touch meet, of {number(one['possible'])} "
        f"pairs; {number(one['in_scenarios'])} of them in a scenario"
    )


def _slips(one: Figures) -> str:
    able = number(one["found"] + one["missed"])
    return (
        f"{number(one['found'])} of {number(one['slips'])} slips found by fuzz, the last after "
        f"{one['slowest']:.0f} seconds; {one['score']} % of the {able} that random play tells"
    )


KINDS: Mapping[str, tuple[str, Callable[[Figures], str]]] = {
    "mutate": (MUTANTS, _mutants),
    "coverage": (COVERAGE, _coverage),
    "pairs": (PAIRS, _pairs),
    "slips": (SLIPS, _slips),
}


@click.command("strength")
@click.argument("games", nargs=-1, metavar="[GAME…]")
@json_option
def command(games: tuple[str, ...], as_json: bool) -> None:
    """Show what `mutate`, `coverage`, `pairs` and `slips` saved about the suites of games.

    Without GAME, all shipped games. Measurements of other rules than the present ones are marked.
    """
    found = {slug: saved for slug in games or shipped_slugs() if (saved := _saved(slug))}
    if as_json:
        print_json(found)
        return
    for slug, saved in found.items():
        click.echo(slug)
        for name, figures in saved.items():
            mark = "" if figures["current"] else " (of other rules than the present ones)"
            click.echo(f"  {name:8} {KINDS[name][1](figures)}{mark}")


def _saved(name: str) -> dict[str, dict[str, Any]]:
    """What was saved about a game, by command: the figures without lists, and whether current."""
    game = load(name)
    found: dict[str, dict[str, Any]] = {}
    for command_name, (kind, _) in KINDS.items():
        file = figures_file(game, kind)
        if file.is_file():
            figures = json.loads(file.read_text(encoding="utf-8"))
            short = {key: one for key, one in figures.items() if key == "missing" or _short(one)}
            found[command_name] = {**short, "current": figures["spec"] == spec_hash(game)}
    return found


def _short(value: object) -> bool:
    return not isinstance(value, list | dict)
