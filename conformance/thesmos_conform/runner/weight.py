"""How much a verdict rests on: the clauses, scenarios, games and decisions that were asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from thesmos.play.game import Game
from thesmos_conform.cases.case import IMPOSSIBLE, SCENARIOS, Case
from thesmos_conform.judging.result import PASSED, CaseResult, Weight
from thesmos_conform.protocol.messages import Claim
from thesmos_conform.runner.selection import unclaimed


def weight_of(
    cases: Sequence[Case], results: Iterable[CaseResult], claim: Claim, game: Game
) -> Weight:
    """Return how much the verdict rests on."""
    by_id = {case.id: case for case in cases}
    passed = [result for result in results if result.status in PASSED and result.id in by_id]
    cited = {clause for case in cases if _is_claimed(case, claim, game) for clause in case.clauses}
    if not any(case.source == SCENARIOS for case in cases):  # of an edition without any
        cited = {clause for case in cases for clause in case.meets}
    met = {
        clause
        for result in passed
        for clause in (*by_id[result.id].clauses, *by_id[result.id].meets)
    }
    scenarios = sum(result.source == SCENARIOS for result in passed)
    return Weight(
        clauses=len(cited & met),
        of=len(cited),
        scenarios=scenarios,
        games=len(passed) - scenarios,
        decisions=sum(result.decisions for result in passed),
    )


def _is_claimed(case: Case, claim: Claim, game: Game) -> bool:
    """Return whether a case is a scenario about what is claimed, though it may be unaskable."""
    if case.source != SCENARIOS or case.needs & {IMPOSSIBLE}:
        return False
    any_options = replace(claim, options=None)  # with its options, a clause is asked about too
    return not unclaimed(case.mode, case.powers, any_options, game)
