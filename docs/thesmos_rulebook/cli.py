"""`thesmos docs`: build the rule book from the spec."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from thesmos.cli.arguments import FILE, force_option, json_option, processes_option
from thesmos.cli.output import print_json, progress
from thesmos.diagnostics import UsageError
from thesmos.resources import SCENARIOS, scenarios_dir
from thesmos.syntax.spec_folder import find_game, shipped_slugs
from thesmos.syntax.versions import Version, slugs_in
from thesmos_rulebook.paper.pdf import check_installed
from thesmos_rulebook.paper.printing import KINDS
from thesmos_rulebook.phrases import corpus_of_phrases
from thesmos_rulebook.resources import pages_dir
from thesmos_rulebook.translations import (
    Corpus,
    corpus_of_game,
    corpus_of_pages,
    corpus_of_scenarios,
    update,
)
from thesmos_rulebook.website.build import BuildRequest, BuildResult, build, print_game
from thesmos_rulebook.website.output import can_build, writing
from thesmos_rulebook.website.serve import serve

OUT, OUT_ON_PAPER = Path("book"), Path("paper")
CODE = re.compile(r"[a-z]{2}")
ADDRESS = re.compile(r"https?://[\w.:~%/-]+")
SHOWN = 20  # missing translations at most


@click.group("docs")
def command() -> None:
    """Build the rule book: pages and pictures from the spec, and a website."""


def book_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options `--game`, `--scenarios` and `--out` to a command."""
    for option in (
        click.option("--out", type=FILE, default=OUT, show_default=True, metavar="DIR",
                     help="The folder to write to."),
        click.option("--scenarios", type=FILE, multiple=True, metavar="PATH",
                     help="Additional scenarios, a file or a folder."),
        click.option("--game", "games", multiple=True, metavar="PATH",
                     help="A game, by name or folder. Default: all that are shipped."),
    ):  # fmt: skip
        command = option(command)
    return command


def build_request(games: tuple[str, ...], scenarios: tuple[Path, ...], out: Path) -> BuildRequest:
    """Return what to build. Raises UsageError for a path that does not exist."""
    for path in scenarios:
        if not path.exists():
            raise UsageError(f"there is no {path}")
    if games:
        return BuildRequest(games, out, None, scenarios)
    every = tuple(version for slug in shipped_slugs() for version in _with_modules(slug))
    return BuildRequest(every, out, pages_dir(), scenarios)


def _with_modules(slug: str) -> Iterator[str]:
    """Yield a game, and the game with each of its modules."""
    yield slug
    for module in slugs_in(find_game(slug), "module"):
        yield f"{slug}{Version(modules=(module,))}"


@command.command("build", short_help="Write the pages and build the site.")
@book_options
@click.option(
    "--allow-untranslated",
    is_flag=True,
    help="Build the site even if translations are missing.",
)
@click.option("--files", is_flag=True,
              help="Make links that also work when pages are opened from disk.")  # fmt: skip
@click.option(
    "--playground/--no-playground",
    default=None,
    help="Whether the site has the playground, which needs npm. Default: if all games are built.",
)
@click.option("--url", default="", metavar="URL", help="The address that the site will have.")
@processes_option
@json_option
@click.pass_context
def build_command(
    ctx: click.Context,
    /,
    games: tuple[str, ...],
    scenarios: tuple[Path, ...],
    out: Path,
    allow_untranslated: bool,
    as_json: bool,
    **site: Any,
) -> None:
    """Write the book: Markdown and pictures to DIR/pages, and a website to DIR/site.

    The website needs mkdocs. The exit code is 1 if translations are missing in one of the
    languages of the game's title.
    """
    url, files, playground, jobs = (site[n] for n in ("url", "files", "playground", "jobs"))
    if url and not ADDRESS.fullmatch(url):
        raise UsageError(
            f"`{url[:60]}` is not the address of a site", "write it as https://example.org/rules/"
        )
    where = f"{url.rstrip('/')}/" if url else ""
    wanted = not games and not files if playground is None else playground
    request = replace(
        build_request(games, scenarios, out),
        url=where,
        files=files,
        playground=wanted,
        jobs=jobs,
    )
    with progress("building the book", None) as move:
        result = build(request, allow_untranslated, lambda w: move(0, w))
    wrong = bool(result.missing) and not allow_untranslated
    if as_json:
        print_json(
            {
                "pages": result.count,
                "folder": str(result.pages),
                "site": str(result.site) if result.site else None,
                "without_playground": result.without_playground or None,
                "untranslated": [diagnostic.as_json() for diagnostic in result.missing],
            }
        )
    else:
        _print_result(result, wrong)
    ctx.exit(1 if wrong else 0)


