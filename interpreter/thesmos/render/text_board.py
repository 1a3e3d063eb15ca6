"""Draw a position as a text board.

Everything is read from what the game declares: the size of its boards, the names of their cells,
and the notation of its positions, which says which keys are digits of cells, flagged cells or
pieces. Parts that are not on a board are listed below it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from thesmos.link.layout import NONE
from thesmos.link.linked import LinkedGame
from thesmos.link.pieces import OWNER
from thesmos.link.printed import written
from thesmos.program.positions import (
    NO_DIGIT,
    Cells,
    Digits,
    GameValue,
    Map,
    OnePiece,
    PieceField,
    Pieces,
    PieceText,
    PlaceText,
    PositionEntry,
    Shape,
    field_name,
)
from thesmos.render.drawn_board import DrawnBoard, drawn_board
from thesmos.render.drawn_rows import DrawnRows, DrawnWords, drawn_rows
from thesmos.render.drawn_texts import drawn_texts, shown_texts
from thesmos.render.off_board import OffBoard, off_board
from thesmos.render.phrase import NOTATION, phrase
from thesmos.render.span import Line, Span
from thesmos.render.text_grid import MOST, fits_in_boxes, grid, too_wide
from thesmos.render.text_rows import text_rows

FLAGS = "^*'!"
LONG = 3  # words with more letters are shortened if a board is too wide
EMPTY = "·"
PLACE = "place"
DIGITS = re.compile(rf"[{NO_DIGIT}0-9]*")
BELOW_ZERO = re.compile(r"-[0-9]+")


@dataclass(frozen=True)
class DrawnEntry:
    """An entry of the game's positions that says what is on a board.

    board: its name; empty if the entry is not about a board.
    words: for each attribute of the pieces that is an enum, word by mark.
    numbers: the attributes of the pieces that are numbers.
    """

    written: PositionEntry
    board: str
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    numbers: Sequence[str] = ()

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """A pattern that reads the text of a piece that it writes, see `piece_pattern`."""
        text = self.written.text if isinstance(self.written, Pieces) else (PlaceText(),)
        return piece_pattern(text, self.words)

    @property
    def name(self) -> str:
        """The attribute or the kind of pieces that it writes."""
        if isinstance(self.written, Pieces | OnePiece):
            return self.written.kind
        assert isinstance(self.written, Digits | Cells | Map | GameValue)
        return self.written.attribute.name

    @property
    def shape(self) -> Shape:
        """Its shape in pictures."""
        assert self.written.shape is not None  # all that can be drawn have one
        return self.written.shape


@dataclass(frozen=True)
class Placed:
    """A thing in a cell of a position.

    text: as written in the position, without the cell; may be empty.
    fields: for a piece, the value of each field of its notation.
    """

    entry: DrawnEntry
    cell: str
    text: str = ""
    fields: Mapping[str, str | None] = field(default_factory=dict)


@dataclass(frozen=True)
class Picture:
    """All that drawing needs to know about a game.

    printed: the fixed attributes of named pieces.
    rows: what lies in rows.
    rest: how the parts on no board are shown.
    drawings: the game's own, by name.
    texts: those of what lies in no cell, by its text in positions.
    items: what scenes remember: the items for things that were drawn before.
    """

    boards: tuple[DrawnBoard, ...]
    entries: tuple[DrawnEntry, ...]
    printed: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    rows: tuple[DrawnRows | DrawnWords, ...] = ()
    rest: OffBoard = field(default_factory=OffBoard)
    drawings: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    items: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    def draws(self, position: Mapping[str, Any]) -> bool:
        """Return whether a picture of a position has anything in it."""
        return bool(
            self.boards
            or any(rows.shown(position) is not None for rows in self.rows)
            or not self.rest.tracks.keys().isdisjoint(position)
            or any(shown_texts(position, self.texts))
        )


def picture_of(game: LinkedGame) -> Picture:
    """Read the boards and the notation of a linked game."""
    drawings = game.game.drawings
    boards = (drawn_board(board, drawings) for board in game.game.boards)
    entries = [
        DrawnEntry(entry, _board_of(game, entry), _words(game, entry), _numbers(game, entry))
        for entry in game.game.position
        if type(entry) in _READERS and not (isinstance(entry, Map) and entry.rows)
    ]
    rows, rest = drawn_rows(game), off_board(game)
    texts = drawn_texts(game)
    return Picture(tuple(boards), tuple(entries), _printed(game), rows, rest, drawings, texts)


def _board_of(game: LinkedGame, entry: PositionEntry) -> str:
    """Return the board that an entry is about; empty if there is none."""
    if isinstance(entry, Pieces | OnePiece):
        return next(on for kind in game.game.kinds if kind.name == entry.kind for on in kind.on)
    if isinstance(entry, GameValue):
        kind = game.game.attribute_types[entry.attribute]
        return kind.name if kind.base == "cell" else ""
    assert isinstance(entry, Digits | Cells | Map)
    owner = entry.attribute.owner
    return owner if owner in game.boards else ""


def _words(game: LinkedGame, entry: PositionEntry) -> dict[str, dict[str, str]]:
    """Return word by mark, for each attribute of an entry's pieces that is an enum."""
    if not isinstance(entry, Pieces | OnePiece):
        return {}
    return {
        attribute.name.name: {
            word.mark: word.word for word in game.game.enum_words[attribute.type.name]
        }
        for attribute in game.game.attributes
        if attribute.name.owner == entry.kind and attribute.type.base == "enum"
    }


