"""How a game writes its positions: the content of each part, and how pictures show it."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from typing import ClassVar, Literal

from thesmos.constructs import construct
from thesmos.program.node import AttributeRef, Node, Ref, walk

TO_MOVE = "to_move"
MEMORY = "memory"
STEP = "step"
NO_DIGIT = "-"  # stands for none among digits
LONGEST_TRACK = 30  # steps of a number that is drawn as a track
BESIDE = (TO_MOVE, MEMORY, "held", STEP)  # keys in the positions of every game, besides entries
ShapeName = Literal[
    "stack", "cap", "front", "mark", "card", "pawn", "chip", "figure", "stop", "track"
]


@construct
class Shape:
    """How pictures show an entry. secret: whether it is dashed, as not every player sees it."""

    name: ShapeName
    secret: bool


@construct
class NameInRow:
    """A named piece in a row. column: where its name begins."""

    name: str
    column: int


@construct
class PlaceRows:
    """Where named pieces lie: rows that overlap, the farthest first.

    value: these rows are drawn if the deciding entry has this value, as positions write it; empty
    if they are the only rows.
    """

    value: str
    rows: tuple[tuple[NameInRow, ...], ...]


# ------------------------------------------------------------------ the text of a piece


@construct
class PieceField:
    """A part of the text of a piece that depends on the piece."""


@construct
class PlaceText(PieceField):
    """`{place}`: the cell that the piece is on."""


@construct
class NameText(PieceField):
    """`{name}`: the name of the piece."""


@construct
class AttributeText(PieceField):
    """`{owner}`: an attribute of the piece."""

    attribute: AttributeRef


PieceText = tuple[str | PieceField, ...]


def field_name(part: PieceField) -> str:
    """Return the name of a field, as written between braces."""
    match part:
        case AttributeText(attribute=attribute):
            return attribute.name
        case PlaceText():
            return "place"
    return "name"


def template(text: PieceText) -> str:
    """Return the text of a piece as written: `{place} {owner}{sex}`."""
    return "".join(part if isinstance(part, str) else f"{{{field_name(part)}}}" for part in text)


# ------------------------------------------------------------------------- the entries


@construct
class PositionEntry(Node):
    """A part of positions. Several entries may have the same path: their values are joined.

    path: the keys that lead to the value. card: the card that has to be in play for it; empty for
    an entry of the game itself. omit_empty: whether an empty value is left out. shape: None if
    pictures do not show it. repeats: whether it only repeats what other entries contain, so that
    pictures and text boards leave it out.
    """

    path: tuple[str, ...] = field(kw_only=True)
    card: str = field(kw_only=True)
    omit_empty: bool = field(kw_only=True)
    shape: Shape | None = field(kw_only=True)
    repeats: bool = field(default=False, kw_only=True)

    @property
    def key(self) -> str:
        """The path as written: `secret.workers`."""
        return ".".join(self.path)

    @cached_property
    def attributes(self) -> frozenset[AttributeRef]:
        """The attributes that it writes."""
        return frozenset(one for one in walk(self) if isinstance(one, AttributeRef))


@construct
class Digits(PositionEntry):
    """`digits: level`: one text with a digit for each cell."""

    section: ClassVar[str] = "15.2"

    attribute: AttributeRef


@construct
class Cells(PositionEntry):
    """`cells: dome`: the names of the cells, or of the named pieces, for which a flag is set."""

    section: ClassVar[str] = "15.2"

    attribute: AttributeRef


@construct
class Map(PositionEntry):
    """`map: card`: the value of each cell, or each named piece, that has one.

    rows: where they lie in pictures, if that is declared. by: the key of the entry whose value
    decides between several rows; empty if there is only one. prints: the attributes that are
    printed on pieces in rows. back: the attribute with the values of `by` for which a piece begins
    face down. on: the key of the entry drawn as a track, on which pictures show the pieces. at: the
    attribute for where on the track. The last four are empty if not declared.
    """

    section: ClassVar[str] = "15.2"

    attribute: AttributeRef
    rows: tuple[PlaceRows, ...] = field(default=(), kw_only=True)
    by: str = field(default="", kw_only=True)
    prints: tuple[str, ...] = field(default=(), kw_only=True)
    back: str = field(default="", kw_only=True)
    on: str = field(default="", kw_only=True)
    at: str = field(default="", kw_only=True)


@construct
class ByPlayer(PositionEntry):
    """`by player: points`: a list with the value of each player."""

    section: ClassVar[str] = "15.2"

    attribute: AttributeRef


@construct
class GameValue(PositionEntry):
    """`value: pig`: a value of the game itself."""

    section: ClassVar[str] = "15.2"

    attribute: AttributeRef


@construct
class CardMemory(PositionEntry):
    """`memory: coins`: a memory of a card, if somebody holds it."""

    section: ClassVar[str] = "15.2"

    memory: Ref


@construct
class Pieces(PositionEntry):
    """`pieces: Worker`: the text of each piece that is on the board.

    hidden: whether these are the pieces that some player can't see, or those that everybody sees.
    """

    section: ClassVar[str] = "15.3"

    kind: str
    text: PieceText
    hidden: bool


@construct
class AttributeIs:
    """An attribute of a piece whose value is written in this way."""

    attribute: AttributeRef
    text: str


@construct
class OnePiece(PositionEntry):
    """`piece: Ram`: the place of the first piece on the board for which `where` holds."""

    section: ClassVar[str] = "15.3"

    kind: str
    where: tuple[AttributeIs, ...]


@construct
class ZoneCounts(PositionEntry):
    """`counts: Worker`: the number of pieces in a zone, by their text."""

    section: ClassVar[str] = "15.3"

    kind: str
    zone: str
    text: PieceText


@construct
class Members(PositionEntry):
    """`members: Card`: for each player, the texts of the pieces whose attribute names that player.

    attribute: a player, or a set of players; None if all pieces of a zone are in one list. zone:
    only pieces in it; None for all. groups: the attribute by which pictures group them; empty if
    they do not.
    """

    section: ClassVar[str] = "15.3"

    kind: str
    attribute: AttributeRef | None
    zone: str | None
    text: PieceText
    groups: str = field(default="", kw_only=True)
