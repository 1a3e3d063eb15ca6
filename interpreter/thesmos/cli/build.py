"""`thesmos build`: write a match for another language."""

from __future__ import annotations

from pathlib import Path

import click

from thesmos.cli.arguments import FILE, MatchArgs, json_option, match_options
from thesmos.cli.output import print_json
from thesmos.files import make_folder, whole_file

TARGETS = ("wasm",)


@click.command("build")
@click.argument("game")
@match_options
@click.option("--target", type=click.Choice(TARGETS), default=TARGETS[0], show_default=True,
              help="What is written.")  # fmt: skip
@click.option("--out", type=FILE, default=Path(), metavar="DIR", show_default="here",
              help="The folder to write into.")  # fmt: skip
@json_option
def command(game: str, target: str, out: Path, as_json: bool, **wanted: object) -> None:  # noqa: ARG001 - there is one target
    """Write a match of GAME for pages and for Node.js.

    Four files are written: a module of WebAssembly, an ES module that loads it, its types for
    TypeScript, and a classic script that has the module inside and so works in a page opened as a
    file.
    """
    from thesmos.cli.starting_point import make_match
    from thesmos.play.game import load
    from thesmos.web.build import built

    loaded = load(game)
    match = make_match(loaded, MatchArgs(game, **wanted))  # type: ignore[arg-type]
    files = built(match, match.linked.game.slug)
    make_folder(out)
    for name, content in files.items():
        with whole_file(out / name) as file:
            file.write(content)
    sizes = {str(out / name): len(content) for name, content in files.items()}
    if as_json:
        print_json({"game": game, "files": sizes})
        return
    for path, size in sizes.items():
        click.echo(f"{path}  {size / 1000:.1f} kB")
