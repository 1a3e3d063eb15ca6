"""`thesmos new copy`: write a copy of a shipped game, to change it."""

from __future__ import annotations

from pathlib import Path

import click

from thesmos.cli.arguments import FILE
from thesmos.files import write_files


@click.command("copy", short_help="Write a copy of a shipped game, to change it.")
@click.argument("game")
@click.argument("folder", type=FILE, required=False)
def command(game: str, folder: Path | None) -> None:
    """Write the whole spec of GAME into a new folder: its rules, cards, modes and editions.

    GAME is the name of a shipped game, or a folder with a game.yaml. FOLDER is by default my-GAME.
    Existing files are never overwritten. Then `thesmos play`, `check` and `docs serve` take the
    folder in place of the name.
    """
    from thesmos.syntax.spec_folder import find_version

    source, _ = find_version(game)
    target = folder if folder is not None else Path(f"my-{source.resolve().name}")
    files = {
        target / path.relative_to(source): path.read_bytes()
        for path in sorted(source.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }
    write_files(files)
    click.echo(f"wrote {target}")
    click.echo(f"next: thesmos play {target}")
