"""The page of a card made at once in a site that is built, while its author writes it.

Only what depends on the card's file most closely is made: its page in each language, and boards
with the powers of its examples. The rest follows when the whole site is built again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from thesmos.syntax.spec_folder import find_game
from thesmos_rulebook.boards.files import SCRIPTS, match_script, script_name
from thesmos_rulebook.boards.starts import STARTS
from thesmos_rulebook.content.book_source import BookSource, read_again
from thesmos_rulebook.content.handwritten import HandwrittenPages
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.examples.selection import examples_of
from thesmos_rulebook.pages.book import (
    Recordings,
    languages_of,
    page_of_power,
    published_names,
)
from thesmos_rulebook.website.output import ASSETS, PAGES, SETTINGS, SITE, language_folder

POWERS = "powers"  # the folder of a game with their files
_MODE = re.compile(r"&quot;mode&quot;:&quot;([a-z0-9-]+)&quot;")


class PagesAtOnce:
    """Makes pages in a site of some games, which was built before.

    sources: the games by the names by which they were read.
    """

    def __init__(self, out: Path, sources: Mapping[str, BookSource], docs: Path | None) -> None:
        """docs: the folder of the hand-written pages."""
        self._out, self._sources = out, dict(sources)
        self._languages = languages_of([*sources.values()])
        handwritten = HandwrittenPages(docs, tuple(self._languages)) if docs is not None else None
        self._published = published_names(handwritten)
        self._sites = {
            language: _SiteInOneLanguage(out / SETTINGS / f"{language}.yml")
            for language in self._languages
        }

    def prepare(self) -> None:
        """Read what the first page would have to wait for."""
        for site in self._sites.values():
            site.prepare()

    def powers_in(self, changed: Collection[Path]) -> list[tuple[str, str]]:
        """Return the powers in these files: the name of the game, and the slug."""
        return [
            (name, file.stem)
            for file in changed
            for name, source in self._sources.items()
            if file.parent == find_game(name) / POWERS and file.stem in source.powers
        ]

    def make(self, changed: Collection[Path]) -> None:
        """Make the pages of the powers in these files.

        Raises SpecError and UsageError, as building the whole site does.
        """
        for name, slug in self.powers_in(changed):
            before = self._sources[name]
            # Compiling all powers for the boards of the page would take seconds.
            shown = (power for one in examples_of(before, slug) for power in one.given.powers)
            others = dict.fromkeys(power for power in shown if power in before.powers)
            only = tuple(dict.fromkeys((slug, *others)))
            source = self._sources[name] = read_again(before, name, only)
            self._make_power(source, slug)

    def _make_power(self, source: BookSource, slug: str) -> None:
        recordings = Recordings(source)
        starts = (recordings[example.id].start for example in examples_of(source, slug))
        modes = {start["mode"] for start in starts if start}
        for language in source.languages:
            localizer = Localizer(source, language)
            files = page_of_power(localizer, slug, recordings, self._published)
            for name, text in files.items():
                _write(self._out / PAGES / language / name, text)
                modes |= {*_MODE.findall(text)} if name.endswith(".md") else set()
            site = self._out / SITE / language_folder(language, self._languages)
            for name in files:
                if name.endswith(STARTS):
                    _write(site / name, files[name])
            (page,) = (name for name in files if name.endswith(".md"))
            address, html = self._sites[language].page(page)
            _write(site / address, html)
        for mode in modes if source.only else ():
            file = f"{source.folder}/{script_name(source, mode)}.js"
            _write(self._out / SITE / ASSETS / SCRIPTS / file, match_script(source, mode))


class _SiteInOneLanguage:
    """What mkdocs knows of a site in one language, kept to make single pages."""

    def __init__(self, settings: Path) -> None:
        self._settings = settings

    @cached_property
    def _parts(self) -> tuple[Any, Any, Any, Any]:
        """The configuration, the files, the navigation and the templates."""
        from mkdocs.config import load_config
        from mkdocs.structure.files import get_files
        from mkdocs.structure.nav import get_navigation

        config = load_config(str(self._settings))
        env = config.theme.get_env()
        files = config.plugins.on_files(get_files(config), config=config)
        nav = config.plugins.on_nav(get_navigation(files, config), config=config, files=files)
        for page in nav.pages:
            page.read_source(config)  # it has the title
        return config, files, nav, env

    def page(self, name: str) -> tuple[str, str]:
        """Return the address of a page in the site, and the page as HTML."""
        from mkdocs.commands.build import get_context

        config, files, nav, env = self._parts
        file = files.get_file_from_path(name)
        page = file.page
        page.read_source(config)
        page.render(config, files)
        page.active = True
        context = get_context(nav, files, config, page)
        context = config.plugins.on_page_context(context, page=page, config=config, nav=nav)
        html = env.get_template("main.html").render(context)
        page.active = False
        return file.dest_uri, config.plugins.on_post_page(html, page=page, config=config)

    def prepare(self) -> None:
        """Read what the first page would have to wait for."""
        _ = self._parts


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
