"""Missing and stale translations, and keeping catalogs up to date.

The catalog of a language has an entry for every text, even if the translation is in place, so that
it records the English text from which each translation was made. A translation is stale if the
English text changed and the translation did not; then its entry is fuzzy.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from thesmos.diagnostics import Diagnostic
from thesmos.syntax.sources import with_lines
from thesmos.syntax.spec_folder import bounds
from thesmos_rulebook.prose.language import ENGLISH, language_codes
from thesmos_rulebook.translations.catalog import (
    Catalog,
    CatalogEntry,
    catalog_file,
    languages_in,
    read_catalog,
    write_catalog,
)
from thesmos_rulebook.translations.corpus import Corpus, TranslatedText, prefix_of

UNRECORDED = "W407"


def catalog_of(corpus: Corpus, language: str) -> Catalog:
    """Return the catalog of a language for a corpus. Raises UsageError if it can't be read."""
    folder = corpus.catalogs
    return read_catalog(catalog_file(folder, language), within=bounds(folder))


def check_translations(corpus: Corpus, wanted: Collection[str] = ()) -> list[Diagnostic]:
    """Return what is untranslated (W405), stale (W406) or unrecorded (W407) in a corpus.

    wanted: the languages that every text should have; by default all supported ones. Texts in place
    count as unrecorded only where there is a catalog. Raises UsageError for an invalid catalog.
    """
    diagnostics = [*corpus.diagnostics]
    others = [language for language in wanted or language_codes() if language != ENGLISH]
    kept = {language: catalog_of(corpus, language) for language in others}
    for text in corpus.to_translate:
        for language, catalog in kept.items():
            entry = catalog.get(corpus.place(text), CatalogEntry(""))
            diagnostic = _diagnostic(text, language, entry)
            if diagnostic is not None and (catalog or diagnostic.code != UNRECORDED):
                diagnostics.append(diagnostic)
    return with_lines(diagnostics)


def update(corpus: Corpus, languages: Collection[str] = (), confirm: bool = False) -> int:
    """Bring the catalogs of a corpus up to date; return how many of their entries changed.

    Translations in place are taken over, new texts are added without a translation, and those that
    are gone are removed. A translation that became stale is marked fuzzy, or taken to match if
    `confirm` is given.

    languages: by default those with catalogs or translations.

    Raises UsageError for an invalid catalog, and if one can't be written.
    """
    translated = {language for text in corpus.to_translate for language in text.texts}
    changed = 0
    for language in sorted(
        {*(languages or {*translated, *languages_in(corpus.catalogs)})} - {ENGLISH}
    ):
        old = catalog_of(corpus, language)
        updated = {
            corpus.place(text): _updated(
                text, language, old.get(corpus.place(text), CatalogEntry("")), confirm
            )
            for text in corpus.to_translate
        }
        kept = {place: entry for place, entry in old.items() if not _is_own(place, corpus.folder)}
        new = {**kept, **updated}
        if new != old:
            write_catalog(catalog_file(corpus.catalogs, language), new)
        changed += sum(old.get(place) != new.get(place) for place in {*old, *new})
    return changed


def _is_own(place: str, folder: Path) -> bool:
    """Return whether a place is in a folder; in a folder that is not shipped, all are."""
    return place.startswith(prefix_of(folder))


def _updated(text: TranslatedText, language: str, old: CatalogEntry, confirm: bool) -> CatalogEntry:
    """Return the updated entry of a text."""
    english = text.texts[ENGLISH]
    translation = text.texts.get(language, old.translation)
    if not translation:
        return CatalogEntry(english, comments=old.comments)
    same = _same(translation, old.translation)
    if confirm or not same or (_same(english, old.english) and not old.fuzzy):
        return CatalogEntry(english, translation, comments=old.comments)
    previous = old.previous if old.fuzzy else old.english
    return replace(old, english=english, translation=translation, fuzzy=True, previous=previous)


def _diagnostic(text: TranslatedText, language: str, entry: CatalogEntry) -> Diagnostic | None:
    """Return what is wrong with the translation of a text; None if nothing is."""
    in_place = text.texts.get(language)
    if in_place is None and (not entry.translation or language in text.in_place):
        message = f"`{text.name}` is not translated into `{language}`"
        hint = text.hint.replace("{language}", language)
        return Diagnostic("W405", message, text.location, hint, "warning")
    if in_place is not None and not _same(in_place, entry.translation):
        message = f"the current translation of `{text.name}` into `{language}` is not recorded"
        hint = "check that it matches the English, then record it: `thesmos docs translated`"
        return Diagnostic(UNRECORDED, message, text.location, hint, "warning")
    if _same(text.texts[ENGLISH], entry.english) and not entry.fuzzy:
        return None
    message = f"the English of `{text.name}` changed, but its translation into `{language}` did not"
    hint = (
        "update the translation, or confirm that it still matches: "
        "`thesmos docs translated --confirm`"
    )
    return Diagnostic("W406", message, text.location, hint, "warning")


def _same(text: str, other: str) -> bool:
    """Return whether two texts are the same except for line breaks and spaces."""
    return text.split() == other.split()
