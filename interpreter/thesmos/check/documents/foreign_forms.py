"""Read and check how other programs write positions, turns and games: parts of records.yaml."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from thesmos.check.documents.checked_game import CheckedGame
from thesmos.diagnostics import Diagnostic, listed, suggest
from thesmos.program import foreign as f
from thesmos.program.positions import ByPlayer, Map, Pieces, PlaceText
from thesmos.syntax import yaml_values as y
from thesmos.syntax.yaml_nodes import YamlMap, YamlNode

GAP = re.compile(r"\{([^{}]*)\}")  # a name in a template
WHICH = ("", "last ", "every ")  # of the options of a turn
SHAPES = ("", " column", " row", " thing")  # what can be asked of a name


class FormsReader:
    """Reads the forms, and collects the errors in them."""

    def __init__(self, checked: CheckedGame, values: Iterable[str]) -> None:
        """values: the names of the values that ends of turns can ask."""
        self.diagnostics: list[Diagnostic] = []
        self._checked, self._values = checked, [*values]
        program = checked.program
        self._entries = {entry.path[0]: entry for entry in program.position}
        self._boards = program.boards
        self._cells = {cell for board in program.boards for cell in board.cells}

    def forms(self, root: YamlMap) -> f.ForeignForms:
        """Return all forms of a document."""
        positions, turns, games = (y.pairs(root.get(k)) for k in ("positions", "turns", "games"))
        read_positions = {name.value: self._position(node) for name, node in positions}
        read_turns = {name.value: self._turn(node) for name, node in turns}
        names = {"turns": [*read_turns], "position": [*read_positions]}
        read_games = {name.value: self._game(node, names) for name, node in games}
        return f.ForeignForms(read_positions, read_turns, read_games)

    # ------------------------------------------------------------------ positions

    def _position(self, node: YamlNode) -> f.PositionForm:
        between = y.get(node, "between")
        fields = tuple(self._field(field) for field in y.items(y.get(node, "fields")))
        return f.PositionForm(fields, " " if between is None else y.text(between))

    def _field(self, node: YamlNode) -> f.PositionField:
        read: dict[str, Callable[[YamlNode], f.PositionField]] = {
            "grid": self._grid,
            "things": self._things,
            "player": self._mover,
            "marks": self._marks,
            "value": self._value,
            "filler": self._filler,
        }
        (kind,) = read.keys() & set(y.keys(node))
        return read[kind](node)

    def _grid(self, node: YamlNode) -> f.PositionField:
        key, letters = self._places(y.get(node, "grid")), y.get(node, "letters")
        self._different(letters)
        for _, letter in y.pairs(letters):
            if len(y.text(letter)) != 1 or y.text(letter).isdigit() or y.text(letter) == "/":
                text = f"`{y.text(letter)}` can't stand for a thing in a row"
                self._wrong(text, letter, "write one letter or sign for each thing")
        return f.Grid(key, y.table(letters))

    def _things(self, node: YamlNode) -> f.PositionField:
        letters = y.get(node, "letters")
        self._different(letters)
        return f.Things(
            self._places(y.get(node, "things")),
            y.table(letters),
            self._numbered(node),
            y.text(y.get(node, "before")),
        )

    def _mover(self, node: YamlNode) -> f.PositionField:
        words = y.words(y.get(node, "player"))
        most = max(mode.players for mode in self._checked.modes.values())
        if len(words) < most or len(set(words)) < len(words):
            self._wrong(f"{most} players need a word each", node, "write a different one for each")
        return f.Mover(words)

    def _marks(self, node: YamlNode) -> f.PositionField:
        marks = tuple(
            f.Mark(
                y.text(y.get(mark, "text")),
                self._flags(y.get(mark, "key")),
                y.number(y.get(mark, "player")) - 1,
            )
            for mark in y.items(y.get(node, "marks"))
        )
        return f.Marks(marks, y.text(y.get(node, "none")))

    def _value(self, node: YamlNode) -> f.PositionField:
        condition = y.get(node, "unless broken")
        named = [test.name for test in self._checked.program.base.valid]
        if condition is not None and y.text(condition) not in named:
            text = f"no condition of possible positions is called `{y.text(condition)}`"
            self._wrong(text, condition, suggest(y.text(condition), named))
        return f.KeyValue(
            self._key(y.get(node, "value")),
            y.text(y.get(node, "none")),
            y.flag(y.get(node, "lower")),
            y.text(condition),
        )

    def _filler(self, node: YamlNode) -> f.PositionField:
        return f.Filler(y.text(y.get(node, "filler")))

    # ------------------------------------------------------------------ turns and games

    def _turn(self, node: YamlNode) -> f.TurnForm:
        key = y.get(node, "key")
        rules = [self._rule(rule) for rule in y.items(y.get(node, "rules"))]
        return f.TurnForm(
            "" if key is None else self._places(key),
            y.table(y.get(node, "letters")),
            y.table(y.get(node, "words")),
            self._numbered(node),
            y.flag(y.get(node, "lower")),
            tuple(rules),
            tuple(self._end(end) for end in y.items(y.get(node, "ends"))),
        )

    def _rule(self, node: YamlNode) -> f.TurnRule:
        of, takes = y.get(node, "of"), y.get(node, "takes")
        names = GAP.findall(y.text(of))
        if re.search(r"\}\{", y.text(of)) or len(set(names)) < len(names):
            text = f"`{y.text(of)}` can be read in several ways"
            self._wrong(text, of, "write something between names, and each name once")
        known = [f"{which}{name}{shape}" for name in names for which in WHICH for shape in SHAPES]
        for template in y.texts(y.get(node, "as")):
            for name in GAP.findall(template.value):
                if name not in known:
                    text = f"`{y.text(of)}` has no `{name}`"
                    self._wrong(text, template, suggest(name, known) or f"it has {listed(known)}")
        return f.TurnRule(
            y.text(of),
            y.words(y.get(node, "as")),
            y.words(y.get(node, "things")),
            None if takes is None else y.flag(takes),
            y.number(y.get(node, "player")),
        )

    def _end(self, node: YamlNode) -> f.TurnEnd:
        holds = y.get(node, "holds")
        if holds is not None and y.text(holds) not in self._values:
            text = f"there is no value `{y.text(holds)}`"
            self._wrong(text, holds, suggest(y.text(holds), self._values) or "add it to `values`")
        return f.TurnEnd(y.text(y.get(node, "text")), y.text(y.get(node, "reason")), y.text(holds))

    def _game(self, node: YamlNode, names: Mapping[str, Sequence[str]]) -> f.GameForm:
        for key, declared in names.items():
            name = y.get(node, key)
            if name is not None and y.text(name) not in declared:
                text = f"no notation that is declared here is called `{y.text(name)}`"
                hint = suggest(y.text(name), declared) or f"declared are {listed(declared)}"
                self._wrong(text, name, hint)
        if (y.get(node, "position") is None) != (y.get(node, "set up") is None):
            self._wrong("`set up` and `position` belong together", node, "write both or neither")
        return f.GameForm(
            y.text(y.get(node, "turns")),
            y.text(y.get(node, "position")),
            y.text(y.get(node, "set up")),
            y.table(y.get(node, "with set up")),
            y.table(y.get(node, "tags")),
            y.words(y.get(node, "results")),
            y.text(y.get(node, "nobody")),
        )

    # ------------------------------------------------------------------ what they name

    def _key(self, node: YamlNode | None) -> str:
        key = y.text(node)
        if key not in self._entries:
            hint = suggest(key, self._entries) or f"positions have {listed(self._entries)}"
            self._wrong(f"positions have no `{key}`", node, hint)
        return key

    def _flags(self, node: YamlNode | None) -> str:
        """Read a key under which a position has a flag for each player."""
        key = self._key(node)
        entry = self._entries.get(key)
        if entry is not None and not isinstance(entry, ByPlayer):
            self._wrong(f"`{key}` is no list by players", node, "name one of those")
        return key

    def _places(self, node: YamlNode | None) -> str:
        """Read a key under which a position has things, each with its cell."""
        key = self._key(node)
        entry = self._entries.get(key)
        begins = isinstance(entry, Pieces) and isinstance(entry.text[0], PlaceText)
        if entry is not None and not begins and not isinstance(entry, Map):
            hint = "name a map, or pieces whose text begins with their place"
            self._wrong(f"`{key}` does not say what is in each cell", node, hint)
        return key

    def _numbered(self, node: YamlNode) -> tuple[str, ...]:
        cells = y.get(node, "cells")
        for cell in y.texts(cells):
            if cell.value not in self._cells:
                hint = suggest(cell.value, self._cells)
                self._wrong(f"there is no cell `{cell.value}`", cell, hint)
        return y.words(cells)

    def _different(self, letters: YamlNode | None) -> None:
        """Report a letter that stands for two things."""
        read: dict[str, str] = {}
        for thing, letter in y.pairs(letters):
            other = read.setdefault(y.text(letter), thing.value)
            if other != thing.value:
                text = f"`{y.text(letter)}` stands for `{other}` and for `{thing.value}`"
                self._wrong(text, letter, "write different ones")

    def _wrong(self, text: str, node: YamlNode | None, hint: str | None) -> None:
        location = None if node is None else node.location
        self.diagnostics.append(Diagnostic("E379", text, location, hint))