def _print_result(result: BuildResult, wrong: bool) -> None:
    """Print what was built, and which translations are missing."""
    for diagnostic in result.missing[:SHOWN]:
        click.echo(diagnostic.render())
    if len(result.missing) > SHOWN:
        click.echo(f"and {len(result.missing) - SHOWN} more")
    click.echo(f"{result.count} pages in {result.pages}")
    if result.site is not None:
        click.echo(f"the site is {result.site}{os.sep}index.html")
        if result.without_playground:
            click.echo(result.without_playground)
    elif wrong:
        missing = len(result.missing)
        text = "a translation is missing" if missing == 1 else f"{missing} translations are missing"
        click.echo(f"no site: {text}; --allow-untranslated builds it anyway")
    else:
        click.echo("no site: it needs mkdocs, `pip install 'thesmos[docs]'`")


@command.command("translated", short_help="Bring the catalogs of translations up to date.")
@click.argument("games", nargs=-1, metavar="[GAME…]")
@click.option(
    "--scenarios",
    type=FILE,
    multiple=True,
    metavar="PATH",
    help="A folder of additional scenarios.",
)
@click.option(
    "--language",
    "languages",
    multiple=True,
    metavar="CODE",
    help="A language, by its two letters; it may be new. Default: all that exist.",
)
@click.option("--confirm", is_flag=True,
              help="Mark all translations as matching the current English text.")  # fmt: skip
def translated_command(
    games: tuple[str, ...], scenarios: tuple[Path, ...], languages: tuple[str, ...], confirm: bool
) -> None:
    """Bring the catalogs of GAME… up to date: one gettext file for each language.

    Without GAME and --scenarios this covers all shipped games, their scenarios, the hand-written
    pages and the book's own phrases. New texts are added, translations in place are taken over. A
    translation whose English text has changed since is marked fuzzy, and `docs build` reports it,
    until it is translated again or confirmed.
    """
    for code in languages:
        if not CODE.fullmatch(code):
            raise UsageError(f"`{code[:20]}` is not a language", "write two letters, such as fr")
    for corpus in _corpora(games, scenarios):
        changed = update(corpus, languages, confirm)
        click.echo(f"{corpus.folder}: {changed} {'entry' if changed == 1 else 'entries'} changed")


def _corpora(games: tuple[str, ...], scenarios: tuple[Path, ...]) -> Iterator[Corpus]:
    """Yield the texts that are translated together: of a game, its scenarios, pages, phrases."""
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
    if not games and not scenarios:
        yield corpus_of_phrases()
        if docs is not None:
            yield corpus_of_pages(docs)


@command.command("pdf", short_help="Print the book, cards to cut out, and the rules in short.")
@click.argument("games", nargs=-1, required=True, metavar="GAME…")
@click.option("--out", type=FILE, default=OUT_ON_PAPER, show_default=True, metavar="DIR",
              help="The folder to write to.")  # fmt: skip
@click.option("--language", "languages", multiple=True, metavar="CODE",
              help="A language, by its two letters. Default: all that the game is in.")  # fmt: skip
@click.option("--kind", "kinds", multiple=True, type=click.Choice(KINDS),
              help="What to print. Default: all three.")  # fmt: skip
@force_option
def pdf_command(
    games: tuple[str, ...],
    out: Path,
    languages: tuple[str, ...],
    kinds: tuple[str, ...],
    force: bool,
) -> None:
    """Write PDF files of GAME… to DIR, for each language.

    `book` is the whole rule book; `cards` has the powers as cards of 63 × 88 mm to cut out, nine on
    a page of A4; `short` is one page with the rules in short. This needs WeasyPrint.
    """
    check_installed()
    for game in games:
        for name, content in print_game(game, languages, kinds or KINDS):
            with writing(out):
                out.mkdir(parents=True, exist_ok=True)
                if (out / name).exists() and not force:
                    raise UsageError(f"{out / name} exists", "overwrite it with --force")
                (out / name).write_bytes(content)
            click.echo(out / name)


@command.command("serve", short_help="Serve the book while you write.")
@book_options
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port to listen on; 0 picks a free one.",
)
def serve_command(
    games: tuple[str, ...], scenarios: tuple[Path, ...], out: Path, port: int
) -> None:
    """Serve the book on this machine, and rebuild it when a file changes.

    Errors in the spec are shown in place of the pages. Missing translations are allowed.
    """
    if not can_build():
        raise UsageError("the site needs mkdocs", "pip install 'thesmos[docs]'")
    serve(build_request(games, scenarios, out), port, click.echo)
