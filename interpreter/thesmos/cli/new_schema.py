"""The schema that new games and cards name in their first line, for editors that know YAML."""

from __future__ import annotations

import os
from pathlib import Path

from thesmos import resources

LINE = "# yaml-language-server: $schema="


def with_schema(texts: dict[Path, str], folder: Path) -> dict[Path, str]:
    """Return new files of a game with a first line that names the schema, and this, if missing.

    folder: that of the game. To a shipped game nothing is added.
    """
    from thesmos.service.editor_schema import NAME, schema_text  # reads games: not for `--help`

    if folder.resolve().is_relative_to(resources.spec_dir().resolve()):
        return texts
    schema = folder / NAME
    lined = {
        path: f"{LINE}{Path(os.path.relpath(schema, path.parent)).as_posix()}\n{text}"
        for path, text in texts.items()
    }
    return lined if schema.exists() else {**lined, schema: schema_text()}
