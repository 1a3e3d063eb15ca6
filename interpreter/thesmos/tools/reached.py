"""Find what random play reaches: the steps entered, the actions taken, the clauses that hold.

A second match follows the first: its code counts clauses and notes actions, also those of steps
that need no decision (compile/python/match.py).
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from thesmos.compile.python.match import CompiledMatch
from thesmos.link.linked import LinkedGame
from thesmos.play.choice import CONCEDED, SKIPPED, Choice
from thesmos.play.state import State
from thesmos.program.clauses import Hide


@dataclass
class ReachedNames:
    """The names of steps and actions, and the ids of clauses, that were reached."""

    steps: set[str] = field(default_factory=set)
    actions: set[str] = field(default_factory=set)
    clauses: set[str] = field(default_factory=set)

    def add(self, other: ReachedNames) -> None:
        """Add the names of another one."""
        self.steps |= other.steps
        self.actions |= other.actions
        self.clauses |= other.clauses

    def without(self, other: ReachedNames) -> dict[str, list[str]]:
        """Return the names that the other one lacks, sorted, by kind."""
        return {
            kind.name: sorted(getattr(self, kind.name) - getattr(other, kind.name))
            for kind in fields(self)
        }


def all_names(game: LinkedGame) -> ReachedNames:
    """Return all that can be reached in a match-up, without `hide` clauses."""
    return ReachedNames(
        {str(step.name) for step in game.steps},
        {str(action) for step in game.steps for action in step.actions},
        {clause.id for _, clause in game.clauses if not isinstance(clause, Hide)},
    )


class Follower:
    """Plays along with random games of a match-up, and notes what they reach."""

    def __init__(self, game: LinkedGame) -> None:
        self._match = CompiledMatch(game, counted=True)
        self._step = game.layout.core("step")
        self._steps: set[str] = set()
        self._match.start()

    def follow(self, state: State, choice: Choice) -> None:
        """Note what is reached in a state with a decision, and by a choice there."""
        match, vector = self._match, state.vector
        self._steps.add(str(match.game.steps[vector[self._step]].name))
        match.options(vector)
        match.may_skip(vector)
        if choice == SKIPPED:
            match.skip(vector)
        elif choice == CONCEDED:
            match.concede(vector)
        elif choice.option is not None:
            match.apply(vector, choice.option.code)

    def reached(self) -> ReachedNames:
        """Return what was reached so far."""
        counts = zip(self._match.game.clauses, self._match.counts, strict=True)
        held = {clause.id for (_, clause), count in counts if count}
        decided = [(self._match.game.steps[step], place) for step, place in self._match.taken]
        taken = {str(step.name) for step, _ in decided}
        return ReachedNames(self._steps | taken, {str(s.actions[at]) for s, at in decided}, held)
