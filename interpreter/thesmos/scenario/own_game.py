"""Which game a scenario means that lies in the folder of a game."""

from __future__ import annotations

import re
from pathlib import Path

from thesmos.resources import SCENARIOS
from thesmos.syntax.spec_folder import name_of_folder

GAME_FILE = "game.yaml"
SLUG = re.compile(r"^slug:\s*[\"']?([a-z0-9-]+)", re.MULTILINE)
AFTER = ("/", "@", "+")  # what follows a slug: a draft, an edition, a module
MOST = 1 << 20  # characters in which the slug is looked for


def own_game(file: Path, name: str) -> str:
    """Return the name by which to load the game that a scenario names.

    In the folder `scenarios` of a game, the slug of that game means the game in this folder, and
    not another one of that name, such as the shipped one that it was copied from.

    file: of the scenario. name: what it names: a slug or a folder, with an edition or modules.
    """
    around = next((folder.parent for folder in file.parents if folder.name == SCENARIOS), None)
    if around is None:
        return name
    try:
        with (around / GAME_FILE).open(encoding="utf-8") as text:
            match = SLUG.search(text.read(MOST))
    except (OSError, UnicodeDecodeError):
        return name
    slug = match[1] if match is not None else ""
    is_own = slug and (name == slug or name.startswith(tuple(slug + sign for sign in AFTER)))
    return f"{name_of_folder(around)}{name.removeprefix(slug)}" if is_own else name
