"""The verdict on one mutant: killed, survived, or equivalent to the unchanged spec.

Only scenarios kill. A mutant that none notices is *equivalent* if it is listed with a proof, or if
random play side by side finds no difference in enough decisions; otherwise it has survived.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from thesmos.play.game import Game
from thesmos_conform.mutation.divergence import Divergence, search
from thesmos_conform.mutation.mutants import Mutant, mutated
from thesmos_conform.mutation.suite import (
    HANGS,
    PASSES,
    OutOfTime,
    SuiteScenario,
    cases_for,
    run,
    ways_to_play,
    within,
)

DECISIONS = 20_000  # decisions without a difference for a mutant to count as equivalent
SEARCH_SECONDS = 120.0  # CPU time of one search, at most

KILLED, SURVIVED, EQUIVALENT = "killed", "survived", "equivalent"


@dataclass(frozen=True)
class MutantVerdict:
    """The verdict on a mutant.

    by, how: the scenario that killed it, and how (`fails`, `breaks`, `hangs`).
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


@dataclass
class MutantJudge:
    """Judges mutants of one game by its scenarios. decisions: the budget of a search.

    killers: scenarios that killed mutants of a unit before, and are played first, by unit.
    """

    game: Game
    cases: Sequence[SuiteScenario]
    proofs: dict[str, str]
    decisions: int
    killers: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def verdict(self, mutant: Mutant) -> MutantVerdict:
        """Return the verdict on a mutant."""
        changed = self.game.with_program(mutated(self.game.program, mutant))
        way = ways_to_play(changed)
        cases = cases_for(mutant, self.game.slug, self.cases, self.killers.get(mutant.unit, ()))
        for case in cases:
            how = run(way(case.shared), case)
            if how != PASSES:
                return MutantVerdict(mutant, KILLED, case.id, how)
        if mutant.id in self.proofs:
            return MutantVerdict(mutant, EQUIVALENT, because=self.proofs[mutant.id])
        return self.searched(mutant, changed, cases)

    def searched(
        self, mutant: Mutant, changed: Game, cases: Sequence[SuiteScenario]
    ) -> MutantVerdict:
        """Return the verdict on a mutant that no scenario noticed, by random play."""
        if not self.decisions:
            return MutantVerdict(mutant, SURVIVED)
        try:
            with within(SEARCH_SECONDS):
                result = search(self.game, changed, mutant.card, cases, self.decisions)
        except OutOfTime:
            return MutantVerdict(mutant, SURVIVED, how=HANGS)
        same = result.divergence is None and result.decisions >= DECISIONS
        status = EQUIVALENT if same else SURVIVED
        return MutantVerdict(
            mutant, status, decisions=result.decisions, divergence=result.divergence
        )


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
