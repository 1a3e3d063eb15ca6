"""The saved figures of a game: one file for each of the commands that measure its suite."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from thesmos.files import make_folder, write_text
from thesmos.play.game import Game
from thesmos_conform.resources import strength_dir

MUTANTS, COVERAGE, PAIRS, FUZZ = "", ".coverage", ".pairs", ".fuzz"


def figures_file(game: Game, kind: str) -> Path:
    """Return the file in which the figures of a kind are saved."""
    return strength_dir() / f"{game.slug}{game.version}{kind}.json"


def versions_measured(slugs: Iterable[str]) -> list[str]:
    """Return the versions of some games that have saved figures, such as `NAME@EDITION`."""
    names = {file.name.partition(".")[0] for file in strength_dir().glob("*[@+]*.json")}
    return sorted(name for name in names if re.split("[@+]", name)[0] in slugs)


def save_figures(game: Game, kind: str, figures: Mapping[str, Any]) -> Path:
    """Save the figures of a kind; return the file. Raises UsageError if it can't be written."""
    file = figures_file(game, kind)
    make_folder(file.parent)
    write_text(file, json.dumps(figures, ensure_ascii=False, indent=1) + "\n")
    return file
