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
from thesmos_conform.judging.result import CaseResult, SuiteRun
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.messages import Hello
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.reference.reference import Reference
from thesmos_conform.reference.served_here import ServedHere
from thesmos_conform.report.comparison import Comparison, NamedRun, save_together
from thesmos_conform.report.formats import save
from thesmos_conform.report.side_by_side import alone, labels, perhaps_ours, table
from thesmos_conform.report.summary import FINE, named, verdict
from thesmos_conform.report.terminal import render
from thesmos_conform.report.verdict import NOT_STARTED, exit_code
from thesmos_conform.report.verdict import as_json as run_json
from thesmos_conform.runner.known_failures import KnownFailure, is_known, write_known
from thesmos_conform.runner.request import RunOutcome, RunRequest
from thesmos_conform.runner.run import NothingToAskError, conform, not_begun
from thesmos_conform.runner.workers import Progress

Outcome = TypeVar("Outcome")

DAYS = 90  # how long newly listed known failures are accepted
SHOWN = 2000  # characters of an expectation that the reference does not meet


@click.command("conform")
@conform_options
@json_option
@click.pass_context
def command(ctx: click.Context, /, as_json: bool, **options: Any) -> None:
    """Ask ADAPTER about everything that it claims, and compare its answers with the reference.

    PATH…: scenarios, or folders of them; without PATH, the shipped ones and those in the game's
    own folder.

    Reports are for the author of the adapter, not for players: they show hidden things too, but of
    a question about what a player sees only what that player sees.

    Exit codes: 0 nothing differs, 1 something does, 2 the call or the input is wrong, 3 the
    adapter could not be started, 4 the run is incomplete or compared nothing, 5 the suite and the
    reference disagree.
    """
    call = ConformCall(**options).in_edition()
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
    outcomes = [outcome for runs in every.values() for outcome in runs]
    if len(adapters) > 1:
        _print_side_by_side(every, as_json)
        save_together(_together(every), *call.reports)
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
    """Yield the runs of each adapter with its file; of several, those with something to ask.

    Raises NothingToAskError if there is nothing, ProtocolError if one can't be started.
    """
    makers = {
        file: partial(_all_games, call, adapter, editions, oracle)
        for file, adapter in adapters.items()
    }
    for file, outcomes in _with_questions(makers):
        if isinstance(outcomes, NothingToAskError):
            echo(f"{file}: {outcomes.message} ({outcomes.hint})", err=True)
            continue
        yield file, outcomes
        if any(outcome.pool_result.interrupted for outcome in outcomes):
            return


