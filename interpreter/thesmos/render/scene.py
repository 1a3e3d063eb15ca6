"""A position as items in cells: the content of a picture, without sizes and colours.

Everything is read from what the game declares, as in text_board.py.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from thesmos.link.pieces import OWNER
from thesmos.program.positions import Digits, Map, OnePiece, Pieces
from thesmos.render.drawings import chosen
from thesmos.render.drawn_rows import DrawnWords, ShownRows
from thesmos.render.drawn_texts import ShownTexts, shown_texts
from thesmos.render.phrase import NOTATION
from thesmos.render.player_table import PlayerTable
from thesmos.render.shapes import CARD, FRONT, PAWN
from thesmos.render.text_board import Picture, Placed, part_of, read
from thesmos.render.track import ShownTrack


@dataclass(frozen=True)
class SceneItem:
    """An item in a cell.

    shape: one of shapes.py.
    name: a word that the game declares.
    number: the height of a stack, the owner of a pawn, the number on a card.
    variant: the index of its word in its first enum.
    secret: whether some players can't see it.
    up: whether a card is face up.
    words: the words of its enums.
    code: the game's own drawing of it, which may be empty; None if it has none.
    label: its number, if the drawing does not show it.
    numbers: of a piece, the attributes that are numbers, each with its value.
    """

    shape: str
    name: str
    number: int = 0
    variant: int = 0
    secret: bool = False
    up: bool = True
    words: tuple[str, ...] = ()
    code: str | None = None
    label: str = ""
    numbers: tuple[tuple[str, str], ...] = ()


@dataclass
class Scene:
    """The items in each cell, what lies in rows, and the rest of the position.

    tracks: numbers that are drawn on a line, each with the pieces along it.
    texts: the parts whose texts all have a drawing.
    table: what each player has; None beside a board, where words describe it, and if it is too
        little for a table.
    """

    cells: dict[str, list[SceneItem]] = field(default_factory=dict)
    rest: dict[str, Any] = field(default_factory=dict)
    rows: tuple[ShownRows, ...] = ()
    tracks: tuple[ShownTrack, ...] = ()
    texts: tuple[ShownTexts, ...] = ()
    table: PlayerTable | None = None


def scene_of(
    picture: Picture, position: Mapping[str, Any], names: Mapping[str, str] = NOTATION
) -> Scene:
    """Return the position as a scene. The parts that are not drawn stay in `rest`.

    names: names for words in the table of what each player has.
    """
    things, rest = read(picture, position)
    scene = Scene({name: [] for board in picture.boards for name in board.names})
    fronts = {placed.cell for placed in things if placed.entry.shape.name == FRONT}
    for placed in things:
        if placed.entry.shape.name != FRONT:
            scene.cells[placed.cell].append(_item(picture, placed))
    in_rows = {rows.front for rows in picture.rows if isinstance(rows, DrawnWords)}
    turned = [
        entry.written.path
        for entry in picture.entries
        if entry.shape.name == FRONT and entry.written.key not in in_rows
    ]
    for path in turned:
        part, last = part_of(rest, path)
        if isinstance(part.get(last), list):  # its names that are not cells are names of cards
            fronts |= {name for name in part.pop(last) if isinstance(name, str)}
    if turned:
        _turn(scene, fronts)
    for rows in picture.rows:
        shown = rows.shown(rest)
        scene.rows += () if shown is None else (shown,)
        rest = rows.without(rest)
    board = picture.rest
    rest = {key: value for key, value in rest.items() if key not in board.repeated}
    shown_tracks = {key: track for key, track in board.tracks.items() if key in rest}
    scene.tracks = tuple(
        ShownTrack(key, rest[key], track.low, track.high, track.worth(rest))
        for key, track in shown_tracks.items()
    )
    rest = board.beside_tracks(rest)
    scene.texts = tuple(shown_texts(rest, picture.texts))
    in_texts = {shown.key for shown in scene.texts}
    rest = {key: value for key, value in rest.items() if key not in in_texts}
    scene.table = None if picture.boards else board.table(rest, names)
    drawn = {*shown_tracks, *(board.by_player if scene.table is not None else ())}
    rest = {key: value for key, value in rest.items() if key not in drawn}
    scene.rest = {key: value for key, value in rest.items() if value not in ({}, [], "", None)}
    return scene


def _item(picture: Picture, placed: Placed) -> SceneItem:
    """Return the item for something in a cell; pictures of one game show the same few things."""
    key = placed.entry.written.path, placed.entry.name, placed.text, *placed.fields.values()
    item: SceneItem | None = picture.items.get(key)
    if item is None:
        thing = _thing(placed, picture.printed)
        item = picture.items[key] = _with_drawing(thing, placed, picture.drawings)
    return item


def _thing(placed: Placed, printed: Mapping[str, Mapping[str, str]]) -> SceneItem:
    """Return the item for something in a cell.

    printed: the fixed attributes of named pieces.
    """
    shape, entry = placed.entry.shape, placed.entry.written
    thing = SceneItem(shape.name, placed.entry.name, secret=shape.secret)
    if isinstance(entry, Digits):
        return replace(thing, number=int(placed.text))
    if isinstance(entry, Map) and shape.name == PAWN:
        return replace(thing, number=int(placed.text) if placed.text.isdecimal() else 0)
    if isinstance(entry, Map):
        attributes = printed.get(placed.text, {}).values()
        words = tuple(word for word in attributes if not word.isdecimal())
        numbers = [int(word) for word in attributes if word.isdecimal()]
        return replace(thing, name=placed.text, number=sum(numbers[:1]), words=words)
    if isinstance(entry, Pieces | OnePiece):
        return _piece(thing, placed)
    return thing


def _with_drawing(thing: SceneItem, placed: Placed, drawings: Mapping[str, str]) -> SceneItem:
    """Return an item with the game's own drawing of it, if it has one."""
    if not drawings:
        return thing
    words = {placed.text, thing.name, *thing.words}
    words |= {str(thing.number)} if thing.number else set()
    # A number in a piece's text is no owner: `1` in a name is what belongs to the first player.
    words |= {word for word in placed.fields.values() if word is not None and not word.isdecimal()}
    drawn = chosen(drawings, placed.entry.written.path[-1], words)
    if drawn is None:
        return thing
    counted = not isinstance(placed.entry.written, Pieces | OnePiece) and thing.shape != PAWN
    shown = placed.text if counted and placed.text.lstrip("-").isdecimal() else ""
    return replace(thing, code=drawn.code, label="" if shown in drawn.words else shown)


