"""Which bits represent the values of a type in sets."""

from __future__ import annotations

from thesmos.link.linked import LinkedGame
from thesmos.program.types import Type


def least_of(kind: Type, game: LinkedGame) -> int:
    """Return the member that bit 0 represents in a set of a type.

    It is 0; for numbers, it is the least number in any set of the game, if that is below 0.
    """
    return game.least if kind.base == "int" else 0


def bits_in(kind: Type, game: LinkedGame) -> int:
    """Return how many bits a set of a type has."""
    return game.size_of(kind) - least_of(kind, game)
