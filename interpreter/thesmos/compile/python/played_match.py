"""What follows a decision in a match played by compiled code, Python or machine code."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from thesmos.compile.python.explained_match import ExplainedMatch, Vector

# A state, the codes of its options, which come at no cost, and how many turns began on the way.
After = tuple[Vector, list[int], int]


class PlayedMatch(ExplainedMatch, ABC):
    """A linked game, played by compiled functions; a subclass knows how to call them."""

    _enter: Callable[..., int]
    _choose: Callable[..., int]
    _skip: Callable[..., int]
    _concede: Callable[..., int]

    @abstractmethod
    def _changed(self, function: Callable[..., int], vector: Vector, *arguments: int) -> After:
        """Call a function that changes the state; return what follows.

        arguments: those after the state.
        """

    def start(self) -> Vector:
        """Return the first state."""
        return self.after_entering(self.game.initial)[0]

    def after(self, vector: Vector, code: int) -> After:
        """Return what follows an option, which must be one of the decision's."""
        return self._changed(self._choose, vector, code)

    def after_skipping(self, vector: Vector) -> After:
        """Return what follows skipping the step, which must be allowed."""
        return self._changed(self._skip, vector)

    def after_conceding(self, vector: Vector) -> After:
        """Return what follows when the deciding player, who is not chance, concedes."""
        return self._changed(self._concede, vector)

    def after_entering(self, vector: Vector) -> After:
        """Return what follows when the flow runs on from a vector's instruction."""
        return self._changed(self._enter, vector)
