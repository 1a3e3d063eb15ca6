"""`thesmos fmt`: write the clauses of a spec in standard form."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from thesmos.cli.arguments import json_option
from thesmos.cli.output import print_json
from thesmos.diagnostics import Diagnostic, UsageError, counted


@click.command("fmt")
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if a file would change.")
@json_option
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], check: bool, as_json: bool) -> None:
    """Write the clauses of PATH…, files or folders, in standard form.

    Older forms of the language become current ones. The meaning of clauses does not change, nor
    does anything outside them. Files with errors are left alone, and make the exit code 1.
    """
    from thesmos.files import write_files

    changed: dict[Path, str | bytes] = {}
    wrong: list[Diagnostic] = []
    files = list(dict.fromkeys(file for path in paths for file in _files(Path(path))))
    for file in files:
        errors, text = _formatted(file)
        wrong += errors
        if text is not None:
            changed[file] = text
    if changed and not check:
        write_files(changed, replace=True)
    if as_json:
        print_json(
            {
                "changed": [*map(str, changed)],
                "diagnostics": [diagnostic.as_json() for diagnostic in wrong],
            }
        )
    else:
        for diagnostic in wrong:
            click.echo(diagnostic.render())
        done = "to be changed" if check else "changed"
        for name in changed:
            click.echo(f"{name}: {done}")
        click.echo(f"{counted(len(files), 'file')}, {len(changed)} {done}")
    ctx.exit(1 if wrong or (check and changed) else 0)


def _formatted(file: Path) -> tuple[list[Diagnostic], str | None]:
    """Return the errors of a file, and its text in standard form; None if it is in it already."""
    from thesmos.syntax.format import formatted
    from thesmos.syntax.sources import with_lines

    try:
        text = file.read_bytes().decode("utf-8")
    except OSError as error:
        raise UsageError(f"{file} can't be read: {error.strerror}", None) from error
    except UnicodeDecodeError:
        return [Diagnostic("E112", f"{file} is not UTF-8", None, "save the file as UTF-8")], None
    new, wrong = formatted(text, str(file))
    return with_lines(wrong), None if new == text else new


def _files(path: Path) -> Iterator[Path]:
    """The files of a spec below a folder, or one file. Raises UsageError for anything else."""
    if path.is_dir():
        yield from sorted(path.rglob("*.yaml"))
    elif path.is_file():
        yield path
    else:
        raise UsageError(f"{path} does not exist", "name files or folders")
