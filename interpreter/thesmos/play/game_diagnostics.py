"""All diagnostics of a game, including its rulings, draft, editions and modules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from thesmos import resources
from thesmos.check.documents.record_notation import read_record_notation
from thesmos.check.documents.rulings import check_rulings, read_rulings, scenarios_in
from thesmos.check.reading import read_version
from thesmos.check.spec import diagnostic_key, in_variant
from thesmos.diagnostics import Diagnostic
from thesmos.kept import Kept
from thesmos.resources import SCENARIOS
from thesmos.syntax.parts import GAME
from thesmos.syntax.sources import DISK, Sources, with_lines
from thesmos.syntax.spec_folder import DRAFT, find_version
from thesmos.syntax.versions import AS_WRITTEN, FOLDERS, Version, slugs_in

NO_SCENARIO = "W376"  # a ruling names a scenario that is not found
FEW = 3  # modules of which every set is checked; of more, each one, each pair, and all


def game_diagnostics(name: str) -> list[Diagnostic]:
    """Return the diagnostics of a game and, if it has no errors, of its rulings and draft.

    Unless the name includes a version, each edition and each set of modules is checked too, as a
    game of its own. Raises UsageError if there is no such game or version.
    """
    # Most parts of a game are the same in all its versions.
    return diagnostics_of(*find_version(name), Sources(kept=Kept()))


def diagnostics_of(path: Path, version: Version, sources: Sources = DISK) -> list[Diagnostic]:
    """Return the diagnostics of the game in a folder, as `game_diagnostics`.

    Of a version, warnings are about its own files: what it leaves unused is used in another.

    sources: where the files are read from.
    """
    diagnostics = _of_version(path, version, sources)
    if _has_errors(diagnostics):
        return diagnostics  # the same errors would be in every version
    folders = tuple(str(path / folder) for folder in FOLDERS.values())
    if version != AS_WRITTEN:
        return in_variant(diagnostics, folders, f"`{path.name}{version}`")
    for other in versions_of(path, sources):
        keys = set(map(diagnostic_key, diagnostics))
        new = (
            diagnostic
            for diagnostic in _of_version(path, other, sources)
            if diagnostic_key(diagnostic) not in keys
        )
        diagnostics += in_variant(new, folders, f"`{path.name}{other}`")
    return diagnostics


def versions_of(path: Path, sources: Sources = DISK) -> Iterator[Version]:
    """Yield the versions of a game that are checked: its editions, and sets of its modules."""
    for edition in slugs_in(path, "edition", sources):
        yield Version(edition)
    modules = slugs_in(path, "module", sources)
    for size in range(1, len(modules) + 1):
        if size < FEW or len(modules) <= FEW or size == len(modules):
            yield from (Version("", chosen) for chosen in combinations(modules, size))


def _of_version(path: Path, version: Version, sources: Sources) -> list[Diagnostic]:
    folder, checked, diagnostics = read_version(path, version=version, sources=sources)
    if checked is None or _has_errors(diagnostics):
        return diagnostics  # rulings and draft would be checked against unsound cards
    _, of_notation = read_record_notation(checked, path, folder.version, sources=sources)
    rulings, of_rulings = read_rulings(path, folder.version, sources=sources)
    diagnostics = [*diagnostics, *with_lines(of_notation, sources), *of_rulings]
    if rulings is not None:
        own, others = path / SCENARIOS, resources.scenarios_dir()
        written = scenarios_in(own, others, checked.written.slug, sources)
        wrong = list(check_rulings(rulings, checked, written, sources))
        shipped = path.resolve().is_relative_to(resources.spec_dir())
        if shipped and not resources.scenarios_dir().is_dir():  # its scenarios are not installed
            wrong = [diagnostic for diagnostic in wrong if diagnostic.code != NO_SCENARIO]
        diagnostics += wrong
    draft = path / DRAFT
    if sources.is_file(draft / GAME):
        diagnostics = diagnostics + read_version(draft, folder, sources=sources)[2]
    return diagnostics


def _has_errors(diagnostics: list[Diagnostic]) -> bool:
    return any(diagnostic.severity == "error" for diagnostic in diagnostics)