def _numbers(game: LinkedGame, entry: PositionEntry) -> tuple[str, ...]:
    """Return the attributes of an entry's pieces that are numbers."""
    if not isinstance(entry, Pieces | OnePiece):
        return ()
    return tuple(
        attribute.name.name
        for attribute in game.game.attributes
        if attribute.name.owner == entry.kind and attribute.type.base == "int"
    )


def _printed(game: LinkedGame) -> dict[str, dict[str, str]]:
    """Return the fixed attributes of named pieces: enums as words, numbers as digits.

    Attributes without a value, and sets, are left out.
    """
    printed: dict[str, dict[str, str]] = {
        piece.name: {} for pieces in game.pieces.values() for piece in pieces if piece.name
    }
    for attribute in game.game.attributes:
        if attribute.index or attribute.type.base not in ("enum", "int"):
            continue
        pieces = game.pieces.get(attribute.name.owner, ())
        for piece, value in zip(pieces, game.fixed.get(attribute.name, ()), strict=False):
            if piece.name and isinstance(value, int) and value != NONE:
                printed[piece.name][attribute.name.name] = written(game, attribute.type, value)
    return printed


# ------------------------------------------------------------------------ reading a position


def read(picture: Picture, position: Mapping[str, Any]) -> tuple[list[Placed], dict[str, Any]]:
    """Split a position into the things in cells, in the order of entries, and the rest."""
    rest = {key: dict(part) if isinstance(part, dict) else part for key, part in position.items()}
    names = {board.name: board.names for board in picture.boards}
    placed: list[Placed] = []
    for entry in picture.entries:
        part, last = part_of(rest, entry.written.path)
        if entry.board in names and last in part:
            taken, others = _READERS[type(entry.written)](entry, names[entry.board], part.pop(last))
            placed += taken
            if others:
                part[last] = others
    return placed, rest


def part_of(position: dict[str, Any], path: Sequence[str]) -> tuple[dict[str, Any], str]:
    """Return the part of a position in which the last word of a path is looked up, and that word.

    The part is empty if a word before the last is missing.
    """
    *parents, last = path
    part: Any = position
    for name in parents:
        part = part.get(name)
        if not isinstance(part, dict):
            return {}, last
    return part, last


# A reader for each kind of entry: returns the things in cells, and the rest of the value.

Reader = Callable[[DrawnEntry, tuple[str, ...], Any], tuple[list[Placed], Any]]


def _digits(entry: DrawnEntry, names: tuple[str, ...], value: Any) -> tuple[list[Placed], Any]:
    if not isinstance(value, str) or len(value) != len(names) or not DIGITS.fullmatch(value):
        return [], value
    digits = zip(names, value, strict=True)
    return [Placed(entry, name, digit) for name, digit in digits if digit != NO_DIGIT], None


