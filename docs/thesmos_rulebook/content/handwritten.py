"""The hand-written pages of a book: their text in each language, and their order.

The order is set by `mkdocs.yml` next to their folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from thesmos.diagnostics import Diagnostic
from thesmos.syntax.spec_folder import bounds
from thesmos_rulebook.phrases import phrases
from thesmos_rulebook.prose.language import ENGLISH
from thesmos_rulebook.translations import check_translations, corpus_of_pages
from thesmos_rulebook.translations.catalog import catalog_file, read_catalog
from thesmos_rulebook.translations.corpus import catalogs_of, prefix_of
from thesmos_rulebook.translations.page_settings import (
    SETTINGS,
    english_only,
    parts_of,
    read_settings,
)
from thesmos_rulebook.translations.page_texts import pages_of, read_page, sections, with_anchor

Nav: TypeAlias = "list[str | dict[str, str | Nav]]"  # pages, and sections by their titles


@dataclass(frozen=True)
class HandwrittenPages:
    """The hand-written pages in a folder, for a book in some languages."""

    docs: Path
    languages: tuple[str, ...]

    def pages(self, language: str) -> dict[str, str]:
        """Return the text of every page by its path.

        A page that does not exist in this language is translated by the catalog, section by
        section. Sections without a translation are in English, with a line saying so.
        """
        pages = pages_of(self.docs, language)
        return {
            name: read_page(pages[name])
            if name in pages
            else self._by_catalog(name, read_page(path), language)
            for name, path in pages_of(self.docs, ENGLISH).items()
        }

    @property
    def names(self) -> list[str]:
        """The paths of all pages, which are the same in every language."""
        return [*pages_of(self.docs, ENGLISH)]

    def _by_catalog(self, name: str, english: str, language: str) -> str:
        """Return a page with the sections that the catalog of a language translates."""
        translations = {} if language == ENGLISH else self._translations(language)
        translated = [
            (section, translations.get(f"{prefix_of(self.docs)}{name}: {section.anchor}", ""))
            for section in sections(english)
        ]
        text = "\n".join(
            with_anchor(translation, section.anchor) if translation else section.text
            for section, translation in translated
        )
        complete = language == ENGLISH or all(translation for _, translation in translated)
        return text if complete else f"{self._note(name, language)}{text}"

    def _translations(self, language: str) -> Mapping[str, str]:
        """Return the translations of the pages in the catalog of a language, by place."""
        folder = catalogs_of(self.docs)
        catalog = read_catalog(catalog_file(folder, language), within=bounds(folder))
        return {place: entry.translation for place, entry in catalog.items()}

    def _note(self, name: str, language: str) -> str:
        """Return the line that says why a page is in English."""
        key = "english only" if english_only(self._settings, name) else "in english"
        return f"*{phrases(language)[key]}*{{.untranslated}}\n\n"

    def missing(self) -> list[Diagnostic]:
        """Return warnings for missing and stale translations."""
        wanted = [language for language in self.languages if language != ENGLISH]
        if not wanted:
            return []
        return check_translations(corpus_of_pages(self.docs), wanted)

    def nav(self, language: str) -> Nav:
        """Return the pages in order; those that the settings don't list come last."""
        existing = set(pages_of(self.docs, ENGLISH))
        listed = _listed(self.order, existing, self._names(language))
        return listed + sorted(existing - set(paths(listed)))

    @cached_property
    def order(self) -> Nav:
        """The order given by the settings; empty if there is none. Raises UsageError."""
        nav = self._settings.get("nav")
        return nav if isinstance(nav, list) else []

    @cached_property
    def _settings(self) -> Mapping[str, Any]:
        return read_settings(self.docs)

    def _names(self, language: str) -> Mapping[str, str]:
        """Return the titles of the sections in a language."""
        if language == ENGLISH:
            return {}
        translations, start = self._translations(language), f"{prefix_of(self.docs)}{SETTINGS}: "
        names = {part: translations.get(f"{start}{part}", "") for part in parts_of(self.order)}
        return {part: name for part, name in names.items() if name}


def paths(nav: Nav) -> list[str]:
    """Return all pages of a navigation tree."""
    result: list[str] = []
    for entry in nav:
        if isinstance(entry, str):
            result.append(entry)
        elif isinstance(entry, dict):
            for inner in entry.values():
                result += paths(inner) if isinstance(inner, list) else [inner]
    return result


def _listed(nav: Nav, existing: set[str], names: Mapping[str, str]) -> Nav:
    """Return a navigation tree with the pages that exist, and its sections by their titles."""
    result: Nav = []
    for entry in nav:
        if isinstance(entry, str) and entry in existing:
            result.append(entry)
        for name, inner in entry.items() if isinstance(entry, dict) else ():
            if isinstance(inner, list) and (some := _listed(inner, existing, names)):
                result.append({names.get(name, name): some})
            elif isinstance(inner, str) and inner in existing:
                result.append({names.get(name, name): inner})
    return result
