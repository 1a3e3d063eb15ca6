"""`thesmos perft`: count the positions after each number of turns."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from thesmos.cli.arguments import (
    POSITION_HELP,
    MatchArgs,
    backend_option,
    follow_option,
    impossible_option,
    json_option,
    match_options,
)
from thesmos.cli.output import print_json, progress
from thesmos.cli.plugins import extension
from thesmos.diagnostics import UsageError, number

if TYPE_CHECKING:
    from thesmos.perft.counting import PerftResult

MOVES, PLAIN = "moves", "plain"  # what is counted instead of positions


@click.command("perft")
@click.argument("game")
@match_options
@impossible_option
@click.option("--position", metavar="FILE|LINE", help=POSITION_HELP)
@click.option("--depth", type=click.IntRange(1, 99), required=True, metavar="N",
              help="Number of turns.")  # fmt: skip
@click.option("--moves", "counting", flag_value=MOVES,
              help="Count sequences of decisions, not positions.")  # fmt: skip
@click.option("--plain", "counting", flag_value=PLAIN,
              help="Count sequences as the literature does.")  # fmt: skip
@click.option("--anyway", is_flag=True,
              help="Begin a count that can't be finished, by what a sample says.")  # fmt: skip
@click.option("--divide", is_flag=True, help="Also show the number of nodes after each first turn.")
@click.option(
    "-i",
    "--adapter",
    metavar="ADAPTER",
    help="With --divide: find the first option where this adapter differs.",
)
@follow_option(
    "With -i: `original` leaves out what depends on our own rulings against recorded games."
)
@backend_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    game: str,
    depth: int,
    counting: str | None,
    divide: bool,
    adapter: str | None,
    as_json: bool,
    **wanted: Any,
) -> None:
    """Count the distinct positions of GAME after N turns.

    A turn is all decisions up to the start of the next one; at the start of a game, the placement
    counts as one. Two engines that give the same numbers very likely follow the same rules. With
    --moves, sequences of decisions are counted, as the literature counts moves, and --divide shows
    them after each first decision. --plain counts them as the literature does: a turn that passes
    counts as one, and the options are those that the game names for this. With `--divide -i
    ADAPTER`, the adapter is compared at each position on the way down, and the first difference is
    shown; the exit code is then 1, or 3 if the adapter could not be started. A count that would
    take weeks is refused at once, with the number of turns that can be counted.
    """
    from thesmos.cli.starting_point import starting_point
    from thesmos.perft.counting import perft, refuse_too_many, sequences

    if adapter is not None and counting is not None:
        raise UsageError(f"-i can't be combined with --{counting}", "an adapter counts positions")
    if adapter is not None and not divide:
        raise UsageError("-i needs --divide", "counts alone don't show where two engines differ")
    anyway, follow = wanted.pop("anyway"), wanted.pop("follow")
    arguments = MatchArgs(game, **wanted)
    start = starting_point(_plainly(arguments) if counting == PLAIN else arguments)
    if adapter is not None:
        descend = extension("thesmos.perft", "adapter")
        if descend is None:
            raise UsageError("-i is not available", "it needs the package thesmos_conform")
        if not anyway:
            refuse_too_many(start.state, depth)
        ctx.exit(descend(adapter, start, depth, follow, as_json))
    counted, what = (
        (perft, "turns")
        if counting is None
        else (partial(sequences, passes=counting == PLAIN), "choices")
    )
    began = perf_counter()
    with progress("counting", None) as move:
        count = counted(
            start.state,
            depth,
            lambda done, all_: move(done, f"{done} of {all_} {what}"),
            anyway=anyway,
        )
    seconds = perf_counter() - began
    if as_json:
        print_json(_as_json(count, seconds, divide))
        return
    if divide:
        for label, nodes in sorted(count.divide.items()):
            click.echo(f"{label:<40} {number(nodes):>12}")
    click.echo(f"depth {depth}: {number(count.nodes)} nodes in {seconds:.2f} s")


def _plainly(arguments: MatchArgs) -> MatchArgs:
    """Return the arguments with the game's options for plain counts, where none is chosen."""
    from thesmos.play.game import load

    plain = load(arguments.game).program.plain_options
    chosen = (f"{name}={value}" for name, value in plain.items())
    return replace(arguments, options=(*chosen, *arguments.options), modules=())


def _as_json(count: PerftResult, seconds: float, divide: bool) -> dict[str, object]:
    result: dict[str, object] = {"depth": count.depth, "nodes": count.nodes}
    result["seconds"] = round(seconds, 3)
    return result | {"divide": count.divide} if divide else result
