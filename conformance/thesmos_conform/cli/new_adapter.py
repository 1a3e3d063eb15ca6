"""`thesmos new adapter`: write the skeleton of an adapter that answers at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from thesmos.cli.arguments import FILE
from thesmos.diagnostics import UsageError
from thesmos_conform.adapters import skeleton as adapters

if TYPE_CHECKING:
    from thesmos.play.game import Game


TWO = 2  # players, where a game can be played by two


@click.command("adapter", short_help="Write the skeleton of an adapter.")
@click.argument("folder", metavar="NAME", type=FILE)
@click.option(
    "--lang",
    "language",
    required=True,
    metavar="LANGUAGE",
    help="The language of the adapter: python, javascript or rust.",
)
@click.option("--game", help="The game; by default the shipped one with the most powers.")
def command(folder: Path, language: str, game: str | None) -> None:
    """Write a skeleton of an adapter into the new folder NAME, ready to be filled in.

    It speaks the protocol; you write the functions that ask your implementation. Existing files are
    never overwritten.
    """
    from thesmos.cli.starting_point import largest_game
    from thesmos.play.game import load

    if language not in adapters.languages():
        *others, last = adapters.languages()
        hint = f"there are skeletons in {', '.join(others)} and {last}"
        raise UsageError(f"there is no skeleton in {language}", hint)
    loaded = load(game if game is not None else largest_game())
    for path in adapters.write(folder, language, _words(loaded)):
        click.echo(f"wrote {path}")
    click.echo(f"next: thesmos doctor {folder / 'adapter.toml'}")


def _words(game: Game) -> dict[str, str]:
    """Return the words of a skeleton for a game, with the mode for two, or for the fewest."""
    plain = [mode for mode in game.checked.modes.values() if not mode.needs]
    mode = min(plain, key=lambda mode: (mode.players != TWO, mode.players))
    return {
        "GAME": game.slug,
        "EDITION": game.checked.written.edition,
        "MODE": mode.slug,
        "PLAYERS": str(mode.players),
    }
