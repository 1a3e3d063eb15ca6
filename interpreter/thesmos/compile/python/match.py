"""A compiled match: one linked game, played by generated Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from thesmos.compile.compiler import compiled
from thesmos.compile.ir.limits import MAX_DECISIONS
from thesmos.compile.python.explained_match import Vector
from thesmos.compile.python.loader import loaded
from thesmos.compile.python.played_match import After, PlayedMatch
from thesmos.dice import WEIGHTS, ChanceDraws, Rng, drawn
from thesmos.garbage import uncollected
from thesmos.link.linked import LinkedGame
from thesmos.link.weighted_steps import weighted_steps


class CompiledMatch(PlayedMatch):
    """A linked game, played by generated Python.

    States are vectors of the layout, twice as long where a turn can be cancelled: the second half
    is the state to return to. Options are codes, in canonical order (see CodeSpace).
    """

    def __init__(self, game: LinkedGame, *, counted: bool = False, checked: bool = False) -> None:
        """Compile a linked game.

        counted: whether to count how often each clause is found to hold, and to note which actions
            are taken; this costs time. A `hide` is not counted.
        checked: whether to test every index, and what is written, against its range; one that is
            not in it raises IndexOutOfRange.
        """
        super().__init__(game, checked=checked)
        with uncollected():
            functions = loaded(compiled(game, counted=counted, checked=checked))
        # By the number of the clause in LinkedGame.clauses; empty unless counted.
        self.counts: list[int] = functions["counts"]
        # Numbers of steps and places among their actions, also if no decision was needed.
        self.taken: set[tuple[int, int]] = functions["taken"]
        self._options: Callable[[Sequence[int]], list[int]] = functions["options"]
        self._may_skip: Callable[[Sequence[int]], int] = functions["may_skip"]
        self._weight: Callable[[Sequence[int], int], int] = functions["weight"]
        self._suggested: Callable[[Sequence[int], int], int] = functions["suggested"]
        self._enter, self._choose = functions["enter"], functions["choose"]
        self._skip, self._concede = functions["skip"], functions["concede"]
        self._weighted = weighted_steps(game)
        self._views: tuple[Callable[[list[int]], int], ...] = functions["views"]

    def enter(self, vector: Vector) -> Vector:
        """Run the flow from a vector's instruction; return the state at the next decision."""
        return self.after_entering(vector)[0]

    def options(self, vector: Vector) -> list[int]:
        """Return the codes of the options of the pending decision; none at the end of the game."""
        return self._options(vector)

    def may_skip(self, vector: Vector) -> bool:
        """Return whether the pending step may be skipped."""
        return self._may_skip(vector) == 1

    def weight(self, vector: Vector, code: int) -> int:
        """Return how many equally likely outcomes one of the options represents."""
        return self._weight(vector, code)

    def suggested(self, vector: Vector, code: int) -> bool:
        """Return whether the rules suggest one of the options, given by its code."""
        return self._suggested(vector, code) == 1

    def apply(self, vector: Vector, code: int) -> Vector:
        """Return the state after an option, which must be one of the decision's."""
        return self.after(vector, code)[0]

    def skip(self, vector: Vector) -> Vector:
        """Return the state after skipping the step, which must be allowed."""
        return self.after_skipping(vector)[0]

    def concede(self, vector: Vector) -> Vector:
        """Return the state after the deciding player, who is not chance, has conceded."""
        return self.after_conceding(vector)[0]

    def _changed(self, function: Callable[..., int], vector: Vector, *arguments: int) -> After:
        """Call a function that changes the state; return what follows."""
        state: list[Any] = [*vector]
        answer = function(state, *arguments)
        codes = state.pop() if answer & 1 else []
        return tuple(state), codes, answer >> 1

    def playout(
        self, vector: Vector, seed: int, limit: int = MAX_DECISIONS, chance: ChanceDraws = WEIGHTS
    ) -> tuple[Vector, int]:
        """Play the random game of a seed to the end or the limit. See Backend."""
        state: list[Any] = [*vector]
        dice, core = Rng(seed), self.game.layout.core
        over, step, chooser = core("winners"), core("step"), core("chooser")
        decisions = 0
        weighted = self._weighted if chance == WEIGHTS else ()
        if not state[over]:
            state.append(self._options(state))
        while not state[over] and decisions != limit:
            decisions += 1
            codes = state.pop()
            if codes and state[step] in weighted:
                self._choose(state, codes[drawn([self._weight(state, c) for c in codes], dice)])
                continue
            count = len(codes) + self._may_skip(state)
            if not count and state[chooser] < 0:
                break  # a made-up state: chance has no outcome
            if not count:
                self._concede(state)
                continue
            chosen = dice.below(count)
            if chosen < len(codes):
                self._choose(state, codes[chosen])
            else:
                self._skip(state)
        return tuple(state[: len(vector)]), decisions  # without the options that come after it

    def view(self, vector: Vector, player: int) -> Vector:
        """Return the state as a player sees it."""
        if not self._views:
            return vector
        seen = [*vector]
        self._views[player](seen)
        return tuple(seen)
