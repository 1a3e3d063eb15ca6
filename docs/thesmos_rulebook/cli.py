"""`thesmos docs`: the rule book, made from the spec."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from thesmos.cli.arguments import FILE, json_option, shipped_slugs
from thesmos.cli.output import print_json, progress
from thesmos.diagnostics import UsageError
from thesmos.resources import SCENARIOS, scenarios_dir
from thesmos.syntax.spec_folder import find_game
from thesmos_rulebook.resources import pages_dir
from thesmos_rulebook.translations import (
    Corpus,
    confirm,
    corpus_of_game,
    corpus_of_pages,
    corpus_of_scenarios,
)
from thesmos_rulebook.website.build import BuildRequest, BuildResult, build
from thesmos_rulebook.website.output import can_build
from thesmos_rulebook.website.serve import serve

OUT = Path("book")
SHOWN = 20  # of the texts that are missing


@click.group("docs")
def command() -> None:
    """Make the rule book: pages and pictures from the spec, and a site."""


def book_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--game`, `--scenarios`, `--out`: which book, and where to."""
    for option in (
        click.option("--out", type=FILE, default=OUT, show_default=True, metavar="DIR",
                     help="The folder to write to."),
        click.option("--scenarios", type=FILE, multiple=True, metavar="PATH",
                     help="More scenarios, a file or a folder."),
        click.option("--game", "games", multiple=True, metavar="PATH",
                     help="A game, by its name or its folder; without it, all that is shipped."),
    ):  # fmt: skip
        command = option(command)
    return command


def build_request(games: tuple[str, ...], scenarios: tuple[Path, ...], out: Path) -> BuildRequest:
    """What is to be made. Raises UsageError for a path that is not there."""
    for path in scenarios:
        if not path.exists():
            raise UsageError(f"there is no {path}")
    if games:
        return BuildRequest(games, out, None, scenarios)
    return BuildRequest(tuple(shipped_slugs()), out, pages_dir(), scenarios)


@command.command("build", short_help="Write the pages, and a site of them.")
@book_options
@click.option(
    "--allow-untranslated",
    is_flag=True,
    help="Make the site though texts are missing in a language.",
)
@json_option
@click.pass_context
def build_command(
    ctx: click.Context,
    games: tuple[str, ...],
    scenarios: tuple[Path, ...],
    out: Path,
    allow_untranslated: bool,
    as_json: bool,
) -> None:
    """Write the book: Markdown and pictures to DIR/pages, and a site to DIR/site.

    The site needs mkdocs. The exit code is 1 if texts are missing in one of the languages that
    the game's title has.
    """
    with progress("writing the book", None) as move:
        result = build(
            build_request(games, scenarios, out), allow_untranslated, lambda w: move(0, w)
        )
    wrong = bool(result.missing) and not allow_untranslated
    if as_json:
        print_json(
            {
                "pages": result.count,
                "folder": str(result.pages),
                "site": str(result.site) if result.site else None,
                "untranslated": [diagnostic.as_json() for diagnostic in result.missing],
            }
        )
    else:
        _tell(result, wrong)
    ctx.exit(1 if wrong else 0)


def _tell(result: BuildResult, wrong: bool) -> None:
    """What was made, and what is missing."""
    for diagnostic in result.missing[:SHOWN]:
        click.echo(diagnostic.render())
    if len(result.missing) > SHOWN:
        click.echo(f"and {len(result.missing) - SHOWN} more")
    click.echo(f"{result.count} pages in {result.pages}")
    if result.site is not None:
        click.echo(f"the site is {result.site}{os.sep}index.html")
    elif wrong:
        missing = len(result.missing)
        text = "a text is missing" if missing == 1 else f"{missing} texts are missing"
        click.echo(f"no site: {text}; --allow-untranslated makes it all the same")
    else:
        click.echo("no site: it needs mkdocs, `pip install 'thesmos[docs]'`")


@command.command("translated", short_help="Record that translations are up to date.")
@click.argument("games", nargs=-1, metavar="[GAME…]")
@click.option("--scenarios", type=FILE, multiple=True, metavar="PATH",
              help="The titles of more scenarios, a folder.")  # fmt: skip
def translated_command(games: tuple[str, ...], scenarios: tuple[Path, ...]) -> None:
    """Record that all translations of GAME… are of the English text as it stands now.

    Without GAME and --scenarios, of all that are shipped, their scenarios, and the hand-written
    pages. A translation whose English changes later is stale then, and `docs build` tells of it.
    """
    for corpus in _corpora(games, scenarios):
        changed = confirm(corpus)
        click.echo(f"{corpus.folder}: {changed} {'entry' if changed == 1 else 'entries'} changed")


def _corpora(games: tuple[str, ...], scenarios: tuple[Path, ...]) -> Iterator[Corpus]:
    """What is translated together: a game, its scenarios, the pages."""
    for game in games or (() if scenarios else shipped_slugs()):
        folder = find_game(game)
        yield corpus_of_game(folder)
        places = [
            folder / SCENARIOS,
            *([scenarios_dir() / game] if game in shipped_slugs() else []),
        ]
        yield from (corpus_of_scenarios(place) for place in places if place.is_dir())
    for place in scenarios:
        if not place.is_dir():
            raise UsageError(f"there is no folder {place}")
        yield corpus_of_scenarios(place)
    docs = pages_dir()
    if docs is not None and not games and not scenarios:
        yield corpus_of_pages(docs)


@command.command("serve", short_help="Show the book while you write.")
@book_options
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
def serve_command(
    games: tuple[str, ...], scenarios: tuple[Path, ...], out: Path, port: int
) -> None:
    """Show the book in a browser, and make it again when a file changes.

    Mistakes of the spec are shown in place of the pages. Texts may be missing.
    """
    if not can_build():
        raise UsageError("the site needs mkdocs", "pip install 'thesmos[docs]'")
    serve(build_request(games, scenarios, out), port, click.echo)
