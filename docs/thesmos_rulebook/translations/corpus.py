"""Texts in several languages: a corpus is what is recorded together.

The English text is the source; all others are translations of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from thesmos.diagnostics import Diagnostic, Location
from thesmos.syntax.spec_folder import TRANSLATIONS


@dataclass(frozen=True)
class TranslatedText:
    """A text by language: its file below the corpus folder, its key there, and its location.

    name: what it is called in messages. hint: what to do if a language is missing.
    """

    file: str
    key: str
    name: str
    texts: dict[str, str]
    location: Location
    hint: str


@dataclass(frozen=True)
class Corpus:
    """Texts that are translated together, and the folder with their record.

    diagnostics: errors found in addition to missing and stale translations.
    """

    folder: Path
    texts: tuple[TranslatedText, ...]
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def record(self) -> Path:
        """The file of the record, whether or not it exists."""
        return self.folder / TRANSLATIONS

    @property
    def is_recorded(self) -> bool:
        """Whether a record of these translations is kept."""
        return self.record.is_file()
