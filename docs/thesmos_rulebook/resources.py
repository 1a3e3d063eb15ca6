"""Where the data of the rule book is found (see `thesmos.resources`)."""

from __future__ import annotations

from pathlib import Path

from thesmos.resources import folder


def pages_dir() -> Path | None:
    """The folder of the hand-written pages; None where there are none, as in a wheel."""
    pages = folder("docs/pages")
    return pages if pages.is_dir() else None


def strength_dir() -> Path:
    """The folder of the reports on how strong the suites are, one file for each game."""
    return folder("conformance/strength")
