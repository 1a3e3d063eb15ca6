"""What happens between two decisions, noted by generated Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Literal

from thesmos.compile.compiler import compiled, roles_in_views
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

    def roles(
        self, seen: Vector, action: int, actor: int, viewer: int, open_roles: Sequence[int]
    ) -> list[int]:
        """Return those computed roles of an event that events tell, in what a player sees.

        open_roles: as `tracing.roles_in_view` takes them.
        """
        function = self._in_views.get((action, actor, viewer))
        return [] if function is None else function(seen, *open_roles)

    @cached_property
    def _in_views(self) -> dict[tuple[int, int, int], Callable[..., list[int]]]:
        with uncollected():
            answers, about = roles_in_views(self._game)
            functions = loaded(answers)["answers"]
        keys = ((of.number, of.actor, of.viewer) for of in about)
        return dict(zip(keys, functions, strict=True))
