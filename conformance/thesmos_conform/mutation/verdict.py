"""What the scenarios say of one mutant: killed, survived, or equivalent to the spec as it is.

Only scenarios kill. A mutant that none notices is *equivalent* if a mark proves it, or if random
play side by side finds no difference in all the decisions it is given; else it has survived.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
    within,
)

DECISIONS = 20_000  # without a difference, to count as equivalent
SEARCH_SECONDS = 120.0  # of work that one search may take

KILLED, SURVIVED, EQUIVALENT, DISCARDED = "killed", "survived", "equivalent", "discarded"


@dataclass(frozen=True)
class MutantVerdict:
    """What became of a mutant.

    by: the scenario that killed it, and how (`fails`, `breaks`, `hangs`). because: the proof of a
    mark. decisions: those played side by side. parting: where random play found a difference.
    """

    mutant: Mutant
    status: str
    by: str = ""
    how: str = ""
    because: str = ""
    decisions: int = 0
    parting: Divergence | None = None


@dataclass
class MutantJudge:
    """Judges mutants of one game by its scenarios. decisions: what a search may spend."""

    game: Game
    cases: Sequence[SuiteScenario]
    marks: dict[str, str]
    decisions: int

    def verdict(self, mutant: Mutant) -> MutantVerdict:
        """What becomes of a mutant."""
        checked = mutated(self.game.checked, mutant)
        if checked is None:
            return MutantVerdict(mutant, DISCARDED)
        changed = Game(checked, self.game.path)
        cases = cases_for(mutant, self.game.slug, self.cases)
        for case in cases:
            how = run(changed, case)
            if how != PASSES:
                return MutantVerdict(mutant, KILLED, case.id, how)
        if mutant.id in self.marks:
            return MutantVerdict(mutant, EQUIVALENT, because=self.marks[mutant.id])
        return self.searched(mutant, changed, cases)

    def searched(
        self, mutant: Mutant, changed: Game, cases: Sequence[SuiteScenario]
    ) -> MutantVerdict:
        """The verdict on a mutant that no scenario noticed: whether random play does."""
        if not self.decisions:
            return MutantVerdict(mutant, SURVIVED)
        try:
            with within(SEARCH_SECONDS):
                found = search(self.game, changed, mutant.card, cases, self.decisions)
        except OutOfTime:
            return MutantVerdict(mutant, SURVIVED, how=HANGS)
        same = found.parting is None and found.decisions >= DECISIONS
        status = EQUIVALENT if same else SURVIVED
        return MutantVerdict(mutant, status, decisions=found.decisions, parting=found.parting)


# ------------------------------------------------------------------------ inside a process

_JUDGE: list[MutantJudge] = []


def begin(
    game: Game, cases: Sequence[SuiteScenario], marks: dict[str, str], decisions: int
) -> None:
    """Makes the judge of this process."""
    _JUDGE[:] = [MutantJudge(game, cases, marks, decisions)]


def judge(mutant: Mutant) -> MutantVerdict:
    """The verdict of this process's judge."""
    return _JUDGE[0].verdict(mutant)


def as_json(parting: Divergence) -> dict[str, Any]:
    """A parting as data: the match-up, the position, the choices, both sides."""
    start = parting.start
    given = {"powers": list(start.powers), "mode": start.mode, "options": start.options,
             "setup": start.setup, "position": start.position}  # fmt: skip
    return {
        "given": {key: value for key, value in given.items() if value},
        "when": list(parting.moves),
        "kind": parting.kind,
        "expected": parting.expected,
        "got": parting.got,
    }
