"""The options that choose among the changes that `mutate` makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from thesmos_conform.mutation.measure import MutantFilter

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--powers",
        metavar="A,B",
        default="",
        help="Only these cards; the game's name selects its base rules.",
    ),
    click.option("--tag", default="", help="Only cards with this tag."),
    click.option("--clause", default="", metavar="ID", help="Only this clause."),
    click.option(
        "--sample", type=click.IntRange(1), metavar="N", help="Only N of them, chosen at random."
    ),
)


def filter_options(command: Command) -> Command:
    """Add the options to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def mutant_filter(options: Mapping[str, Any], ids: tuple[str, ...] = ()) -> MutantFilter:
    """Return what the options of a command choose. ids: only these changes."""
    cards = tuple(word for word in options["powers"].split(",") if word)
    return MutantFilter(cards, options["tag"], options["clause"], options["sample"], ids)
