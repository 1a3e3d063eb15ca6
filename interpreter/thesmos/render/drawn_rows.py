"""Things that lie in overlapping rows, such as a display of cards: what is where, without sizes.

The arrangement is declared as `rows` of a `map`, the entry of positions that says what is on each
thing. The things are the named pieces that have the map's attribute, or the words of an enum, each
with the pieces that have this word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from thesmos.link.layout import NONE
from thesmos.link.linked import LinkedGame, Piece
from thesmos.link.printed import written
from thesmos.program.node import AttributeRef
from thesmos.program.positions import MEMORY, Cells, Map, NameInRow, PlaceRows
from thesmos.render.phrase import spaced
from thesmos.render.shapes import FRONT

UNKNOWN = "?"  # in positions: a value that the viewer does not know
FRONT_SIDE, BACK_SIDE = (
    "front side",
    "back side",
)  # the places of the two sides of a piece that is drawn alone


@dataclass(frozen=True)
class PlaceContent:
    """The content of a place.

    words: names and values as positions write them.
    flags: what else is known of a place with unknown content.
    marks: those of the place itself.
    numbers: further values by name, one or one for each player.
    captions: words printed on the place itself.
    down: whether the content lies face down.
    """

    words: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    marks: str = ""
    numbers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    captions: tuple[str, ...] = ()
    down: bool = False

    def texts(self, names: Mapping[str, str]) -> list[str]:
        """Return the words as texts, in brackets if they lie face down.

        names: names for words.
        """
        words = [spaced(word, names) for word in (*self.words, *self.flags)]
        return [f"({word})" for word in words] if self.down else words


@dataclass(frozen=True)
class PrintedOnThing:
    """What is printed on a thing: words, and numbers by name."""

    words: tuple[str, ...] = ()
    numbers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


BLANK = PrintedOnThing()


@dataclass(frozen=True)
class ShownRows:
    """The things of a position that lie in rows.

    whole: all places of the arrangement.
    rows: the occupied places, the farthest first.
    contents: by the name of the place.
    legend: the meaning of the marks of places.
    """

    whole: PlaceRows
    rows: tuple[tuple[NameInRow, ...], ...]
    contents: Mapping[str, PlaceContent]
    legend: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class DrawnRows:
    """The arrangement of the named pieces of one entry.

    marks: the meaning of marks, by key of the other entries about the same pieces.
    flags: the keys of the entries that list some of the pieces.
    printed: by piece, what is printed on it.
    backs: by piece, the values of `by` for which it begins face down.
    """

    written: Map
    marks: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    flags: tuple[str, ...] = ()
    printed: Mapping[str, PrintedOnThing] = field(default_factory=dict)
    backs: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def shown(self, rest: Mapping[str, Any]) -> ShownRows | None:
        """Return the rows of a position, with its occupied places; None if there are none."""
        whole = _arrangement(self.written, rest)
        occupied = self._occupied(rest)
        rows = [tuple(place for place in row if place.name in occupied) for row in whole.rows]
        if not any(rows):
            return None
        contents = {name: self._content(rest, name) for name in occupied}
        used = {mark for content in contents.values() for mark in content.marks}
        meanings = {mark: word for words in self.marks.values() for mark, word in words.items()}
        legend = {mark: word for mark, word in meanings.items() if mark in used}
        return ShownRows(whole, tuple(row for row in rows if row), contents, legend)

    def without(self, rest: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parts of a position that are not drawn here."""
        shown, beside = self.shown(rest), dict(rest)
        drawn = {place.name for row in shown.rows for place in row} if shown is not None else set()
        for key in (self.written.key, *self.marks, *self.flags):
            part = rest.get(key)
            if isinstance(part, Mapping):
                beside[key] = {name: value for name, value in part.items() if name not in drawn}
            elif isinstance(part, list):
                beside[key] = [name for name in part if name not in drawn]
        return beside

    def _occupied(self, rest: Mapping[str, Any]) -> list[str]:
        parts = (rest.get(key) for key in (self.written.key, *self.marks))
        return [
            *dict.fromkeys(name for part in parts if isinstance(part, Mapping) for name in part)
        ]

    def _content(self, rest: Mapping[str, Any], name: str) -> PlaceContent:
        value = str(rest.get(self.written.key, {}).get(name, UNKNOWN))
        visible = value != UNKNOWN
        marks = (str(rest[key][name]) for key in self.marks if name in rest.get(key, ()))
        flags = (key for key in self.flags if name in rest.get(key, ()))
        printed = self.printed.get(name, BLANK)
        return PlaceContent(
            (value,) if visible else (),
            () if visible else (*flags,),
            "".join(marks),
            printed.numbers,
            printed.words,
            not visible,
        )

    def outline(self, rows: PlaceRows) -> dict[str, PlaceContent]:
        """Return the names of the places as their contents; some begin face down."""
        return _outline(rows, self.printed, backs=self.backs)