def _piece(thing: SceneItem, placed: Placed) -> SceneItem:
    """Return the item for a piece, with its owner, and the words for the marks of its enums."""
    words, variant = [], 0
    for attribute, marks in placed.entry.words.items():
        mark = placed.fields.get(attribute)
        if mark is not None and mark in marks:
            variant = variant or list(marks).index(mark)
            words.append(marks[mark])
    entry = placed.entry.written
    name = entry.path[-1] if isinstance(entry, OnePiece) else placed.entry.name.lower()
    owner = int(placed.fields.get(OWNER) or 0)
    fields = ((attribute, placed.fields.get(attribute)) for attribute in placed.entry.numbers)
    numbers = tuple((attribute, number) for attribute, number in fields if number is not None)
    return replace(
        thing, name=name, number=owner, variant=variant, words=tuple(words), numbers=numbers
    )


def _turn(scene: Scene, fronts: Collection[str]) -> None:
    """Turn cards face down, except those whose name or cell is in `fronts`."""
    for cell, things in scene.cells.items():
        for at, thing in enumerate(things):
            if thing.shape == CARD:
                things[at] = replace(thing, up=thing.name in fronts or cell in fronts)


def changed(before: Scene, after: Scene) -> Iterator[str]:
    """Yield the cells whose items differ."""
    for name, things in after.cells.items():
        if things != before.cells.get(name):
            yield name
