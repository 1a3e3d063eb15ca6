"""The hand-written pages of a book: their text in each language, and their order.

`mkdocs.yml` beside their folder has the order, and under `extra: sections:` the titles of its
sections in other languages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from thesmos.diagnostics import Diagnostic
from thesmos_rulebook.phrases import phrases
from thesmos_rulebook.prose.language import ENGLISH
from thesmos_rulebook.translations import check_translations, corpus_of_pages
from thesmos_rulebook.translations.page_settings import english_only, read_settings, settings_file
from thesmos_rulebook.translations.page_texts import pages_of, read_page

Nav: TypeAlias = "list[str | dict[str, str | Nav]]"  # pages, and sections by their titles


@dataclass(frozen=True)
class HandwrittenPages:
    """The hand-written pages in a folder, for a book in some languages."""

    docs: Path
    languages: tuple[str, ...]

    def pages(self, language: str) -> dict[str, str]:
        """Return the text of every page by its path.

        A page without a translation is in English, with a line saying so.
        """
        there = pages_of(self.docs, language)
        result = {}
        for name, path in pages_of(self.docs, ENGLISH).items():
            own = there.get(name)
            result[name] = (
                read_page(own) if own else f"{self._note(name, language)}{read_page(path)}"
            )
        return result

    def _note(self, name: str, language: str) -> str:
        """Return the line that says why a page is in English."""
        key = "english only" if english_only(self._settings, name) else "in english"
        return f"*{phrases(language)[key]}*{{.untranslated}}\n\n"

    def missing(self) -> list[Diagnostic]:
        """Return warnings for what is not translated, or whose translation is stale."""
        wanted = [language for language in self.languages if language != ENGLISH]
        if not wanted:
            return []
        file = settings_file(self.docs)
        return check_translations(corpus_of_pages(self.docs), wanted) + [
            Diagnostic(
                "W405", f"{file}: `{part}` has no name in `{language}`", None,
                f"add it under `extra: sections: {language}:`", "warning",
            )
            for language in wanted
            for part in _parts(self.order)
            if part not in self._names(language)
        ]  # fmt: skip

    def nav(self, language: str) -> Nav:
        """Return the pages in order; those that the settings don't list come last."""
        there = set(pages_of(self.docs, ENGLISH))
        listed = _listed(self.order, there, self._names(language))
        return listed + sorted(there - set(paths(listed)))

    @cached_property
    def order(self) -> Nav:
        """The order given by the settings, empty if there is none. Raises UsageError."""
        nav = self._settings.get("nav")
        return nav if isinstance(nav, list) else []

    @cached_property
    def _settings(self) -> Mapping[str, Any]:
        return read_settings(self.docs)

    def _names(self, language: str) -> Mapping[str, str]:
        """Return the titles of the sections in a language."""
        extra = self._settings.get("extra") or {}
        names = (extra.get("sections") or {}).get(language)
        return names if isinstance(names, dict) else {}


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


def _parts(nav: Sequence[Any]) -> list[str]:
    """Return the titles of all sections of a navigation tree."""
    result = []
    for entry in nav:
        for name, inner in entry.items() if isinstance(entry, dict) else ():
            result += [name, *_parts(inner if isinstance(inner, list) else [])]
    return result


def _listed(nav: Nav, there: set[str], names: Mapping[str, str]) -> Nav:
    """Return a navigation tree with the pages that exist, and its sections by their titles."""
    result: Nav = []
    for entry in nav:
        if isinstance(entry, str) and entry in there:
            result.append(entry)
        for name, inner in entry.items() if isinstance(entry, dict) else ():
            if isinstance(inner, list) and (some := _listed(inner, there, names)):
                result.append({names.get(name, name): some})
            elif isinstance(inner, str) and inner in there:
                result.append({names.get(name, name): inner})
    return result
