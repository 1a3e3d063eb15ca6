"""Read the files of a game, and check them: what commands, editors and the loading of games ask."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from pathlib import Path

from thesmos.check.documents.checked_game import CheckedGame
from thesmos.check.spec import check_game
from thesmos.diagnostics import Diagnostic
from thesmos.syntax import yaml_values as y
from thesmos.syntax.sources import DISK, Sources, with_lines
from thesmos.syntax.spec_files import Rewrite
from thesmos.syntax.spec_folder import Folder, find_version, read_folder
from thesmos.syntax.versions import AS_WRITTEN, Version
from thesmos.syntax.yaml_nodes import YamlMap

UNUSED = "E351"  # a memory that no clause uses
UNKNOWN = ("E304", "E306", "E348")  # there is no such name, function or score
DEFINED = ("facts", "scores")  # sections whose names are read only if their values can be read
LET = re.compile(r"\blet +([a-z_]\w*)")


def read(
    name: str, rewrite: Rewrite | None = None
) -> tuple[Folder, CheckedGame | None, list[Diagnostic]]:
    """Read and check a game; return it with everything that is wrong with it.

    rewrite: changes each file before it is read, for example to add texts in more languages.
    """
    path, version = find_version(name)
    return read_version(path, None, rewrite, version)


def read_version(
    path: Path,
    around: Folder | None = None,
    rewrite: Rewrite | None = None,
    version: Version = AS_WRITTEN,
    without: Collection[str] = (),
    sources: Sources = DISK,
    go_on: Callable[[], bool] = lambda: True,
) -> tuple[Folder, CheckedGame | None, list[Diagnostic]]:
    """Read and check the game in a folder; return it with everything that is wrong with it.

    around: for a draft, the folder of its game, if already read.
    without: the slugs of powers to leave out.
    sources: where the files are read from.
    go_on: as for `check_game`.

    Raises UsageError if the game has no such version.
    """
    folder = read_folder(path, around, rewrite, version, without, sources)
    if folder.game is None:
        return folder, None, with_lines(folder.diagnostics, sources)
    checked = check_game(folder.game, folder.cards, folder.modes, sources.kept, go_on)
    if not folder.diagnostics:
        return folder, checked, with_lines(checked.diagnostics, sources)
    wrong_forms = with_lines(folder.diagnostics, sources)
    others = beside_wrong_forms(checked.diagnostics, wrong_forms, folder.roots.values())
    return folder, None, [*wrong_forms, *with_lines(others, sources)]


def beside_wrong_forms(
    diagnostics: Iterable[Diagnostic], wrong_forms: Iterable[Diagnostic], roots: Iterable[YamlMap]
) -> list[Diagnostic]:
    """Leave out what is only said because a text can't be read.

    wrong_forms: the errors of form, with their lines; at least one. roots: of the files.
    """
    unread = _unread(roots, wrong_forms)
    # An unreadable file may use what no other one does.
    return [
        wrong
        for wrong in diagnostics
        if wrong.code != UNUSED and not (wrong.code in UNKNOWN and wrong.word in unread)
    ]


def _unread(roots: Iterable[YamlMap], wrong_forms: Iterable[Diagnostic]) -> set[str]:
    """Return the names that are declared, but perhaps in a text that can't be read."""
    sections = [y.get(root, name) for root in roots for name in DEFINED]
    keys = (key.value for section in sections for key, _ in y.pairs(section))
    lets = (LET.search(wrong.source_line or "") for wrong in wrong_forms)
    return {key.partition("(")[0].strip("+ ") for key in keys} | {let[1] for let in lets if let}
