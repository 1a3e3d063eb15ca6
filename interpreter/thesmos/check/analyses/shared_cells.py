"""Warn of pieces that begin on the same cell, where a text speaks of the piece of that kind there.

`Worker at s` is the first of them (semantics §16.2), and `one Worker on a cell` does not hold. In a
game whose texts say neither, pieces may be stacked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thesmos.diagnostics import Diagnostic
from thesmos.program.declarations import Card
from thesmos.program.node import walk
from thesmos.program.values import PieceAt
from thesmos.syntax import documents as d


def check_shared_cells(game: d.GameDocument, texts: Sequence[Card]) -> Iterator[Diagnostic]:
    """Yield a warning for each cell on which several such pieces begin, at the second of them.

    texts: those of the game and of all its cards.
    """
    alone = {node.kind for node in walk(tuple(texts)) if isinstance(node, PieceAt)}
    for kind in game.pieces:
        begun: set[str] = set()
        for supply in kind.supply if kind.name in alone else ():
            for cell in supply.cells:
                if cell in begun:
                    text = (
                        f"several pieces of kind {kind.name} begin on {cell}; the rules expect one"
                    )
                    hint = f"give each a cell of its own: `{kind.name} at {cell}` is only the first"
                    yield Diagnostic("W513", text, supply.location, hint, "warning")
                begun.add(cell)
