"""The options of `thesmos conform`: their declarations, and the value made from them."""

from __future__ import annotations

import functools
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from thesmos.check.documents.rulings import RULINGS
from thesmos.cli import arguments
from thesmos.cli.arguments import FILE, Command
from thesmos.diagnostics import UsageError, suggest
from thesmos.play.game import Game, load
from thesmos.syntax.spec_folder import shipped_slugs
from thesmos.syntax.versions import slugs_in, split_name
from thesmos_conform.adapters.config import AdapterConfig
from thesmos_conform.judging.result import GOOD, HARMLESS, PASSED_BEFORE, SuiteRun
from thesmos_conform.protocol.messages import LEVELS
from thesmos_conform.report.comparison import check_together
from thesmos_conform.report.formats import format_of
from thesmos_conform.report.jsonl import read_every
from thesmos_conform.runner.known_failures import read_known
from thesmos_conform.runner.request import RunRequest
from thesmos_conform.runner.selection import Filters, read_shard
from thesmos_conform.runner.workers import Limits

follow_option = arguments.follow_option(
    "With `original`, leave out what depends on our own rulings against recorded games."
)
OPTIONS = (
    click.argument("paths", nargs=-1, type=FILE, metavar="[PATH…]"),
    click.option(
        "-i",
        "--adapter",
        "files",
        required=True,
        multiple=True,
        metavar="ADAPTER",
        help="The adapter's file; `thesmos` means the reference itself. Repeatable.",
    ),
    click.option(
        "--game",
        "games",
        multiple=True,
        metavar="GAME",
        help="Ask about this game. Default: all that the adapter claims.",
    ),
    click.option(
        "--scenarios",
        multiple=True,
        type=FILE,
        metavar="PATH",
        help="Scenarios; the same as PATH.",
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
        default=None,
        metavar="N",
        help="Random games to ask about as well. Default: none; for an adapter that can only "
        "begin at the start, until each clause that they reach was met three times.",
    ),
    click.option(
        "--seed",
        type=click.IntRange(0),
        default=1,
        show_default=True,
        help="Seed for random games, near misses and symmetries.",
    ),
    click.option(
        "--no-pools", is_flag=True, help="Compile each match-up separately, however many there are."
    ),
    click.option("--as-written", is_flag=True, help="Never mirror, rotate or swap a case."),
    click.option(
        "--edition",
        default="",
        metavar="NAME",
        help="Ask about this edition of the game.",
    ),
    follow_option,
    click.option("--profile", default="", metavar="NAME", help="Ask only this part of the suite."),
    click.option(
        "--level",
        "levels",
        multiple=True,
        type=click.Choice(LEVELS),
        help="Compare only this level.",
    ),
    click.option(
        "--case", "ids", multiple=True, metavar="ID", help="Only this case; `*` matches any text."
    ),
    click.option(
        "--clause",
        "clauses",
        multiple=True,
        metavar="ID",
        help="Only cases that cite this rule or clause, or one whose id begins with this text.",
    ),
    click.option(
        "--power", "powers", multiple=True, metavar="SLUG", help="Only cases with this power."
    ),
    click.option("--tag", "tags", multiple=True, help="Only scenarios with this tag."),
    click.option(
        "--shard", default="1/1", metavar="I/N", help="Only the I-th of N parts of the cases."
    ),
    click.option(
        "--rerun",
        type=FILE,
        metavar="REPORT.jsonl",
        help="Only cases that did not pass in this report.",
    ),
    click.option(
        "--since",
        type=FILE,
        metavar="REPORT.jsonl",
        help="Like --rerun, and cases that are new or changed since that report.",
    ),
    click.option(
        "--jobs",
        type=click.IntRange(1, 64),
        metavar="N",
        help="Number of adapter processes. Default: one for each CPU.",
    ),
    click.option("--fail-fast", is_flag=True, help="Stop after the first failure."),
    click.option(
        "--max-failures",
        "--max-fail",
        type=click.IntRange(1),
        metavar="N",
        help="Stop after N failures.",
    ),
    click.option(
        "--known",
        type=FILE,
        metavar="FILE",
        help="The list of known failures. Default: the one named in the adapter's file.",
    ),
    click.option(
        "--write-known",
        type=FILE,
        metavar="FILE",
        help="Write the current failures as a list of known failures.",
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
    """Add every option of the command except `--json`."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


@dataclass(frozen=True)
class ConformCall:
    """The options of a call, one field for each.

    games: slugs or folders. paths: scenarios, as files or folders. count: random games to play.
    """

    files: tuple[str, ...]
    games: tuple[str, ...]
    scenarios: tuple[Path, ...]
    paths: tuple[Path, ...]
    records: tuple[Path, ...]
    count: int
    seed: int
    no_pools: bool
    as_written: bool
    edition: str
    follow: str
    profile: str
    levels: tuple[str, ...]
    ids: tuple[str, ...]
    clauses: tuple[str, ...]
    powers: tuple[str, ...]
    tags: tuple[str, ...]
    shard: str
    rerun: Path | None
    since: Path | None
    jobs: int | None
    fail_fast: bool
    max_failures: int | None
    known: Path | None
    write_known: Path | None
    reports: tuple[Path, ...]

    def in_edition(self) -> ConformCall:
        """Return the call with its edition as part of the games' names.

        Without --game, these are the shipped games that have it. Raises UsageError if there are
        none.
        """
        if not self.edition:
            return self
        slugs = self.games or self._having_edition()
        split = [split_name(name) for name in slugs]
        named = (f"{game}{version.with_choice(self.edition, ())}" for game, version in split)
        return replace(self, games=tuple(named), edition="")

    def _having_edition(self) -> tuple[str, ...]:
        """Return the shipped games that have the edition. Raises UsageError if none has it."""
        editions = {}
        for slug in shipped_slugs():
            game = load(slug)
            editions[slug] = [*slugs_in(game.path, "edition"), game.checked.written.edition]
        having = tuple(slug for slug, names in editions.items() if self.edition in names)
        if not having:
            near = suggest(self.edition, [name for names in editions.values() for name in names])
            listed = ", ".join(f"{slug} {' or '.join(names)}" for slug, names in editions.items())
            hint = f"{near} " if near else ""
            raise UsageError(
                f"no game here has an edition `{self.edition}`", f"{hint}editions here are {listed}"
            )
        return having

    def check(self) -> None:
        """Raise UsageError for missing files and folders, and for unknown report formats."""
        if self.rerun is not None and self.since is not None:
            raise UsageError("--rerun and --since can't be combined")
        for path in (*self.places, *self.records, *filter(None, [self.since])):
            if not path.exists():
                raise UsageError(f"{path} does not exist")
        single = {"--write-known": self.write_known, "--known": self.known}
        named = [option for option, file in single.items() if file]
        if len(self.files) > 1 and named:
            raise UsageError(f"{named[0]} is for one adapter, but there are several")
        for path in self.reports:
            form = format_of(path)
            if len(self.files) > 1:
                check_together(form)
        for path in (*self.reports, *filter(None, [self.write_known])):
            if not path.parent.is_dir():
                raise UsageError(f"there is no folder {path.parent}", "make it first")
        if self.write_known is not None and self.write_known.exists():
            hint = "you may have edited it: choose another name, or move it away"
            raise UsageError(f"{self.write_known} already exists", hint)

    def check_games(self, names: Sequence[str]) -> None:
        """Raise UsageError for files about one game if several are asked about."""
        if len(names) > 1 and self.write_known:
            hint = f"name one with --game: {', '.join(names)}"
            raise UsageError("--write-known is for one game, but the adapter claims several", hint)

    def with_its_powers(self, games: Sequence[Game]) -> list[str]:
        """Return the slugs of the games that have a wanted power; of all games if none is wanted.

        Raises UsageError for a power that none of them has.
        """
        powers = dict.fromkeys(power for game in games for power in game.powers)
        for power in self.powers:
            if power not in powers:
                where = games[0].slug if len(games) == 1 else f"any of the {len(games)} games"
                raise UsageError(f"there is no power `{power}` in {where}", suggest(power, powers))
        return [
            game.slug
            for game in games
            if not self.powers or not game.powers.keys().isdisjoint(self.powers)
        ]

    @property
    def places(self) -> tuple[Path, ...]:
        """The scenarios of the call, as files or folders; empty for the default ones."""
        return (*self.paths, *self.scenarios)

    def wanted(self, slug: str, game: str, adapter: AdapterConfig) -> RunRequest:
        """Return what to ask about one game.

        slug: the game. game: its name on the command line; empty if not needed.

        Raises UsageError for invalid files.
        """
        known_file = self.known or adapter.known
        failures = 1 if self.fail_fast else self.max_failures
        return RunRequest(
            game=slug,
            scenarios=self.places,
            records=self.records,
            count=self.count,
            seed=self.seed,
            levels=self.levels,
            profile=self.profile,
            filters=self._filters(slug, adapter),
            limits=Limits(self.jobs or os.cpu_count() or 1, failures),
            turned=not self.as_written,
            follow=self.follow,
            pools=not self.no_pools,
            known=read_known(known_file) if known_file is not None else (),
            known_file=str(known_file or ""),
            adapter=_name(adapter),
            words=self._words(game),
            earlier=None if self.since is None else self._earlier(slug, adapter),
        )

    @functools.cached_property
    def _earlier_runs(self) -> list[SuiteRun]:
        report = self.since or self.rerun
        return [] if report is None else read_every(report)

    def _earlier(self, slug: str, adapter: AdapterConfig) -> SuiteRun | None:
        """Return the earlier run of a game; None if it ended before it came to this game."""
        report = self.since or self.rerun
        return None if report is None else _before(report, self._earlier_runs, slug, adapter)

    def _filters(self, slug: str, adapter: AdapterConfig) -> Filters:
        filters = Filters(self.ids, self.clauses, self.powers, self.tags, read_shard(self.shard))
        earlier = self._earlier(slug, adapter)
        if earlier is None:
            return filters
        before = earlier.results
        again = frozenset(case.id for case in before if case.status not in GOOD | HARMLESS)
        passed = frozenset(case.id for case in before if case.status in ("pass", PASSED_BEFORE))
        filters = replace(filters, passed=passed)
        if self.since is None:
            return replace(filters, again=again)
        known = frozenset(case.id for case in before)
        return replace(filters, again=again, known=known, newer_than=self.since.stat().st_mtime)

    def _words(self, game: str) -> tuple[str, ...]:
        """Return the arguments that name the game and the source of its cases."""
        words = ["--game", game] if game else []
        for option, files in (("--scenarios", self.places), ("--records", self.records)):
            words += [word for file in files for word in (option, str(file))]
        words += ["--follow", self.follow] if self.follow != RULINGS else []
        return (*words, *(["--random", str(self.count)] if self.count is not None else []))


def _before(
    report: Path, runs: Sequence[SuiteRun], slug: str, adapter: AdapterConfig
) -> SuiteRun | None:
    """Return the run in a report; of several in one file, the one of this adapter and game.

    None if it has only other games of the adapter. Raises UsageError if it has nothing of it.
    """
    if len(runs) == 1 and runs[0].game == slug:  # whatever its adapter is called now
        return runs[0]
    name = _name(adapter)
    for run in runs:
        if (run.adapter, run.game) == (name, slug):
            return run
    if any(run.adapter == name for run in runs):
        return None
    adapters = ", ".join(dict.fromkeys(run.adapter for run in runs))
    hint = f"it has those of {adapters}"
    raise UsageError(f"{report} has no report of {name} about {slug}", hint)


def _name(adapter: AdapterConfig) -> str:
    """Return what a report calls an adapter."""
    return str(adapter.file or adapter.name)
