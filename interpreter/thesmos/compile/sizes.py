"""How many values the types have."""

from __future__ import annotations

from thesmos.compile.unsupported import NotCompiled
from thesmos.link.linked import LinkedGame
from thesmos.program.types import Type

DIRECTIONS = 8


def size_of(kind: Type, game: LinkedGame) -> int:
    """All values of a type are below this; none are below 0."""
    if kind.base == "int":
        if kind.low < 0:
            raise NotCompiled("a set of negative numbers", "1.5")
        return kind.high + 1
    if kind.base == "piece":
        return len(game.pieces[kind.name])
    if kind.base == "cell":
        return len(game.boards[kind.name].cells)
    if kind.base == "enum":
        return next(len(enum.words) for enum in game.game.enums if enum.name == kind.name)
    sizes = {
        "flag": 2,
        "player": game.players,
        "side": max(game.sides) + 1,
        "power": len(game.cards),
        "zone": len(game.game.zones),
        "direction": DIRECTIONS,
    }
    return sizes.get(kind.base, 0)
