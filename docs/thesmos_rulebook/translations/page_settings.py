"""The settings of the hand-written pages: `mkdocs.yml`, beside the folder they are in.

`nav` sets their order; the titles of its parts are translated by catalogs. `extra: english_only`
lists the pages, and folders ending in `/`, that are intentionally only in English.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from thesmos.diagnostics import UsageError

SETTINGS = "mkdocs.yml"


def read_settings(docs: Path) -> Mapping[str, Any]:
    """Return the settings for a folder of pages, empty if there are none.

    Raises UsageError for a file that is not valid YAML.
    """
    file = settings_file(docs)
    if not file.is_file():
        return {}
    try:
        settings = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} is not valid YAML: {error}") from error
    return settings if isinstance(settings, dict) else {}


def settings_file(docs: Path) -> Path:
    """Return the path of the settings for a folder of pages."""
    return docs.parent / SETTINGS


def english_only(settings: Mapping[str, Any], page: str) -> bool:
    """Return whether a page, given by its path below the folder, is not meant to be translated."""
    extra = settings.get("extra")
    listed = extra.get("english_only") if isinstance(extra, dict) else None
    names = [str(name) for name in listed] if isinstance(listed, list) else []
    return any(page.startswith(name) if name.endswith("/") else page == name for name in names)


def parts_of(nav: object) -> list[str]:
    """Return the titles of all parts of a navigation tree."""
    result = []
    for entry in nav if isinstance(nav, list) else ():
        for name, inner in entry.items() if isinstance(entry, dict) else ():
            result += [str(name), *parts_of(inner)]
    return result
