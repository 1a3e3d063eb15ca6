"""Going on with a run that ended early (`--since`): the good results that it has already."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from thesmos.diagnostics import counted
from thesmos_conform.judging.result import GOOD, CaseResult
from thesmos_conform.protocol.messages import Hello
from thesmos_conform.runner.request import RunRequest


@dataclass
class EarlierResults:
    """The good results of an earlier run, by case; none if this run does not complete one.

    used: the ids of those that stand in this run.
    """

    results: dict[str, CaseResult] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)

    @classmethod
    def of(
        cls, wanted: RunRequest, hello: Hello, edition: str, levels: Collection[str]
    ) -> EarlierResults:
        """Return the results that a run goes on with.

        The earlier run must have ended early, and asked the same implementation in the same way.
        That it is the same implementation is what it says itself: its name and its version.
        """
        run = wanted.earlier
        if run is None or run.complete or replace(run.hello, games={}) != replace(hello, games={}):
            return cls()
        if (run.edition, run.seed) != (edition, wanted.seed) or {*run.levels} != {*levels}:
            return cls()
        return cls({result.id: result for result in run.results if result.status in GOOD})

    def instead_of(self, result: CaseResult) -> CaseResult:
        """Return the earlier result of a case that is not asked again, if it has one."""
        if result.id not in self.results:
            return result
        self.used.add(result.id)
        return self.results[result.id]

    def note(self) -> str:
        """Return a note about the cases of the earlier run; empty if none of it stands."""
        count = len(self.used)
        return f"{counted(count, 'case')} asked in the run that ended early" if count else ""
