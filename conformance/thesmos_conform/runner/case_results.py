"""Results of cases that were not judged, and what is asked of a case."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from thesmos_conform.cases.case import Case
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.messages import Place
from thesmos_conform.runner.result import CaseFailure, CaseResult


def without(place: Place, power: str) -> Place:
    """The same place, where nobody holds a power from the beginning."""
    powers = [None if one == power else one for one in place.setup["powers"]]
    return replace(place, setup={**place.setup, "powers": powers})


def result_of(case: Case, status: str, reason: str = "") -> CaseResult:
    """The result of a case that has not been asked, or not yet."""
    return CaseResult(
        case.id, case.source, status, case.title, case.clauses, tuple(sorted(case.powers)),
        reason=reason,
    )  # fmt: skip


def unanswered(case: Case, error: ProtocolError) -> CaseResult:
    """The result of a case without a valid answer."""
    message = f"{error}; {error.kind.hint}"
    failure = CaseFailure(
        case.looks[0].place, message=message, line=error.line, stderr=error.stderr
    )
    return replace(result_of(case, error.kind.status), failure=failure)


def places(case: Case) -> Iterator[Place]:
    """Every place that a case looks at."""
    for look in case.looks:
        place = look.place
        if case.whole:
            for count in range(len(place.choices)):
                yield replace(place, choices=place.choices[:count])
        yield place
