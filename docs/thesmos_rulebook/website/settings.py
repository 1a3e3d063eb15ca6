"""The settings of mkdocs: one file for each language."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.handwritten import HandwrittenPages, Nav, paths
from thesmos_rulebook.markdown import EXTENSIONS
from thesmos_rulebook.pages.site_map import SiteMap
from thesmos_rulebook.phrases import phrases
from thesmos_rulebook.playground.build import FOLDER as PLAYGROUND
from thesmos_rulebook.website.output import HERE, PAGES, SETTINGS, language_folder

FIRST_CARD, FIRST_ADAPTER = "tutorial.md", "adapter.md"  # of the hand-written pages
UNLISTED = ("pieces/*/*", "scenarios/*")


def settings(
    sources: Sequence[BookSource],
    languages: Sequence[str],
    language: str,
    nav: Nav,
    out: Path,
    *,
    url: str = "",
    note: str = "",
    files: bool = False,
) -> dict[str, Any]:
    """Return the settings of mkdocs for one of the languages.

    url: where the site will be, with a slash at its end; empty if it can be anywhere.
    note: the text below every page.
    files: whether links lead to files, so that pages can be opened from disk, and not to folders,
        whose pages only a server shows.
    """
    title = "Thesmos" if len(sources) != 1 else sources[0].document.title.get(language, "Thesmos")
    up = "" if language == languages[0] else "../"
    others = [
        {
            "name": phrases(other)["name"],
            "lang": other,
            "folder": language_folder(other, languages),
            "link": up + language_folder(other, languages),
        }
        for other in languages
        if other != language
    ]
    return {
        "site_name": escape(title),
        "site_url": f"{url}{language_folder(language, languages)}" if url else None,
        "copyright": escape(note) or None,
        "docs_dir": str((out / PAGES / language).resolve()),
        "site_dir": str((out / SETTINGS / f"site-{language}").resolve()),
        "use_directory_urls": not files,
        "theme": {
            "name": "material",
            "custom_dir": str(HERE / "theme" / "overrides"),
            "language": language,
        },
        "plugins": [],
        "hooks": [str(HERE / "mkdocs_hook.py")],
        "extra": {
            "alternate": others,
            "address": url,
            "folder": language_folder(language, languages),
            "docs": escape(phrases(language)["docs"]),
            "doors": _doors(sources, language),
            "not_found": phrases(language)["not found"],
            "up": up,
            "first_page": "index.html" if files else "",
        },
        "markdown_extensions": [*EXTENSIONS, {"toc": {"permalink": True}}],
        "nav": _as_html(nav),
        # Too many for a list of pages; the hook says which page of the list they belong to.
        "not_in_nav": "\n".join(
            f"/{source.folder}/{pages}.md" for source in sources for pages in UNLISTED
        )
        or None,
        "validation": {
            "omitted_files": "warn",
            "absolute_links": "warn",
            "unrecognized_links": "warn",
            "anchors": "warn",
        },
    }


def playground_links(
    sources: Sequence[BookSource], languages: Sequence[str], language: str, files: bool
) -> dict[str, Any]:
    """Return what the pages in one of the languages need to lead to the playground.

    files: as in `settings`.
    """
    up = "" if language == languages[0] else "../"
    return {
        "folder": f"{up}{PLAYGROUND}/{'index.html' if files else ''}",
        "games": [source.slug for source in sources],
        "edit": phrases(language)["edit in playground"],
        "open": phrases(language)["open playground"],
    }


def _doors(sources: Sequence[BookSource], language: str) -> list[dict[str, Any]]:
    """Return the links of the home page to what readers come for; those to missing pages too.

    The one to write a card leads to the playground instead, where there is one.
    """
    words = phrases(language)
    first = next(source.folder for source in sources if language in source.languages)
    return [
        {"page": f"{first}/index.md", "text": words["door read"]},
        {"page": FIRST_CARD, "text": words["door write"], "writes": True},
        {"page": FIRST_ADAPTER, "text": words["door test"]},
    ]


def _as_html(nav: Any) -> Any:
    """Return a navigation tree with its titles escaped: the theme prints them as HTML."""
    if isinstance(nav, list):
        return [_as_html(entry) for entry in nav]
    if isinstance(nav, dict):
        return {escape(name): _as_html(part) for name, part in nav.items()}
    return nav


def nav_of(
    sources: Sequence[BookSource], language: str, handwritten: HandwrittenPages | None
) -> Nav:
    """Return the site's navigation: home, the games, the hand-written pages."""
    nav: Nav = ["index.md"]
    nav.extend(_game(source, language) for source in sources if language in source.languages)
    listed = set(paths(nav))
    more = handwritten.nav(language) if handwritten is not None else []
    more = [entry for entry in more if isinstance(entry, dict) or entry not in listed]
    return [*nav, {phrases(language)["docs"]: more}] if more else nav


def _game(source: BookSource, language: str) -> dict[str, str | Nav]:
    """Return the navigation of a game."""
    words, site_map = phrases(language), SiteMap(source)
    powers: Nav = [site_map.index("powers/index"), *(site_map.page(slug) for slug in source.powers)]
    parts: Nav = [site_map.page(source.slug), site_map.index("begin")]
    parts += [{words["all powers"]: powers}] if source.powers else []
    parts.append({words["modes"]: [site_map.page(slug) for slug in source.modes]})
    parts += [site_map.index("draft")] if source.draft is not None else []
    if "pieces/index" in site_map.indexes:
        parts.append({words["pieces"]: [site_map.index("pieces/index")]})
    others = ("rulings", "changes", "recorded", "bans", "together", "glossary", "coverage", "data")
    parts += [site_map.index(name) for name in others if name in site_map.indexes]
    if site_map.scenario_folders:
        parts.append({words["tests"]: [site_map.index("scenarios/index")]})
    return {source.document.title.get(language, source.slug): parts}
