"""How a run went: values that the runner makes and the reports tell."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from thesmos.play.game import Game
from thesmos_conform.protocol.messages import Hello, Place

Json = dict[str, Any]

EXPECTED, UNEXPECTED = "expected failure", "unexpected pass"

# What can become of a case, in the order of the tables in reports.
STATUSES = {
    "pass": "as the reference answers, in every level claimed",
    "fail": "another answer than the reference's",
    "error": "the implementation says that something went wrong inside",
    "crash": "the adapter's process ended",
    "timeout": "no answer in time",
    "protocol": "a line that is no answer, or an answer of the wrong shape",
    "broken claim": "declared, but answered `unsupported` or without effect",
    "guess": "not declared, but answered as if it were",
    "unsupported": "not declared, not asked",
    "skipped": "left out by a filter of the caller",
    EXPECTED: "fails, as the list of known failures says",
    UNEXPECTED: "passes, though the list of known failures says that it fails",
    "flaky": "failed once, and passed when asked again",
    "not run": "never asked: the run ended before",
}
GOOD = frozenset({"pass"})
HARMLESS = frozenset({"unsupported", "skipped", EXPECTED})


@dataclass(frozen=True)
class AnswerDifference:
    """One thing that is not as the reference says.

    key: what of the answer differs (`options`, `position.workers`, `result.winners`, …).
    missing, extra: of a set, what should be there and is not, and the other way round.
    clauses: the ids of the rules and clauses that decide it, where the reference knows them.
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

    message: of a status other than `fail`, what happened, in a sentence.
    before, after: the reference's positions around the last choice, for drawing.
    line: the adapter's raw line, if it is what was wrong. stderr: the tail of what it said there.
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
    """How one case went. id: a scenario's id, `FILE#GAME` of a record, or `random:SEED:NUMBER`."""

    id: str
    source: str  # scenarios, records, random or canaries
    status: str
    title: str = ""
    clauses: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    decisions: int = 0  # how many answers were compared
    failure: CaseFailure | None = None
    reason: str = ""  # why it is unsupported, skipped, expected to fail
    without: tuple[str, ...] = ()  # powers without which the reference would answer the same
    seconds: float = 0.0


@dataclass(frozen=True)
class Run:
    """A whole run. complete: False if it ended before every case was asked.

    profile: the largest one that the claim covers. besides: powers and modes that it covers beyond.
    words: of the call, what names the game and where its cases come from, so that it can be made
    again. rules: the game, for pictures and the words of cards; None in a report out of a file.
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
    rules: Game | None = field(default=None, compare=False, repr=False)

    def count(self, *statuses: str) -> int:
        """How many cases ended so."""
        return sum(one.status in statuses for one in self.results)

    @property
    def conformant(self) -> bool:
        """Whether every case of the claim passed, in a complete run (never a share)."""
        claimed = [one for one in self.results if one.status != "unsupported"]
        return self.complete and bool(claimed) and all(one.status in GOOD for one in claimed)
