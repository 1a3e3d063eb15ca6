"""Where the data of the rule book is (see `thesmos.resources`)."""

from __future__ import annotations

from pathlib import Path

from thesmos.resources import folder


def pages_dir() -> Path | None:
    """Return the folder of the hand-written pages; None if there is none, as in a wheel."""
    pages = folder("docs/pages")
    return pages if pages.is_dir() else None


def strength_dir() -> Path:
    """Return the folder of the reports on the strength of the suites, one file for each game."""
    return folder("conformance/strength")


def catalogs_dir() -> Path:
    """Return the folder of the catalogs of translations, one for each language."""
    return folder("docs/translations")


def excerpts_dir() -> Path:
    """Return the folder of the recorded decisions that rulings cite, a file for each game."""
    return folder("docs/excerpts")
