"""What happens between two decisions, noted by generated Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from thesmos.compile.compiler import compiled
from thesmos.compile.python.loader import loaded
from thesmos.garbage import uncollected
from thesmos.link.linked import LinkedGame

Vector = Sequence[int]
Noted = tuple[tuple[int, ...], tuple[int, ...]]  # the numbers of a note, and the state


class _NotingVector(list[Any]):
    """A state that is being changed, with the notes of what happened."""

    def __init__(self, vector: Vector) -> None:
        super().__init__(vector)
        self.notes: list[Noted] = []


class TracedMatch:
    """A linked game that notes what happens (see compile/lower/tracing.py)."""

    def __init__(self, game: LinkedGame) -> None:
        self._game = game
        with uncollected():
            self._functions = loaded(compiled(game, traced=True))

    def notes(self, vector: Vector, how: int | Literal["skip", "concede", "enter"]) -> list[Noted]:
        """Return what is noted of a choice, by its code or a word, up to the next decision."""
        state = _NotingVector(vector)
        if isinstance(how, int):
            self._functions["choose"](state, how)
        else:
            self._functions[how](state)
        return state.notes
