"""A game in several files: `parts/*.yaml` beside game.yaml, each with one subject of its rules.

A part has the sections of game.yaml, and their contents belong to the game as if written there. A
name is declared in one of these files; `+Name` adds to what another one declares.

An edition or a module may have parts too: a new one adds to the game, and one that begins with
`thesmos: changes` contains changes to the game's part of the same name.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from thesmos.diagnostics import Diagnostic
from thesmos.syntax import yaml_values as y
from thesmos.syntax.changes import joined, with_changes
from thesmos.syntax.schema import validate
from thesmos.syntax.sources import DISK, Sources
from thesmos.syntax.yaml_nodes import YamlMap, YamlNode, YamlText

GAME = "game.yaml"
OVER = ("edition.yaml", "module.yaml")  # documents that change game.yaml
FOLDER = "parts"


def with_parts(
    path: Path, node: YamlNode, within: Path | None = None, sources: Sources = DISK
) -> tuple[YamlNode, list[Diagnostic]]:
    """Return the document of a game, an edition or a module with its parts, and the errors.

    path: of the document; any other document is returned unchanged.
    within: the folder that no link may leave.

    Raises UsageError if there are too many files.
    """
    diagnostics: list[Diagnostic] = []
    if path.name not in (GAME, *OVER) or not isinstance(node, YamlMap):
        return node, diagnostics
    for file in sources.files(path.parent / FOLDER):
        part, wrong = sources.tree(file, within)
        changes = path.name in OVER and y.text(y.get(part, "thesmos")) == "changes"
        wrong = wrong or ([] if part is None else validate(part, "changes" if changes else "part"))
        if isinstance(part, YamlMap) and not wrong:
            if path.name == GAME:
                node, wrong = with_changes(node, _added(part))
            else:
                node, wrong = joined(node, part if changes else _added(part))
                of_game = path.parent.parent.parent / FOLDER / file.name
                if changes != sources.is_file(of_game):
                    name = f"{FOLDER}/{file.name}"
                    wrong = [misplaced(part, "part", name, changes), *wrong]
        diagnostics += wrong
    return node, diagnostics


def _added(part: YamlMap) -> YamlMap:
    """Return the sections of a part as changes of the game."""
    sections = tuple(pair for pair in part.items if pair[0].value != "thesmos")
    adds = YamlText(part.location, "adds"), replace(part, items=sections)
    return YamlMap(part.location, (adds,))


def misplaced(root: YamlMap, kind: str, name: str, changes: bool) -> Diagnostic:
    """Return the error that a changed file does not exist, or that a new one already does.

    kind: the kind of a new document.
    name: the file, below the folder.
    changes: whether the document contains changes.
    """
    if changes:
        text, hint = f"there is no {name} to change", f"write `thesmos: {kind}` for a new one"
        return Diagnostic("E304", text, root.location, hint)
    text, hint = f"there is already a {name}", "write `thesmos: changes` and only what differs"
    return Diagnostic("E302", text, root.location, hint)
