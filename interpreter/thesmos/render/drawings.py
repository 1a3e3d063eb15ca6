"""Choose a game's own drawing for a thing: the one whose name says most of what is true of it.

A name is the key of an entry of positions or the name of a board, then words about the thing: the
words of its enums, its name, its number or owner. About a cell: its name, `odd` or `even`, and
`left`, `right`, `top` or `bottom` at an edge.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

SIDES = ("left", "right", "top", "bottom")
PARITY = ("even", "odd")


@dataclass(frozen=True)
class Drawn:
    """A drawing that was chosen.

    words: what its name says about the thing.
    """

    code: str
    words: frozenset[str]


def chosen(drawings: Mapping[str, str], key: str, words: Collection[str]) -> Drawn | None:
    """Return the drawing for a thing, the first of those that say most; None if none fits.

    key: that of the entry, or the name of the board.
    words: all that is true of the thing.
    """
    best: Drawn | None = None
    for name, code in drawings.items():
        if not name.startswith(key):  # most are of other things
            continue
        first, *rest = name.split(".")
        if first == key and set(rest) <= set(words):
            drawn = Drawn(code, frozenset(rest))
            if best is None or len(drawn.words) > len(best.words):
                best = drawn
    return best


def grounds(
    drawings: Mapping[str, str], board: str, rows: list[tuple[str, ...]]
) -> Iterator[tuple[str, str]]:
    """Yield the cells of a board that have a ground of their own, each with its drawing.

    rows: the names of the cells as they are drawn, from above; empty where there is none.
    """
    if not any(name.split(".")[0] == board for name in drawings):
        return
    last = len(rows) - 1
    for row, names in enumerate(rows):
        for column, name in enumerate(names):
            edges = (column == 0, column == len(names) - 1, row == 0, row == last)
            words = {name, PARITY[(last - row + column) % 2]}
            words |= {side for side, at in zip(SIDES, edges, strict=True) if at}
            drawn = chosen(drawings, board, words)
            if name and drawn is not None:
                yield name, drawn.code
