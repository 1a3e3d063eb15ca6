"""A game in several files: `parts/*.yaml` beside game.yaml, each with one subject of its rules.

A part has the sections of game.yaml, and what is in them belongs to the game as if it stood there.
A name is declared in one of these files; `+Name` adds to what another one declares.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from thesmos.diagnostics import Diagnostic
from thesmos.syntax.changes import with_changes
from thesmos.syntax.schema import validate
from thesmos.syntax.yaml_nodes import YamlMap, YamlNode, YamlText, read_yaml, yaml_files

GAME = "game.yaml"
FOLDER = "parts"


def with_parts(
    path: Path, node: YamlNode, within: Path | None = None
) -> tuple[YamlNode, list[Diagnostic]]:
    """Return the document of a game with its parts, and what is wrong with them.

    path: of the document; any but game.yaml stays as it is. within: the folder that no link may
    leave. Raises UsageError for too many files.
    """
    diagnostics: list[Diagnostic] = []
    if path.name != GAME or not isinstance(node, YamlMap):
        return node, diagnostics
    for file in yaml_files(path.parent / FOLDER):
        part, wrong = read_yaml(file, within=within)
        wrong = wrong or ([] if part is None else validate(part, "part"))
        if isinstance(part, YamlMap) and not wrong:
            sections = tuple(one for one in part.items if one[0].value != "thesmos")
            adds = YamlText(part.location, "adds"), replace(part, items=sections)
            node, wrong = with_changes(node, YamlMap(part.location, (adds,)))
        diagnostics += wrong
    return node, diagnostics
