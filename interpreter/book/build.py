"""The whole way: read the games, write the pages, make the site."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from thesmos.book.phrases import phrases
from thesmos.book.shelf import Shelf
from thesmos.book.site import PAGES, SITE, assets, build_site, can_build, prepare, settings
from thesmos.book.source import Source, read_source
from thesmos.book.write import Book, languages_of, make_book, save

Nav = list[Any]


@dataclass(frozen=True)
class Order:
    """What is to be made.

    docs: the folder of the hand-written pages; settings beside it say their order. scenarios:
    files and folders of more scenarios.
    """

    games: tuple[str, ...]
    out: Path
    docs: Path | None = None
    scenarios: tuple[Path, ...] = ()
    dirty: bool = False


@dataclass(frozen=True)
class Made:
    """What was made. site: None if only the pages could be."""

    pages: Path
    site: Path | None
    count: int
    missing: tuple[str, ...]


def build(
    order: Order,
    allow_missing: bool = False,
    progress: Callable[[str], None] = lambda words: None,
) -> Made:
    """Make a book. Without mkdocs, and where texts are missing that may not, only its pages.

    Raises SpecError for a spec with mistakes, UsageError for what else can't be made.
    """
    read = [read_source(game, order.scenarios) for game in order.games]
    sources = sorted(read, key=lambda one: (-len(one.powers), one.slug))
    book = make_book(sources, order.docs, progress)
    languages = languages_of(sources)
    prepare(order.out)
    save(_with_assets(book, languages), order.out / PAGES)
    pages = sum(name.endswith(".md") for name in book.files)
    made = Made(order.out / PAGES, None, pages, tuple(book.missing))
    if not can_build() or (book.missing and not allow_missing):
        return made
    progress("mkdocs")
    all_settings = {
        language: settings(
            sources, languages, language, nav_of(sources, book, language, order.docs), order.out
        )
        for language in languages
    }
    build_site(all_settings, order.out, order.dirty)
    return Made(made.pages, order.out / SITE, pages, made.missing)


def _with_assets(book: Book, languages: Sequence[str]) -> dict[str, str]:
    shared = assets()
    more = {f"{language}/{name}": text for language in languages for name, text in shared.items()}
    return {**book.files, **more}


def nav_of(sources: Sequence[Source], book: Book, language: str, docs: Path | None) -> Nav:
    """The site's order: home, the games, the hand-written pages."""
    nav: Nav = ["index.md"]
    nav += [_game(source, language) for source in sources if language in source.languages]
    here = {
        name.removeprefix(f"{language}/")
        for name in book.files
        if name.startswith(f"{language}/") and name.endswith(".md")
    }
    rest = here - set(_paths(nav))
    listed = _listed(_written_nav(docs), rest) if docs is not None else []
    listed += sorted(rest - set(_paths(listed)))
    return [*nav, {phrases(language)["docs"]: listed}] if listed else nav


def _game(source: Source, language: str) -> Any:
    """A game's part of the order."""
    say, shelf = phrases(language), Shelf(source)
    powers = [shelf.page("powers/index"), *(shelf.page(slug) for slug in source.powers)]
    parts: Nav = [shelf.page(source.slug), {say["all powers"]: powers}]
    parts.append({say["modes"]: [shelf.page(slug) for slug in source.modes]})
    parts += [shelf.page("draft")] if source.draft is not None else []
    parts += [shelf.page(name) for name in ("rulings", "bans", "glossary", "coverage")]
    return {source.written.title.get(language, source.slug): parts}


def _written_nav(docs: Path | None) -> Nav:
    """The order of the hand-written pages, as the settings beside their folder have it."""
    file = docs.parent / "mkdocs.yml" if docs is not None else None
    if file is None or not file.is_file():
        return []
    found = yaml.safe_load(file.read_text(encoding="utf-8"))
    nav = found.get("nav") if isinstance(found, dict) else None
    return nav if isinstance(nav, list) else []


def _listed(nav: Nav, there: set[str]) -> Nav:
    """The entries of an order whose pages are there."""
    made: Nav = []
    for entry in nav:
        if isinstance(entry, str) and entry in there:
            made.append(entry)
        elif isinstance(entry, dict):
            parts = {k: _listed(v, there) if isinstance(v, list) else v for k, v in entry.items()}
            made += [{k: v} for k, v in parts.items() if (v in there if isinstance(v, str) else v)]
    return made


def _paths(nav: Nav) -> list[str]:
    """All pages in an order."""
    made: list[str] = []
    for entry in nav:
        if isinstance(entry, str):
            made.append(entry)
        elif isinstance(entry, dict):
            for inner in entry.values():
                made += _paths(inner) if isinstance(inner, list) else [inner]
    return made
