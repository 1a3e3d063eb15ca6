"""Where the cells of a picture are, so that the page can lay something over them."""

from __future__ import annotations

from thesmos.render import svg
from thesmos.render.text_board import Picture


def cell_places(picture: Picture) -> dict[str, list[int]]:
    """Return the left and upper edge and the width of each cell, in the units of the picture."""
    cells, above = {}, 0
    for board in picture.boards:
        if len(board.names) > svg.MAX_CELLS:
            continue
        for name, (left, top) in svg._places(board).items():  # noqa: SLF001
            cells[name] = [left, top + above, svg.CELL]
        above += svg._size(board)[1]  # noqa: SLF001
    return cells
