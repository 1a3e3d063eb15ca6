"""How other programs write positions, turns and games, such as FEN, SAN and PGN.

They are made from, and read as, the texts of the game's own notation. Like all that is said about
records, they do not affect play.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from thesmos.constructs import construct


@construct
class PositionField:
    """A part of a position that is written as one word."""


@construct
class Grid(PositionField):
    """All cells of a board, row by row from the last one, as in FEN.

    key: of the position. letters: for each thing that can be in a cell. Empty cells are counted.
    """

    key: str
    letters: Mapping[str, str]


@construct
class Things(PositionField):
    """The cells of some things, after each other, as in the positions of PDN.

    key: of the position. letters: what stands before the cell of each thing that is listed here.
    cells: the cells in the order of their numbers; empty if they are written by their names.
    before: what stands before the list.
    """

    key: str
    letters: Mapping[str, str]
    cells: tuple[str, ...]
    before: str


@construct
class Mover(PositionField):
    """The player whose turn it is. words: by player, from 1."""

    words: tuple[str, ...]


@construct
class Mark(PositionField):
    """Whether something holds: a text, or nothing. key: of the position; number: in its list."""

    text: str
    key: str
    number: int


@construct
class Marks(PositionField):
    """The texts of all marks that hold. none: written if there are none."""

    marks: tuple[Mark, ...]
    none: str


@construct
class KeyValue(PositionField):
    """A value of the position. none: written if it is not in it.

    lower: whether it is written in small letters. unless_broken: the name of a condition of
    possible positions; a value that breaks it is ignored when it is read.
    """

    key: str
    none: str
    lower: bool
    unless_broken: str


@construct
class Filler(PositionField):
    """A word that says nothing about the position: one is written, and any is read."""

    text: str


@construct
class PositionForm:
    """How positions are written: fields, with a text between them."""

    fields: tuple[PositionField, ...]
    between: str


@construct
class TurnRule:
    """How a turn is written, all of whose options have one form.

    of: a template of the options. writes: templates of the turn, the shortest first; the first that
    tells it from all other turns is used. things: what the cell `from` has, if that matters. takes:
    whether there are fewer things after the turn, if that matters. player: whose turn, from 1; 0
    for anybody.
    """

    of: str
    writes: tuple[str, ...]
    things: tuple[str, ...]
    takes: bool | None
    player: int


@construct
class TurnEnd:
    """What is written at the end of a turn: after one with this result, or a value that is true."""

    text: str
    reason: str
    holds: str


@construct
class TurnForm:
    """How turns are written.

    key: of the position, where the things are. letters: for each thing. words: for values of roles.
    cells: the cells in the order of their numbers. lower: whether all is written in small letters.
    """

    key: str
    letters: Mapping[str, str]
    words: Mapping[str, str]
    cells: tuple[str, ...]
    lower: bool
    rules: tuple[TurnRule, ...]
    ends: tuple[TurnEnd, ...]


@construct
class GameForm:
    """How whole games are written: tags, numbered turns, and a result, as in PGN.

    turns, position: the names of their forms. set_up: the tag of a position that a game begins at,
    with_set_up: what is written with it.
    tags: what is written for each tag of which nothing else is known. results: by winner, from 1.
    nobody: the result of a game that nobody has won.
    """

    turns: str
    position: str
    set_up: str
    with_set_up: Mapping[str, str]
    tags: Mapping[str, str]
    results: tuple[str, ...]
    nobody: str


@construct
class ForeignForms:
    """How other programs write a game: the forms of each kind, by name."""

    positions: Mapping[str, PositionForm] = field(default_factory=dict)
    turns: Mapping[str, TurnForm] = field(default_factory=dict)
    games: Mapping[str, GameForm] = field(default_factory=dict)
