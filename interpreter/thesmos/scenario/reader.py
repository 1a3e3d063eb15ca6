"""Scenarios as values: what `grammar/scenario.schema.json` describes, with places.

Faults are collected, never raised.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from thesmos.diagnostics import Diagnostic, Location
from thesmos.resources import SCENARIOS
from thesmos.scenario.board_text import BoardError, Data, Legend, drawn, merged, read_board
from thesmos.syntax.schema import validate
from thesmos.syntax.spec_folder import TRANSLATIONS
from thesmos.syntax.yaml_nodes import YamlList, YamlMap, YamlNode, YamlText, read_yaml, with_lines

LEGEND = "legend.yaml"
BESIDE = (LEGEND, TRANSLATIONS)  # files that lie among scenarios and are none
UPWARD = 6  # folders above a scenario in which its legend is looked for
CODES = {
    "E601": "The file is no scenario, or its legend is no legend.",
    "E602": "A board text stands where no legend says how to read it.",
    "E603": "A board text can't be read: its rows, its columns or a mark.",
    "E604": "A clause, rule or step is cited that the match-up does not have.",
    "E605": "The file, or a folder that holds it, is named as no part of an id can be.",
}
MAX_SHOWN = 60  # characters of a wrong name that a message repeats
ID_PARTS = 2  # of the path of a scenario that lies in no folder of scenarios
PART = re.compile(r"[a-z0-9][a-z0-9.-]*")  # of an id: what stands between two `/`
NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,8})")


@dataclass(frozen=True)
class ScenarioStep:
    """Options taken one after the other, and what holds then."""

    when: tuple[YamlText, ...]
    then: YamlMap | None


@dataclass(frozen=True)
class Branch:
    """A way to go on from where the scenario's steps led.

    name: in English, or the first choices where it has none; names: by language, empty without one.
    """

    name: str
    steps: tuple[ScenarioStep, ...]
    names: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Given:
    """The match-up, and where it begins: at a position, or (None) at the set-up."""

    game: str
    powers: tuple[str | None, ...]
    mode: str | None
    options: Data
    setup: Data
    any_match_up: bool
    position: Data | None
    location: Location

    def is_of(self, slug: str, folder: Path) -> bool:
        """Whether a game is meant: by its slug, or by its folder as seen from where we are."""
        return self.game == slug or Path(self.game).resolve() == folder.resolve()


@dataclass(frozen=True)
class Scenario:
    """A scenario as written. `boards`: the positions that its board texts show, by their place."""

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
        """The title in English, or in the first language that it has."""
        return self.titles.get("en") or next(iter(self.titles.values()), "")


def scenario_files(path: Path) -> list[Path]:
    """A file by itself, or the scenarios in a folder and all below, in order."""
    if path.is_file():
        return [path]
    return sorted(file for file in path.rglob("*.yaml") if file.name not in BESIDE)


def scenario_id(path: Path) -> str:
    """The path below the folder of the scenarios, without suffix, however it was typed.

    Where there is no such folder: the file's name after that of the folder around it, if an id can
    hold that. `odd_part` tells whether the whole is an id.
    """
    parts = path.resolve().with_suffix("").parts
    if SCENARIOS in parts[:-1]:
        last = len(parts) - 2 - parts[-2::-1].index(SCENARIOS)
        return "/".join(parts[last + 1 :])
    *around, name = parts[-ID_PARTS:]
    held = itertools.takewhile(PART.fullmatch, reversed(around))
    return "/".join([*reversed(list(held)), name])


def odd_part(id: str) -> str | None:
    """The first part of a scenario's id that can't be one; none if all can."""
    return next((part for part in id.split("/") if not PART.fullmatch(part)), None)


def read_scenario(path: Path) -> tuple[Scenario | None, list[Diagnostic]]:
    """Read a scenario; what is wrong with it is in the list."""
    return _read(path)


def _read(path: Path) -> tuple[Scenario | None, list[Diagnostic]]:
    root, faults = _document(path)
    if root is None:
        return None, faults
    reader = _ScenarioReader(path, root)
    made = reader.scenario()
    return (None if reader.faults else made), with_lines(reader.faults)


def _document(path: Path) -> tuple[YamlMap | None, list[Diagnostic]]:
    node, faults = read_yaml(path)
    if node is not None and not faults:
        faults = with_lines(validate(node, "scenario"))
    return (node if isinstance(node, YamlMap) and not faults else None), faults


def read_legend(path: Path) -> tuple[Legend, list[Diagnostic]]:
    """The nearest legend above a scenario; an empty one if there is none."""
    for folder in list(path.resolve().parents)[:UPWARD]:
        file = folder / LEGEND
        if file.is_file():
            legend, faults = _legend(file, file.stat().st_mtime_ns)
            return legend, list(faults)
        if folder.name == SCENARIOS:
            break
    return Legend(), []


@functools.lru_cache(maxsize=64)
def _legend(file: Path, _written: int) -> tuple[Legend, tuple[Diagnostic, ...]]:
    """A legend, read once for all the scenarios below it; again when it was written since."""
    root, faults = _document(file)
    if root is None:
        return Legend(), tuple(faults)
    table = data(root)
    if table["thesmos"] != "legend":
        hint = "begin it with `thesmos: legend`"
        return Legend(), (_fault("E601", f"{LEGEND} is not a legend", root.location, hint),)
    return Legend(table.get("digits"), table.get("cell", Legend.cell), table["marks"]), ()


def data(node: YamlNode | None) -> Any:
    """A node as plain data: numbers that are not quoted are numbers, true and false are flags."""
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


def by_language(node: YamlNode | None) -> dict[str, str]:
    """A text by language; alone it is English."""
    if isinstance(node, YamlText):
        return {"en": node.value}
    items = node.items if isinstance(node, YamlMap) else ()
    return {key.value: value.value for key, value in items if isinstance(value, YamlText)}


def texts(node: YamlNode | None) -> tuple[YamlText, ...]:
    """One text, or a list of them."""
    if isinstance(node, YamlText):
        return (node,)
    items = node.items if isinstance(node, YamlList) else ()
    return tuple(item for item in items if isinstance(item, YamlText))


def _fault(code: str, message: str, location: Location, hint: str | None) -> Diagnostic:
    return Diagnostic(code, message, location, hint)


class _ScenarioReader:
    """Reads one document that its schema allows."""

    def __init__(self, path: Path, root: YamlMap) -> None:
        self.path, self.root = path, root
        self.faults: list[Diagnostic] = []
        self.boards: dict[Location, Data] = {}
        self.legend = Legend()

    def scenario(self) -> Scenario | None:
        root, given = self.root, self.root.get("given")
        if self.text(root, "thesmos") != "scenario" or not isinstance(given, YamlMap):
            hint = "give a file with `thesmos: scenario`"
            self.faults.append(_fault("E601", "this is no scenario", root.location, hint))
            return None
        id = scenario_id(self.path)
        if (odd := odd_part(id)) is not None:
            hint = "call it by small letters, digits, `-` and `.`: pages and links are named so"
            shown = " ".join(odd.split())[:MAX_SHOWN]
            message = f"`{shown}` can't be part of a scenario's name"
            self.faults.append(_fault("E605", message, root.location, hint))
        self.legend, wrong = read_legend(self.path)
        self.faults += wrong
        more = given.get("legend")
        self.legend = self.legend.extended(data(more) if more is not None else {})
        self.read_boards(root)
        return Scenario(
            id,
            str(self.path),
            by_language(root.get("title")),
            texts(root.get("clauses")),
            self.text(root, "source"),
            self.text(root, "pending") or None,
            tuple(text.value for text in texts(root.get("editions"))),
            self.given(given),
            self.steps(root.get("steps")),
            tuple(self.branches(root.get("each"))),
            self.boards,
            tuple(text.value for text in texts(root.get("tags"))),
        )

    def text(self, node: YamlMap, name: str) -> str:
        found = node.get(name)
        return found.value if isinstance(found, YamlText) else ""

    def read_boards(self, node: YamlNode) -> None:
        """Every board text of the document, wherever it stands."""
        for key, value in node.items if isinstance(node, YamlMap) else ():
            if key.value == "board" and isinstance(value, YamlText):
                self.board(value)
            else:
                self.read_boards(value)
        for item in node.items if isinstance(node, YamlList) else ():
            self.read_boards(item)

    def board(self, node: YamlText) -> None:
        if not self.legend.marks and self.legend.digits is None:
            hint = f"put a {LEGEND} into the folder of the game, or give the position"
            message = "there is no legend to read this board"
            self.faults.append(_fault("E602", message, node.location, hint))
            return
        try:
            self.boards[node.location] = read_board(node.value, self.legend)
        except BoardError as error:
            self.faults.append(_fault("E603", error.message, node.at(error.line, 1), error.hint))

    def given(self, node: YamlMap) -> Given:
        powers = data(node.get("powers")) or []
        mode = self.text(node, "mode")
        return Given(
            self.text(node, "game"),
            tuple(None if power == "none" else str(power) for power in powers),
            mode or None,
            data(node.get("options")) or {},
            data(node.get("setup")) or {},
            self.text(node, "any_match_up") == "yes",
            None if node.get("start") is not None else self.position(node),
            node.location,
        )

    def position(self, node: YamlMap) -> Data:
        """What the board shows, what `position` adds or says otherwise, and whose turn it is."""
        board = node.get("board")
        shown = drawn(self.boards.get(board.location, {})) if board is not None else {}
        position = merged(shown, data(node.get("position")) or {})
        for key in ("memory", "held", "to_move"):
            value = node.get(key)
            if value is not None:
                position[key] = data(value)
        return position

    def steps(self, node: YamlNode | None) -> tuple[ScenarioStep, ...]:
        return tuple(self.step(item) for item in node.items) if isinstance(node, YamlList) else ()

    def step(self, node: YamlNode) -> ScenarioStep:
        if not isinstance(node, YamlMap):
            return ScenarioStep((), None)
        then = node.get("then")
        return ScenarioStep(texts(node.get("when")), then if isinstance(then, YamlMap) else None)

    def branches(self, node: YamlNode | None) -> Iterator[Branch]:
        for item in node.items if isinstance(node, YamlList) else ():
            if isinstance(item, YamlMap):
                first = self.step(item)
                own = (first,) if first.when or first.then is not None else ()
                names = by_language(item.get("name"))
                name = names.get("en") or ", ".join(text.value for text in first.when)
                yield Branch(name, own + self.steps(item.get("steps")), names)
