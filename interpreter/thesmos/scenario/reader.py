"""Read scenarios: the documents of `grammar/scenario.schema.json` as values with locations.

Errors in a file are collected as diagnostics, never raised.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from thesmos.diagnostics import Diagnostic, Location, UsageError
from thesmos.files import leads_out
from thesmos.resources import SCENARIOS
from thesmos.scenario.board_text import BoardError, Data, Legend, drawn, merged, read_board
from thesmos.scenario.own_game import own_game
from thesmos.syntax import yaml_values as y
from thesmos.syntax.parts import GAME
from thesmos.syntax.schema import validate
from thesmos.syntax.sources import DISK, Sources, with_lines
from thesmos.syntax.spec_files import Rewrite
from thesmos.syntax.spec_folder import bounds
from thesmos.syntax.versions import Version, split_name
from thesmos.syntax.yaml_nodes import YamlList, YamlMap, YamlNode, YamlText

LEGEND = "legend.yaml"
RECORDS = (".jsonl", ".jsonl.gz")  # how files of records end
UPWARD = 6  # how many folders above a scenario are searched for its legend
MAX_SHOWN = 60  # characters of a wrong name that a message repeats
ID_PARTS = 2  # parts of the id of a scenario that is not in a folder `scenarios`
PART = re.compile(r"[a-z0-9][a-z0-9.-]*")  # a part of an id, between two `/`
NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,8})")


@dataclass(frozen=True)
class ScenarioStep:
    """Choices to make one after the other, and what to expect afterwards."""

    when: tuple[YamlText, ...]
    then: YamlMap | None


@dataclass(frozen=True)
class Branch:
    """A continuation after the steps of a scenario.

    name: in English, or its first choices if it has no name.
    names: by language.
    """

    name: str
    steps: tuple[ScenarioStep, ...]
    names: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Given:
    """The match-up, and the position to start from; None: start at the set-up.

    impossible: why the position may be one that no game reaches; empty if it may not.
    breaks: the names of exactly those conditions that it breaks; empty if that is not asked.
    """

    game: str
    powers: tuple[str | None, ...]
    mode: str | None
    options: Data
    setup: Data
    any_match_up: bool
    impossible: str
    breaks: tuple[str, ...]
    position: Data | None
    location: Location

    def is_of(self, slug: str, folder: Path, version: Version) -> bool:
        """Return whether `game` means this version of a game, named by its slug or its folder.

        Relative paths work.
        """
        name, named = split_name(self.game)
        return named == version and (name == slug or Path(name).resolve() == folder.resolve())


@dataclass(frozen=True)
class Scenario:
    """A scenario as written. `boards`: the positions that its board texts show, by location."""

    id: str
    file: str
    titles: dict[str, str]
    clauses: tuple[YamlText, ...]
    source: str
    pending: str | None
    editions: tuple[str, ...]
    given: Given
    steps: tuple[ScenarioStep, ...]
    branches: tuple[Branch, ...]
    boards: dict[Location, Data] = field(default_factory=dict)
    tags: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The title in English, or else in the first language given."""
        return self.titles.get(y.ENGLISH) or next(iter(self.titles.values()), "")


def scenario_files(path: Path) -> list[Path]:
    """Return a single file, or the scenarios in a folder and its subfolders, in order.

    In the folder of a game, these are in its folder `scenarios`. Raises UsageError for a file of
    records, and for a link that leads out of the folder.
    """
    if path.name.endswith(RECORDS):
        hint = "give recorded games with `--records`; `thesmos replay` compares them"
        raise UsageError(f"{path} is a file of records, not a scenario", hint)
    if path.is_file():
        return [path]
    below = path / SCENARIOS if (path / GAME).is_file() else path
    files = sorted(file for file in below.rglob("*.yaml") if file.name != LEGEND)
    within = bounds(path)
    for file in files:
        if within is not None and leads_out(file, within):
            raise UsageError(f"{file} is a link that leads out of {path}", "copy the file")
    return files


