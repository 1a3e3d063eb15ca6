"""What a script needs to draw positions as `svg` does: a table of boards and items.

Everything that a picture can contain is drawn here, once for each text that an entry of positions
can have. The script only reads a position by the table, and puts the drawings in their places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

from thesmos.link.linked import LinkedGame
from thesmos.link.pieces import OWNER
from thesmos.link.printed import looks, written
from thesmos.program.node import AttributeRef
from thesmos.program.positions import (
    AttributeText,
    Cells,
    Digits,
    GameValue,
    Map,
    NameText,
    OnePiece,
    Pieces,
    PlaceText,
)
from thesmos.program.types import Type
from thesmos.render.drawn_board import DrawnBoard
from thesmos.render.drawn_rows import UNKNOWN
from thesmos.render.rows_table import rows_table
from thesmos.render.scene import scene_of
from thesmos.render.shapes import CARD, CHIP, FRONT, STACK
from thesmos.render.svg import FLAT, blank_board, drawn_item, drawn_marks, item_words
from thesmos.render.svg_figures import present_stops, track_figure
from thesmos.render.text_board import PLACE, DrawnEntry, Picture, picture_of
from thesmos.render.track import ShownTrack, Track

Table = dict[str, Any]
MAX_TEXTS = 400  # of an entry that are drawn; other texts are shown as they are
DIGITS = "123456789"


def drawing_table(game: LinkedGame, names: Mapping[str, str]) -> Table:
    """Return how to draw the positions of a linked game, as data for JSON.

    names: names for words, in the reader's language.

    boards: for each, its name, its size, its empty drawing, the corner of each cell, the cells in
    the order of digits, and how the content of cells is transformed. entries: for each part of
    positions that is on a board, how to read it, and the item for each text: see `_look`. marks:
    what is drawn on top of cells. turned: whether cards lie face down unless a front names them.
    players: the parts with a value for each player. flags: those of them whose values are flags.
    repeated: those that are not shown. members: the remembered sets of players that pieces have.
    looks: the words on pieces without a name, by what positions call them. printed: what is printed
    on named pieces. texts: drawings of what lies in no cell, by its text. rows: see rows_table.py.
    tracks: for each, its key, size and drawing, and by value what is drawn on top.
    """
    picture = picture_of(game)
    boards = [_board(board) for board in picture.boards]
    entries = [
        _entry(game, picture, entry, names)
        for entry in picture.entries
        if entry.board or entry.shape.name == FRONT
    ]
    return {
        "boards": boards,
        "entries": entries,
        "marks": drawn_marks(),
        "turned": any(entry.shape.name == FRONT for entry in picture.entries),
        "players": sorted(picture.rest.by_player),
        "flags": sorted(picture.rest.flags),
        "repeated": sorted(picture.rest.repeated),
        "members": sorted(picture.rest.members),
        "looks": dict(looks(game)) if picture.rest.members else {},
        "printed": {name: list(printed.values()) for name, printed in picture.printed.items()},
        "texts": dict(picture.texts),
        "tracks": [_track(key, track, names) for key, track in picture.rest.tracks.items()],
        "rows": [*rows_table(picture.rows, game, names)],
    }


def _track(key: str, track: Track, names: Mapping[str, str]) -> Table:
    shown = ShownTrack(key, None, track.low, track.high)
    figure = track_figure(shown, names)
    size = [figure.wide, figure.tall]
    return {"key": key, "size": size, "drawn": figure.drawn, "on": present_stops(shown)}


def _board(board: DrawnBoard) -> Table:
    blank = blank_board(board)
    return {
        "name": board.name,
        "size": list(blank.size),
        "drawn": blank.drawn,
        "at": {cell: list(corner) for cell, corner in blank.corners.items()},
        "order": list(board.names),
        "shrunk": blank.shrunk,
    }


def _entry(
    game: LinkedGame, picture: Picture, entry: DrawnEntry, names: Mapping[str, str]
) -> Table:
    """Return how to read an entry, and the looks of its texts."""
    form = entry.written
    pieces = isinstance(form, Pieces | OnePiece)
    kind = {Digits: "digits", Cells: "cells", GameValue: "cells", Map: "map"}.get(type(form))
    table: Table = {
        "kind": kind or "pieces",
        "path": list(form.path),
        "board": entry.board,
        "front": entry.shape.name == FRONT,
        "single": isinstance(form, GameValue | OnePiece),
        "name": names.get(entry.name, names.get(entry.name.lower(), entry.name)),
    }
    if pieces:
        table["pattern"] = f"^{entry.pattern.pattern.replace('(?P<', '(?<')}$"
    if entry.board and entry.shape.name != FRONT:
        looks = {}
        for shown, position in _texts(game, picture, entry):
            around = _around(entry, position) if pieces else []
            looks[shown] = [*_look(picture, position, names, entry), *around]
            if len(looks) == MAX_TEXTS:
                break
        table["looks"] = looks
    return table


def _look(picture: Picture, value: Any, names: Mapping[str, str], entry: DrawnEntry) -> list[Any]:
    """Return an item: whether it lies flat, is a chip; its drawing, that of its back; its words.

    For a piece, what positions write before and after its cell follows.
    """
    position: Any = value
    for name in reversed(entry.written.path):
        position = {name: position}
    scene = scene_of(picture, position, names)
    items = [item for things in scene.cells.values() for item in things]
    if not items:
        return [0, 0, "", "", ""]
    item = replace(items[0], up=True)
    back = drawn_item(replace(item, up=False), names) if item.shape == CARD else ""
    return [
        int(item.shape in FLAT), int(item.shape == CHIP), drawn_item(item, names), back,
        item_words(item, names) if item.shape != STACK or item.number else "",
    ]  # fmt: skip


def _around(entry: DrawnEntry, value: Any) -> list[str]:
    """Return what positions write before and after the cell of a piece."""
    text = value[0] if isinstance(value, list) else value
    match = entry.pattern.fullmatch(text)
    assert match is not None  # it was written by this form
    return [text[: match.start(PLACE)], text[match.end(PLACE) :]]


def _texts(game: LinkedGame, picture: Picture, entry: DrawnEntry) -> Iterator[tuple[str, Any]]:
    """Yield each text that an entry can show in a cell, with a value that shows it in the first."""
    form = entry.written
    board = next(board for board in picture.boards if board.name == entry.board)
    cell = board.names[0]
    match form:
        case Digits(attribute=attribute):
            for digit in DIGITS[: game.game.attribute_types[attribute].high]:
                yield digit, digit + "0" * (len(board.names) - 1)
        case Cells():
            yield "", [cell]
        case GameValue():
            yield "", cell
        case Map(attribute=attribute):
            for text in _values(game, attribute):
                yield text, {cell: text}
            yield UNKNOWN, {cell: UNKNOWN}
        case Pieces(kind=kind, text=parts):
            fields = [part for part in parts if not isinstance(part, str)]
            choices = [_field_values(game, kind, part, cell) for part in fields]
            for values in product(*choices):
                filled = iter(values)
                text = "".join(part if isinstance(part, str) else next(filled) for part in parts)
                match = entry.pattern.fullmatch(text)
                if match is not None:
                    shown = f"{text[: match.start(PLACE)]}{text[match.end(PLACE) :]}".strip()
                    yield shown, [text]
        case OnePiece():
            yield "", cell


def _field_values(game: LinkedGame, kind: str, part: object, cell: str) -> list[str]:
    match part:
        case PlaceText():
            return [cell]
        case NameText():
            return [str(piece.name) for piece in game.pieces.get(kind, ()) if piece.name]
        case AttributeText(attribute=attribute):
            if attribute.name == OWNER:
                return [str(player + 1) for player in range(game.players)] + [""]
            return list(_values(game, attribute))
    return []


def _values(game: LinkedGame, attribute: AttributeRef) -> Iterator[str]:
    """Yield the texts of an attribute's values, as positions write them."""
    kind: Type = game.game.attribute_types[attribute]
    if kind.base == "enum":
        yield from (word.mark for word in game.game.enum_words[kind.name])
    elif kind.base == "player":
        yield from (str(player + 1) for player in range(game.players))
    elif kind.base == "int":
        yield from (written(game, kind, value) for value in range(kind.low, kind.high + 1))
    else:
        pieces = game.pieces.get(kind.name, ())
        yield from (str(piece.name) for piece in pieces if piece.name)
