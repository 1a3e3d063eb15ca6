"""Reads a game's folder: game.yaml, words.yaml, powers/*.yaml, modes/*.yaml, tables of cards."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from thesmos import resources
from thesmos.diagnostics import Diagnostic, Location, UsageError, suggest
from thesmos.syntax import documents as d
from thesmos.syntax.bans import with_both_sides
from thesmos.syntax.document_reader import DocumentReader
from thesmos.syntax.power_table import with_powers
from thesmos.syntax.schema import validate
from thesmos.syntax.yaml_nodes import YamlList, YamlMap, YamlNode, read_yaml, with_lines

MAX_FILES = 500
DRAFT = "draft"  # the folder of a game's draft, inside the game's own folder

Rewrite: TypeAlias = Callable[[Path, YamlMap], YamlMap]  # of a file of a spec, before it is read


@dataclass
class Folder:
    """The documents in a game's folder, and all errors in them.

    within: the folder that no link may leave; None for no such folder. rewrite: what each file
    becomes before it is read, None if it stays as it is.
    """

    path: Path
    game: d.GameDocument | None = None
    cards: dict[str, d.CardDocument] = field(default_factory=dict)
    modes: dict[str, d.ModeDocument] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    within: Path | None = None
    rewrite: Rewrite | None = None


def shipped_games() -> list[str]:
    """Return the names of the games of this installation, including drafts."""
    root = resources.spec_dir()
    files = [*root.glob("*/game.yaml"), *root.glob(f"*/{DRAFT}/game.yaml")]
    return sorted(file.parent.relative_to(root).as_posix() for file in files)


def find_game(name: str) -> Path:
    """Find a game's folder by name or path. Raises UsageError if there is none."""
    shipped = shipped_games()
    if name in shipped:
        return resources.spec_dir() / name
    path = Path(name)
    try:
        path = path.parent if path.is_file() else path
        if (path / "game.yaml").is_file():
            return path
    except (OSError, ValueError):  # too long, or with characters that no file name can contain
        pass
    hint = (
        suggest(name, shipped)
        or f"the games are {', '.join(shipped)}; or give a folder with a game.yaml"
    )
    raise UsageError(f"there is no game `{name[:60]}`", hint)


def bounds(path: Path) -> Path | None:
    """The folder that no link below it may leave: the folder itself, if it may be a stranger's.

    None for what comes with this installation, since some installers make links of all its files.
    """
    ours = (resources.spec_dir(), resources.scenarios_dir())
    return None if any(path.is_relative_to(one) for one in ours) else path


def read_folder(path: Path, around: Folder | None = None, rewrite: Rewrite | None = None) -> Folder:
    """Read a game's folder; the errors of all files are in `.diagnostics`.

    around: for a draft, the folder of the game that it belongs to, if it has already been read.
    rewrite: what each file becomes before it is read, such as one with texts in more languages.
    """
    within = bounds(around.path if around is not None else path)
    folder = Folder(path, within=within, rewrite=rewrite)
    root = _document(folder, path / "game.yaml", "game")
    if root is not None:
        reader = DocumentReader()
        location = root.location
        words = _words(folder)
        folder.game = reader.game(root, lambda name: _table(folder, name, location), words)
        folder.diagnostics += reader.diagnostics
        if any(kind.powers for kind in folder.game.pieces):
            _fill(folder, folder.game, around)
    for file in _files(folder, "powers"):
        root = _document(folder, file, "power")
        if root is not None:
            reader = DocumentReader()
            card = reader.card(root)
            folder.diagnostics += reader.diagnostics
            _same_name(folder, card.slug, file, card.location)
            folder.cards[card.slug] = card
    folder.cards = with_both_sides(folder.cards)
    for file in _files(folder, "modes"):
        root = _document(folder, file, "mode")
        if root is not None:
            reader = DocumentReader()
            mode = reader.mode(root)
            folder.diagnostics += reader.diagnostics
            _same_name(folder, mode.slug, file, mode.location)
            folder.modes[mode.slug] = mode
    folder.diagnostics = with_lines(folder.diagnostics)
    return folder


def _fill(folder: Folder, game: d.GameDocument, around: Folder | None) -> None:
    """Make the powers of a draft's game pieces of the draft, and name it after that game."""
    location = game.locations.get("pieces", game.location)
    outer = folder.path.resolve().parent
    if folder.path.resolve().name != DRAFT or not (outer / "game.yaml").is_file():
        text = "its pieces are the powers of a game, but this is not the draft of a game"
        hint = f"put a draft into the folder `{DRAFT}` of its game"
        folder.diagnostics.append(Diagnostic("E116", text, location, hint))
        return
    if around is None:
        around = read_folder(outer, rewrite=folder.rewrite)
        folder.diagnostics += around.diagnostics
    if around.game is not None:
        slug = f"{around.game.slug}/{game.slug}"
        folder.game = replace(with_powers(game, around.cards), slug=slug)


def _files(folder: Folder, name: str) -> list[Path]:
    files = sorted((folder.path / name).glob("*.yaml"))
    if len(files) > MAX_FILES:
        raise UsageError(f"{folder.path / name} contains more than {MAX_FILES} files", None)
    return files


def _document(folder: Folder, path: Path, kind: str) -> YamlMap | None:
    node, diagnostics = read_yaml(path, within=folder.within)
    folder.diagnostics += diagnostics
    if node is None:
        return None
    if folder.rewrite is not None and isinstance(node, YamlMap):
        node = folder.rewrite(path, node)
    wrong = validate(node, kind)
    folder.diagnostics += wrong
    return node if isinstance(node, YamlMap) and not wrong else None


def _words(folder: Folder) -> YamlMap | None:
    """Read the words of the game, if it has any."""
    path = folder.path / "words.yaml"
    return _document(folder, path, "words") if path.is_file() else None


def _table(folder: Folder, name: str, location: Location) -> YamlNode | None:
    """Read a table of cards beside game.yaml; a name that leads elsewhere is an error."""
    if not re.fullmatch(r"[a-z0-9-]+\.yaml", name):
        folder.diagnostics.append(
            Diagnostic("E116", f"`{name}` is not a table", location, "name a file beside game.yaml")
        )
        return None
    node, diagnostics = read_yaml(folder.path / name, within=folder.within)
    folder.diagnostics += diagnostics
    if node is not None and not isinstance(node, YamlList):
        hint = "write one piece per row, as `- {name: …, zone: …}`"
        folder.diagnostics.append(Diagnostic("E116", "a table must be a list", node.location, hint))
        return None
    wrong = validate(node, "table") if node is not None else []
    folder.diagnostics += wrong
    return None if wrong else node


def _same_name(folder: Folder, slug: str, file: Path, location: Location) -> None:
    if slug != file.stem:
        folder.diagnostics.append(
            Diagnostic("E117", f"the slug `{slug}` is not the name of its file", location,
                       f"rename the file to {slug}.yaml, or change the slug")
        )  # fmt: skip