def scenario_id(path: Path) -> str:
    """Return a scenario's id: its path below the folder `scenarios`, without suffix.

    If there is no such folder, it is the file's name, after that of its folder if this can be part
    of an id. The result need not be valid: see `invalid_part`.
    """
    parts = path.resolve().with_suffix("").parts
    if SCENARIOS in parts[:-1]:
        last = len(parts) - 2 - parts[-2::-1].index(SCENARIOS)
        return "/".join(parts[last + 1 :])
    *around, name = parts[-ID_PARTS:]
    held = itertools.takewhile(PART.fullmatch, reversed(around))
    return "/".join([*reversed(list(held)), name])


def invalid_part(id: str) -> str | None:
    """Return the first invalid part of a scenario's id; None if the id is valid."""
    return next((part for part in id.split("/") if not PART.fullmatch(part)), None)


def read_scenario(
    path: Path, rewrite: Rewrite | None = None, sources: Sources = DISK
) -> tuple[Scenario | None, list[Diagnostic]]:
    """Read a scenario; return it, and the diagnostics. If there are any, it is None.

    rewrite: changes the file before it is read, for example to add titles in more languages.
    sources: where the files are read from.
    """
    return _read(path, rewrite, sources)


def _read(
    path: Path, rewrite: Rewrite | None, sources: Sources
) -> tuple[Scenario | None, list[Diagnostic]]:
    root, diagnostics = _document(path, sources)
    if root is None:
        return None, diagnostics
    if rewrite is not None:
        root = rewrite(path, root)
    reader = _ScenarioReader(path, root, sources)
    scenario = reader.scenario()
    return (None if reader.diagnostics else scenario), with_lines(reader.diagnostics, sources)


def _document(
    path: Path, sources: Sources, within: Path | None = None
) -> tuple[YamlMap | None, list[Diagnostic]]:
    node, diagnostics = sources.tree(path, within)
    if node is not None and not diagnostics:
        diagnostics = validate(node, "scenario")
    diagnostics = with_lines(diagnostics, sources)
    return (node if isinstance(node, YamlMap) and not diagnostics else None), diagnostics


def read_legend(path: Path, sources: Sources = DISK) -> tuple[Legend, list[Diagnostic]]:
    """Return the nearest legend above a scenario, and its errors; an empty one if there is none."""
    for folder in list(path.absolute().parents)[:UPWARD]:
        file = folder / LEGEND
        if sources.is_file(file):
            unsaved = sources.texts.get(file)
            written = file.stat().st_mtime_ns if unsaved is None else 0
            legend, diagnostics = _legend(file, unsaved, written)
            return legend, list(diagnostics)
        if folder.name == SCENARIOS:
            break
    return Legend(), []


@functools.lru_cache(maxsize=64)
def _legend(
    file: Path, unsaved: str | None, _written: int
) -> tuple[Legend, tuple[Diagnostic, ...]]:
    """Read a legend; cached for all the scenarios below it until the file changes."""
    sources = DISK if unsaved is None else Sources({file: unsaved})
    root, diagnostics = _document(file, sources, bounds(file.parent))
    if root is None:
        return Legend(), tuple(diagnostics)
    table = data(root)
    if table["thesmos"] != "legend":
        hint = "begin it with `thesmos: legend`"
        return Legend(), (Diagnostic("E601", f"{LEGEND} is not a legend", root.location, hint),)
    return Legend(table.get("digits"), table.get("cell", Legend.cell), table["marks"]), ()


def data(node: YamlNode | None) -> Any:
    """Return a node as plain data: unquoted numbers as integers, `true` and `false` as booleans."""
    if isinstance(node, YamlMap):
        return {key.value: data(value) for key, value in node.items}
    if isinstance(node, YamlList):
        return [data(item) for item in node.items]
    if not isinstance(node, YamlText):
        return None
    if node.style == "plain" and NUMBER.fullmatch(node.value):
        return int(node.value)
    if node.style == "plain" and node.value in ("true", "false"):
        return node.value == "true"
    return node.value


def texts(node: YamlNode | None) -> tuple[YamlText, ...]:
    """Return the texts of a node that is one text, or a list of them."""
    return (node,) if isinstance(node, YamlText) else y.texts(node)


