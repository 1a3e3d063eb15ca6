"""`thesmos perft`: positions counted, turn by turn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import cast

import click

from thesmos.cli.given import FILE, Given, Wanted, begin, json_option, match_options, read_position
from thesmos.cli.out import number, print_json, print_lines, print_not_started, progress
from thesmos.conform.adapter import read_adapter
from thesmos.conform.cases import protocol_setup
from thesmos.conform.client import Client
from thesmos.conform.divide import Asked, Divider
from thesmos.conform.faults import Fault
from thesmos.conform.judge import Judge
from thesmos.conform.messages import Json, Place
from thesmos.conform.oracle import Oracle
from thesmos.conform.process import tidy
from thesmos.conform.report.story import Narrator
from thesmos.conform.report.terminal import failure
from thesmos.conform.result import Run
from thesmos.conform.verdict import NOT_STARTED
from thesmos.fault import UsageError
from thesmos.use.perft import Count, perft


@click.command("perft")
@click.argument("game")
@match_options
@click.option("--position", type=FILE, metavar="FILE", help="Begin at this position.")
@click.option("--depth", type=click.IntRange(1, 99), required=True, metavar="N", help="Turns.")
@click.option("--divide", is_flag=True, help="Tell the nodes after each first turn, too.")
@click.option(
    "-i",
    "--adapter",
    metavar="ADAPTER",
    help="With --divide: go down to the first option in which this adapter differs.",
)
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    game: str,
    position: Path | None,
    depth: int,
    divide: bool,
    adapter: str | None,
    as_json: bool,
    **wanted: object,
) -> None:
    """Count the distinct positions of GAME after N turns.

    A turn is all decisions up to the next start of a turn; from the start of a game, the
    placement is one. Two engines that give the same numbers are very likely the same. With
    `--divide -i ADAPTER`, the adapter is asked at each place on the way down, and the first
    difference is shown: then the exit code is 1, or 3 if the adapter could not be started.
    """
    if adapter is not None and not divide:
        raise UsageError("-i goes with --divide", "counts alone do not tell where two engines part")
    given = begin(Wanted(game, position=position, **wanted))  # type: ignore[arg-type]
    if adapter is not None:
        place = _place(given, position)
        ctx.exit(_descend(adapter, place, depth, as_json))
    start = perf_counter()
    with progress("counting", None) as move:
        count = perft(given.state, depth, lambda done, all_: move(done, f"{done} of {all_} turns"))
    seconds = perf_counter() - start
    if as_json:
        print_json(_as_json(count, seconds, divide))
        return
    if divide:
        for label, nodes in sorted(count.divide.items()):
            click.echo(f"{label:<40} {number(nodes):>12}")
    click.echo(f"depth {depth}: {number(count.nodes)} nodes in {seconds:.2f} s")


def _as_json(count: Count, seconds: float, divide: bool) -> dict[str, object]:
    made: dict[str, object] = {"depth": count.depth, "nodes": count.nodes}
    made["seconds"] = round(seconds, 3)
    return made | {"divide": count.divide} if divide else made


def _place(given: Given, position: Path | None) -> Place:
    """Where it begins, as a question."""
    return Place(
        given.match.program.game,
        protocol_setup(cast(Json, given.setup)),
        None if position is None else read_position(position),
    )


def _descend(file: str, place: Place, depth: int, as_json: bool) -> int:
    """Go down beside an adapter until it differs; the exit code. Raises UsageError."""
    oracle = Oracle()
    edition = oracle.game(place.game).checked.written.edition
    try:
        with tidy(), Client(read_adapter(file), {place.game: edition}) as client:
            hello = client.hello()
            claim = hello.games.get(place.game)
            if claim is None:
                raise UsageError(f"{file} knows no game `{place.game}`")
            asked = Asked(Judge(oracle, claim, probes=0), client, claim)
            with progress("asking", None) as move:
                divider = Divider(oracle, asked.look, asked.count, progress=move)
                walk = divider.descend(place, depth)
    except Fault as fault:
        print_not_started(fault)
        return NOT_STARTED
    if as_json:
        print_json(walk.as_json())
    elif walk.found is None:
        click.echo(f"no difference: {number(walk.asked)} places, {number(walk.passed)} by counts")
    else:
        run = Run(hello, place.game, edition, "", claim.levels, "", 1, adapter=file)
        story = Narrator(run).story(walk.found)
        print_lines(failure(replace(story, command="")))  # the call that was just made
    return 1 if walk.found else 0
