"""The results of a run: values that the runner makes and the reports show."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from thesmos.play.game import Game
from thesmos_conform.protocol.messages import Hello, Place

Json = dict[str, Any]

EXPECTED, UNEXPECTED = "expected failure", "unexpected pass"
NOT_RUN = "not run"
SKIPPED, PASSED_BEFORE = "skipped", "passed before"
HONEST = "honest"  # of canaries, which are about the claim and not about the rules
LEFT_OUT, OUR_RULING, UNSUPPORTED = "left out", "our ruling", "unsupported"
UNASKABLE = "not askable"
SLOW = "slow"  # right, but too late at first: nothing about the rules is wrong

# The status of a case and its meaning, in the order of the tables in reports.
STATUSES = {
    "pass": "the same answers as the reference, at every level claimed",
    HONEST: "not claimed, and correctly answered `unsupported`: shows nothing about the rules",
    SLOW: "no answer in time, but the right one when asked again",
    "fail": "a different answer from the reference",
    "error": "the implementation reported an internal error",
    "crash": "the adapter's process ended",
    "timeout": "no answer in time",
    "protocol": "a line that is not an answer, or an answer of the wrong shape",
    "broken claim": "claimed, but answered `unsupported`",
    "guess": "not claimed, but answered anyway",
    UNSUPPORTED: "not claimed, so not asked",
    LEFT_OUT: "left out of the claim, with a reason",
    UNASKABLE: "can't be asked of an implementation that knows only positions, or skips steps",
    OUR_RULING: "our ruling differs from the recorded original: nobody is wrong here",
    SKIPPED: "left out by a filter",
    PASSED_BEFORE: "passed in the earlier run, so not asked again",
    EXPECTED: "fails, as listed in the known failures",
    UNEXPECTED: "passes, although listed in the known failures",
    "flaky": "failed first, but passed when asked again",
    NOT_RUN: "not asked, because the run ended early",
}
GOOD = frozenset({"pass", HONEST, SLOW})
PASSED = frozenset({"pass", SLOW})
UNCLAIMED = frozenset({UNSUPPORTED, LEFT_OUT})
UNASKED = UNCLAIMED | {UNASKABLE}
FILTERED = frozenset({SKIPPED, PASSED_BEFORE})
HARMLESS = frozenset({EXPECTED, OUR_RULING, *UNASKED, *FILTERED})
NO_FAILURE = GOOD | HARMLESS | {NOT_RUN}


ENOUGH = 0.5  # the share of the clauses of a claim that a verdict must rest on
KEPT_POSITIONS = 40  # positions of a difference that are kept: a turn may lead to thousands


@dataclass(frozen=True)
class AnswerDifference:
    """One thing that differs from the reference.

    key: the part of the answer (`options`, `position.workers`, `result.winners`, …).
    missing, extra: in a set, what should be there and is not, and vice versa; of positions,
    KEPT_POSITIONS at most.
    clauses: the ids of the deciding rules and clauses, where the reference knows them.
    """

    key: str
    expected: Any
    got: Any
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True)
class CaseFailure:
    """Where a case failed: the place that was asked about, and what was wrong there.

    message: for a status other than `fail`, a sentence saying what happened.
    before, after: the reference's positions around the last choice, for drawing.
    line: the adapter's raw line, if that was wrong.
    stderr: the end of what the adapter wrote to standard error.
    """

    place: Place
    differences: tuple[AnswerDifference, ...] = ()
    message: str = ""
    before: Json | None = None
    after: Json | None = None
    line: str = ""
    stderr: str = ""


@dataclass(frozen=True)
class CaseResult:
    """The result of a case. id: a scenario's id, `FILE#GAME` or `random:SEED:NUMBER`."""

    id: str
    source: str  # scenarios, records, random or canaries
    status: str
    title: str = ""
    clauses: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    decisions: int = 0  # the number of answers compared
    failure: CaseFailure | None = None
    reason: str = ""  # why it is unsupported, not askable, skipped or expected to fail
    without: tuple[str, ...] = ()  # powers without which the reference would answer the same
    seconds: float = 0.0


@dataclass(frozen=True)
class Weight:
    """How much stands behind a verdict.

    clauses: the clauses that passing cases cite, or that held in passing games.
    of: all clauses that the cases of the claim cite, whether they could be asked or not.
    scenarios, games: the cases that passed, random and recorded games apart.
    decisions: the answers compared in all of them.
    """

    clauses: int
    of: int
    scenarios: int
    games: int
    decisions: int

    @property
    def enough(self) -> bool:
        """Whether at least ENOUGH of the clauses were asked about and answered rightly."""
        return self.clauses >= ENOUGH * self.of


@dataclass(frozen=True)
class SuiteRun:
    """A whole run. complete: False if it ended before every case was asked.

    profile: the largest one that the claim covers.
    besides: powers and modes that it covers beyond that.
    weight: how much stands behind the verdict; None in a report of before it was counted.
    words: the command line arguments that name the game and the source of its cases, to repeat the
    run.
    rules: the game, for pictures and card texts; None in a report from a file.
    """

    hello: Hello
    game: str
    edition: str
    profile: str
    levels: tuple[str, ...]
    suite: str  # hash of the scenarios that were asked
    seed: int
    results: tuple[CaseResult, ...] = ()
    complete: bool = True
    known: str = ""  # the file of known failures, if there is one
    adapter: str = ""  # the adapter's file, as it was given
    notes: tuple[str, ...] = ()
    besides: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    weight: Weight | None = None
    rules: Game | None = field(default=None, compare=False, repr=False)

    def count(self, *statuses: str) -> int:
        """Return the number of cases with one of these statuses."""
        return sum(result.status in statuses for result in self.results)

    @property
    def passed(self) -> bool:
        """Whether the run is complete and every case of the claim passed: all or nothing.

        Where our ruling differs from the recorded original, both answers are right. What the
        granularity of the claim can't show by its nature withholds nothing.
        """
        open_to_all = UNASKED | {OUR_RULING}
        claimed = [result.status for result in self.results if result.status not in open_to_all]
        return self.complete and GOOD.issuperset(claimed)

    @property
    def too_little(self) -> bool:
        """Whether all that was asked passed, but it is too little for a verdict.

        Canaries alone show nothing.
        """
        light = self.weight is not None and not self.weight.enough
        return self.passed and (light or not self.count(*PASSED))

    @property
    def conformant(self) -> bool:
        """Whether all of the claim passed, and enough of it was asked."""
        return self.passed and not self.too_little
