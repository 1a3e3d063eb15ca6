"""`thesmos soak`: play random games of every match-up, or of random specs, and check invariants."""

from __future__ import annotations

import click

from thesmos.cli.arguments import BACKENDS, backend_option, jobs_option, json_option
from thesmos.cli.output import counted, number, print_json, progress
from thesmos.diagnostics import UsageError


@click.command("soak")
@click.argument("game", required=False)
@click.option("--games", type=click.IntRange(1, 1000), default=20, help="Games for each match-up.")
@click.option("--random-specs", "specs", type=click.IntRange(1, 1_000_000), metavar="N",
              help="Make N random games, or powers for GAME; play those accepted.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=0, help="Of the first random spec.")
@jobs_option
@backend_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    game: str | None,
    games: int,
    specs: int | None,
    seed: int,
    jobs: int,
    backend: str,
    as_json: bool,
) -> None:
    """Play random games of every match-up of GAME and check what must always hold.

    Every pair of powers that may meet is played, and every power in each mode that allows it. No
    game may raise an error, differ after saving and restoring, offer an option that the chooser
    can't know, or show a player what is hidden from them. The exit code is 1 if one does.
    """
    if game is None and specs is None:
        raise UsageError(
            "`soak` needs a game or `--random-specs`", "such as `soak --random-specs 100`"
        )
    if specs is not None:
        if backend != BACKENDS[0]:
            raise UsageError("--backend is for the match-ups of a game", "leave it out here")
        faults = _random_specs(game, specs, seed, jobs, as_json)
    else:
        assert game is not None
        faults = _match_ups(game, games, jobs, as_json, backend)
    ctx.exit(1 if faults else 0)


def _match_ups(game: str, games: int, jobs: int, as_json: bool, backend: str) -> int:
    """Play a game; return the number of failures."""
    from thesmos.tools.soak import soak

    with progress("playing", None) as move:
        found = soak(
            game, games, jobs, lambda done, of: move(done, f"{done} of {of} match-ups"), backend
        )
    if as_json:
        print_json(found.as_json())
    else:
        for failure in found.failures:
            click.echo(f"{failure.match_up}, seed {failure.seed}: {failure.message}")
        click.echo(
            f"{number(found.match_ups)} match-ups, {number(found.games)} games, "
            f"{number(found.decisions)} decisions, {counted(len(found.failures), 'failure')}"
        )
    return len(found.failures)


def _random_specs(game: str | None, specs: int, seed: int, jobs: int, as_json: bool) -> int:
    """Play random specs; return the number of faults. Raises UsageError outside a checkout."""
    try:
        from thesmos.testing.random_specs.running import random_specs  # noqa: TID251
    except ModuleNotFoundError:
        raise UsageError(
            "what makes random specs is not installed", "run this in a checkout of the repository"
        ) from None

    with progress("playing", None) as move:
        found = random_specs(
            specs, seed, jobs, lambda done, of: move(done, f"{done} of {of} random specs"), game
        )
    if as_json:
        print_json(found.as_json())
    else:
        for fault in found.faults:
            click.echo(f"seed {fault.seed}: {fault.message}")
            click.echo(fault.text, nl=False)
        click.echo(
            f"{number(found.specs)} specs, {number(found.accepted)} accepted, "
            f"{number(found.decisions)} decisions, {number(found.clauses)} clauses of which "
            f"{number(found.fired)} took effect, {counted(len(found.faults), 'fault')}"
        )
    return len(found.faults)
