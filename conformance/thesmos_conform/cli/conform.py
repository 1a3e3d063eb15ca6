"""`thesmos conform`: test an implementation on everything that it claims."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any, TypeVar

import click

from thesmos import __version__
from thesmos.cli.arguments import json_option
from thesmos.cli.output import echo, print_json, print_lines, progress
from thesmos.diagnostics import UsageError, counted, number
from thesmos.syntax.spec_folder import shipped_slugs
from thesmos_conform.adapters.client import Client
from thesmos_conform.adapters.config import AdapterConfig, read_adapter
from thesmos_conform.cli.conform_options import ConformCall, conform_options
from thesmos_conform.cli.errors import print_not_started
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.messages import Hello
from thesmos_conform.protocol.peer import Peer
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.reference.reference import Reference
from thesmos_conform.reference.served_here import ServedHere
from thesmos_conform.report.comparison import Comparison, NamedRun, save_together
from thesmos_conform.report.formats import save
from thesmos_conform.report.side_by_side import alone, labels, table
from thesmos_conform.report.summary import FINE, named, verdict
from thesmos_conform.report.terminal import render
from thesmos_conform.report.verdict import NOT_STARTED, exit_code
from thesmos_conform.report.verdict import as_json as run_json
from thesmos_conform.runner.known_failures import KnownFailure, is_known, write_known
from thesmos_conform.runner.result import CaseResult, SuiteRun
from thesmos_conform.runner.run import NothingToAskError, RunOutcome, RunRequest, conform
from thesmos_conform.runner.workers import Progress

Made = TypeVar("Made")

DAYS = 90  # how long newly listed known failures are accepted
SHOWN = 2000  # characters of an expectation that the reference does not meet


@click.command("conform")
@conform_options
@json_option
@click.pass_context
def command(ctx: click.Context, /, as_json: bool, **given: Any) -> None:
    """Ask ADAPTER about everything that it claims, and compare its answers with the reference.

    PATH…: scenarios, or folders of them; without PATH, the shipped ones and those in the game's
    own folder.

    Exit codes: 0 nothing differs, 1 something does, 2 the call or the input is wrong, 3 the
    adapter could not be started, 4 the run is incomplete or compared nothing, 5 the suite and the
    reference disagree.
    """
    call = ConformCall(**given).in_edition()
    call.check()
    adapters = {file: read_adapter(file) for file in call.files}
    oracle = Oracle()
    games = [oracle.use_game(name) for name in call.games or shipped_slugs()]
    editions = {game.slug: game.checked.written.edition for game in games}
    try:
        every = dict(_all_adapters(call, adapters, editions, oracle))
    except ProtocolError as error:
        print_not_started(error, run_json([]) if as_json else None)
        ctx.exit(NOT_STARTED)
    outcomes = [outcome for each in every.values() for outcome in each]
    if len(adapters) > 1:
        _print_side_by_side(every, as_json)
        for path in call.reports:
            save_together(_together(every), path)
    else:
        _print(outcomes, as_json)
        _write(outcomes, call)  # last: what it has found is not lost if a file can't be written
    ctx.exit(exit_code(outcomes))


def _all_adapters(
    call: ConformCall,
    adapters: Mapping[str, AdapterConfig],
    editions: Mapping[str, str],
    oracle: Oracle,
) -> Iterator[tuple[str, list[RunOutcome]]]:
    """The runs of each adapter, by its file; of several, where there is something to ask.

    Raises NothingToAskError if there is nothing, ProtocolError if one can't be started.
    """
    makers = {
        file: partial(_all_games, call, adapter, editions, oracle)
        for file, adapter in adapters.items()
    }
    for file, made in _with_questions(makers):
        if isinstance(made, NothingToAskError):
            echo(f"{file}: {made.message} ({made.hint})", err=True)
        else:
            yield file, made


def _with_questions(
    makers: Mapping[str, Callable[[], Made]],
) -> Iterator[tuple[str, Made | NothingToAskError]]:
    """What is made for each name; an error in its place where nothing is left to ask.

    Raises NothingToAskError if that is so for all of them.
    """
    idle = 0
    for name, make in makers.items():
        try:
            yield name, make()
        except NothingToAskError as error:
            idle += 1
            if idle == len(makers):
                raise
            yield name, error


def _all_games(
    call: ConformCall, adapter: AdapterConfig, editions: Mapping[str, str], oracle: Oracle
) -> list[RunOutcome]:
    """The runs of one adapter, one for each game; of several, where there is something to ask.

    Raises NothingToAskError if there is nothing, ProtocolError if it can't be started.
    """
    with _Connections(lambda: _client(adapter, editions, oracle)) as adapters:
        slugs = list(editions) if call.games else _claimed(adapters.hello, editions)
        call.check_games(slugs)
        names = _named(slugs, call, oracle)
        makers = {
            slug: partial(
                _ask, call.wanted(slug, names[slug], adapter), adapters.hello, adapter.name,
                adapters.connect, oracle,
            )
            for slug in call.with_its_powers([oracle.game(slug) for slug in slugs])
        }  # fmt: skip
        made = (each for _, each in _with_questions(makers))
        return [each for each in made if not isinstance(each, NothingToAskError)]


class _Connections:
    """Processes of an adapter; the first one, which tells what it claims, is asked further.

    Raises ProtocolError if it can't be started.
    """

    def __init__(self, begin: Callable[[], Client]) -> None:
        self._begin = begin
        first = self._greeted()
        self.hello = first.hello()
        self._waiting = [first]

    def connect(self) -> Client:
        """A process that has told its claims; whoever takes it closes it."""
        try:
            return self._waiting.pop()  # several threads may ask
        except IndexError:
            return self._greeted()

    def _greeted(self) -> Client:
        client = self._begin()
        client.hello()
        return client

    def __enter__(self) -> _Connections:
        return self

    def __exit__(self, *_: object) -> None:
        """Close a process that nobody has taken."""
        for client in self._waiting:
            client.close()


def _client(adapter: AdapterConfig, editions: Mapping[str, str], oracle: Oracle) -> Client:
    """A client of an adapter; of this interpreter without another process.

    That would compile each match-up again, only to find the same.
    """
    if adapter.file is not None:
        return Client(adapter, editions)
    reference = Reference(map(oracle.name, editions), __version__, oracle)
    return Client(adapter, editions, begin=lambda _: ServedHere(reference))


def _claimed(hello: Hello, known: Mapping[str, str]) -> list[str]:
    """The games here that an adapter claims. Raises UsageError if there are none."""
    slugs = [slug for slug in hello.games if slug in known]
    if not slugs:
        claimed = ", ".join(hello.games) or "nothing"
        raise UsageError(f"the adapter claims {claimed}", f"games here: {', '.join(known)}")
    return slugs


def _named(slugs: Sequence[str], call: ConformCall, oracle: Oracle) -> dict[str, str]:
    """For each game, its name on the command line; empty if it is the only choice."""
    needed = bool(call.games) or len(slugs) > 1
    return {slug: oracle.name(slug) if needed else "" for slug in slugs}


def _ask(
    wanted: RunRequest, hello: Hello, name: str, begun: Callable[[], Peer], oracle: Oracle
) -> RunOutcome:
    """Ask about one game, with a progress bar. name: of the adapter. begun: starts it."""
    with ExitStack() as stack:

        def started(count: int) -> Progress:
            move = stack.enter_context(progress(f"asking {name}", count))
            return _Bar(move, wanted.known).note

        return conform(wanted, hello, begun, oracle, started)


class _Bar:
    """Counts cases for a progress bar, and names what fails as it comes."""

    def __init__(self, move: Any, known: Sequence[KnownFailure]) -> None:
        self._move = move
        self._known = known
        self._today = dt.datetime.now(tz=dt.UTC).date()
        self._done = self._wrong = 0

    def note(self, _: int, result: CaseResult) -> None:
        """Count one more case."""
        self._done += 1
        if result.status not in FINE and not is_known(result, self._known, self._today):
            self._wrong += 1
            echo(f"{result.status} {result.id}: {result.title}", err=True)
        self._move(self._done, f"{number(self._done)} cases, {number(self._wrong)} wrong")


def _write(outcomes: Sequence[RunOutcome], call: ConformCall) -> None:
    for outcome in outcomes:
        for path in call.reports:
            save(outcome.run, path)
        if call.write_known is not None:
            until = dt.datetime.now(tz=dt.UTC).date() + dt.timedelta(DAYS)
            count = write_known(call.write_known, outcome.run.results, until)
            click.echo(f"{counted(count, 'known failure')} written to {call.write_known}", err=True)


def _print(outcomes: Sequence[RunOutcome], wanted: bool) -> None:
    if wanted:
        print_json(run_json(outcomes))
        return
    for outcome in outcomes:
        for line in _unmet(outcome):
            echo(line)
        print_lines(render(outcome.run))


def _together(every: Mapping[str, Sequence[RunOutcome]]) -> Comparison:
    """The runs of several adapters, each by its label."""
    runs = [(label, run) for label, of in _labelled(every).items() for run in of]
    return Comparison([NamedRun(label, label, run) for label, run in runs])


def _labelled(every: Mapping[str, Sequence[RunOutcome]]) -> dict[str, list[SuiteRun]]:
    """The runs of each adapter by a short label, in place of its file."""
    short = labels({file: named(outcomes[0].run) for file, outcomes in every.items() if outcomes})
    return {label: [outcome.run for outcome in every[file]] for file, label in short.items()}


def _print_side_by_side(every: Mapping[str, Sequence[RunOutcome]], wanted: bool) -> None:
    """The runs of several adapters: a table; as JSON, each as it would be alone."""
    if wanted:
        runs = {file: [outcome.run for outcome in outcomes] for file, outcomes in every.items()}
        made = [{"adapter": file, **run_json(outcomes)} for file, outcomes in every.items()]
        both = {key: all(one[key] for one in made) for key in ("conformant", "complete")}
        print_json({**both, "adapters": made, "alone": alone(runs)})
        return
    labelled = _labelled(every)
    print_lines(table(labelled))
    click.echo()
    for label, of in labelled.items():
        for run in of:
            echo(f"{label}: {verdict(run)}")


def _unmet(outcome: RunOutcome) -> Iterator[str]:
    for name, why in outcome.pool_result.unmet.items():
        yield f"the reference itself does not meet {name}:\n{why[:SHOWN]}\n"
