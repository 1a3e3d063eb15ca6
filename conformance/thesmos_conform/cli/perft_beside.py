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
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.messages import Claim, Hello, Json, Place
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.report.failure import FailureDescriber
from thesmos_conform.report.terminal import failure_lines
from thesmos_conform.report.verdict import INCOMPLETE, NOT_STARTED
from thesmos_conform.runner.result import SuiteRun


def descend(file: str, given: StartingPoint, depth: int, follow: str, as_json: bool) -> int:
    """Compare with an adapter until it differs; return the exit code. Raises UsageError."""
    oracle = Oracle()
    game = oracle.use_game(given.game)
    editions = {game.slug: game.checked.written.edition}
    with Client(read_adapter(file, [given.game]), editions) as client:
        try:
            hello = client.hello()
        except ProtocolError as error:
            print_not_started(error, Descent().as_json() if as_json else None)
            return NOT_STARTED
        claim = hello.games.get(game.slug)
        if claim is None:
            raise UsageError(f"{file} has no game `{game.slug}`")
        asked = DividedAdapter(oracle, client, claim, follow)
        with progress("asking", None) as move:
            divider = Divider(oracle, asked.look, asked.count, progress=move)
            setup = protocol_setup(cast(Json, given.setup))
            walk = divider.descend(Place(game.slug, setup, given.position), depth)
    if as_json:
        print_json(walk.as_json())
    else:
        _print(walk, game, hello, claim)
    if walk.found is None and _is_idle(walk):
        return INCOMPLETE
    return 1 if walk.found else 0


def _print(walk: Descent, game: Game, hello: Hello, claim: Claim) -> None:
    """Print the first difference, and the command that shows it again."""
    if walk.found is None:
        places, passed = counted(walk.asked, "place"), number(walk.passed)
        click.echo(NOTHING if _is_idle(walk) else f"no difference: {places}, {passed} by counts")
        for line in aside_lines(_aside(walk)):
            click.echo(line)
        return
    edition = game.checked.written.edition
    run = SuiteRun(hello, game.slug, edition, "", claim.levels, "", 1, rules=game)
    print_lines(
        failure_lines(replace(FailureDescriber(run).describe(walk.found), command=_again()))
    )


def _again() -> str:
    """The command as it was called, for a shell; empty outside of one."""
    ctx = click.get_current_context(silent=True)
    if ctx is None:
        return ""
    words = ["thesmos", ctx.info_name or ""]
    for one in ctx.command.params:
        value = ctx.params.get(one.name or "")
        if ctx.get_parameter_source(one.name or "") is not ParameterSource.COMMANDLINE:
            continue
        option = one.opts[-1] if isinstance(one, click.Option) else ""
        for each in value if isinstance(value, tuple) else (value,):
            words += [option] * bool(option) + ([] if each is True else [str(each)])
    return shlex.join(words)


def _is_idle(walk: Descent) -> bool:
    """Whether a walk has compared nothing, neither answers nor counts."""
    return not walk.compared and not walk.passed


def _aside(walk: Descent) -> Iterator[Aside]:
    """The places that do not count."""
    for (status, reason), count in walk.aside.most_common():
        yield counted(count, "place"), status, reason
