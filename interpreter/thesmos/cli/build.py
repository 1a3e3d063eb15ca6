"""`thesmos build`: export a match to another language."""

from __future__ import annotations

from pathlib import Path

import click

from thesmos.cli.arguments import FILE, MatchArgs, json_option, match_options, read_pairs
from thesmos.cli.output import print_json
from thesmos.diagnostics import UsageError
from thesmos.files import make_folder, whole_file

WASM, C = TARGETS = "wasm", "c"


@click.command("build")
@click.argument("game")
@match_options
@click.option("--pool", is_flag=True,
              help="Include all powers; a match chooses some when it begins.")  # fmt: skip
@click.option("--target", type=click.Choice(TARGETS), default=TARGETS[0], show_default=True,
              help="What to write.")  # fmt: skip
@click.option("--out", type=FILE, default=Path(), metavar="DIR", show_default="here",
              help="Folder to write into.")  # fmt: skip
@json_option
def command(game: str, pool: bool, target: str, out: Path, as_json: bool, **wanted: object) -> None:
    """Write a match of GAME for another language.

    `wasm` is for web pages and Node.js. It writes four files: a WebAssembly module, an ES module
    that loads it, its TypeScript types, and a classic script that contains the module and so works
    in a page opened as a file. With --pool, each match chooses its powers among all powers of the
    game.

    `c` writes one C11 file, match.c, and its header.
    """
    asked = MatchArgs(game, **wanted)  # type: ignore[arg-type]
    if pool and asked.powers is not None:
        raise UsageError("--pool includes all powers", "leave out --powers")
    if pool and target != WASM:
        raise UsageError(f"--pool is for --target {WASM}", "name the powers instead")
    files = _in_c(asked) if target == C else _for_pages(asked, pool)
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


def _for_pages(asked: MatchArgs, pool: bool) -> dict[str, bytes]:
    from thesmos.cli.starting_point import make_match
    from thesmos.play.game import load
    from thesmos.web.build import built
    from thesmos.web.build import pool as pool_of

    loaded = load(asked.game)
    if not pool:
        match = make_match(loaded, asked)
        return built(match, match.linked.game.slug)
    match = pool_of(loaded, asked.mode, read_pairs(asked.options))
    return built(match, match.linked.game.slug, loaded)


def _in_c(asked: MatchArgs) -> dict[str, bytes]:
    from thesmos.cli.starting_point import make_match
    from thesmos.compile.c.printer import printed
    from thesmos.play.game import load

    text, header = printed(make_match(load(asked.game), asked).linked)
    return {"match.c": text.encode(), "match.h": header.encode()}
