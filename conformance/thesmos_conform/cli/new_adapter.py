"""`thesmos new adapter`: the skeleton of an adapter, which answers."""

from __future__ import annotations

from pathlib import Path

import click

from thesmos.cli.arguments import FILE, largest_game
from thesmos.diagnostics import UsageError
from thesmos.play.game import Game, load
from thesmos_conform.adapters import skeleton as adapters


@click.command("adapter", short_help="Write the skeleton of an adapter.")
@click.argument("folder", metavar="NAME", type=FILE)
@click.option(
    "--lang",
    "language",
    required=True,
    metavar="LANGUAGE",
    help="What it is written in: python or javascript.",
)
@click.option("--game", help="The game; the shipped one with the most powers if not told.")
def command(folder: Path, language: str, game: str | None) -> None:
    """Write a skeleton of an adapter into the new folder NAME, ready to be filled in.

    It speaks the protocol; the functions that ask your implementation are yours to write. Nothing
    is ever overwritten.
    """
    if language not in adapters.languages():
        known = " and ".join(adapters.languages())
        raise UsageError(f"there is no skeleton in {language}", f"there is one in {known}")
    loaded = load(game if game is not None else largest_game())
    for path in adapters.write(folder, language, _words(loaded)):
        click.echo(f"wrote {path}")
    click.echo(f"next: thesmos doctor {folder / 'adapter.toml'}")


def _words(game: Game) -> dict[str, str]:
    """What the skeleton of an adapter is told about a game: the mode for the fewest players."""
    plain = [mode for mode in game.checked.modes.values() if not mode.needs]
    mode = min(plain, key=lambda mode: mode.players)
    return {
        "GAME": game.slug,
        "EDITION": game.checked.written.edition,
        "MODE": mode.slug,
        "PLAYERS": str(mode.players),
    }
