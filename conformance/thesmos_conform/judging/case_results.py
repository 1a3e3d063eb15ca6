"""Results of cases that were not judged, and the places that a case asks about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from thesmos_conform.cases.case import Case
from thesmos_conform.judging.result import CaseFailure, CaseResult
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.messages import Place


def without(place: Place, power: str) -> Place:
    """Return the same place, but with nobody holding this power at the beginning."""
    powers = [None if holder == power else holder for holder in place.setup["powers"]]
    return replace(place, setup={**place.setup, "powers": powers})


def result_of(case: Case, status: str, reason: str = "") -> CaseResult:
    """Return a result for a case that has not been asked (yet)."""
    return CaseResult(
        case.id, case.source, status, case.title, case.clauses, tuple(sorted(case.powers)),
        reason=reason,
    )  # fmt: skip


def unanswered(case: Case, error: ProtocolError) -> CaseResult:
    """Return the result of a case without a valid answer."""
    message = f"{error}; {error.kind.hint}"
    failure = CaseFailure(
        case.looks[0].place, message=message, line=error.line, stderr=error.stderr
    )
    return replace(result_of(case, error.kind.status), failure=failure)


def places(case: Case) -> Iterator[Place]:
    """Yield every place that a case looks at."""
    for look in case.looks:
        place = look.place
        if case.whole:
            for count in range(len(place.choices)):
                yield replace(place, choices=place.choices[:count])
        yield place
