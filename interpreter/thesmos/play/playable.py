"""Load what can be played of a game: a power with errors does not keep the others from it."""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path

from thesmos.check.reading import read_version
from thesmos.diagnostics import Diagnostic, SpecError
from thesmos.play.game import Game, load
from thesmos.syntax.spec_folder import find_version


def load_playable(name: str | os.PathLike[str]) -> Game:
    """Load a game, without those of its powers that have errors; `game.unsound` has their errors.

    name: as for `load`. Raises SpecError if something else has errors, UsageError as `load`.
    """
    try:
        return load(name)
    except SpecError as error:
        by_power = _by_power(error.diagnostics)
        if by_power is None:
            raise
        path, version = find_version(os.fspath(name))
        folder, checked, others = read_version(path, version=version, without=tuple(by_power))
        if checked is None or any(diagnostic.severity == "error" for diagnostic in others):
            raise
    game = Game(checked, folder.path, version=folder.version)
    game.name = None  # by which the powers that are left out would be loaded too
    game.unsound = {slug: SpecError(wrong) for slug, wrong in by_power.items()}
    return game


def _by_power(diagnostics: tuple[Diagnostic, ...]) -> dict[str, list[Diagnostic]] | None:
    """Return errors by the power in whose file they are; None if one is in another file."""
    by_power = defaultdict(list)
    for diagnostic in diagnostics:
        if diagnostic.location is None:
            return None
        file = Path(diagnostic.location.file)
        if file.parent.name != "powers":
            return None
        by_power[file.stem].append(diagnostic)
    return dict(by_power)
