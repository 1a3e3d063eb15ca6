"""The outcome of a run for the shell: its exit code, and what `--json` prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from thesmos_conform.judging.result import (
    EXPECTED,
    GOOD,
    HARMLESS,
    OUR_RULING,
    PASSED,
    PASSED_BEFORE,
    STATUSES,
    UNASKED,
)
from thesmos_conform.report.jsonl import case_json
from thesmos_conform.report.summary import verdict
from thesmos_conform.runner.request import RunOutcome

AGREES, DIFFERS, NOT_STARTED, INCOMPLETE, SUITE, INTERRUPTED = 0, 1, 3, 4, 5, 130


def exit_code(outcomes: Sequence[RunOutcome]) -> int:
    """Return the exit code of a run of several games: the most severe one."""
    codes = {_code(outcome) for outcome in outcomes}
    by_severity = (INTERRUPTED, SUITE, INCOMPLETE, DIFFERS)
    return next((code for code in by_severity if code in codes), AGREES)


def _code(outcome: RunOutcome) -> int:
    run, pool_result = outcome.run, outcome.pool_result
    if pool_result.interrupted:
        return INTERRUPTED
    if pool_result.unmet:
        return SUITE
    if pool_result.ended and not pool_result.stopped:
        return INCOMPLETE
    wrong = any(result.status not in GOOD | HARMLESS for result in run.results)
    if wrong or outcome.expired or outcome.uncovered:
        return DIFFERS
    # Too little must not look like agreement; whoever selects some cases knows that they are few.
    shown = {*PASSED, PASSED_BEFORE, EXPECTED, OUR_RULING}
    nothing = not any(result.status in shown for result in run.results)
    aside = any(result.status in UNASKED for result in run.results)
    light = nothing and aside if outcome.selected else run.too_little
    return INCOMPLETE if light else AGREES


def as_json(outcomes: Sequence[RunOutcome]) -> dict[str, Any]:
    """Return the run as one object: totals over all games, and each game under `games`.

    Without outcomes nothing was asked, which is neither conformant nor complete.
    """
    runs = [outcome.run for outcome in outcomes]
    counts: Counter[str] = Counter(result.status for run in runs for result in run.results)
    unmet = {name: why for outcome in outcomes for name, why in outcome.pool_result.unmet.items()}
    data: dict[str, Any] = {
        "conformant": bool(runs) and all(run.conformant for run in runs) and not unmet,
        "complete": bool(runs) and all(run.complete for run in runs),
        "profile": ", ".join(run.profile for run in runs),
        "counts": {status: counts[status] for status in STATUSES if counts[status]},
        "games": [
            {
                "game": run.game,
                "edition": run.edition,
                "profile": run.profile,
                "besides": list(run.besides),
                "conformant": run.conformant,
                "verdict": verdict(run),
                "weight": None if run.weight is None else asdict(run.weight),
                "levels": list(run.levels),
                "suite": run.suite,
                "seed": run.seed,
                "notes": list(run.notes),
            }
            for run in runs
        ],
        "results": [case_json(result) for run in runs for result in run.results],
    }
    return data | ({"unmet": unmet} if unmet else {})
