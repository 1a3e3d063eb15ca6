"""`thesmos balance`: measure how often each power or program wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from thesmos.cli.arguments import (
    MatchArgs,
    jobs_option,
    json_option,
    match_options,
    read_pairs,
    read_powers,
)
from thesmos.cli.output import print_json, progress
from thesmos.diagnostics import UsageError, number

if TYPE_CHECKING:
    from thesmos.play.game import Game
    from thesmos.tools.balance import Balance, Contest, Share
    from thesmos.tools.process_pool import Jobs

PROGRAM = "mcts:100"
PLAYERS = 2


@click.command("balance")
@click.argument("game")
@match_options
@click.option("--against-each", "power", metavar="POWER",
              help="Let this power play against each power that it may meet.")  # fmt: skip
@click.option("--programs", metavar="P,Q,…", default=PROGRAM, show_default=True,
              help="Who plays: one program for all players, or one for each; "
                   "`mcts:100`, `mcts:1s` or `random`.")  # fmt: skip
@click.option("--games", type=click.IntRange(1, 10_000_000), default=100, show_default=True,
              help="Games of each match-up.")  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the first game."
)
@jobs_option
@json_option
def command(
    game: str, power: str | None, programs: str, games: int, seed: int, jobs: Jobs, as_json: bool,
    **wanted: Any,
) -> None:  # fmt: skip
    """Let powers, or programs, play GAME against each other, and count who wins how often.

    Each of them takes every seat in turn, as far as the rules allow. Each share is followed by its
    95 % confidence interval. A draw counts equally for each side.

      thesmos balance GAME --powers A,B --games 200

      thesmos balance GAME --against-each A --programs random

      thesmos balance GAME --programs mcts:400,mcts:100
    """
    from thesmos.play.game import load
    from thesmos.tools.balance import balance

    args = MatchArgs(game, **wanted)
    if args.any_match_up:
        raise UsageError("--any-match-up can't be used here", "name powers that may meet")
    contests = _contests(load(args.game), args, power, programs.split(","))
    with progress("playing", None) as move:
        balances = balance(
            args.game, contests, games, seed, jobs, lambda done, of: move(done, f"{done} of {of}")
        )
    if as_json:
        print_json({"game": args.game, "contests": [result.as_json() for result in balances]})
    elif power is not None:
        _print_opponents(balances)
    else:
        _print_contest(balances[0])


def _contests(game: Game, args: MatchArgs, power: str | None, programs: list[str]) -> list[Contest]:
    """The contests that the command line describes. Raises UsageError."""
    from thesmos.dice import Rng
    from thesmos.play.players import player_named
    from thesmos.tools.balance import Contest, Entrant, against_each

    for program in programs:
        player_named(program, Rng(0))
    if power is not None:
        if args.powers is not None or len(programs) > 1 or args.setup or args.options:
            text = "--against-each can't be combined with --powers, --setup, --option"
            raise UsageError(f"{text} or several --programs", "it chooses the match-ups itself")
        return [*against_each(game, power, programs[0], args.mode)]
    powers = read_powers(args.powers)
    if powers is None:
        count = PLAYERS if args.mode is None else game.mode(args.mode, 0).players
        powers = [None] * max(count, len(programs))
    if len(programs) == 1:
        programs = programs * len(powers)
    if len(programs) != len(powers):
        hint = "name one for all, or one for each"
        raise UsageError(f"{len(powers)} players, but {len(programs)} programs", hint)
    setup = read_pairs(args.setup)
    mode = game.mode(args.mode, len(powers), setup).slug
    entrants = tuple(Entrant(*pair) for pair in zip(powers, programs, strict=True))
    options = tuple(sorted(read_pairs(args.options).items()))
    return [Contest(entrants, mode, tuple(sorted(setup.items())), options)]


def _print_contest(balance: Balance) -> None:
    """Print the share of each entrant."""
    entrants = balance.contest.entrants
    alike = len({entrant.program for entrant in entrants}) == 1
    names = []
    for number_, entrant in enumerate(entrants, 1):
        power = entrant.power or (f"entrant {number_}" if alike else "")
        names.append(power if alike else " ".join(filter(None, (power, entrant.program))))
    width = max(map(len, names))
    for name, share in zip(names, balance.shares, strict=True):
        click.echo(f"{name:<{width}}  {_phrase(share)}")
    click.echo(f"{'first player':<{width}}  {_phrase(balance.first)}")
    reasons = ", ".join(f"{name} {number(many)}" for name, many in balance.reasons.most_common())
    click.echo(
        f"{number(balance.games)} games, {balance.decisions / balance.games:.0f} decisions each; "
        f"ended by {reasons}"
    )


def _print_opponents(balances: list[Balance]) -> None:
    """Print the share of the first entrant against each opponent, the hardest first."""
    from thesmos.tools.balance import Share

    balances = sorted(balances, key=lambda balance: balance.shares[0].value)
    names = [balance.contest.entrants[1].power or "" for balance in balances]
    width = max(map(len, [*names, "all"]))
    for name, balance in zip(names, balances, strict=True):
        click.echo(f"{name:<{width}}  {_phrase(balance.shares[0])}")
    games = sum(balance.games for balance in balances)
    total = Share(games, sum(balance.shares[0].points for balance in balances))
    click.echo(f"{'all':<{width}}  {_phrase(total)}")


def _phrase(share: Share) -> str:
    low, high = share.interval
    return (
        f"{100 * share.value:5.1f} %  ({100 * low:.1f} to {100 * high:.1f})  "
        f"{share.points:g} of {number(share.games)}"
    )