def _cells(entry: DrawnEntry, names: tuple[str, ...], value: Any) -> tuple[list[Placed], Any]:
    several = value if isinstance(value, list) else [value]
    placed = [Placed(entry, name) for name in several if name in names]
    return placed, [name for name in several if name not in names]


def _map(entry: DrawnEntry, names: tuple[str, ...], value: Any) -> tuple[list[Placed], Any]:
    if not isinstance(value, Mapping):
        return [], value
    placed = [Placed(entry, name, phrase(what)) for name, what in value.items() if name in names]
    return placed, {name: what for name, what in value.items() if name not in names}


def _pieces(entry: DrawnEntry, names: tuple[str, ...], value: Any) -> tuple[list[Placed], Any]:
    pattern = entry.pattern
    placed: list[Placed] = []
    others: list[Any] = []
    for text in value if isinstance(value, list) else [value]:
        match = pattern.fullmatch(text) if isinstance(text, str) else None
        if match is None or match[PLACE] not in names:
            others.append(text)
            continue
        shown = f"{text[: match.start(PLACE)]}{text[match.end(PLACE) :]}".strip()
        placed.append(Placed(entry, match[PLACE], shown, match.groupdict()))
    return placed, others


_READERS: dict[type[PositionEntry], Reader] = {
    Digits: _digits,
    Cells: _cells,
    GameValue: _cells,
    Map: _map,
    Pieces: _pieces,
    OnePiece: _pieces,
}


def piece_pattern(
    text: PieceText, words: Mapping[str, Mapping[str, str]] | None = None
) -> re.Pattern[str]:
    """Return a pattern that reads a piece's notation, such as `{place} {owner}{sort}`.

    Its groups have the names of the fields. words: by mark, of each field that is an enum; of two
    fields without a space between them they tell where the first one ends.
    """
    return re.compile("".join(_pattern(part, words or {}) for part in text))


def _pattern(part: str | PieceField, words: Mapping[str, Mapping[str, str]]) -> str:
    if isinstance(part, str):
        return re.escape(part)
    name = field_name(part)
    if isinstance(part, PlaceText):
        return rf"(?P<{name}>[^\s]+)"
    if marks := sorted(filter(None, words.get(name, ())), key=len, reverse=True):
        return rf"(?P<{name}>{'|'.join(map(re.escape, marks))}|[^ ]*?)"
    return rf"(?P<{name}>{r'[0-9]{1,3}' if name == OWNER else r'[^ ]*?'})"


# ---------------------------------------------------------------------------------- drawing


@dataclass
class Cell:
    """The content of a cell: digits, flags and pieces."""

    digits: list[Span] = field(default_factory=list)
    flags: list[Span] = field(default_factory=list)
    pieces: list[Span] = field(default_factory=list)

    def put(self, placed: Placed, mark: str) -> None:
        """Add something to the cell.

        mark: the mark for its flag, if it is a flag.
        """
        if mark:
            self.flags.append(Span(mark, "flag"))
        elif isinstance(placed.entry.written, Digits):
            self.digits.append(
                Span(EMPTY if placed.text == "0" else placed.text, f"digit.{placed.text}")
            )
        else:
            side = placed.fields.get(OWNER)
            style = f"side.{side}" if side else "strong"
            text = EMPTY if placed.text == "0" else placed.text
            self.pieces.append(Span(text or placed.entry.written.key, style))

    def line(self) -> Line:
        """Return the content of the cell as one line."""
        parts = [*self.digits, *self.flags]
        for piece in self.pieces:
            parts += [Span(" "), piece] if parts else [piece]
        return tuple(parts)


