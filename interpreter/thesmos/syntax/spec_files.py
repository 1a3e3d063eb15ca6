"""Read the files of a game's folder, changed by those of an edition and of modules.

The folders of an edition and of modules are laid over that of the game: a file there that begins
with `thesmos: changes` changes the one with its name, any other is new, and a table adds rows.
Files with parts of the game and files of words belong to the documents of their folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from thesmos.diagnostics import Diagnostic, Location, suggest
from thesmos.syntax import yaml_values as y
from thesmos.syntax.changes import emptied, with_changes
from thesmos.syntax.drawings import FILE as DRAWINGS
from thesmos.syntax.drawings import Drawing, read_drawings
from thesmos.syntax.parts import GAME, misplaced, with_parts
from thesmos.syntax.schema import validate
from thesmos.syntax.sources import DISK, Sources
from thesmos.syntax.words_files import WordsFiles
from thesmos.syntax.yaml_nodes import YamlList, YamlMap, YamlNode, YamlText

APART = ("powers", "modes", "bans", "rulings")  # keys of `removes` that are not about game.yaml

Rewrite: TypeAlias = Callable[[Path, YamlMap], YamlMap]  # changes a file before it is read


@dataclass(frozen=True)
class Layer:
    """A folder laid over a game's folder.

    kind: `edition` or `module`.
    root: its own document.
    """

    kind: str
    path: Path
    root: YamlMap

    def removed(self, below: str) -> tuple[YamlText, ...]:
        """Return the names that it lists under a key of `removes`."""
        return y.texts(y.get(self.root.get("removes"), below))

    def change_of_game(self) -> YamlMap:
        """Return its changes to game.yaml."""
        key, removes = self.root.key("removes"), self.root.get("removes")
        if key is None or not isinstance(removes, YamlMap):
            return self.root
        kept = tuple(pair for pair in removes.items if pair[0].value not in APART)
        return y.with_value(self.root, key, replace(removes, items=kept))


@dataclass
class SpecFiles:
    """Reads the files of a folder, and collects the errors in them.

    within: the folder that no link may leave; None if links may lead anywhere.
    rewrite: changes each file before it is read, if given.
    without: the slugs of powers that are not read.
    sources: where the files are read from.
    roots: the documents that were read, by their paths below the folder.
    emptied: by the name of a type of the game that a layer leaves without members, that layer.
    """

    path: Path
    within: Path | None = None
    rewrite: Rewrite | None = None
    without: Collection[str] = ()
    sources: Sources = DISK
    layers: list[Layer] = field(default_factory=list)
    roots: dict[str, YamlMap] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    emptied: dict[str, str] = field(default_factory=dict)
    words: WordsFiles = field(init=False)

    def __post_init__(self) -> None:
        self.words = WordsFiles(self.within, self.diagnostics, self.sources)

    @property
    def folders(self) -> list[Path]:
        """Return the folder of the game, and those that are laid over it."""
        return [self.path, *(layer.path for layer in self.layers)]

    def lay_over(self, kind: str, path: Path) -> None:
        """Lay the folder of an edition or a module over the present ones."""
        root = self._document(path / f"{kind}.yaml", kind)
        if root is not None:
            self._same_name(root, path.name, "its folder")
            self.layers.append(Layer(kind, path, root))

    def game(self) -> YamlMap | None:
        """Return the document of the game; None if it has errors."""
        return self._document(self.path / GAME, "game")

    def game_changed(self, root: YamlMap) -> YamlMap | None:
        """Return the document of the game with the changes laid over it; None if it has errors."""
        changed: YamlMap | None = root
        for layer in self.layers:
            if changed is not None:
                before, changed = changed, self._changed(changed, layer.change_of_game(), "game")
                who = f"the {layer.kind} `{layer.path.name}`"
                names = set() if changed is None else emptied(before, changed)
                self.emptied |= dict.fromkeys(names, who)
        if changed is not None:
            self.roots[GAME] = changed
        return changed

    def documents(self, below: str, kind: str) -> Iterator[YamlMap]:
        """Yield the valid documents of a subfolder, in the order of their names."""
        names = {file.stem for file in self.sources.files(self.path / below)}
        for layer in self.layers:
            names |= {file.stem for file in self.sources.files(layer.path / below)}
            names -= set(self._removed(layer, below, kind, names))
        if below == "powers":
            names -= set(self.without)
        for stem in sorted(names):
            root = self.named(below, stem, kind)
            if root is not None:
                yield root

    def named(self, below: str, stem: str, kind: str) -> YamlMap | None:
        """Return the document of a name in a subfolder; None if it is missing or has errors."""
        root = self.document(f"{below}/{stem}.yaml", kind)
        if root is not None:
            self._same_name(root, stem, "its file")
        return root

    def document(self, name: str, kind: str) -> YamlMap | None:
        """Return the document at a path below the folder; None if it is missing or has errors."""
        root: YamlMap | None = None
        for number, folder in enumerate(self.folders):
            file = folder / name
            if not self.sources.is_there(file):
                continue
            node = self._read(file)
            changes = number > 0 and y.text(y.get(node, "thesmos")) == "changes"
            valid = None if node is None else self._valid(node, "changes" if changes else kind)
            if valid is None:
                return None
            if changes != (root is not None):
                self.diagnostics.append(misplaced(valid, kind, name, changes))
                return None
            root = valid if root is None else self._changed(root, valid, kind)
            if root is None:
                return None
        if root is not None:
            self.roots[name] = root
        return root

    def each(self, name: str, kind: str) -> Iterator[YamlMap]:
        """Yield the valid documents at a path below the folder and those laid over it."""
        for folder in self.folders:
            if self.sources.is_file(folder / name):
                root = self._document(folder / name, kind)
                if root is not None:
                    yield root

    def drawings(self) -> dict[str, Drawing]:
        """Return the drawings of the game by name; a folder laid over it may replace them."""
        drawings: dict[str, Drawing] = {}
        for folder in self.folders:
            added, wrong = read_drawings(folder / DRAWINGS, self.within, self.sources)
            self.diagnostics += wrong
            drawings = {**drawings, **added} if drawings else added
        return drawings

    def removed(self, below: str) -> Iterator[YamlText]:
        """Yield the names that are listed under a key of `removes`."""
        for layer in self.layers:
            yield from layer.removed(below)

    def table(self, name: str, location: Location) -> YamlNode | None:
        """Return a table of cards beside game.yaml, with the rows that are added to it.

        A name that leads elsewhere is reported. location: where the table is named.
        """
        if not re.fullmatch(r"[a-z0-9-]+\.yaml", name):
            text, hint = f"`{name}` is not a table", "name a file beside game.yaml"
            self.diagnostics.append(Diagnostic("E116", text, location, hint))
            return None
        over = [
            layer.path / name for layer in self.layers if self.sources.is_file(layer.path / name)
        ]
        base = [self.path / name] if not over or self.sources.is_file(self.path / name) else []
        tables = [table for file in (*base, *over) if (table := self._table(file)) is not None]
        if len(tables) == 1:
            return tables[0]
        rows = tuple(row for table in tables for row in table.items)
        return replace(tables[0], items=rows) if tables else None

    def removed_bans(self) -> Iterator[tuple[YamlText, YamlText]]:
        """Yield the pairs of powers whose ban is removed."""
        for layer in self.layers:
            for pair in y.items(y.get(layer.root.get("removes"), "bans")):
                power, other = y.texts(pair)
                yield power, other

    # --------------------------------------------------------------------------- one file

    def _read(self, path: Path) -> YamlNode | None:
        node, diagnostics = self.sources.tree(path, self.within)
        self.diagnostics += diagnostics
        if node is not None:
            node, diagnostics = with_parts(path, node, self.within, self.sources)
            self.diagnostics += diagnostics
            node = self.words.added(path, node)
        if self.rewrite is not None and isinstance(node, YamlMap):
            node = self.rewrite(path, node)
        return node

    def _valid(self, node: YamlNode, kind: str) -> YamlMap | None:
        wrong = self.sources.kept.of("valid", lambda: validate(node, kind), node, kind)
        self.diagnostics += wrong
        return node if isinstance(node, YamlMap) and not wrong else None

    def _document(self, path: Path, kind: str) -> YamlMap | None:
        node = self._read(path)
        return None if node is None else self._valid(node, kind)

    def _changed(self, root: YamlMap, change: YamlMap, kind: str) -> YamlMap | None:
        """Return a document with the changes of another; None if the result is not valid."""
        removes = change.get("removes")
        bans = removes.key("banned") if isinstance(removes, YamlMap) else None
        if bans is not None:
            text = "a ban can't be removed from one of its two powers: either may declare it"
            hint = "write `removes: {bans: [[one, other]]}` in edition.yaml"
            self.diagnostics.append(Diagnostic("E121", text, bans.location, hint))
        changed, wrong = with_changes(root, change)
        self.diagnostics += wrong
        return self._valid(changed, kind)

    def _table(self, path: Path) -> YamlList | None:
        node = self._read(path)
        if node is None:
            return None
        if not isinstance(node, YamlList):
            text = "a table must be a list"
            hint = "write one piece per row, as `- {name: …, zone: …}`"
            self.diagnostics.append(Diagnostic("E116", text, node.location, hint))
            return None
        wrong = validate(node, "table")
        self.diagnostics += wrong
        return None if wrong else node

    def _removed(
        self, layer: Layer, below: str, kind: str, documents: Collection[str]
    ) -> Iterator[str]:
        """Yield the documents that a layer removes; report those that do not exist."""
        for name in layer.removed(below):
            if name.value not in documents:
                hint = suggest(name.value, documents) or f"name a file of the folder `{below}`"
                text = f"there is no {kind} `{name.value}` to remove"
                self.diagnostics.append(Diagnostic("E304", text, name.location, hint))
            yield name.value

    def _same_name(self, root: YamlMap, name: str, of: str) -> None:
        slug = root.get("slug")
        if isinstance(slug, YamlText) and slug.value != name:
            text = f"the slug `{slug.value}` is not the name of {of}"
            hint = (
                f"rename {of.removeprefix('its ')} `{name}` to `{slug.value}`, or change the slug"
            )
            self.diagnostics.append(Diagnostic("E117", text, slug.location, hint))
