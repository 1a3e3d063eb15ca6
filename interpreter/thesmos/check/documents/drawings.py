"""Check that every drawing of a game is of something that the game has."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.diagnostics import Diagnostic, suggest
from thesmos.syntax import documents as d

OF_CELLS = ("odd", "even", "left", "right", "top", "bottom")


def check_drawings(game: d.GameDocument) -> Iterator[Diagnostic]:
    """Yield an error for each drawing whose name has a word that means nothing in the game."""
    if not game.drawings:
        return
    cells = {board.name: {*board.cells(), *OF_CELLS} for board in game.boards}
    keys = {entry.key.rpartition(".")[2] for entry in game.position}
    things = {*(kind.name for kind in game.pieces), *game.enums}
    words = {text for enum in game.enums.values() for word in enum for text in word}
    words |= {supply.name for kind in game.pieces for supply in kind.supply if supply.name}
    for name, drawing in game.drawings.items():
        first, *rest = name.split(".")
        if first not in cells and first not in keys and first not in things:
            text = (
                f"the drawing `{name}` is of no board, piece or word, and of nothing in positions"
            )
            names = (*cells, *keys, *sorted(things))
            hint = suggest(first, {*names}) or f"name one of {', '.join(names)}"
            yield Diagnostic("E405", text, drawing.location, hint)
            continue
        usable = cells.get(first, words)
        for word in rest:
            if word not in usable and (first in cells or not word.lstrip("-").isdecimal()):
                text = f"the drawing `{name}` is of `{word}`, which the game does not have"
                hint = suggest(word, usable) or "write words of enums, names of pieces, or numbers"
                yield Diagnostic("E405", text, drawing.location, hint)
