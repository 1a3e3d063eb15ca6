"""Check `symmetric: yes` of a board: no rule may tell a mirrored board from the original.

Tests of an implementation mirror and turn positions of such a board, and would fail wrongly if a
rule named one side of it. A set of cells or directions that stays the same however the board is
turned is allowed, and so is the cell in the middle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from thesmos.check.names.names import Names
from thesmos.diagnostics import Diagnostic, Location
from thesmos.kept import AFRESH, Kept
from thesmos.program import values as v
from thesmos.program.declarations import Card
from thesmos.program.node import walk
from thesmos.program.types import DIRECTION, DIRECTIONS, Type
from thesmos.syntax import documents as d

HINT = "leave out `symmetric: yes`, unless the rules still treat all sides alike"
Warnings = Iterator[Diagnostic]


def check_symmetry(names: Names, texts: Sequence[Card], kept: Kept = AFRESH) -> Warnings:
    """Yield an error or warnings for each symmetric board.

    texts: the game and all its cards.
    kept: what is known of single cards.
    """
    for board in names.game.boards:
        if board.symmetric:
            yield from _Symmetric(board, names).check(texts, kept)


class _Symmetric:
    def __init__(self, board: d.BoardDeclaration, names: Names) -> None:
        self.board, self.names = board, names
        columns, rows = board.columns, board.rows
        turns: list[Callable[[int, int], tuple[int, int]]] = [
            lambda column, row: (columns - 1 - column, row),
            lambda column, row: (column, rows - 1 - row),
        ]
        ways: list[Callable[[int], int]] = [lambda way: -way, lambda way: 4 - way]
        if columns == rows:
            turns.append(lambda column, row: (row, column))
            ways.append(lambda way: 2 - way)
        self.turns, self.ways = turns, ways  # all other symmetries combine these

    def check(self, texts: Sequence[Card], kept: Kept) -> Warnings:
        """Yield diagnostics for all that tells one side of the board from another."""
        board, game = self.board, self.names.game
        if board.adjacent not in (4, d.DEFAULT_NEIGHBOURS):
            location = game.place(f"boards.{board.name}")
            text = f"a board with `adjacent: {board.adjacent}` is not symmetric"
            hint = "leave out `symmetric: yes`: mirrored, its cells have other neighbours"
            yield Diagnostic("E380", text, location, hint)
            return
        yield from self._declarations()
        for card in texts:
            yield from kept.of("sides told apart", partial(list, self._text(card)), card, board)

    def _declarations(self) -> Warnings:
        """Check where pieces begin, and whether an attribute is a direction."""
        for kind in self.names.game.pieces:
            for supply in kind.supply:
                if kind.on == self.board.name and not self._same_cells(supply.cells):
                    cells = ", ".join(supply.cells)
                    yield self._warning(f"pieces begin on {cells}", supply.location)
        for attribute in self.names.all_attrs():
            if attribute.type.base == DIRECTION.base:
                yield self._warning(f"`{attribute.name.name}` is a direction", attribute.location)

    def _text(self, card: Card) -> Warnings:
        """Check the cells, directions and functions that the text of a card names."""
        harmless = {
            id(member)
            for node in walk(card)
            if isinstance(node, v.SetOf) and self._same(node.members)
            for member in node.members
        }
        for memory in card.memory:
            if memory.type.base == DIRECTION.base:
                yield self._warning(f"`{memory.name.name}` is a direction", memory.location)
        for action in card.actions:
            for role in action.open_roles:
                if role.type.base == DIRECTION.base:
                    yield self._warning(f"the role `{role.name}` is a direction", role.location)
        for node in walk(card):
            if isinstance(node, v.Word) and id(node) not in harmless:
                if self._is_place(node.type) and not self._same((node,)):
                    yield self._warning(f"this names {node.word}", node.location)
            elif isinstance(node, v.BoardFunction):
                counted = node.function in ("row", "column") and node.board == self.board.name
                if counted or node.function == "turned":
                    yield self._warning(f"this uses `{node.function}(…)`", node.location)

    def _is_place(self, kind: Type) -> bool:
        """Return whether a type is that of the board's cells, or of directions."""
        cell = kind.base == "cell" and kind.name == self.board.name
        return cell or kind.base == DIRECTION.base

    def _same(self, members: Sequence[v.Value]) -> bool:
        """Return whether these are only cells, or only directions, that stay the same as a set."""
        words = [member for member in members if isinstance(member, v.Word)]
        if len(words) < len(members) or not all(self._is_place(word.type) for word in words):
            return False
        if all(word.type.base == "cell" for word in words):
            return self._same_cells(word.word for word in words)
        ways = {DIRECTIONS.index(word.word) for word in words if word.word in DIRECTIONS}
        return all({turn(way) % len(DIRECTIONS) for way in ways} == ways for turn in self.ways)

    def _same_cells(self, names: Iterable[str]) -> bool:
        """Return whether a set of cells stays the same, however the board is turned."""
        spots, columns = self.board.spots(), self.board.columns
        cells = {divmod(spots.index(name), columns)[::-1] for name in names if name in spots}
        return all({turn(*cell) for cell in cells} == cells for turn in self.turns)

    def _warning(self, what: str, location: Location) -> Diagnostic:
        text = f"{what}, but {self.board.name} is declared symmetric"
        return Diagnostic("W508", text, location, HINT, "warning")
