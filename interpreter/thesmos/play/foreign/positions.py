"""Write and read positions as other programs do, by the forms that a game declares.

A position is written from, and read as, the position in the game's own notation.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from thesmos.diagnostics import UsageError, clipped
from thesmos.play.match_parts import MatchParts
from thesmos.program import foreign as f
from thesmos.program.declarations import Board
from thesmos.program.positions import Map
from thesmos.render.text_board import read

LONGEST = 10_000  # characters of a position
ROW_END = "/"
Json = dict[str, Any]


class Placeable(Protocol):
    """A state, as far as its position is written: `State` and `View` have all of this."""

    @property
    def match(self) -> MatchParts:
        """The match that it belongs to."""

    @property
    def turn_of(self) -> int:
        """The active player, from 1."""

    def position(self) -> dict[str, Any]:
        """The position in the game's notation."""


def write_position(form: f.PositionForm, state: Placeable) -> str:
    """Return the position of a state in a form.

    Raises UsageError if it has a thing for which the form has no letter.
    """
    writer = _Position(things_of(state.match, state.position()), state)
    return form.between.join(writer.written(field) for field in form.fields)


def things_of(match: MatchParts, position: Json) -> dict[str, dict[str, str]]:
    """Return what a position has in its cells: by its key, the thing in each cell."""
    placed, _ = read(match.picture, position)
    things: dict[str, dict[str, str]] = {}
    for thing in placed:
        things.setdefault(thing.entry.written.key, {})[thing.cell] = thing.text
    return things


@dataclass(frozen=True)
class _Position:
    """A position that is being written."""

    things: Mapping[str, Mapping[str, str]]
    state: Placeable

    def written(self, field: f.PositionField) -> str:
        """Return a field."""
        position = self.state.position()
        match field:
            case f.Grid(key=key, letters=letters):
                return ROW_END.join(self._row(row, key, letters) for row in self._rows(key))
            case f.Things(key=key):
                return field.before + ",".join(self._listed(field))
            case f.Mover(words=words):
                return words[self.state.turn_of - 1]
            case f.Marks(marks=marks, none=none):
                return "".join(mark.text for mark in marks if _marked(position, mark)) or none
            case f.KeyValue(key=key):
                value = str(position.get(key, field.none))
                return value.lower() if field.lower else value
            case f.Filler(text=text):
                return text
        raise AssertionError(field)

    def _rows(self, key: str) -> list[list[str]]:
        board = board_of(self.state.match, key)
        return grid_of(board)

    def _row(self, row: Iterable[str], key: str, letters: Mapping[str, str]) -> str:
        things = self.things.get(key, {})
        text, empty = "", 0
        for cell in row:
            if cell not in things:
                empty += 1
                continue
            text += (str(empty) if empty else "") + _letter(letters, things[cell], cell)
            empty = 0
        return text + (str(empty) if empty else "")

    def _listed(self, field: f.Things) -> Iterator[str]:
        things = self.things.get(field.key, {})
        cells = field.cells or tuple(things)
        for number, cell in enumerate(cells, 1):
            if things.get(cell) in field.letters:
                yield f"{field.letters[things[cell]]}{number if field.cells else cell}"


def grid_of(board: Board) -> list[list[str]]:
    """Return the cells of a board row by row, the last row first. Cells on lines have no rows."""
    rows = [board.cells[n : n + board.columns] for n in range(0, len(board.cells), board.columns)]
    return [list(row) for row in reversed(rows)]


def board_of(match: MatchParts, key: str) -> Board:
    """Return the board on which the things under a key of the position are."""
    name = next(entry.board for entry in match.picture.entries if entry.written.key == key)
    board: Board = match.linked.boards[name]
    return board


def _letter(letters: Mapping[str, str], thing: str, cell: str) -> str:
    if thing not in letters:
        raise UsageError(f"this notation has no letter for `{thing}` on {cell}")
    return letters[thing]


def _marked(position: Json, mark: f.Mark) -> bool:
    values = position.get(mark.key, [])
    return mark.number < len(values) and values[mark.number] not in ("0", "", None)


# -------------------------------------------------------------------------------- reading


def read_position(form: f.PositionForm, match: MatchParts, text: str) -> Json:
    """Return a position in the game's own notation. Raises UsageError for another form."""
    if len(text) > LONGEST:
        raise UsageError("this position is too long", f"at most {LONGEST} characters are read")
    words = text.strip().split(form.between)
    needed = sum(not isinstance(field, f.Filler) for field in form.fields)
    if not needed <= len(words) <= len(form.fields):
        kinds = ", ".join(_kind(field) for field in form.fields)
        text = f"this position has {len(words)} fields, but it must have {len(form.fields)}"
        raise UsageError(text, f"they are: {kinds}")
    reading = _Reading(match, {})
    for field, word in zip(form.fields, words, strict=False):
        reading.read(field, word)
    return reading.position


