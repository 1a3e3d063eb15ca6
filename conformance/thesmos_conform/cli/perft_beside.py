"""`thesmos perft --divide -i ADAPTER`: find the first place where an adapter differs."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import click
from click.core import ParameterSource

from thesmos.cli.output import print_json, print_lines, progress
from thesmos.cli.starting_point import StartingPoint
from thesmos.diagnostics import UsageError, counted, number
from thesmos.play.game import Game
from thesmos_conform.adapters.client import Client
from thesmos_conform.adapters.config import read_adapter
from thesmos_conform.cases.case import protocol_setup
from thesmos_conform.cli.aside import NOTHING, Aside, aside_lines
from thesmos_conform.cli.errors import print_not_started
from thesmos_conform.fuzz.divide import Descent, DividedAdapter, Divider
from thesmos_conform.judging.result import SuiteRun
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.messages import Claim, Hello, Json, Place
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.report.failure import FailureDescriber
from thesmos_conform.report.terminal import failure_lines
from thesmos_conform.report.verdict import INCOMPLETE, NOT_STARTED


def descend(file: str, start: StartingPoint, depth: int, follow: str, as_json: bool) -> int:
    """Compare with an adapter until it differs; return the exit code. Raises UsageError."""
    oracle = Oracle()
    game = oracle.use_game(start.game)
    editions = {game.slug: game.checked.written.edition}
    with Client(read_adapter(file, [start.game]), editions) as client:
        try:
            hello = client.hello()
        except ProtocolError as error:
            print_not_started(error, Descent().as_json() if as_json else None)
            return NOT_STARTED
        claim = hello.games.get(game.slug)
        if claim is None:
            raise UsageError(f"{file} has no game `{game.slug}`")
        adapter = DividedAdapter(oracle, client, claim, follow)
        with progress("asking", None) as move:
            divider = Divider(oracle, adapter.look, adapter.count, progress=move)
            setup = protocol_setup(cast(Json, start.setup), game)
            walk = divider.descend(Place(game.slug, setup, start.position), depth)
    if as_json:
        print_json(walk.as_json())
    else:
        _print(walk, game, hello, claim)
    if walk.difference is None and _is_idle(walk):
        return INCOMPLETE
    return 1 if walk.difference else 0


def _print(walk: Descent, game: Game, hello: Hello, claim: Claim) -> None:
    """Print the first difference, and the command that shows it again."""
    if walk.difference is None:
        places, passed = counted(walk.looked_at, "place"), number(walk.passed)
        click.echo(NOTHING if _is_idle(walk) else f"no difference: {places}, {passed} by counts")
        for line in aside_lines(_aside(walk)):
            click.echo(line)
        return
    edition = game.checked.written.edition
    run = SuiteRun(hello, game.slug, edition, "", claim.levels, "", 1, rules=game)
    print_lines(
        failure_lines(
            replace(FailureDescriber(run).describe(walk.difference), command=_command_line())
        )
    )


def _command_line() -> str:
    """Return the command as it was called, for a shell; empty outside of a command."""
    ctx = click.get_current_context(silent=True)
    if ctx is None:
        return ""
    words = ["thesmos", ctx.info_name or ""]
    for parameter in ctx.command.params:
        value = ctx.params.get(parameter.name or "")
        if ctx.get_parameter_source(parameter.name or "") is not ParameterSource.COMMANDLINE:
            continue
        option = parameter.opts[-1] if isinstance(parameter, click.Option) else ""
        for word in value if isinstance(value, tuple) else (value,):
            words += [option] * bool(option) + ([] if word is True else [str(word)])
    return shlex.join(words)


def _is_idle(walk: Descent) -> bool:
    """Return whether a walk has compared nothing, neither answers nor counts."""
    return not walk.compared and not walk.passed


def _aside(walk: Descent) -> Iterator[Aside]:
    """Yield the places that do not count."""
    for (status, reason), count in walk.aside.most_common():
        yield counted(count, "place"), status, reason
