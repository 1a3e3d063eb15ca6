"""Texts in several languages. A corpus is a set of texts that are translated together.

The English text is the source; all others are translations of it. A translation is beside the
English text, *in place*, or in the catalog of its language.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from thesmos import resources
from thesmos.diagnostics import Diagnostic, Location
from thesmos_rulebook.prose.language import ENGLISH
from thesmos_rulebook.resources import catalogs_dir


@dataclass(frozen=True)
class TranslatedText:
    """A text by language: its file below the corpus folder, its key there, and its location.

    name: its name in messages.
    hint: what to do if a language is missing.
    in_place: the languages in which it must stand in place, because the whole page is written in
        them.
    """

    file: str
    key: str
    name: str
    texts: dict[str, str]
    location: Location
    hint: str
    in_place: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Corpus:
    """Texts that are translated together: those in a folder.

    diagnostics: errors found in addition to missing and stale translations.
    """

    folder: Path
    texts: tuple[TranslatedText, ...]
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def to_translate(self) -> tuple[TranslatedText, ...]:
        """The texts that say anything in English."""
        return tuple(text for text in self.texts if text.texts[ENGLISH].strip())

    @property
    def catalogs(self) -> Path:
        """The folder of the catalogs: a common one for all that is shipped, else the folder."""
        return catalogs_of(self.folder)

    def place(self, text: TranslatedText) -> str:
        """Return the place of a text, by which catalogs know it."""
        return f"{prefix_of(self.folder)}{text.file}: {text.key}"


def catalogs_of(folder: Path) -> Path:
    """Return the folder of the catalogs for the texts in a folder."""
    return folder if _shipped(folder) is None else catalogs_dir()


def prefix_of(folder: Path) -> str:
    """Return the prefix of the places of a folder's texts; empty if it is not shipped."""
    name = _shipped(folder)
    return "" if name is None else f"{name}/"


@cache  # asked for each text of a folder
def _shipped(folder: Path) -> str | None:
    """Return the path of a folder within what is shipped; None if it is elsewhere."""
    resolved = folder.resolve()
    for name, shipped in (
        ("spec", resources.spec_dir()),
        ("conformance/scenarios", resources.scenarios_dir()),
        ("docs", resources.folder("docs")),
    ):
        if resolved.is_relative_to(shipped.resolve()):
            return (Path(name) / resolved.relative_to(shipped.resolve())).as_posix()
    return None