def without_broken(form: f.PositionForm, position: Json, broken: Collection[str]) -> Json:
    """Return a position without the values that are ignored if they break a condition.

    broken: the names of the conditions that the position breaks.
    """
    ignored = {
        field.key
        for field in form.fields
        if isinstance(field, f.KeyValue) and field.unless_broken in broken
    }
    return {key: value for key, value in position.items() if key not in ignored}


def _kind(field: f.PositionField) -> str:
    """Return what a field says, for a hint."""
    match field:
        case f.Mover(words=words):
            return f"who is to move ({', '.join(words)})"
        case f.Filler():
            return "a number or word that is ignored"
        case f.Marks(marks=marks):
            return "".join(mark.text for mark in marks)
        case f.Grid(key=key) | f.Things(key=key) | f.KeyValue(key=key):
            return key
    raise AssertionError(field)


@dataclass(frozen=True)
class _Reading:
    """A position in the game's own notation that is being read from another."""

    match: MatchParts
    position: Json

    def read(self, field: f.PositionField, word: str) -> None:
        """Read a field into the position. Raises UsageError."""
        match field:
            case f.Grid(key=key, letters=letters):
                self._put(key, self._cells(key, letters, word))
            case f.Things(key=key):
                self._put(key, self._listed(field, word))
            case f.Mover(words=words):
                if word not in words:
                    raise UsageError(f"`{clipped(word)}` is no player", f"write {_any_of(words)}")
                self.position["to_move"] = words.index(word) + 1
            case f.Marks(marks=marks, none=none):
                self._mark(marks, "" if word == none else word, none)
            case f.KeyValue(key=key, none=none):
                if word != none or not none:
                    self.position[key] = word.upper() if field.lower else word
            case f.Filler():
                pass

    def _put(self, key: str, things: Mapping[str, str]) -> None:
        """Add the things in cells to the part of the position under a key."""
        entry = next(e.written for e in self.match.picture.entries if e.written.key == key)
        if isinstance(entry, Map):
            self.position.setdefault(key, {}).update(things)
        else:
            self.position.setdefault(key, []).extend(f"{c} {thing}" for c, thing in things.items())

    def _cells(self, key: str, letters: Mapping[str, str], word: str) -> dict[str, str]:
        meant = {letter: thing for thing, letter in letters.items()}
        rows = grid_of(board_of(self.match, key))
        written = word.split(ROW_END)
        if len(written) != len(rows):
            raise UsageError(f"there are {len(written)} rows, but the board has {len(rows)}")
        things: dict[str, str] = {}
        for row, text in zip(rows, written, strict=True):
            place = 0
            for part in re.findall(r"[0-9]+|.", text):
                if part.isdecimal():
                    place += int(part[:4])
                    continue
                if part not in meant:
                    hint = f"the letters are {_any_of(letters.values())}"
                    raise UsageError(f"`{part}` stands for nothing", hint)
                if place < len(row):
                    things[row[place]] = meant[part]
                place += 1
            if place != len(row):
                wrong = f"the row `{clipped(text)}` has {place} cells, but there are {len(row)}"
                raise UsageError(wrong, "count the empty ones")
        return things

    def _listed(self, field: f.Things, word: str) -> dict[str, str]:
        if not word.startswith(field.before):
            raise UsageError(f"`{clipped(word)}` must begin with `{field.before}`")
        things: dict[str, str] = {}
        letters = sorted(field.letters.items(), key=lambda pair: -len(pair[1]))
        for item in filter(None, word.removeprefix(field.before).split(",")):
            for thing, letter in letters:
                cell = self._cell(field, item.removeprefix(letter))
                if item.startswith(letter) and cell is not None:
                    things[cell] = thing
                    break
            else:
                raise UsageError(f"`{clipped(item)}` is no cell with a thing")
        return things

    def _cell(self, field: f.Things, text: str) -> str | None:
        if not field.cells:
            return text if text in board_of(self.match, field.key).cells else None
        number = int(text) if text.isdecimal() and len(text) < 5 else 0  # noqa: PLR2004
        return field.cells[number - 1] if 0 < number <= len(field.cells) else None

    def _mark(self, marks: Sequence[f.Mark], word: str, none: str) -> None:
        rest = word
        for mark in marks:
            values = self.position.setdefault(mark.key, ["0"] * self.match.players)
            if mark.text in rest:
                rest = rest.replace(mark.text, "", 1)
                values[mark.number] = "1"
        if rest:
            texts = "".join(mark.text for mark in marks)
            raise UsageError(
                f"`{clipped(word)}` can't be read", f"write some of {texts}, or {none}"
            )


def _any_of(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in dict.fromkeys(words))
