"""Cases in an equivalent form: mirrored, rotated, or with the seats swapped.

The symmetries come from a game's declaration about its board (`symmetric: yes`) and from modes
whose sides are alike; a test checks the reference against them. Options are changed through the
cell names in them, positions through the game's notation; their meaning is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from thesmos.link.geometry import cell_at, coordinates, grid_of
from thesmos.link.linked import LinkedGame
from thesmos.play.protocols import Match
from thesmos.program.declarations import Action, Board, RoleText
from thesmos.program.positions import (
    AttributeText,
    ByPlayer,
    Digits,
    Members,
    PieceField,
    Pieces,
    PositionEntry,
    ZoneCounts,
)
from thesmos.program.types import Type
from thesmos.program.values import NumberedPlayer
from thesmos_conform.cases.case import MEMORY, TO_MOVE, Case, IllegalOption, Look
from thesmos_conform.cases.near_misses import cell_pattern
from thesmos_conform.protocol.messages import Json, Place

PAIR = 2
SEATED = ("player", "side")  # base types whose values name a seat
Cell = Callable[[int, int, int, int], tuple[int, int]]  # column, row, columns, rows

# The symmetries of a grid: their names, and where a cell moves, given its column and row.
SQUARE: dict[str, Cell] = {
    "mirrored left to right": lambda c, r, w, h: (w - 1 - c, r),
    "mirrored top to bottom": lambda c, r, w, h: (c, h - 1 - r),
    "rotated by 180 degrees": lambda c, r, w, h: (w - 1 - c, h - 1 - r),
    "rotated by 90 degrees": lambda c, r, w, h: (r, w - 1 - c),
    "rotated by 270 degrees": lambda c, r, w, h: (h - 1 - r, c),
    "mirrored at a diagonal": lambda c, r, w, h: (r, c),
    "mirrored at the other diagonal": lambda c, r, w, h: (h - 1 - r, w - 1 - c),
}
OBLONG = ("mirrored left to right", "mirrored top to bottom", "rotated by 180 degrees")


@dataclass(frozen=True)
class Symmetry:
    """One equivalent form of a question. name: in words, such as `rotated by 90 degrees`.

    cells: the new name of each cell.
    digits: for each key of a position that is a text of digits, the new index of each digit.
    players: the new seat of each player.
    """

    name: str
    cells: Mapping[str, str]
    digits: Mapping[str, tuple[int, ...]]
    players: Mapping[int, int]


def symmetries(match: Match, from_position: bool) -> tuple[Symmetry, ...]:
    """Return the symmetries of a match-up, other than the identity.

    from_position: whether the case begins at a position; during set-up the seats are not alike.
    """
    linked = match.linked
    still = {player: player for player in range(1, linked.players + 1)}
    turns = [turn for board in _symmetric(linked) for turn in _turns(board, linked, still)]
    seats = list(_seats(linked)) if from_position else []
    forms = [*turns, *(Symmetry("with the seats swapped", {}, {}, seat) for seat in seats)]
    for turn in turns:
        forms += [
            replace(turn, name=f"{turn.name}, with the seats swapped", players=seat)
            for seat in seats
        ]
    return tuple(forms)


def _symmetric(game: LinkedGame) -> list[Board]:
    """Return the symmetric board; none if there are several, which would have to turn together."""
    boards = game.game.boards
    return [board for board in boards if board.symmetric] if len(boards) == 1 else []


def _turns(board: Board, game: LinkedGame, still: Mapping[int, int]) -> Iterator[Symmetry]:
    width, height, names = board.columns, board.rows, board.cells
    for name, cell in SQUARE.items():
        if width != height and name not in OBLONG:
            continue
        grid = grid_of(board)
        spots = [coordinates(grid, n) for n in range(len(names))]
        turned = [cell_at(grid, *cell(*spot, width, height)) for spot in spots]
        order = tuple(to for to in turned if to is not None)
        if len(order) < len(names):  # some cells have no counterpart
            continue
        cells = {names[n]: names[to] for n, to in enumerate(order)}
        digits = {
            entry.key: order
            for entry in game.game.position
            if isinstance(entry, Digits) and entry.attribute.owner == board.name
        }
        yield Symmetry(name, cells, digits, still)


def _seats(game: LinkedGame) -> Iterator[dict[int, int]]:
    """Yield the permutations of the seats: two opposing players may swap.

    With more players the seats are not alike, since the `forbid` and `require` clauses of several
    opponents apply in seating order. Nor are they alike where the rules name a player by number.
    """
    alike = game.players == PAIR and len(set(game.sides)) == PAIR
    alike = alike and not game.has_in_play(NumberedPlayer)
    if alike and not any(map(_names_seats, game.actions.values())):
        yield {1: 2, 2: 1}


def _names_seats(action: Action) -> bool:
    """Return whether the text of an option may name a player or a side."""
    seated = {role.name for role in action.roles if role.type.base in SEATED}
    parts = (part for notation in action.notations for part in notation.parts)
    return any(isinstance(part, RoleText) and part.role in seated for part in parts)


# ----------------------------------------------------------------------------------- cases


def transformed(case: Case, symmetry: Symmetry, match: Match) -> Case:
    """Return the case in an equivalent form."""
    mapper = SymmetryMapper(symmetry, match.linked)
    looks = tuple(mapper.look(look) for look in case.looks)
    return replace(case, looks=looks, turned=symmetry.name, scenario=None)


def can_be_transformed(case: Case) -> bool:
    """Return whether a case has equivalent forms; not with memories, whose meaning is unknown."""
    return MEMORY not in case.needs


class SymmetryMapper:
    """Applies a symmetry to places and texts."""

    def __init__(self, symmetry: Symmetry, game: LinkedGame) -> None:
        self.symmetry = symmetry
        self.entries = game.game.position
        self.types = game.game.attribute_types
        words = game.game.enum_words
        self.marks = {enum: [word.mark for word in values] for enum, values in words.items()}
        self.pattern, _ = cell_pattern(game)
        self.sides = {
            game.sides[player - 1] + 1: game.sides[seat - 1] + 1
            for player, seat in symmetry.players.items()
        }

    def look(self, look: Look) -> Look:
        """Return a look, mapped."""
        refuse = tuple(
            IllegalOption(self.text(illegal.option), illegal.ids) for illegal in look.refuse
        )
        viewers = tuple(self.symmetry.players[viewer] for viewer in look.viewers)
        return Look(self.place(look.place), refuse, viewers)

    def place(self, place: Place) -> Place:
        """Return a place, mapped: its set-up, its position and its choices."""
        setup = {**place.setup, "powers": self.by_player(place.setup["powers"])}
        position = None if place.position is None else self.position(place.position)
        choices = tuple(map(self.text, place.choices))
        return replace(place, setup=setup, position=position, choices=choices)

    def text(self, text: str) -> str:
        """Return an option, or any text with cells in it, mapped."""
        return self.pattern.sub(lambda cell: self.symmetry.cells.get(cell[0], cell[0]), text)

    def by_player(self, values: list[Any]) -> list[Any]:
        """Return a list with an entry for each player, reordered."""
        by_seat = list(values)
        for player, seat in self.symmetry.players.items():
            by_seat[seat - 1] = values[player - 1]
        return by_seat

    def position(self, position: Json) -> Json:
        """Return a position of a request or an answer, mapped."""
        mapped = {key: self._any(value) for key, value in position.items()}
        for path in dict.fromkeys(entry.path for entry in self.entries):
            self._put(mapped, position, path)
        if TO_MOVE in position:
            mapped[TO_MOVE] = self.symmetry.players[int(position[TO_MOVE])]
        if "held" in position:
            mapped["held"] = self.by_player(position["held"])
        return mapped

    def _put(self, mapped: Json, position: Json, path: Sequence[str]) -> None:
        """Map one part of a position, in the game's notation.

        mapped: the mapped position, in which the part is replaced. path: the keys to it.
        """
        *parents, last = path
        for name in parents:
            mapped, position = mapped.get(name, {}), position.get(name, {})
        if last not in position:
            return
        value, entries = position[last], [entry for entry in self.entries if entry.path == path]
        match entries[0]:
            case Digits(key=key) if key in self.symmetry.digits:
                mapped[last] = self._digits(str(value), self.symmetry.digits[key])
            case Members(attribute=None):
                mapped[last] = [self._any(member) for member in value]
            case Members() | ByPlayer():
                mapped[last] = self.by_player([self._any(member) for member in value])
            case Pieces():
                mapped[last] = [self._piece(entries[:1], text) for text in value]
            case ZoneCounts():
                mapped[last] = {self._piece(entries, text): count for text, count in value.items()}

    def _digits(self, text: str, order: tuple[int, ...]) -> str:
        moved = list(text)
        for digit, to in zip(text, order, strict=True):
            moved[to] = digit
        return "".join(moved)

    def _any(self, value: Any) -> Any:
        """Return any value with the cells in its texts mapped."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self._any(part) for part in value]
        if isinstance(value, dict):
            return {self.text(str(key)): self._any(part) for key, part in value.items()}
        return value

    # ----------------------------------------------------------------------- pieces

    def _piece(self, entries: Sequence[PositionEntry], text: str) -> str:
        """Return the text of a piece, mapped by the first entry that can have written it.

        Its cell and its owner are mapped.
        """
        for entry in entries:
            if isinstance(entry, Pieces | ZoneCounts):
                match = re.fullmatch("".join(map(self._pattern, entry.text)), text)
                if match is not None:
                    words = iter(match.groups())
                    return "".join(
                        part if isinstance(part, str) else self._field(part, next(words))
                        for part in entry.text
                    )
        return self.text(text)

    def _type(self, field: PieceField) -> Type | None:
        """Return the type of a field of a piece's text; None for its cell and its name."""
        return self.types[field.attribute] if isinstance(field, AttributeText) else None

    def _pattern(self, part: str | PieceField) -> str:
        """Return a pattern for a part of a piece's text; a field is a group."""
        if isinstance(part, str):
            return re.escape(part)
        kind = self._type(part)
        if kind is None:
            return "([^ ]+)"
        marks = self.marks.get(kind.name)
        return rf"({'|'.join(map(re.escape, marks))})" if marks is not None else r"(\d+)"

    def _field(self, field: PieceField, text: str) -> str:
        kind = self._type(field)
        if kind is not None and kind.base == "side":
            return str(self.sides.get(int(text), int(text)))
        if kind is not None and kind.base == "player":
            return str(self.symmetry.players.get(int(text), int(text)))
        return self.text(text)