@dataclass(frozen=True)
class DrawnWords:
    """The arrangement of the words of an enum, each with the pieces to which an entry assigns it.

    named: word by mark.
    numbers: the names of further values of each word; True for one value for each player.
    printed: by mark, what never changes about a word.
    front: the key of the entry that lists the pieces that are face up; empty if all are.
    """

    written: Map
    players: int
    named: Mapping[str, str]
    numbers: Mapping[str, bool] = field(default_factory=dict)
    printed: Mapping[str, PrintedOnThing] = field(default_factory=dict)
    front: str = ""

    def shown(self, rest: Mapping[str, Any]) -> ShownRows | None:
        """Return the rows of a position; None if it says nothing about any word."""
        values = rest.get(self.written.key) or self._remembered(rest)
        if not values:
            return None
        whole = _arrangement(self.written, rest)
        every = (place.name for row in whole.rows for place in row)
        contents = {mark: self._content(rest, mark) for mark in every}
        return ShownRows(whole, whole.rows, contents)

    def without(self, rest: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parts of a position that are not drawn here."""
        key = self.written.key
        beside = dict(rest)
        if isinstance(rest.get(key), Mapping):
            beside[key] = {
                name: value for name, value in rest[key].items() if value not in self.named
            }
            beside.pop(self.front, None)
        if isinstance(rest.get(MEMORY), Mapping):
            beside[MEMORY] = {
                name: value for name, value in rest[MEMORY].items() if name not in self.numbers
            }
        return {name: value for name, value in beside.items() if value != {}}

    def with_backs(self, seen: Mapping[str, Any], position: Mapping[str, Any]) -> dict[str, Any]:
        """Return a player's view of a position, with the backs of the pieces that lie face down.

        seen: the view, which lacks these pieces.
        position: the position itself.
        """
        if not self.front or self.written.key not in position:
            return dict(seen)
        visible, up = seen.get(self.written.key, {}), position.get(self.front, ())
        named = {name: mark for name, mark in visible.items() if mark != UNKNOWN}
        pieces = position[self.written.key].items()
        down = {f"{UNKNOWN} {mark}": mark for name, mark in pieces if name not in {*named, *up}}
        return {**seen, self.written.key: {**named, **down}}

    def _remembered(self, rest: Mapping[str, Any]) -> dict[str, Any]:
        memory = rest.get(MEMORY)
        remembered = memory if isinstance(memory, Mapping) else {}
        return {name: remembered[name] for name in self.numbers if name in remembered}

    def _content(self, rest: Mapping[str, Any], mark: str) -> PlaceContent:
        pieces = rest.get(self.written.key, {}).items()
        pieces_here = tuple(str(name) for name, value in pieces if str(value) == mark)
        up = rest.get(self.front, ())
        numbers = {
            name: self._values(values.get(self.named[mark], {}), self.numbers[name])
            for name, values in self._remembered(rest).items()
        }
        down = bool(self.front and pieces_here) and not any(name in up for name in pieces_here)
        printed = self.printed.get(mark, BLANK)
        pieces_here = tuple(
            UNKNOWN if name.startswith(f"{UNKNOWN} ") else name for name in pieces_here
        )
        return PlaceContent(
            pieces_here, (), mark, {**printed.numbers, **numbers}, printed.words, down
        )

    def outline(self, rows: PlaceRows) -> dict[str, PlaceContent]:
        """Return the words as the contents of their places."""
        return _outline(rows, self.printed, names=self.named)

    def _values(self, of_word: Any, by_player: bool) -> tuple[str, ...]:
        if not by_player:
            return () if of_word == {} else (str(of_word),)
        return tuple(str(of_word.get(str(p), 0)) for p in range(1, self.players + 1))


def _arrangement(written: Map, rest: Mapping[str, Any]) -> PlaceRows:
    """Return how the things of an entry lie in a position; without rows if they don't."""
    value = str(rest.get(written.by, "")) if written.by else ""
    return next((rows for rows in written.rows if rows.value == value), PlaceRows(value, ()))


def outlines(game: LinkedGame) -> Iterator[tuple[str, str, ShownRows]]:
    """Yield each arrangement of things as (key, value, rows), with names as their contents.

    key: that of the entry that decides between several arrangements, or else of the entry itself.
    value: the deciding entry's value for which this arrangement applies.
    """
    for drawing in drawn_rows(game):
        for rows in drawing.written.rows:
            shown = ShownRows(rows, rows.rows, drawing.outline(rows))
            yield drawing.written.by or drawing.written.key, rows.value, shown


def alone(game: LinkedGame, piece: Piece) -> ShownRows | None:
    """Return a named piece as drawn in rows; None if its kind does not lie in any.

    It has its front and, if pieces can lie face down there, its back beside it.
    """
    types = game.game.attribute_types
    for drawing in drawn_rows(game):
        entry = drawing.written.attribute
        turned = bool(drawing.backs if isinstance(drawing, DrawnRows) else drawing.front)
        if piece.kind == (types[entry].name if isinstance(drawing, DrawnRows) else entry.owner):
            contents = {FRONT_SIDE: PlaceContent((str(piece.name),))}
            contents |= {BACK_SIDE: PlaceContent(down=True)} if turned else {}
            row = tuple(NameInRow(name, column) for column, name in enumerate(contents))
            return ShownRows(PlaceRows("", (row,)), (row,), contents)
    return None


def _outline(
    rows: PlaceRows,
    printed: Mapping[str, PrintedOnThing],
    names: Mapping[str, str] = {},
    backs: Mapping[str, frozenset[str]] = {},
) -> dict[str, PlaceContent]:
    """Return the names of the places as their contents.

    names: other names, by name.
    """
    contents = {}
    for name in (place.name for row in rows.rows for place in row):
        thing = printed.get(name, BLANK)
        contents[name] = PlaceContent(
            (names.get(name, name),),
            numbers=thing.numbers,
            captions=thing.words,
            down=rows.value in backs.get(name, ()),
        )
    return contents


def drawn_rows(game: LinkedGame) -> tuple[DrawnRows | DrawnWords, ...]:
    """Return the rows of a linked game, with what else its positions say about these things."""
    drawings: list[DrawnRows | DrawnWords] = []
    for entry in game.game.position:
        if not isinstance(entry, Map) or not entry.rows:
            continue
        names = {place.name for rows in entry.rows for row in rows.rows for place in row}
        kind = game.game.attribute_types[entry.attribute].name
        if names & {piece.name for piece in game.pieces.get(entry.attribute.owner, ())}:
            drawings.append(_rows_of_pieces(game, entry))
        elif kind in game.game.enum_words:
            drawings.append(_rows_of_words(game, entry, kind))
    return tuple(drawings)


def _rows_of_pieces(game: LinkedGame, entry: Map) -> DrawnRows:
    types, enums = game.game.attribute_types, game.game.enum_words
    about = [
        other
        for other in game.game.position
        if isinstance(other, Map | Cells) and other.attribute.owner == entry.attribute.owner
    ]
    marks = {
        other.key: {word.mark: word.word for word in enums[types[other.attribute].name]}
        for other in about
        if isinstance(other, Map) and types[other.attribute].base == "enum"
    }
    pieces = [str(piece.name) for piece in game.pieces[entry.attribute.owner]]
    return DrawnRows(
        entry,
        marks,
        tuple(other.key for other in about if isinstance(other, Cells)),
        _printed(game, entry, entry.attribute.owner, pieces),
        _backs(game, entry, pieces),
    )


def _printed(
    game: LinkedGame, entry: Map, owner: str, things: Sequence[str]
) -> dict[str, PrintedOnThing]:
    """Return what an entry shows as printed on each thing."""
    words: dict[str, list[str]] = {thing: [] for thing in things}
    numbers: dict[str, dict[str, tuple[str, ...]]] = {thing: {} for thing in things}
    for name in entry.prints:
        of = AttributeRef(owner, name)
        kind = game.game.attribute_types[of]
        for thing, value in zip(things, game.fixed.get(of, ()), strict=False):
            if not isinstance(value, int) or value == NONE:
                continue
            if kind.base == "enum":
                words[thing].append(written(game, kind, value))
            else:
                numbers[thing][name] = (str(value),)
    return {thing: PrintedOnThing(tuple(words[thing]), numbers[thing]) for thing in things}


def _backs(game: LinkedGame, entry: Map, things: Sequence[str]) -> dict[str, frozenset[str]]:
    """Return, by thing, the values of `by` for which it begins face down, as in positions."""
    of = AttributeRef(entry.attribute.owner, entry.back)
    kind = game.game.attribute_types.get(of)
    words = () if kind is None else game.game.enum_words.get(kind.name, ())
    return {
        thing: frozenset(words[value].mark if words else str(value) for value in values)
        for thing, values in zip(things, game.fixed.get(of, ()), strict=False)
        if isinstance(values, tuple)
    }


def _rows_of_words(game: LinkedGame, entry: Map, enum: str) -> DrawnWords:
    def by_player(index: Sequence[Any]) -> bool:
        return [axis.base for axis in index] == ["player"]

    numbers = {
        attribute.name.name: by_player(attribute.index)
        for attribute in game.game.attributes
        if attribute.name.owner == enum
        and attribute.name not in game.fixed
        and (not attribute.index or by_player(attribute.index))
    }
    named = {word.mark: word.word for word in game.game.enum_words[enum]}
    fronts = (
        other.key
        for other in game.game.position
        if isinstance(other, Cells)
        and other.attribute.owner == entry.attribute.owner
        and other.shape is not None
        and other.shape.name == FRONT
    )
    return DrawnWords(
        entry,
        game.players,
        named,
        numbers,
        _printed(game, entry, enum, list(named)),
        next(fronts, ""),
    )
