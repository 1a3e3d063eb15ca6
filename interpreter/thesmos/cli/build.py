"""`thesmos build`: export a match to another language."""

from __future__ import annotations

from pathlib import Path

import click

from thesmos.cli.arguments import (
    FILE,
    MatchArgs,
    force_option,
    json_option,
    match_options,
    read_pairs,
)
from thesmos.cli.output import print_json
from thesmos.diagnostics import UsageError
from thesmos.files import check_new, write_files

WASM, OBJECT = TARGETS = "wasm", "object"


@click.command("build")
@click.argument("game")
@match_options
@click.option("--pool", is_flag=True,
              help="Include all powers; a match chooses some when it begins.")  # fmt: skip
@click.option("--target", type=click.Choice(TARGETS), default=TARGETS[0], show_default=True,
              help="What to write.")  # fmt: skip
@click.option("--package", is_flag=True,
              help="Add a package.json, so that npm can install the folder.")  # fmt: skip
@click.option("--triple", metavar="TRIPLE", show_default="this machine",
              help="Kind of machine to write an object for, as compilers name it.")  # fmt: skip
@click.option("--out", type=FILE, default=Path(), metavar="DIR", show_default="here",
              help="Folder to write into.")  # fmt: skip
@force_option
@json_option
def command(
    game: str, pool: bool, target: str, package: bool, triple: str | None, out: Path, force: bool,
    as_json: bool, **wanted: object,
) -> None:  # fmt: skip
    """Write a match of GAME for another language.

    `wasm` is for web pages and Node.js. It writes six files: an ES module with everything inside,
    its TypeScript types, a classic script for pages, also those opened as files, and a lean ES
    module beside the two WebAssembly modules that it reads, of which one tells what happens. With
    --package, the folder can be installed by npm. With --pool, each match chooses its powers among
    all powers of the game.

    `object` is for programs in C, and in any language that can call it. It writes an object file,
    match.o, its header, and example.c, a program that plays a game at random.
    """
    args = MatchArgs(game, **wanted)  # type: ignore[arg-type]
    if pool and args.powers is not None:
        raise UsageError("--pool includes all powers", "leave out --powers")
    if pool and target != WASM:
        raise UsageError(f"--pool is for --target {WASM}", "name the powers instead")
    if package and target != WASM:
        raise UsageError(f"--package is for --target {WASM}", "leave it out")
    if triple is not None and target != OBJECT:
        raise UsageError(f"--triple is for --target {OBJECT}", f"add --target {OBJECT}")
    files = _to_link(args, triple) if target == OBJECT else _for_pages(args, pool, package)
    contents: dict[Path, str | bytes] = {out / name: content for name, content in files.items()}
    check_new(contents, force)
    write_files(contents, replace=force)
    sizes = {str(out / name): len(content) for name, content in files.items()}
    if as_json:
        print_json({"game": game, "files": sizes})
        return
    for path, size in sizes.items():
        click.echo(f"{path}  {size / 1000:.1f} kB")


def _for_pages(args: MatchArgs, pool: bool, packed: bool) -> dict[str, bytes]:
    from importlib.metadata import version

    from thesmos.cli.starting_point import make_match
    from thesmos.play.game import load
    from thesmos.web.build import built, package
    from thesmos.web.build import pool as pool_of

    loaded = load(args.game)
    chosen = pool_of(loaded, args.mode, read_pairs(args.options)) if pool else None
    match = chosen or make_match(loaded, args)
    name = match.linked.game.slug
    files = built(match, name, None if chosen is None else loaded)
    return files | ({"package.json": package(name, version("thesmos"))} if packed else {})


def _to_link(args: MatchArgs, triple: str | None) -> dict[str, bytes]:
    from thesmos.cli.starting_point import make_match
    from thesmos.compile.machine.native.object_file import object_files
    from thesmos.play.game import load

    match = make_match(load(args.game), args)
    return object_files(match.linked, triple, match.renumbering.pieces)
