"""`thesmos play`: play a game in the terminal."""

from __future__ import annotations

from pathlib import Path

import click

from thesmos.cli.arguments import FILE, MatchArgs, match_options, start_options
from thesmos.diagnostics import UsageError


@click.command("play")
@click.argument("game", required=False)
@match_options
@start_options
@click.option(
    "--against",
    metavar="PROGRAM",
    help="Who plays the others: `mcts:1s` (searches a second for each choice), "
    "`mcts:1000` (1000 games for each choice) or `random`.",
)
@click.option("--seat", type=click.IntRange(1), default=1, show_default=True, metavar="PLAYER",
              help="With --against: which player you are.")  # fmt: skip
@click.option("--random", "random_players", multiple=True, type=click.IntRange(1), metavar="PLAYER",
              help="Let this player play at random. Repeatable.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0),
              help="Seed for chance and programs. Default: another one each time.")  # fmt: skip
@click.option("--draft", metavar="FORM",
              help="Play the draft first, in this form: a value of its first option.")  # fmt: skip
@click.option("--players", type=click.IntRange(1, 9), metavar="N",
              help="With --draft: the number of players. Default: 2.")  # fmt: skip
@click.option("--language", default="en", metavar="CODE",
              help="The language for the names of options and cards.")  # fmt: skip
@click.option("--resume", type=FILE, metavar="FILE", help="Continue a saved game.")
def command(
    game: str | None,
    against: str | None,
    seat: int,
    random_players: tuple[int, ...],
    seed: int | None,
    draft: str | None,
    players: int | None,
    resume: Path | None,
    **wanted: object,
) -> None:
    """Play GAME in the terminal: choose options by number or notation.

    Type `help` for the other commands: why, undo, save, quit.
    """
    if players is not None and draft is None:
        raise UsageError(
            "--players needs --draft", "without a draft, --powers gives the number of players"
        )
    from thesmos.cli.terminal_game import Opponents, game_for, resumed

    opponents, language = Opponents(random_players, against, seat), str(wanted.pop("language"))
    if resume is not None:
        terminal_game = resumed(resume, opponents, seed, language)
    elif game is not None:
        args = MatchArgs(game, **wanted)  # type: ignore[arg-type]
        terminal_game = game_for(args, draft, players, opponents, seed, language)
    else:
        raise UsageError("no game given", "name a GAME, or continue a saved one with --resume FILE")
    terminal_game.run()
