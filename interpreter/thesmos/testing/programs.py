"""The programs of all games, and the classes of what they consist of."""

from __future__ import annotations

import functools
from dataclasses import is_dataclass

from thesmos.play.game import load
from thesmos.program import (
    clauses,
    declarations,
    effects,
    flow,
    node,
    positions,
    types,
    values,
)
from thesmos.program.declarations import GameProgram
from thesmos.syntax.spec_folder import shipped_games
from thesmos.testing.walks import GAMES

ALL_GAMES = (*shipped_games(), *sorted(str(path) for path in GAMES.iterdir()))
MODULES = (types, node, values, effects, clauses, positions, flow, declarations)


@functools.cache
def constructs() -> dict[str, type]:
    """The classes of all constructs, and of their parts, by name."""
    found = [
        kind
        for module in MODULES
        for kind in vars(module).values()
        if is_dataclass(kind) and isinstance(kind, type) and kind.__module__ == module.__name__
    ]
    return {kind.__name__: kind for kind in found if not kind.__subclasses__()}


@functools.cache
def program(name: str) -> GameProgram:
    """The program of a game."""
    return load(name).checked.program
