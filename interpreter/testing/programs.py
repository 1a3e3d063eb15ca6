"""The programs of all games, and random parts of programs that fit together."""

from __future__ import annotations

import functools
from dataclasses import MISSING, fields, is_dataclass
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from testing.walks import GAMES
from thesmos.diagnostics import Location
from thesmos.play.game import load
from thesmos.program import clauses, declarations, effects, flow, node, positions, values
from thesmos.program import types as program_types
from thesmos.program.declarations import GameProgram
from thesmos.syntax.spec_folder import shipped_games

ALL_GAMES = (*shipped_games(), *sorted(str(path) for path in GAMES.iterdir()))
MODULES = (program_types, node, values, effects, clauses, positions, flow, declarations)
DEEPEST = 6  # nesting of random constructs
PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    int: st.integers(-99, 999),
    bool: st.booleans(),
    str: st.text(max_size=8),
    type(None): st.none(),
    Location: st.builds(Location, st.text(max_size=8), st.integers(1, 9999), st.integers(1, 9999)),
}


@functools.cache
def constructs() -> dict[str, type]:
    """The classes of all constructs, and of their parts, by name."""
    kinds = [
        kind
        for module in MODULES
        for kind in vars(module).values()
        if is_dataclass(kind) and isinstance(kind, type) and kind.__module__ == module.__name__
    ]
    return {kind.__name__: kind for kind in kinds if not kind.__subclasses__()}


@functools.cache
def program(name: str) -> GameProgram:
    """The program of a game."""
    return load(name).checked.program


@st.composite
def parts(draw: st.DrawFn, kind: Any, depth: int = 0) -> Any:
    """A random value of a type that a field of a construct can have."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind in PLAIN:
        return draw(PLAIN[kind])
    if origin is Literal:
        return draw(st.sampled_from(inner))
    if origin in (Union, UnionType):
        return draw(parts(draw(st.sampled_from(inner)), depth))
    most = 2 if depth < DEEPEST else 0
    if origin is tuple:
        return tuple(draw(st.lists(parts(inner[0], depth), max_size=most)))
    if origin is dict:
        return draw(st.dictionaries(st.text(max_size=8), parts(inner[1], depth), max_size=most))
    return draw(_construct(kind, depth))


@st.composite
def _construct(draw: st.DrawFn, kind: Any, depth: int) -> Any:
    """A random construct of a class or one derived from it; without parts if it is deep inside."""
    possible = [found for found in constructs().values() if issubclass(found, kind)]
    if depth >= DEEPEST:
        possible = [found for found in possible if _is_small(found)] or possible
    chosen = draw(st.sampled_from(possible))
    hints = get_type_hints(chosen)
    wanted = [f for f in fields(chosen) if f.default is MISSING or draw(st.booleans())]
    return chosen(**{f.name: draw(parts(hints[f.name], depth + 1)) for f in wanted})


def _is_small(kind: type) -> bool:
    """Whether no field of a class has to hold a construct."""
    hints = get_type_hints(kind)
    return not any(
        is_dataclass(hints[f.name]) and _holds_nodes(hints[f.name]) for f in fields(kind)
    )


def _holds_nodes(kind: Any) -> bool:
    return kind is not Location and kind.__name__ not in ("Type", "Ref", "AttributeRef")
