"""The verdict on one mutant: killed, survived, or equivalent to the unchanged spec.

Scenarios kill, or the games of `fuzz` (by_fuzz.py). A mutant that none notices is *equivalent* if
it is listed with a proof, or if random play side by side finds no difference in enough decisions;
otherwise it has survived. Random play shows nothing about what only impossible positions break;
but a condition on them that it breaks is noticed, as `soak` would.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from thesmos.play.game import Game
from thesmos_conform.mutation.divergence import POSSIBLE, Divergence, search
from thesmos_conform.mutation.mutants import Mutant, mutated
from thesmos_conform.mutation.suite import (
    BREAKS,
    HANGS,
    PASSES,
    OutOfTime,
    SuiteScenario,
    cases_for,
    run,
    ways_to_play,
    within,
)
from thesmos_conform.mutation.valid_facts import ValidFacts

DECISIONS = 20_000  # decisions without a difference for a mutant to count as equivalent
SEARCH_SECONDS = 120.0  # CPU time of one search, at most

KILLED, SURVIVED, EQUIVALENT = "killed", "survived", "equivalent"
SOAK = "soak"  # by which a condition is noticed that random play breaks


@dataclass(frozen=True)
class ReducedGame:
    """The game of `fuzz` that shows a mutant, and the position that it was reduced to.

    number: of the game, from 1. seconds: the CPU time until `fuzz` has asked about it.
    size: the size of each part of the position; empty if the mutant hung or broke, so that nothing
    was reduced. choices: the number of choices after that position.
    """

    number: int
    seconds: float
    size: Mapping[str, int]
    choices: int

    def as_json(self) -> dict[str, Any]:
        """Return what shows the mutant as data."""
        place = {"size": dict(self.size), "choices": self.choices}
        return {"game": self.number, "seconds": self.seconds, **place}


@dataclass(frozen=True)
class MutantVerdict:
    """The verdict on a mutant.

    by, how: the scenario or the game that killed it, or `soak`, and how (`fails`, `breaks`,
    `hangs`).
    reduced: what the game was reduced to, if one killed it.
    because: the proof that it is equivalent.
    decisions: the number played side by side.
    divergence: the difference that random play found.
    """

    mutant: Mutant
    status: str
    by: str = ""
    how: str = ""
    because: str = ""
    decisions: int = 0
    divergence: Divergence | None = None
    reduced: ReducedGame | None = None


@dataclass(kw_only=True)
class MutantJudge(ABC):
    """Judges mutants of one game. decisions: the budget of a search. proofs: by id."""

    game: Game
    proofs: Mapping[str, str]
    decisions: int

    @abstractmethod
    def killed(self, mutant: Mutant, changed: Game) -> MutantVerdict | None:
        """Return the verdict on a mutant that is noticed; None if it isn't. changed: has it."""

    def beginnings(self, mutant: Mutant) -> Sequence[SuiteScenario]:  # noqa: ARG002 - others have some
        """Return scenarios at whose positions random play may begin, besides the set-up."""
        return ()

    def verdict(self, mutant: Mutant) -> MutantVerdict:
        """Return the verdict on a mutant."""
        changed = self.game.with_program(mutated(self.game.program, mutant))
        killed = self.killed(mutant, changed)
        if killed is not None:
            return killed
        if mutant.id in self.proofs:
            return MutantVerdict(mutant, EQUIVALENT, because=self.proofs[mutant.id])
        return self.searched(mutant, changed)

    @cached_property
    def _valid_facts(self) -> ValidFacts:
        return ValidFacts(self.game.program)

    def searched(self, mutant: Mutant, changed: Game) -> MutantVerdict:
        """Return the verdict on a mutant that nothing noticed, by random play."""
        if not self.decisions:
            return MutantVerdict(mutant, SURVIVED)
        valid = self._valid_facts.changed_by(mutant)
        try:
            with within(SEARCH_SECONDS):
                beginnings = self.beginnings(mutant)
                result = search(self.game, changed, mutant.card, beginnings, self.decisions, valid)
        except OutOfTime:
            return MutantVerdict(mutant, SURVIVED, how=HANGS)
        if result.divergence is not None and result.divergence.kind == POSSIBLE:
            return MutantVerdict(mutant, KILLED, SOAK, BREAKS)
        same = result.divergence is None and result.decisions >= DECISIONS
        status = EQUIVALENT if same and not valid else SURVIVED
        return MutantVerdict(
            mutant, status, decisions=result.decisions, divergence=result.divergence
        )


@dataclass(kw_only=True)
class ScenarioJudge(MutantJudge):
    """Judges mutants by scenarios.

    killers: those that killed mutants of a unit before, and are played first, by unit.
    """

    cases: Sequence[SuiteScenario]
    killers: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def killed(self, mutant: Mutant, changed: Game) -> MutantVerdict | None:
        """Return the verdict of the first scenario that notices a mutant."""
        way = ways_to_play(changed)
        for case in self.beginnings(mutant):
            how = run(way(case.shared), case)
            if how != PASSES:
                return MutantVerdict(mutant, KILLED, case.id, how)
        return None

    def beginnings(self, mutant: Mutant) -> Sequence[SuiteScenario]:
        """Return the scenarios that may notice a mutant."""
        first = self.killers.get(mutant.unit, ())
        return cases_for(mutant, self.game.slug, self.cases, first)


def as_json(divergence: Divergence) -> dict[str, Any]:
    """Return a divergence as data: the match-up, the position, the choices, both values."""
    start = divergence.start
    beginning = {"powers": list(start.powers), "mode": start.mode, "options": start.options,
             "setup": start.setup, "position": start.position}  # fmt: skip
    return {
        "given": {key: value for key, value in beginning.items() if value},
        "when": list(divergence.moves),
        "kind": divergence.kind,
        "expected": divergence.expected,
        "got": divergence.got,
    }