def _with_questions(
    makers: Mapping[str, Callable[[], Outcome]],
) -> Iterator[tuple[str, Outcome | NothingToAskError]]:
    """Yield what is made for each name; the error where there is nothing to ask.

    Raises NothingToAskError if there is nothing to ask for any of them.
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
    """Return the runs of one adapter, one for each game; of several, those with something to ask.

    Raises NothingToAskError if there is nothing, ProtocolError if it can't be started.
    """
    with _Connections(lambda: _client(adapter, editions, oracle)) as adapters:
        slugs = list(editions) if call.games else _claimed(adapters.hello, editions)
        call.check_games(slugs)
        names = _named(slugs, call, oracle)
        ask = _Asking(adapters, adapter.name, oracle).ask
        makers = {
            slug: partial(ask, call.wanted(slug, names[slug], adapter))
            for slug in call.with_its_powers([oracle.game(slug) for slug in slugs])
        }
        return [
            outcome
            for _, outcome in _with_questions(makers)
            if not isinstance(outcome, NothingToAskError)
        ]


class _Connections:
    """Processes of an adapter; the first one, which is asked what it claims, is used again.

    Raises ProtocolError if it can't be started.
    """

    def __init__(self, begin: Callable[[], Client]) -> None:
        self._begin = begin
        first = self._greeted()
        self.hello = first.hello()
        self._waiting = [first]

    def connect(self) -> Client:
        """Return a process that has sent its claims; whoever takes it closes it."""
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
    """Return a client of an adapter; for this interpreter, one without another process.

    Another process would compile each match-up again, only to find the same.
    """
    if adapter.file is not None:
        return Client(adapter, editions)
    reference = Reference(map(oracle.name, editions), __version__, oracle)
    return Client(adapter, editions, begin=lambda _: ServedHere(reference))


def _claimed(hello: Hello, editions: Mapping[str, str]) -> list[str]:
    """Return the games here that an adapter claims. Raises UsageError if there are none."""
    slugs = [slug for slug in hello.games if slug in editions]
    if not slugs:
        claimed = ", ".join(hello.games) or "nothing"
        raise UsageError(f"the adapter claims {claimed}", f"games here: {', '.join(editions)}")
    return slugs


def _named(slugs: Sequence[str], call: ConformCall, oracle: Oracle) -> dict[str, str]:
    """Return the name of each game on the command line; empty if it is the only choice."""
    needed = bool(call.games) or len(slugs) > 1
    return {slug: oracle.name(slug) if needed else "" for slug in slugs}


class _Asking:
    """Asks an adapter about one game after the other; about none after an interrupt."""

    def __init__(self, adapters: _Connections, name: str, oracle: Oracle) -> None:
        self._adapters = adapters
        self._name = name
        self._oracle = oracle
        self._interrupted = False

    def ask(self, wanted: RunRequest) -> RunOutcome:
        """Ask about one game, with a progress bar. Raises NothingToAskError."""
        if not self._interrupted:
            try:
                outcome = self._asked(wanted)
            except (KeyboardInterrupt, SystemExit):  # while the cases are made
                self._interrupted = True
            else:
                self._interrupted = outcome.pool_result.interrupted
                return outcome
        return not_begun(wanted, self._adapters.hello, self._oracle)

    def _asked(self, wanted: RunRequest) -> RunOutcome:
        with ExitStack() as stack:

            def started(count: int) -> Progress:
                move = stack.enter_context(progress(f"asking {self._name}", count))
                return _Bar(move, wanted.known).note

            connect = self._adapters.connect
            return conform(wanted, self._adapters.hello, connect, self._oracle, started)


class _Bar:
    """Counts cases for a progress bar, and names what fails as it comes."""

    def __init__(self, move: Any, known_failures: Sequence[KnownFailure]) -> None:
        self._move = move
        self._known = known_failures
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
    save([outcome.run for outcome in outcomes], *call.reports)
    for outcome in outcomes:
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
    """Return the runs of several adapters, each with its label."""
    labelled = [(label, run) for label, runs in _labelled(every).items() for run in runs]
    return Comparison([NamedRun(label, label, run) for label, run in labelled])


def _labelled(every: Mapping[str, Sequence[RunOutcome]]) -> dict[str, list[SuiteRun]]:
    """Return the runs of each adapter by a short label, in place of its file."""
    short = labels({file: named(outcomes[0].run) for file, outcomes in every.items() if outcomes})
    return {label: [outcome.run for outcome in every[file]] for file, label in short.items()}


def _print_side_by_side(every: Mapping[str, Sequence[RunOutcome]], wanted: bool) -> None:
    """Print the runs of several adapters as a table; as JSON, each as it would be alone."""
    if wanted:
        runs = {file: [outcome.run for outcome in outcomes] for file, outcomes in every.items()}
        reports = [{"adapter": file, **run_json(outcomes)} for file, outcomes in every.items()]
        verdicts = {
            key: all(report[key] for report in reports) for key in ("conformant", "complete")
        }
        together = {"perhaps_ours": perhaps_ours(runs), "alone": alone(runs)}
        print_json({**verdicts, "adapters": reports, **together})
        return
    labelled = _labelled(every)
    print_lines(table(labelled))
    click.echo()
    for label, of_adapter in labelled.items():
        for run in of_adapter:
            echo(f"{label}: {verdict(run)}")


def _unmet(outcome: RunOutcome) -> Iterator[str]:
    for name, why in outcome.pool_result.unmet.items():
        yield f"the reference itself does not meet {name}:\n{why[:SHOWN]}\n"
