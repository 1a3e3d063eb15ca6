"""The options of `thesmos conform`: how they are written, and the value that they make."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from thesmos.cli.arguments import FILE, Command
from thesmos.diagnostics import UsageError
from thesmos_conform.adapters.config import AdapterConfig
from thesmos_conform.protocol.messages import LEVELS
from thesmos_conform.report.formats import format_of
from thesmos_conform.report.lines import read as read_report
from thesmos_conform.runner.known_failures import read_known
from thesmos_conform.runner.result import GOOD, HARMLESS
from thesmos_conform.runner.run import RunRequest
from thesmos_conform.runner.selection import Filters, read_shard
from thesmos_conform.runner.workers import Limits

OPTIONS = (
    click.argument("paths", nargs=-1, type=FILE, metavar="[PATH…]"),
    click.option(
        "-i",
        "--adapter",
        "file",
        required=True,
        metavar="ADAPTER",
        help="The adapter's file; `thesmos` is the reference itself.",
    ),
    click.option(
        "--game",
        "games",
        multiple=True,
        metavar="GAME",
        help="Ask about this game; about all that are claimed if not told.",
    ),
    click.option(
        "--scenarios",
        multiple=True,
        type=FILE,
        metavar="PATH",
        help="Scenarios: the same as PATH.",
    ),
    click.option(
        "--records",
        multiple=True,
        type=FILE,
        metavar="FILE",
        help="Recorded games to ask about as well.",
    ),
    click.option(
        "--random",
        "count",
        type=click.IntRange(0, 100_000),
        default=0,
        metavar="N",
        help="Random games to ask about as well.",
    ),
    click.option(
        "--seed",
        type=click.IntRange(0),
        default=1,
        show_default=True,
        help="Of random games, near misses, and how positions are turned.",
    ),
    click.option("--as-written", is_flag=True, help="Never mirror, rotate or swap a case."),
    click.option("--profile", default="", metavar="NAME", help="Ask this part of the suite alone."),
    click.option(
        "--level",
        "levels",
        multiple=True,
        type=click.Choice(LEVELS),
        help="Compare this level, of those claimed.",
    ),
    click.option("--case", "ids", multiple=True, metavar="ID", help="This case; `*` for any text."),
    click.option(
        "--clause",
        "clauses",
        multiple=True,
        metavar="ID",
        help="Cases that cite this rule or clause, or one that begins so.",
    ),
    click.option("--power", "powers", multiple=True, metavar="SLUG", help="Cases with this power."),
    click.option("--tag", "tags", multiple=True, help="Scenarios with this tag."),
    click.option("--shard", default="1/1", metavar="I/N", help="The I-th of N parts of the cases."),
    click.option(
        "--rerun", type=FILE, metavar="REPORT.jsonl", help="Ask what did not pass in that report."
    ),
    click.option(
        "--jobs",
        type=click.IntRange(1, 64),
        metavar="N",
        help="Processes of the adapter; as many as there are CPUs.",
    ),
    click.option("--fail-fast", is_flag=True, help="End after the first failure."),
    click.option(
        "--max-failures", type=click.IntRange(1), metavar="N", help="End after N failures."
    ),
    click.option(
        "--known",
        type=FILE,
        metavar="FILE",
        help="Known failures; else those that the adapter's file names.",
    ),
    click.option(
        "--write-known",
        type=FILE,
        metavar="FILE",
        help="Write what fails now as a list of known failures.",
    ),
    click.option(
        "--report",
        "reports",
        multiple=True,
        type=FILE,
        metavar="FILE",
        help="Write a report: .jsonl .txt .md .xml .html .svg.",
    ),
)


def conform_options(command: Command) -> Command:
    """Every option of the command but `--json`."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


@dataclass(frozen=True)
class ConformCall:
    """The options as they were given: a field for each, by its name.

    games: slugs or folders. paths: scenarios, files and folders. count: of random games.
    """

    file: str
    games: tuple[str, ...]
    scenarios: tuple[Path, ...]
    paths: tuple[Path, ...]
    records: tuple[Path, ...]
    count: int
    seed: int
    as_written: bool
    profile: str
    levels: tuple[str, ...]
    ids: tuple[str, ...]
    clauses: tuple[str, ...]
    powers: tuple[str, ...]
    tags: tuple[str, ...]
    shard: str
    rerun: Path | None
    jobs: int | None
    fail_fast: bool
    max_failures: int | None
    known: Path | None
    write_known: Path | None
    reports: tuple[Path, ...]

    def check(self) -> None:
        """Raises UsageError for files that are not there, and for reports of no known format."""
        for path in (*self.places, *self.records):
            if not path.exists():
                raise UsageError(f"there is no {path}")
        for path in self.reports:
            format_of(path)

    def check_games(self, names: Sequence[str]) -> None:
        """Raises UsageError for files that hold one game, where several are asked about."""
        files = {
            "--report": self.reports,
            "--rerun": self.rerun,
            "--write-known": self.write_known,
        }
        single = [option for option, file in files.items() if file]
        if len(names) > 1 and single:
            hint = f"name one with --game: {', '.join(names)}"
            raise UsageError(f"{single[0]} is for one game, and the adapter claims several", hint)

    @property
    def places(self) -> tuple[Path, ...]:
        """Where the scenarios lie; empty if it was not said."""
        return (*self.paths, *self.scenarios)

    def wanted(self, slug: str, game: str, adapter: AdapterConfig) -> RunRequest:
        """What is to be asked of one game. game: its name for the call, empty if it needs none.

        Raises UsageError for what can't be.
        """
        known = self.known or adapter.known
        failures = 1 if self.fail_fast else self.max_failures
        return RunRequest(
            game=slug,
            scenarios=self.places,
            records=self.records,
            count=self.count,
            seed=self.seed,
            levels=self.levels,
            profile=self.profile,
            filters=self._filters(),
            limits=Limits(self.jobs or os.cpu_count() or 1, failures),
            turned=not self.as_written,
            known=read_known(known) if known is not None else (),
            known_file=str(known or ""),
            adapter=self.file,
            words=self._words(game),
        )

    def _filters(self) -> Filters:
        again = None
        if self.rerun is not None:
            before = read_report(self.rerun).results
            again = frozenset(one.id for one in before if one.status not in GOOD | HARMLESS)
        shard = read_shard(self.shard)
        return Filters(self.ids, self.clauses, self.powers, self.tags, shard, again)

    def _words(self, game: str) -> tuple[str, ...]:
        """What names the game and where cases come from, as words of a call."""
        made = ["--game", game] if game else []
        for option, files in (("--scenarios", self.places), ("--records", self.records)):
            made += [word for file in files for word in (option, str(file))]
        return (*made, *(["--random", str(self.count)] if self.count else []))
