"""A compiled match on a single state that is changed and restored, for hosts that search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from thesmos.compile.compiler import compiled
from thesmos.compile.explained_match import Vector
from thesmos.compile.python_loader import loaded
from thesmos.link.linked import LinkedGame

Log = list[tuple[int, int]]


class UndoableMatch:
    """A state of a match that changes with each choice, and can be restored.

    state: the present vector. codes: the options of its decision; none at the end of the game.
    """

    def __init__(self, game: LinkedGame, vector: Vector) -> None:
        """Begin with a state of the game that has a pending decision, or is over."""
        functions = loaded(compiled(game), undo=True)
        self._may_skip: Callable[[list[int], Log], int] = functions["may_skip"]
        self._choose: Callable[..., int] = functions["choose"]
        self._skip: Callable[..., int] = functions["skip"]
        self._concede: Callable[..., int] = functions["concede"]
        self._made: list[tuple[Log, list[int]]] = []
        self.state: list[Any] = [*vector]
        self.codes: list[int] = functions["options"](self.state, [])

    def may_skip(self) -> bool:
        """Return whether the pending step may be skipped."""
        return self._may_skip(self.state, []) == 1

    def choose(self, code: int) -> None:
        """Choose one of the options, by its code."""
        self._make(self._choose, code)

    def skip(self) -> None:
        """Skip the step, which must be allowed."""
        self._make(self._skip)

    def concede(self) -> None:
        """Let the deciding player, who is not chance, concede."""
        self._make(self._concede)

    def _make(self, function: Callable[..., int], *given: int) -> None:
        log: Log = []
        self._made.append((log, self.codes))
        self.codes = self.state.pop() if function(self.state, log, *given) & 1 else []

    def undo(self) -> None:
        """Take back the last choice; raise IndexError if there is none."""
        log, self.codes = self._made.pop()
        for slot, before in reversed(log):
            self.state[slot] = before