def draw(
    picture: Picture,
    position: Mapping[str, Any],
    columns: int | None = None,
    names: Mapping[str, str] = NOTATION,
) -> list[Line]:
    """Return the position as lines: each board of the notation, then everything else.

    columns: the greatest length of lines; None for no limit, and boards as most terminals show.
    names: names for the words in these lines; other words are shown as positions write them.
    """
    placed, rest = read(picture, position)
    lines: list[Line] = []
    most = MOST if columns is None else columns
    boards = [*picture.boards]
    while boards:
        board = boards.pop(0)
        filled, legend = _filled(picture, placed, board, {})
        if too_wide(board, filled, most):
            short = _short_words(picture, board.name)
            filled, more = _filled(picture, placed, board, short)
            legend = more + [span for word in short.items() for span in _explained(*reversed(word))]
        crossings: list[list[Line]] = []
        if boards and _lies_at_crossings(boards[0], board) and fits_in_boxes(board, filled, most):
            over = boards.pop(0)
            marks, more = _filled(picture, placed, over, {})
            crossings = [[marks[name] for name in names] for names in over.shown_rows]
            legend += more
        lines += grid(board, filled, most, crossings)
        if legend:
            lines.append((Span("    "), *legend))
        lines += _meanings(placed, board, names)
    for rows in picture.rows:
        shown = rows.shown(rest)
        lines += text_rows(shown, columns, names) if shown is not None else []
        rest = rows.without(rest)
    return lines + picture.rest.lines(rest, columns, names)


def _lies_at_crossings(over: DrawnBoard, board: DrawnBoard) -> bool:
    """Return whether a board that is drawn as nothing has a cell wherever four of another meet."""
    sizes = over.columns + 1, len(over.rows) + 1
    return over.laid_over and not board.folded and sizes == (board.columns, len(board.rows))


def _meanings(placed: Sequence[Placed], board: DrawnBoard, names: Mapping[str, str]) -> list[Line]:
    """Return what the numbers on a board are, if there are some below 0 and the game names them."""
    below = (thing.entry for thing in placed if BELOW_ZERO.fullmatch(thing.text))
    keys = dict.fromkeys(entry.written.key for entry in below if entry.board == board.name)
    return [(Span(f"    {names[key]}", "dim"),) for key in keys if key in names]


def _filled(
    picture: Picture, placed: Sequence[Placed], board: DrawnBoard, short: Mapping[str, str]
) -> tuple[dict[str, Line], list[Span]]:
    """Return the content of each cell, and what the marks mean.

    short: short words, by word.
    """
    cells = {name: Cell() for name in board.names}
    legend: list[Span] = []
    marks = iter(FLAGS)
    for entry in (entry for entry in picture.entries if entry.board == board.name):
        mark = next(marks, "?") if isinstance(entry.written, Cells) else ""
        things = [thing for thing in placed if thing.entry is entry]
        for thing in things:
            cells[thing.cell].put(_shortened(thing, short), mark)
        if mark and things:
            legend += _explained(mark, entry.name)
    return {name: cell.line() for name, cell in cells.items()}, legend


def _explained(mark: str, meaning: str) -> list[Span]:
    return [Span(mark, "flag"), Span(f" {meaning}  ", "dim")]


def _short_words(picture: Picture, board: str) -> dict[str, str]:
    """Return short forms of the enum words that are part of the text of pieces on a board.

    Each is the shortest beginning that no other word has. Words of up to three letters are kept.
    """
    marks = dict.fromkeys(
        mark
        for entry in picture.entries
        if entry.board == board
        for name, words in entry.words.items()
        if name in _fields(entry)
        for mark in words
    )
    short = {}
    for mark in (mark for mark in marks if len(mark) > LONG):
        starts = (mark[:n] for n in range(1, len(mark) + 1))
        others = [other for other in marks if other != mark]
        short[mark] = next((s for s in starts if not any(o.startswith(s) for o in others)), mark)
    return short


def _fields(entry: DrawnEntry) -> list[str]:
    """Return the names of the fields in the text of an entry's pieces."""
    if not isinstance(entry.written, Pieces):
        return []
    return [field_name(part) for part in entry.written.text if not isinstance(part, str)]


def _shortened(placed: Placed, short: Mapping[str, str]) -> Placed:
    """Return a thing in a cell with short words in place of long ones."""
    text = placed.text
    for value in placed.fields.values():
        if value is not None and value in short:
            text = text.replace(value, short[value], 1)
    return replace(placed, text=text)
