"""Positions made out of played ones, to reach what random games seldom reach.

Cells get values that were seen on cells of the same match-up: numbers, such as heights, that were
seen with the same flags, and flags that were seen under the same kinds of pieces. So a board can be
as full as after a long game, and yet each cell is possible by the rules. Pieces move to other cells
in the same way, unless they have numbers of their own. Such a number follows an equal number of its
cell, such as the height at which a piece lies; if the cell has no equal number, it is left alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.link.layout import Entry, PlaceOf
from thesmos.link.linked import LinkedGame
from thesmos.play.match import Match
from thesmos.play.state import State
from thesmos_conform.cases.case import position_of
from thesmos_conform.fuzz.board_slots import attributes_of, boards_for, of_cells

PALETTE = 3  # every second made position uses only this many of the cell contents seen
SHARES = (25, 50, 90)  # percentages of cells to change
KEPT = 60  # states of a match-up from which positions are made

Values = tuple[int, ...]
Kinds = tuple[str, ...]


@dataclass(frozen=True)
class PieceSlot:
    """Where a piece is. first: the number of the board's first cell among the places of its kind.

    numbers: the slots of its own numbers.
    """

    kind: str
    slot: int
    first: int
    numbers: tuple[int, ...]


@dataclass
class CellsSeen:
    """The contents seen on the cells of a board.

    numbers, flags: attributes of a cell; flags are all that are neither numbers nor pieces.
    named: attributes whose values are pieces, which change places and are never copied.
    of_flags: the numbers, by the flags beside them.
    of_kinds: the flags, by the kinds of pieces on the cell.
    """

    cells: int
    numbers: Sequence[Entry]
    flags: Sequence[Entry]
    pieces: Sequence[PieceSlot]
    named: Sequence[Entry] = ()
    of_flags: dict[Values, dict[Values, None]] = field(default_factory=dict)
    of_kinds: dict[Kinds, dict[Values, None]] = field(default_factory=dict)

    @classmethod
    def of(cls, game: LinkedGame, board: str) -> CellsSeen:
        """Return the record of a board on which nothing was seen yet."""
        entries = of_cells(game, board)
        return cls(
            len(game.boards[board].cells),
            [entry for entry in entries if entry.type.base == "int"],
            [entry for entry in entries if entry.type.base not in ("int", "piece")],
            _pieces(game, board),
            [entry for entry in entries if entry.type.base == "piece" and not entry.type.many],
        )

    def pieces_by_cell(self, vector: Sequence[int]) -> list[list[PieceSlot]]:
        """Return the pieces on each cell."""
        by_cell: list[list[PieceSlot]] = [[] for _ in range(self.cells)]
        for piece in self.pieces:
            cell = vector[piece.slot] - piece.first
            if 0 <= cell < self.cells:
                by_cell[cell].append(piece)
        return by_cell

    def flags_at(self, vector: Sequence[int], cell: int) -> Values:
        """Return the flags of a cell."""
        return tuple(vector[entry.slot(cell)] for entry in self.flags)

    def see(self, vector: Sequence[int]) -> None:
        """Note the contents of the cells of a state."""
        for cell, pieces in enumerate(self.pieces_by_cell(vector)):
            flags = self.flags_at(vector, cell)
            numbers = tuple(vector[entry.slot(cell)] for entry in self.numbers)
            self.of_flags.setdefault(flags, {})[numbers] = None
            self.of_kinds.setdefault(_kinds(pieces), {})[flags] = None

    def change(self, vector: list[int], dice: Rng) -> None:
        """Give some cells other values, and put some pieces elsewhere."""
        if dice.below(2):
            self._move(vector, dice)
        for entry in self.named:
            self._exchange(entry, vector, dice)
        share = SHARES[dice.below(len(SHARES))]
        contents = [(flags, n) for flags, numbers in self.of_flags.items() for n in numbers]
        if dice.below(2):
            contents = [contents[dice.below(len(contents))] for _ in range(PALETTE)]
        for cell, pieces in enumerate(self.pieces_by_cell(vector)):
            following = self._following(vector, cell, pieces)
            if dice.below(100) >= share or following is None:
                continue
            fitting = self.of_kinds.get(_kinds(pieces), {})
            possible = [(flags, numbers) for flags, numbers in contents if flags in fitting]
            if possible:
                flags, numbers = possible[dice.below(len(possible))]
                for entry, value in zip((*self.flags, *self.numbers), flags + numbers, strict=True):
                    vector[entry.slot(cell)] = value
                for slot, number in following.items():
                    vector[slot] = numbers[number]

    def _exchange(self, entry: Entry, vector: list[int], dice: Rng) -> None:
        """Let about every fourth cell change places with another in what it has of an attribute."""
        for cell in range(self.cells):
            if not dice.below(4):
                from_slot, to_slot = entry.slot(cell), entry.slot(dice.below(self.cells))
                vector[from_slot], vector[to_slot] = vector[to_slot], vector[from_slot]

    def _following(
        self, vector: Sequence[int], cell: int, pieces: Sequence[PieceSlot]
    ) -> dict[int, int] | None:
        """Map the slot of each number of a cell's pieces to the number of the cell it follows.

        None if a piece's number equals none of the cell's.
        """
        numbers = [vector[entry.slot(cell)] for entry in self.numbers]
        slots = [slot for piece in pieces for slot in piece.numbers]
        if any(vector[slot] not in numbers for slot in slots):
            return None
        return {slot: numbers.index(vector[slot]) for slot in slots}

    def _move(self, vector: list[int], dice: Rng) -> None:
        """Put about every second piece on a free cell like one on which its kind was seen."""
        for piece in self.pieces:
            by_cell = self.pieces_by_cell(vector)
            from_cell = vector[piece.slot] - piece.first
            alone = 0 <= from_cell < self.cells and len(by_cell[from_cell]) == 1
            if piece.numbers or not alone or dice.below(2):
                continue
            fitting = self.of_kinds.get((piece.kind,), {})
            free = [
                cell
                for cell, pieces in enumerate(by_cell)
                if not pieces and self.flags_at(vector, cell) in fitting
            ]
            if free:
                vector[piece.slot] = piece.first + free[dice.below(len(free))]


def _kinds(pieces: Sequence[PieceSlot]) -> Kinds:
    return tuple(sorted(piece.kind for piece in pieces))


def _pieces(game: LinkedGame, board: str) -> list[PieceSlot]:
    """Return the pieces that can be on a board."""
    pieces = []
    for entry in game.layout.entries:
        if not isinstance(entry.meaning, PlaceOf):
            continue
        kind = entry.meaning.kind
        numbers = [number for number in attributes_of(game, kind) if number.type.base == "int"]
        for name, first, _ in boards_for(game, kind):
            if name != board:
                continue
            for piece, slot in enumerate(entry.slots):
                slots = (
                    n
                    for number in numbers
                    for n in range(number.slot(piece), number.slot(piece + 1))
                )
                pieces.append(PieceSlot(kind, slot, first, tuple(slots)))
    return pieces


class PositionMaker:
    """Makes positions of a match. remembers: whether to include what cards remember."""

    def __init__(self, match: Match, *, remembers: bool = True) -> None:
        self.match = match
        self.remembers = remembers
        self._boards = [CellsSeen.of(match.linked, board) for board in match.linked.boards]
        self._states: list[State] = []

    def see(self, state: State) -> None:
        """Note a state; the latest ones at the start of a turn are kept to make positions of."""
        for board in self._boards:
            board.see(state.vector)
        if state.turns_begun and state.result is None:
            self._states = [*self._states[1 - KEPT :], state]

    def make(self, dice: Rng) -> tuple[dict[str, Any], State] | None:
        """Return a position at the start of a turn, and its state.

        None if no state was seen, or if the position can't be played.
        """
        if not self._states or not self._boards:
            return None
        state = self._states[dice.below(len(self._states))]
        vector = [*state.vector]
        for board in self._boards:
            board.change(vector, dice)
        return self.playable(State(self.match, tuple(vector)), 1 + dice.below(len(state.held)))

    def playable(self, state: State, to_move: int) -> tuple[dict[str, Any], State] | None:
        """Return the position of a state with another player to move, and its state.

        None if there is nothing to play.
        """
        position = position_of(state, to_move, remembers=self.remembers)
        try:
            begun = self.match.load(position)
        except UsageError:
            return None
        return (position, begun) if begun.decision is not None else None
