"""`thesmos conform`: somebody's implementation, asked everything that it claims."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Any

import click

from thesmos.cli.given import FILE, json_option, shipped
from thesmos.cli.out import echo, number, print_json, print_lines, print_not_started, progress
from thesmos.conform.adapter import Adapter, read_adapter
from thesmos.conform.client import Client
from thesmos.conform.faults import Fault
from thesmos.conform.known import read_known, write_known
from thesmos.conform.messages import LEVELS, Hello
from thesmos.conform.oracle import Oracle
from thesmos.conform.peer import Peer
from thesmos.conform.process import tidy
from thesmos.conform.report.formats import format_of, save
from thesmos.conform.report.lines import read as read_report
from thesmos.conform.report.terminal import tell
from thesmos.conform.result import GOOD, HARMLESS, CaseResult
from thesmos.conform.run import Limits, Progress
from thesmos.conform.select import Filters, read_shard
from thesmos.conform.suite import Outcome, Wanted, conform
from thesmos.conform.verdict import NOT_STARTED, as_json, exit_code
from thesmos.fault import UsageError
from thesmos.home import scenarios_dir

DAYS = 90  # that a known failure is given when the list is written
SHOWN = 2000  # characters of what the reference does not meet


@click.command("conform")
@click.option(
    "-i",
    "--adapter",
    "file",
    required=True,
    metavar="ADAPTER",
    help="The adapter's file; `thesmos` is the reference itself.",
)
@click.option(
    "--game",
    "games",
    multiple=True,
    metavar="GAME",
    help="Ask about this game; about all that are claimed if not told.",
)
@click.option(
    "--scenarios",
    "paths",
    multiple=True,
    type=FILE,
    metavar="PATH",
    help="Scenarios: a file or a folder; those that are shipped if not told.",
)
@click.option(
    "--records",
    multiple=True,
    type=FILE,
    metavar="FILE",
    help="Recorded games to ask about as well.",
)
@click.option(
    "--random",
    "count",
    type=click.IntRange(0, 100_000),
    default=0,
    metavar="N",
    help="Random games to ask about as well.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="Of random games, near misses, and how positions are turned.",
)
@click.option("--as-written", is_flag=True, help="Never mirror, rotate or swap a case.")
@click.option("--profile", default="", metavar="NAME", help="Ask this part of the suite alone.")
@click.option(
    "--level",
    "levels",
    multiple=True,
    type=click.Choice(LEVELS),
    help="Compare this level, of those claimed.",
)
@click.option("--case", "ids", multiple=True, metavar="ID", help="This case; `*` for any text.")
@click.option(
    "--clause",
    "clauses",
    multiple=True,
    metavar="ID",
    help="Cases that cite this rule or clause, or one that begins so.",
)
@click.option("--power", "powers", multiple=True, metavar="SLUG", help="Cases with this power.")
@click.option("--tag", "tags", multiple=True, help="Scenarios with this tag.")
@click.option("--shard", default="1/1", metavar="I/N", help="The I-th of N parts of the cases.")
@click.option(
    "--rerun", type=FILE, metavar="REPORT.jsonl", help="Ask what did not pass in that report."
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Processes of the adapter; as many as there are CPUs.",
)
@click.option("--fail-fast", is_flag=True, help="End after the first failure.")
@click.option("--max-failures", type=click.IntRange(1), metavar="N", help="End after N failures.")
@click.option(
    "--known",
    type=FILE,
    metavar="FILE",
    help="Known failures; else those that the adapter's file names.",
)
@click.option(
    "--write-known",
    type=FILE,
    metavar="FILE",
    help="Write what fails now as a list of known failures.",
)
@click.option(
    "--report",
    "reports",
    multiple=True,
    type=FILE,
    metavar="FILE",
    help="Write a report: .jsonl .txt .md .xml .html .svg.",
)
@json_option
@click.pass_context
def command(ctx: click.Context, /, file: str, as_json: bool, **given: Any) -> None:
    """Ask ADAPTER everything that it claims, and compare its answers with the reference's.

    Exit codes: 0 nothing differs, 1 something does, 2 the call or the input is wrong, 3 the
    adapter could not be started, 4 the run is incomplete, 5 the suite and the reference disagree.
    """
    for path in (*given["paths"], *given["records"]):
        if not path.exists():
            raise UsageError(f"there is no {path}")
    adapter = read_adapter(file)
    oracle = Oracle()
    asked = given["games"] or shipped()
    editions = {name: oracle.game(name).checked.written.edition for name in asked}
    try:
        with tidy():
            hello = _hello(adapter, editions)
            names = _names(hello, given["games"], editions)
            _one_game(names, given)
            outcomes = [
                _ask(_wanted(name, file, adapter, given), hello, adapter, editions, oracle)
                for name in names
            ]
    except Fault as fault:
        print_not_started(fault)
        ctx.exit(NOT_STARTED)
    _write(outcomes, given)
    _print(outcomes, as_json)
    ctx.exit(exit_code(outcomes))


def _hello(adapter: Adapter, editions: Mapping[str, str]) -> Hello:
    client = Client(adapter, editions)
    try:
        return client.hello()
    finally:
        client.close()


def _names(hello: Hello, wanted: Sequence[str], known: Mapping[str, str]) -> list[str]:
    """The games to ask about. Raises UsageError if there are none."""
    if wanted:
        return list(wanted)
    names = [name for name in hello.games if name in known]
    if not names:
        claimed = ", ".join(hello.games) or "nothing"
        raise UsageError(f"the adapter claims {claimed}", f"games here: {', '.join(known)}")
    return names


def _one_game(names: Sequence[str], given: Mapping[str, Any]) -> None:
    """Raises UsageError for files that hold one game, where several are asked about."""
    keys = {"--report": "reports", "--rerun": "rerun", "--write-known": "write_known"}
    single = [option for option, key in keys.items() if given[key]]
    if len(names) > 1 and single:
        hint = f"name one with --game: {', '.join(names)}"
        raise UsageError(f"{single[0]} is for one game, and the adapter claims several", hint)
    for path in given["reports"]:
        format_of(path)


def _wanted(name: str, file: str, adapter: Adapter, given: Mapping[str, Any]) -> Wanted:
    known = given["known"] or adapter.known
    again = None
    if given["rerun"] is not None:
        before = read_report(given["rerun"]).results
        again = frozenset(one.id for one in before if one.status not in GOOD | HARMLESS)
    return Wanted(
        game=name,
        scenarios=given["paths"] or (scenarios_dir(),),
        records=given["records"],
        count=given["count"],
        seed=given["seed"],
        levels=given["levels"],
        profile=given["profile"],
        filters=Filters(
            given["ids"],
            given["clauses"],
            given["powers"],
            given["tags"],
            read_shard(given["shard"]),
            again,
        ),
        limits=Limits(
            given["jobs"] or os.cpu_count() or 1, 1 if given["fail_fast"] else given["max_failures"]
        ),
        turned=not given["as_written"],
        known=read_known(known) if known is not None else (),
        known_file=str(known or ""),
        adapter=file,
    )


def _ask(
    wanted: Wanted, hello: Hello, adapter: Adapter, editions: Mapping[str, str], oracle: Oracle
) -> Outcome:
    """One game, with a bar for how far it has come."""

    def connect() -> Peer:
        client = Client(adapter, editions)
        client.hello()
        return client

    with ExitStack() as stack:

        def started(count: int) -> Progress:
            move = stack.enter_context(progress(f"asking {adapter.name}", count))
            return _Bar(move).note

        return conform(wanted, hello, connect, oracle, started)


class _Bar:
    """Counts cases for a progress bar."""

    def __init__(self, move: Any) -> None:
        self._move = move
        self._done = self._wrong = 0

    def note(self, _: int, result: CaseResult) -> None:
        """One more case is done."""
        self._done += 1
        self._wrong += result.status not in GOOD
        self._move(self._done, f"{number(self._done)} cases, {number(self._wrong)} wrong")


def _write(outcomes: Sequence[Outcome], given: Mapping[str, Any]) -> None:
    for outcome in outcomes:
        for path in given["reports"]:
            save(outcome.run, path)
        if given["write_known"] is not None:
            until = dt.datetime.now(tz=dt.UTC).date() + dt.timedelta(DAYS)
            count = write_known(given["write_known"], outcome.run.results, until)
            click.echo(f"{count} known failures written to {given['write_known']}", err=True)


def _print(outcomes: Sequence[Outcome], wanted: bool) -> None:
    if wanted:
        print_json(as_json(outcomes))
        return
    for outcome in outcomes:
        for line in _unmet(outcome):
            echo(line)
        print_lines(tell(outcome.run))


def _unmet(outcome: Outcome) -> Iterator[str]:
    for name, why in outcome.driven.unmet.items():
        yield f"the reference itself does not meet {name}:\n{why[:SHOWN]}\n"