class _ScenarioReader:
    """Reads one document that is valid against its schema."""

    def __init__(self, path: Path, root: YamlMap, sources: Sources) -> None:
        self.path, self.root, self.sources = path, root, sources
        self.diagnostics: list[Diagnostic] = []
        self.boards: dict[Location, Data] = {}
        self.legend = Legend()

    def scenario(self) -> Scenario | None:
        root, setting = self.root, self.root.get("given")
        if y.text(root.get("thesmos")) != "scenario" or not isinstance(setting, YamlMap):
            hint = "a scenario begins with `thesmos: scenario`"
            self.diagnostics.append(
                Diagnostic("E601", "this is not a scenario", root.location, hint)
            )
            return None
        id = scenario_id(self.path)
        if (part := invalid_part(id)) is not None:
            hint = "use lower-case letters, digits, `-` and `.`, since it is part of links"
            shown = " ".join(part.split())[:MAX_SHOWN]
            message = f"`{shown}` can't be part of a scenario's id"
            self.diagnostics.append(Diagnostic("E605", message, root.location, hint))
        self.legend, faults = read_legend(self.path, self.sources)
        self.diagnostics += faults
        more = setting.get("legend")
        self.legend = self.legend.extended(data(more) if more is not None else {})
        if not faults:
            self.read_boards(root)
        return Scenario(
            id,
            str(self.path),
            y.languages(root.get("title")),
            texts(root.get("clauses")),
            y.text(root.get("source")),
            y.text(root.get("pending")) or None,
            tuple(text.value for text in texts(root.get("editions"))),
            self.given(setting),
            self.steps(root.get("steps")),
            tuple(self.branches(root.get("each"))),
            self.boards,
            tuple(text.value for text in texts(root.get("tags"))),
        )

    def read_boards(self, node: YamlNode) -> None:
        """Read every board text of the document."""
        for key, value in y.pairs(node):
            if key.value == "board" and isinstance(value, YamlText):
                self.board(value)
            else:
                self.read_boards(value)
        for item in y.items(node):
            self.read_boards(item)

    def board(self, node: YamlText) -> None:
        if not self.legend.marks and self.legend.digits is None:
            hint = (
                f"put a {LEGEND} into the game's folder of scenarios "
                "(`thesmos: legend`, and `marks`), or give `position` instead"
            )
            message = "there is no legend to read this board with"
            self.diagnostics.append(Diagnostic("E602", message, node.location, hint))
            return
        try:
            self.boards[node.location] = read_board(node.value, self.legend)
        except BoardError as error:
            self.diagnostics.append(
                Diagnostic("E603", error.message, node.at(error.line, 1), error.hint)
            )

    def given(self, node: YamlMap) -> Given:
        powers = data(node.get("powers")) or []
        return Given(
            own_game(self.path, y.text(node.get("game"))),
            tuple(None if power == "none" else str(power) for power in powers),
            y.text(node.get("mode")) or None,
            data(node.get("options")) or {},
            data(node.get("setup")) or {},
            y.flag(node.get("any_match_up")),
            y.text(node.get("impossible")),
            tuple(map(str, data(node.get("breaks")) or [])),
            None if node.get("start") is not None else self.position(node),
            node.location,
        )

    def position(self, node: YamlMap) -> Data:
        """Return the position of the board, with the changes of `position` and other keys."""
        board = node.get("board")
        shown = drawn(self.boards.get(board.location, {})) if board is not None else {}
        position = merged(shown, data(node.get("position")) or {})
        for key in ("memory", "held", "to_move"):
            value = node.get(key)
            if value is not None:
                position[key] = data(value)
        return position

    def steps(self, node: YamlNode | None) -> tuple[ScenarioStep, ...]:
        return tuple(map(self.step, y.items(node)))

    def step(self, node: YamlNode) -> ScenarioStep:
        then = y.get(node, "then")
        return ScenarioStep(texts(y.get(node, "when")), then if isinstance(then, YamlMap) else None)

    def branches(self, node: YamlNode | None) -> Iterator[Branch]:
        for item in y.items(node):
            first = self.step(item)
            steps = (first,) if first.when or first.then is not None else ()
            names = y.languages(y.get(item, "name"))
            name = names.get(y.ENGLISH) or ", ".join(text.value for text in first.when)
            yield Branch(name, steps + self.steps(y.get(item, "steps")), names)
