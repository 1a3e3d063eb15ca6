"""How many values the types have, and the bits that stand for them in sets."""

from __future__ import annotations

from thesmos.link.linked import LinkedGame
from thesmos.program.types import DIRECTIONS, Type


def size_of(kind: Type, game: LinkedGame) -> int:
    """All values of a type are below this."""
    if kind.base == "int":
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
        "direction": len(DIRECTIONS),
    }
    return sizes.get(kind.base, 0)


def least_of(kind: Type, game: LinkedGame) -> int:
    """The member of a set of a type that bit 0 stands for.

    0, but if numbers below it may be in sets, the least of them: in all sets of numbers alike.
    """
    return min(card.least for _, card in game.parts) if kind.base == "int" else 0


def bits_in(kind: Type, game: LinkedGame) -> int:
    """How many bits a set of a type has."""
    return size_of(kind, game) - least_of(kind, game)
