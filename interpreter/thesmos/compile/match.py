"""A compiled match: generated Python that plays one linked game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from thesmos.compile.codes import Codes
from thesmos.compile.compiler import compiled
from thesmos.compile.python_printer import printed
from thesmos.link.linked import LinkedGame

Vector = tuple[int, ...]


class CompiledMatch:
    """A linked game that generated Python plays.

    States are vectors of the layout; options are codes, in canonical order (see Codes).
    """

    def __init__(self, game: LinkedGame) -> None:
        """Compile a linked game. Raises NotCompiled if it uses what is not supported yet."""
        self.game = game
        self.codes = Codes(game)
        self.text = printed(compiled(game))
        functions: dict[str, Any] = {}
        # Safe: the text was made just now, from integers and the printer's own words. No text of a
        # spec can be in it: the statements that it is printed from hold none.
        exec(compile(self.text, "<compiled match>", "exec"), functions)  # noqa: S102
        self._options: Callable[[Sequence[int]], list[int]] = functions["options"]
        self._may_skip: Callable[[Sequence[int]], int] = functions["may_skip"]
        self._start: Callable[[list[int]], int] = functions["start"]
        self._choose: Callable[[list[int], int], int] = functions["choose"]
        self._skip: Callable[[list[int]], int] = functions["skip"]
        self._concede: Callable[[list[int]], int] = functions["concede"]

    def start(self) -> Vector:
        """The first state."""
        made = [*self.game.layout.start]
        self._start(made)
        return tuple(made)

    def options(self, vector: Vector) -> list[int]:
        """The codes of the options of the pending decision; none at the end of the game."""
        return self._options(vector)

    def may_skip(self, vector: Vector) -> bool:
        """Whether the pending step may be skipped."""
        return self._may_skip(vector) == 1

    def apply(self, vector: Vector, code: int) -> Vector:
        """The state after an option, which must be one of the decision's."""
        made = [*vector]
        self._choose(made, code)
        return tuple(made)

    def skip(self, vector: Vector) -> Vector:
        """The state after skipping the step, which must be allowed."""
        made = [*vector]
        self._skip(made)
        return tuple(made)

    def concede(self, vector: Vector) -> Vector:
        """The state after the deciding player, who is not chance, has conceded."""
        made = [*vector]
        self._concede(made)
        return tuple(made)

    def result(self, vector: Vector) -> tuple[tuple[int, ...], str] | None:
        """The winners, from 0, and the ground; None if the game is not over."""
        winners = vector[self.game.layout.core("winners")]
        if not winners:
            return None
        players = range(self.game.players)
        reason = self.game.reasons[vector[self.game.layout.core("reason")]]
        return tuple(p for p in players if winners >> p & 1), reason
