"""`thesmos record`: play random games and write their records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from thesmos.cli.arguments import FILE, MatchArgs, force_option, json_option, match_options
from thesmos.cli.output import print_json, progress
from thesmos.diagnostics import UsageError, counted
from thesmos.files import check_new

if TYPE_CHECKING:
    from thesmos.record.format import Record


@click.command("record")
@click.argument("game")
@match_options
@click.option("--games", type=click.IntRange(1), default=1, metavar="N", help="Number of games.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True,
              help="Seed of the first game; each further game adds 1.")  # fmt: skip
@click.option("--limit", type=click.IntRange(1),
              help="Cut a game off after this many decisions.  [default: 200]")  # fmt: skip
@click.option("--out", type=FILE, metavar="FILE",
              help="Write to this file, gzipped if its name ends in .gz.")  # fmt: skip
@force_option
@json_option
def command(
    game: str, games: int, seed: int, limit: int | None, out: Path | None, force: bool,
    as_json: bool, **wanted: object,
) -> None:  # fmt: skip
    """Play random games of GAME and record every decision.

    The same arguments always write the same bytes. Without --out, the records go to stdout.
    """
    from thesmos.cli.starting_point import starting_point
    from thesmos.record.recorder import LIMIT, Recorder, dump, write_records

    if out is None and as_json:
        raise UsageError("--json and the records would both go to stdout", "add --out FILE")
    if out is not None:
        check_new([out], force)  # now, rather than after hours of play
    start = starting_point(MatchArgs(game, **wanted))  # type: ignore[arg-type]
    recorder = Recorder(start.match, start.setup, limit or LIMIT)
    records = recorder.games(games, seed)
    if out is None:
        for record in records:
            click.echo(dump(record))
        return
    cut: list[str] = []
    with progress("playing", games) as move:
        written, decisions = write_records(out, _watched(records, move, cut), force)
    if as_json:
        print_json(
            {"games": written, "decisions": decisions, "cut_off": len(cut), "file": str(out)}
        )
    else:
        click.echo(f"{counted(written, 'game')}, {counted(decisions, 'decision')}: {out}")
        if cut:
            why = f"cut off after {limit or LIMIT} decisions (--limit)"
            click.echo(f"{len(cut)} of them {why}")


def _watched(
    records: Iterator[Record], move: Callable[[float, str], None], cut: list[str]
) -> Iterator[Record]:
    """Yield records, and tell how far it is. cut: gets the ids of games that did not end."""
    from thesmos.record.format import CUT_OFF

    for done, record in enumerate(records, 1):
        move(done, record["id"])
        if record["result"]["end"] == CUT_OFF:
            cut.append(record["id"])
        yield record
