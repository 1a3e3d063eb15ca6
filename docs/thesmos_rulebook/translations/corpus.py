"""A text in several languages, and those that are kept together: a corpus with one record.

The English text is the source; every other one is a translation of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from thesmos.diagnostics import Diagnostic, Location
from thesmos.syntax.spec_folder import RECORD


@dataclass(frozen=True)
class TranslatedText:
    """A text by language: its file below the corpus, its key there, and where it stands.

    name: what it is called in messages. hint: what to do where a language is missing.
    """

    file: str
    key: str
    name: str
    texts: dict[str, str]
    location: Location
    hint: str


@dataclass(frozen=True)
class Corpus:
    """Texts that are translated together, and the folder in which their record is kept.

    faults: what is wrong beside what is untranslated or stale.
    """

    folder: Path
    texts: tuple[TranslatedText, ...]
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def record(self) -> Path:
        """The file of the record; it need not be there."""
        return self.folder / RECORD

    @property
    def is_recorded(self) -> bool:
        """Whether somebody keeps a record of these translations."""
        return self.record.is_file()
