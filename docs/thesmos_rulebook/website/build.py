"""Building a book: read the games, write the pages, make the website."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from thesmos.diagnostics import Diagnostic, UsageError
from thesmos.tools.process_pool import run_tasks
from thesmos_rulebook.boards.files import board_files, match_script
from thesmos_rulebook.content.book_source import BookSource, read_source
from thesmos_rulebook.content.handwritten import HandwrittenPages
from thesmos_rulebook.content.sources import Sources
from thesmos_rulebook.pages.book import (
    GamePages,
    game_pages,
    languages_of,
    make_book,
    published_names,
)
from thesmos_rulebook.pages.site_map import SiteMap
from thesmos_rulebook.paper.printing import printed
from thesmos_rulebook.phrases import phrases
from thesmos_rulebook.playground.build import build_playground, why_no_playground
from thesmos_rulebook.website.assets import own_assets, search_words, theme_assets
from thesmos_rulebook.website.output import (
    ASSETS,
    PAGES,
    SETTINGS,
    SITE,
    build_site,
    can_build,
    prepare,
    save,
    writing,
)
from thesmos_rulebook.website.settings import nav_of, playground_links, settings


@dataclass(frozen=True)
class BuildRequest:
    """What to build.

    docs: the folder of the hand-written pages, with their settings beside it.
    scenarios: additional files and folders of scenarios.
    dirty: whether to rebuild only what changed.
    url: where the site will be, if known: its pages then state their own address.
    files: whether its links lead to files, for pages that are opened from disk.
    playground: whether the site has the page in which games are written and played.
    jobs: how many processes work on the book.
    """

    games: tuple[str, ...]
    out: Path
    docs: Path | None = None
    scenarios: tuple[Path, ...] = ()
    dirty: bool = False
    url: str = ""
    files: bool = False
    playground: bool = False
    jobs: int = 1


@dataclass(frozen=True)
class BuildResult:
    """What was built.

    site: None if only the pages could be built.
    without_playground: why the site has no playground although one is wanted; empty if it has one.
    sources: the games by the names that the request has for them.
    """

    pages: Path
    site: Path | None
    count: int
    missing: tuple[Diagnostic, ...]
    without_playground: str = ""
    sources: Mapping[str, BookSource] = field(default_factory=dict)


def build(
    request: BuildRequest,
    allow_missing: bool = False,
    progress: Callable[[str], None] = lambda words: None,
) -> BuildResult:
    """Build a book. Without mkdocs, or if translations are missing, only its pages are written.

    allow_missing: build the website even if translations are missing. Raises SpecError for
    errors in the spec, UsageError for anything else that prevents the build.
    """
    sources = Sources(request.games, request.scenarios).ordered()
    languages = languages_of(sources)
    with writing(request.out):
        prepare(request.out)  # first, so that an unusable folder is reported at once
    handwritten = (
        HandwrittenPages(request.docs, tuple(languages)) if request.docs is not None else None
    )
    by_game, scripts = _parts(sources, published_names(handwritten), request.jobs)
    book = make_book(sources, handwritten, progress, by_game)
    with writing(request.out):
        save(book.files, request.out / PAGES)
    pages = sum(name.endswith(".md") for name in book.files)
    result = BuildResult(
        request.out / PAGES,
        None,
        pages,
        tuple(book.missing),
        sources=dict(zip(sources.names, sources, strict=True)),
    )
    if not can_build() or (book.missing and not allow_missing):
        return result
    progress("boards")
    shared = {
        **own_assets(languages),
        **theme_assets(),
        "search-words.js": search_words(languages),
        **board_files(sources, languages, _places, scripts),
    }
    more, without = [request.out / SETTINGS / ASSETS], ""
    with writing(request.out):
        save(shared, more[0])
    if request.playground:
        without = why_no_playground()
    if request.playground and not without:
        with writing(request.out):
            more.append(build_playground(request.out / SETTINGS, progress))
    progress("mkdocs")
    all_settings = {
        language: settings(
            sources,
            languages,
            language,
            nav_of(sources, language, handwritten),
            request.out,
            url=request.url,
            note=phrases(language)["unofficial"] if handwritten is not None else "",
            files=request.files,
        )
        for language in languages
    }
    for language in languages if request.playground and not without else ():
        links = playground_links(sources, languages, language, request.files)
        all_settings[language]["extra"]["playground"] = links
    with writing(request.out):
        build_site(all_settings, request.out, request.dirty, more)
    return replace(result, site=request.out / SITE, without_playground=without)


def print_game(
    game: str, languages: Sequence[str], kinds: tuple[str, ...]
) -> Iterator[tuple[str, bytes]]:
    """Yield the PDF files of a game by name (paper/printing.py).

    languages: those that are wanted; none for all that the game is in. Raises SpecError for errors
    in the spec, UsageError without WeasyPrint or if the game is not in one of the languages.
    """
    source = read_source(game)
    for language in languages:
        if language not in source.languages:
            hint = f"it is in {', '.join(source.languages)}"
            raise UsageError(f"there is no book of {source.folder} in `{language[:20]}`", hint)
    files = make_book([source]).files
    for language in languages or source.languages:
        yield from printed(source, language, files, kinds)


def _parts(
    sources: Sources, published: Collection[str], jobs: int
) -> tuple[Iterator[GamePages], Iterator[str]]:
    """Return what takes longest: the pages of each game, and the script of each of its modes.

    Processes work on both; the scripts can be used after the pages.
    """
    modes = [(number, mode) for number, source in enumerate(sources) for mode in source.modes]
    tasks = [*((number, "") for number in range(len(sources))), *modes]
    wanted = tasks if can_build() else tasks[: len(sources)]
    parts: Iterator[Any] = run_tasks(_part, wanted, jobs, (sources, published))
    return parts, parts


def _part(sources: Sources, published: Collection[str], task: tuple[int, str]) -> GamePages | str:
    """Return the pages of a game, or the script of one of its modes."""
    number, mode = task
    return match_script(sources[number], mode) if mode else game_pages(sources[number], published)


def _places(source: BookSource) -> dict[str, str]:
    return SiteMap(source).places
