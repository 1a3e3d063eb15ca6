"""The bits that stand for the values of a type in sets."""

from __future__ import annotations

from thesmos.compile.asked_game import AskedGame
from thesmos.program.types import Type


def least_of(kind: Type, game: AskedGame) -> int:
    """Return the member of a set of a type that bit 0 stands for.

    0, but if numbers below it may be in sets, the least of them: in all sets of numbers alike.
    """
    return game.least if kind.base == "int" else 0


def bits_in(kind: Type, game: AskedGame) -> int:
    """Return how many bits a set of a type has."""
    return game.size_of(kind) - least_of(kind, game)
