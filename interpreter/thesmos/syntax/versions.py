"""Versions of a game: an edition of its rules, and modules that are played with.

An edition is a folder `editions/<slug>` in the game's folder, a module a folder `modules/<slug>`.
Each contains only what differs from the game. A version is written after the name of the game:
`game@2015`, `game+market`, `game@2015+market+night`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from thesmos.diagnostics import UsageError, suggest
from thesmos.syntax.sources import DISK, Sources

EDITION, MODULE = "@", "+"  # before the name of an edition, and of each module
SLUG = r"[a-z0-9][a-z0-9.-]*"
NAMED = re.compile(rf"(?P<game>.*?)(@(?P<edition>{SLUG}))?(?P<modules>(\+{SLUG})*)", re.DOTALL)
FOLDERS = {"edition": "editions", "module": "modules"}  # by kind of document


@dataclass(frozen=True)
class Version:
    """An edition (empty for the one in game.yaml), and the modules in the order of their names."""

    edition: str = ""
    modules: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the version as written after the name of the game."""
        edition = f"{EDITION}{self.edition}" if self.edition else ""
        return edition + "".join(f"{MODULE}{module}" for module in self.modules)

    def with_choice(self, edition: str | None, modules: Sequence[str]) -> Version:
        """Return the version with another edition, if given, and with more modules."""
        every = tuple(sorted({*self.modules, *modules}))
        return Version(self.edition if edition is None else edition, every)


AS_WRITTEN = Version()


def split_name(name: str) -> tuple[str, Version]:
    """Split a name into the name or path of a game, and the version that follows it."""
    match = NAMED.fullmatch(name)
    assert match is not None, "every text has this form"
    modules = match["modules"].split(MODULE)[1:]
    return match["game"], Version(match["edition"] or "", tuple(sorted(set(modules))))


def slugs_in(folder: Path, kind: str, sources: Sources = DISK) -> list[str]:
    """Return the names of the editions or the modules in a game's folder, in order."""
    files = sources.files(folder / FOLDERS[kind], f"*/{kind}.yaml")
    return sorted(file.parent.name for file in files)


def layers_of(
    folder: Path, version: Version, edition: str, sources: Sources = DISK
) -> list[tuple[str, Path]]:
    """Return the folders that a version lays over a game's folder, each with its kind.

    edition: the edition of the game's folder itself.

    Raises UsageError if an edition or module does not exist.
    """
    for kind, slug in _wanted(version):
        slugs = slugs_in(folder, kind, sources) + ([edition] if kind == "edition" else [])
        if slug not in slugs:
            listed = f"its {kind}s are {', '.join(slugs)}" if slugs else f"it has no {kind}s"
            text = f"{folder.name} has no {kind} `{slug}`"
            near = suggest(slug, slugs)
            raise UsageError(text, f"{near} {listed}" if near else listed)
    return layers_in(folder, version, sources)


def layers_in(folder: Path, version: Version, sources: Sources = DISK) -> list[tuple[str, Path]]:
    """Return those folders of a version that exist in a game's folder, each with its kind."""
    return [
        (kind, folder / FOLDERS[kind] / slug)
        for kind, slug in _wanted(version)
        if slug in slugs_in(folder, kind, sources)
    ]


def _wanted(version: Version) -> list[tuple[str, str]]:
    """Return the kind and slug of the edition, if one is named, and of each module."""
    edition = [("edition", version.edition)] if version.edition else []
    return edition + [("module", slug) for slug in version.modules]
