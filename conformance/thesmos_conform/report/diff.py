"""Comparing two reports: what got worse, what got better, what is new."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from thesmos.render.span import Line, Span
from thesmos_conform.judging.result import GOOD, NO_FAILURE, UNEXPECTED, CaseResult, SuiteRun
from thesmos_conform.protocol.messages import Json
from thesmos_conform.report.failure import deciding, differences
from thesmos_conform.report.summary import implementation, verdict

ABSENT = "absent"
PASSES = GOOD | {UNEXPECTED}  # whether or not the list of known failures expects it


@dataclass(frozen=True)
class Change:
    """A case whose result changed. before, after: its statuses; `absent` if it was not there."""

    id: str
    title: str
    before: str
    after: str
    clauses: tuple[str, ...]

    @property
    def worse(self) -> bool:
        """Whether something is wrong now that was not wrong before, or was wrong in another way."""
        return self.after not in PASSES | NO_FAILURE | {ABSENT}

    @property
    def better(self) -> bool:
        """Whether the case passes now and did not pass before."""
        return self.after in PASSES and self.before not in PASSES


@dataclass(frozen=True)
class Diff:
    """All changes between two runs."""

    before: SuiteRun
    after: SuiteRun
    changes: tuple[Change, ...]

    @property
    def worse(self) -> tuple[Change, ...]:
        """The changes for the worse."""
        return tuple(change for change in self.changes if change.worse)

    def as_json(self) -> Json:
        """Return the changes as data."""
        return {
            "before": verdict(self.before),
            "after": verdict(self.after),
            "worse": len(self.worse),
            "changes": [
                {**vars(change), "clauses": list(change.clauses)} for change in self.changes
            ],
        }

    def lines(self) -> Iterator[Line]:
        """Yield the changes as text."""
        yield (Span("before: ", "label"), Span(f"{implementation(self.before)}: "),
               Span(verdict(self.before)))  # fmt: skip
        yield (Span("after:  ", "label"), Span(f"{implementation(self.after)}: "),
               Span(verdict(self.after)))  # fmt: skip
        for title, style, changes in (
            ("worse", "bad", self.worse),
            ("better", "good", tuple(c for c in self.changes if c.better)),
            ("other", "", tuple(c for c in self.changes if not c.better and not c.worse)),
        ):
            if changes:
                yield (Span(f"{title}: {len(changes)}", "strong"),)
            for change in changes:
                moved = Span(f"  {change.before} → {change.after}  ", style)
                yield (moved, Span(change.id), Span(f"  {change.title}", "dim"))
        if not self.changes:
            yield (Span("nothing changed"),)


def diff(before: SuiteRun, after: SuiteRun) -> Diff:
    """Return the changes from one run to another: in statuses, and in how a failing case fails."""
    old = {result.id: result for result in before.results}
    new = {result.id: result for result in after.results}
    changes = []
    for case in dict.fromkeys([*old, *new]):
        first, second = old.get(case), new.get(case)
        if _signature(first) != _signature(second):
            shown = second or first
            assert shown is not None
            changes.append(
                Change(
                    case,
                    shown.title,
                    first.status if first else ABSENT,
                    second.status if second else ABSENT,
                    deciding(shown),
                )
            )
    return Diff(before, after, tuple(changes))


def _signature(result: CaseResult | None) -> object:
    """Return what must be equal for a result to be unchanged: the status and the differences."""
    if result is None:
        return None
    return result.status, tuple((d.key, d.missing, d.extra) for d in differences(result))
