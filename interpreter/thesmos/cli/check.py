"""`thesmos check`: report every error in a spec at once."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from thesmos.cli.arguments import json_option
from thesmos.cli.output import print_json
from thesmos.diagnostics import Diagnostic, UsageError, counted, in_order

GAME_FILE = "game.yaml"
OF_MEANING = ("E3", "E4")  # errors that another file can cause; those of form are in their file


@click.command("check")
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings too.")
@json_option
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], strict: bool, as_json: bool) -> None:
    """Report every error in PATH…: spec folders, single files in them, or shipped games.

    A game is checked with all its editions and modules, unless you name one, as in `game@edition`
    or `game+module`. A card can't be checked without its game: for a single file, the whole game is
    loaded, and what is wrong in that file is reported, with the errors that it causes elsewhere.
    The exit code is 1 if there are errors; warnings count only with --strict.
    """
    diagnostics = [diagnostic for path in paths for diagnostic in check(path)]
    unique = in_order(dict.fromkeys(diagnostics))
    wrong = any(strict or diagnostic.severity == "error" for diagnostic in unique)
    if as_json:
        print_json({"diagnostics": [diagnostic.as_json() for diagnostic in unique]})
    else:
        for diagnostic in unique:
            click.echo(diagnostic.render())
        click.echo(_summary(unique))
    ctx.exit(1 if wrong else 0)


def check(path: str) -> list[Diagnostic]:
    """Check a spec folder, a file in one, or a shipped game. Raises UsageError if there is none."""
    from thesmos.play.game_diagnostics import game_diagnostics
    from thesmos.syntax.spec_folder import name_of_folder, shipped_games, shipped_slugs
    from thesmos.syntax.versions import AS_WRITTEN, split_name

    file = Path(path)
    bare, version = split_name(path)
    if not file.exists() and (
        bare in shipped_games() or (version != AS_WRITTEN and _is_game(bare))
    ):
        return game_diagnostics(path)
    if not file.exists():
        raise UsageError(f"{path} does not exist", f"shipped games: {', '.join(shipped_slugs())}")
    if file.is_dir() and (file / GAME_FILE).is_file():
        return game_diagnostics(path)
    if file.is_dir() and (games := sorted(file.glob(f"*/{GAME_FILE}"))):
        return [
            diagnostic
            for game in games
            for diagnostic in game_diagnostics(name_of_folder(game.parent))
        ]
    folder = game_folder(file)
    diagnostics = game_diagnostics(str(folder))
    shown = set(_inside(diagnostics, file)) | set(_caused_by(file, folder, diagnostics))
    return [diagnostic for diagnostic in diagnostics if diagnostic in shown]


def _is_game(path: str) -> bool:
    return (Path(path) / GAME_FILE).is_file()


def game_folder(file: Path) -> Path:
    """Return the nearest folder above a file that holds a game. Raises UsageError if none does."""
    for folder in file.resolve().parents:
        if (folder / GAME_FILE).is_file():
            return folder
    raise UsageError(f"{file} does not belong to a game", f"no folder above it has a {GAME_FILE}")


def _inside(diagnostics: Iterable[Diagnostic], path: Path) -> Iterable[Diagnostic]:
    """Return the diagnostics about a file, or about files below a folder."""
    wanted = path.resolve()
    for diagnostic in diagnostics:
        location = diagnostic.location
        if location is None or Path(location.file).resolve().is_relative_to(wanted):
            yield diagnostic


def _caused_by(file: Path, folder: Path, diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Return the errors in other files that would not be there without the file of a power.

    Every other text reads the game's own files, so that these may cause any error that is not one
    of form.
    """
    from thesmos.check.reading import read_version

    inside = set(_inside(diagnostics, file))
    elsewhere = [
        diagnostic
        for diagnostic in diagnostics
        if diagnostic.severity == "error"
        and diagnostic.code.startswith(OF_MEANING)
        and diagnostic not in inside
    ]
    if file.is_dir() or not elsewhere:
        return []
    if file.resolve().parent != (folder / "powers").resolve():
        return elsewhere
    _, _, without = read_version(folder, without=(file.stem,))
    keys = {(diagnostic.code, diagnostic.location) for diagnostic in without}
    return [d for d in elsewhere if (d.code, d.location) not in keys]


def _summary(diagnostics: list[Diagnostic]) -> str:
    errors = sum(diagnostic.severity == "error" for diagnostic in diagnostics)
    if not diagnostics:
        return "no errors"
    warnings = len(diagnostics) - errors
    return counted(errors, "error") + (f", {counted(warnings, 'warning')}" if warnings else "")
