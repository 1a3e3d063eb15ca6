"""Asking all cases, with several processes of the adapter at a time.

Each thread drives one process: it takes the next case, asks, and stores the result. If no answer
comes, the process is ended and restarted, and the case is asked once more.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from thesmos.diagnostics import UsageError, counted
from thesmos_conform.cases.case import Case
from thesmos_conform.judging.case_results import result_of, unanswered
from thesmos_conform.judging.result import (
    GOOD,
    HARMLESS,
    NO_FAILURE,
    NOT_RUN,
    SLOW,
    CaseFailure,
    CaseResult,
)
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.peer import Peer

RESTARTS = 20  # of all processes together, after which a run ends
WAIT = 0.1  # seconds between two checks whether the threads have finished
TIMEOUT = "timeout"
STOPPED = "the run ended early"

Connect = Callable[[], Peer]
Ask = Callable[[Case, Peer], CaseResult]
Variants = Callable[[Case], Iterable[Case]]
Progress = Callable[[int, CaseResult], object]


@dataclass(frozen=True)
class Limits:
    """When a run ends early. failures, restarts: after this many; None for never."""

    jobs: int = 1
    failures: int | None = None
    restarts: int = RESTARTS


@dataclass
class PoolResult:
    """The results of the cases, in their order; None for a case that was not asked.

    ended: why the run ended early; empty if it did not.
    begun: whether an implementation ever answered.
    interrupted: whether an interrupt ended it.
    stopped: whether the limit on failures ended it.
    unmet: where the reference does not meet a case's expectations, by case id.
    remarks: problems at the end of conversations.
    """

    results: list[CaseResult | None]
    ended: str = ""
    begun: bool = False
    interrupted: bool = False
    stopped: bool = False
    unmet: dict[str, str] = field(default_factory=dict)
    remarks: list[ProtocolError] = field(default_factory=list)


def as_written(case: Case) -> Iterable[Case]:
    """Return the case only as it is written."""
    return (case,)


class WorkerPool:
    """Asks cases, with threads that each hold a peer.

    connect: starts an implementation; raises ProtocolError if that fails.
    ask: asks a case and judges the answers.
    variants: returns the forms of a case, asked in turn; the first that does not pass decides.
    check: returns what is wrong with a case's own expectations; empty if nothing.
    expected: whether a failure is expected, and does not count towards the limit.
    """

    def __init__(
        self,
        connect: Connect,
        ask: Ask,
        limits: Limits = Limits(),
        variants: Variants = as_written,
        check: Callable[[Case], str] = lambda case: "",
        expected: Callable[[CaseResult], bool] = lambda result: False,
    ) -> None:
        self.connect = connect
        self.ask = ask
        self.limits = limits
        self.variants = variants
        self.check = check
        self.expected = expected
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._restarts = 0
        self._failures = 0

    def run(
        self, cases: Sequence[Case], progress: Progress = lambda number, result: None
    ) -> PoolResult:
        """Ask all cases. An interrupt or SIGTERM ends the run, and the results so far are kept.

        Raises ProtocolError if no implementation could be started at all.
        """
        outcome = PoolResult([None] * len(cases))
        waiting = itertools.count()
        problems: list[BaseException] = []

        def work() -> None:
            try:
                self._work(cases, outcome, waiting, progress)
            except BaseException as error:  # noqa: BLE001 - raised again by the main thread
                problems.append(error)
                self._stop.set()

        jobs = max(1, min(self.limits.jobs, len(cases)))
        threads = [threading.Thread(target=work, daemon=True) for _ in range(jobs)]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                while thread.is_alive():
                    thread.join(WAIT)
        except (KeyboardInterrupt, SystemExit):  # Ctrl-C, or a signal to end
            self._end(outcome, "interrupted")
            outcome.interrupted = True
            with suppress(KeyboardInterrupt, SystemExit):  # a second one: don't wait any longer
                for thread in threads:
                    thread.join()
        for error in problems:
            if not isinstance(error, ProtocolError) or not outcome.begun:
                raise error
            outcome.ended = outcome.ended or f"the adapter could not be started again: {error}"
        return outcome

    def _end(self, outcome: PoolResult, why: str) -> None:
        with self._lock:
            outcome.ended = outcome.ended or why
        self._stop.set()

    # ------------------------------------------------------------------ one thread

    def _work(
        self, cases: Sequence[Case], outcome: PoolResult, waiting: itertools.count[int],
        progress: Progress,
    ) -> None:  # fmt: skip
        peer = self.connect()
        try:
            outcome.begun = True
            while not self._stop.is_set():
                with self._lock:
                    number = next(waiting)
                if number >= len(cases):
                    return
                unmet = self.check(cases[number])
                if unmet:
                    outcome.unmet[cases[number].id] = unmet
                    continue
                result = self._case(cases[number], peer, outcome)
                outcome.results[number] = result
                with self._lock:
                    progress(number, result)
                self._count(result, outcome)
        finally:
            peer.close()
            outcome.remarks += getattr(peer, "remarks", ())

    def _count(self, result: CaseResult, outcome: PoolResult) -> None:
        if result.status in NO_FAILURE or self.expected(result):
            return
        with self._lock:
            self._failures += 1
            failures = self._failures
        if failures == self.limits.failures:
            outcome.stopped = True
            self._end(outcome, f"ended after {counted(failures, 'failure')}, as requested")

    def _case(self, case: Case, peer: Peer, outcome: PoolResult) -> CaseResult:
        """Ask a case in its forms until one does not pass; repeat that one, as it may be flaky."""
        compared, seconds = 0, 0.0
        result = result_of(case, "pass")
        for form in self.variants(case):
            result, question = self._once(form, peer, outcome)
            compared, seconds = compared + result.decisions, seconds + result.seconds
            if result.status in HARMLESS:
                return result
            if result.status not in GOOD:
                if form.turned and result.failure is not None:
                    result = replace(result, failure=_turned(result.failure, form.turned))
                result = self._again(form, result, question, peer, outcome)
                break
        return replace(result, decisions=compared, seconds=seconds)

    def _again(
        self, case: Case, first: CaseResult, question: bytes, peer: Peer, outcome: PoolResult
    ) -> CaseResult:
        """Ask again a case that did not pass: it is flaky if it passes now, or slow.

        question: the one after which it did not pass. Several answers of a case may come too late
        the first time that they are asked for: it is asked again until one does so twice.
        """
        if first.status == "broken claim" or self._stop.is_set():
            return first
        late = {question}
        again, question = self._once(case, peer, outcome)
        while first.status == again.status == TIMEOUT and question not in late:
            late.add(question)
            again, question = self._once(case, peer, outcome)
        if first.status == TIMEOUT and again.status in GOOD:
            words = first.failure.message if first.failure else ""
            return replace(again, status=SLOW, reason=words)
        if again.status in GOOD:
            return replace(first, status="flaky", reason=f"{first.status}, then passed")
        return again if first.status == TIMEOUT else first  # wrong weighs more than late

    def _once(self, case: Case, peer: Peer, outcome: PoolResult) -> tuple[CaseResult, bytes]:
        """Return the result of a case, and the question that had no valid answer."""
        try:
            return self.ask(case, peer), b""
        except ProtocolError as error:
            if error.kind.ends:  # the peer has ended its process and restarts it when asked
                self._restart(outcome)
            return unanswered(case, error), error.question
        except UsageError as error:  # a place that is impossible by the rules
            outcome.unmet[case.id] = error.message
            return result_of(case, NOT_RUN, error.message), b""

    def _restart(self, outcome: PoolResult) -> None:
        with self._lock:
            self._restarts += 1
            many = self._restarts > self.limits.restarts
        if many:
            self._end(outcome, f"the adapter had to be restarted {counted(self._restarts, 'time')}")


def _turned(failure: CaseFailure, how: str) -> CaseFailure:
    note = f"it passes as written, but fails {how}"
    return replace(failure, message=f"{failure.message}; {note}" if failure.message else note)
