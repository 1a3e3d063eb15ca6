"""Where a state stores attributes, and on which boards pieces can be."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.link.layout import AttributeOf, Entry
from thesmos.link.linked import LinkedGame
from thesmos.semantics.vector import boards_of


def attributes_of(game: LinkedGame, owner: str) -> list[Entry]:
    """Return the attributes of a board's cells, or of a kind of piece."""
    return [
        entry
        for entry in game.layout.entries
        if isinstance(entry.meaning, AttributeOf) and entry.meaning.attribute.owner == owner
    ]


def of_cells(game: LinkedGame, board: str) -> list[Entry]:
    """Return the attributes of a board's cells that have one value for each cell."""
    return [entry for entry in attributes_of(game, board) if entry.width == 1]


def boards_for(game: LinkedGame, kind: str) -> Iterator[tuple[str, int, int]]:
    """Yield the boards on which pieces of a kind can be, with their range of places.

    The range is the number of the board's first cell among all places, and its number of cells.
    """
    first = 0
    for board in boards_of(game, kind):
        size = len(game.boards[board].cells)
        yield board, first, size
        first += size
