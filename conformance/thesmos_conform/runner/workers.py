"""A whole run: every case asked, by several processes of the adapter at a time.

A thread drives one process: it takes the next case, asks, and notes how it went. Where no answer
comes, the process is ended and started anew, and the case asked once more.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from thesmos.diagnostics import UsageError
from thesmos_conform.cases.case import Case
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.peer import Peer
from thesmos_conform.runner.judge import result_of, unanswered
from thesmos_conform.runner.result import GOOD, HARMLESS, CaseFailure, CaseResult

RESTARTS = 20  # of all processes together; after more than that a run ends
WAIT = 0.1  # seconds between two looks at how far it has come
STOPPED = "the run ended before"

Connect = Callable[[], Peer]
Ask = Callable[[Case, Peer], CaseResult]
Variants = Callable[[Case], Iterable[Case]]
Progress = Callable[[int, CaseResult], object]


@dataclass(frozen=True)
class Limits:
    """When a run ends before its end. failures: after so many, None: never."""

    jobs: int = 1
    failures: int | None = None
    restarts: int = RESTARTS


@dataclass
class DriveResult:
    """How the cases went, in their order; None for what was never asked.

    ended: why it ended before its end, empty if it did not. begun: whether an implementation ever
    answered. stopped: it ended because the caller wanted no more. unmet: what the reference itself
    does not meet, by case. remarks: what was wrong with the ends of the conversations.
    """

    results: list[CaseResult | None]
    ended: str = ""
    begun: bool = False
    interrupted: bool = False
    stopped: bool = False
    unmet: dict[str, str] = field(default_factory=dict)
    remarks: list[ProtocolError] = field(default_factory=list)


def as_written(case: Case) -> Iterable[Case]:
    """A case, and no other form of it."""
    return (case,)


class Drive:
    """Asks cases, by threads that each hold a peer.

    connect: starts an implementation; raises Fault where that fails. ask: asks a case and judges
    the answers. variants: the forms in which a case is asked, one after the other; the first that
    does not pass is its verdict. check: what a case's own expectations lack, empty if nothing.
    """

    def __init__(
        self,
        connect: Connect,
        ask: Ask,
        limits: Limits = Limits(),
        variants: Variants = as_written,
        check: Callable[[Case], str] = lambda case: "",
    ) -> None:
        self.connect = connect
        self.ask = ask
        self.limits = limits
        self.variants = variants
        self.check = check
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._restarts = 0
        self._failures = 0

    def run(self, cases: Sequence[Case], progress: Progress = lambda n, one: None) -> DriveResult:
        """Ask all cases. An interrupt ends the run, and what was asked until then is kept.

        Raises Fault if no implementation could be started at all.
        """
        outcome = DriveResult([None] * len(cases))
        waiting = itertools.count()
        faults: list[BaseException] = []

        def work() -> None:
            try:
                self._work(cases, outcome, waiting, progress)
            except BaseException as error:  # noqa: BLE001 - told by the thread that waits
                faults.append(error)
                self._stop.set()

        jobs = max(1, min(self.limits.jobs, len(cases)))
        threads = [threading.Thread(target=work, daemon=True) for _ in range(jobs)]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                while thread.is_alive():
                    thread.join(WAIT)
        except KeyboardInterrupt:
            self._end(outcome, "interrupted")
            outcome.interrupted = True
            for thread in threads:
                thread.join()
        for error in faults:
            if not isinstance(error, ProtocolError) or not outcome.begun:
                raise error
            outcome.ended = outcome.ended or f"the adapter could not be started again: {error}"
        return outcome

    def _end(self, outcome: DriveResult, why: str) -> None:
        with self._lock:
            outcome.ended = outcome.ended or why
        self._stop.set()

    # ------------------------------------------------------------------ one thread

    def _work(
        self, cases: Sequence[Case], outcome: DriveResult, waiting: itertools.count[int],
        progress: Progress,
    ) -> None:  # fmt: skip
        worker = _Worker(self.connect)
        try:
            worker.peer()
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
                result = self._case(cases[number], worker, outcome)
                outcome.results[number] = result
                with self._lock:
                    progress(number, result)
                self._count(result, outcome)
        finally:
            outcome.remarks += worker.close()

    def _count(self, result: CaseResult, outcome: DriveResult) -> None:
        if result.status in GOOD | HARMLESS:
            return
        with self._lock:
            self._failures += 1
            many = self._failures == self.limits.failures
        if many:
            outcome.stopped = True
            self._end(outcome, f"ended after {self.limits.failures} failures, as was asked for")

    def _case(self, case: Case, worker: _Worker, outcome: DriveResult) -> CaseResult:
        """A case in its forms, until one does not pass; asked again once if that may help."""
        compared, seconds = 0, 0.0
        made = result_of(case, "pass")
        for form in self.variants(case):
            made = self._once(form, worker, outcome)
            compared, seconds = compared + made.decisions, seconds + made.seconds
            if made.status in HARMLESS:
                return made
            if made.status not in GOOD:
                if form.turned and made.failure is not None:
                    made = replace(made, failure=_turned(made.failure, form.turned))
                made = self._again(form, made, worker, outcome)
                break
        return replace(made, decisions=compared, seconds=seconds)

    def _again(
        self, case: Case, first: CaseResult, worker: _Worker, outcome: DriveResult
    ) -> CaseResult:
        """A case that did not pass, asked once more: flaky if it passes then."""
        if first.status == "broken claim" or self._stop.is_set():
            return first
        again = self._once(case, worker, outcome)
        if again.status in GOOD:
            return replace(first, status="flaky", reason=f"{first.status}, then passed")
        return first

    def _once(self, case: Case, worker: _Worker, outcome: DriveResult) -> CaseResult:
        try:
            return self.ask(case, worker.peer())
        except ProtocolError as error:
            if error.kind.ends:  # the peer has ended its process, and starts it anew when asked
                self._restart(outcome)
            return unanswered(case, error)
        except UsageError as error:  # a place that the rules know nothing of
            outcome.unmet[case.id] = error.message
            return result_of(case, "not run", error.message)

    def _restart(self, outcome: DriveResult) -> None:
        with self._lock:
            self._restarts += 1
            many = self._restarts > self.limits.restarts
        if many:
            self._end(outcome, f"the adapter had to be started anew {self._restarts} times")


class _Worker:
    """One implementation that is asked, started when it is needed."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._peer: Peer | None = None

    def peer(self) -> Peer:
        """The implementation. Raises Fault if it can't be started."""
        if self._peer is None:
            self._peer = self._connect()
        return self._peer

    def close(self) -> list[ProtocolError]:
        """End the conversation; what was wrong with its end."""
        peer, self._peer = self._peer, None
        if peer is None:
            return []
        peer.close()
        return list(getattr(peer, "remarks", ()))


def _turned(failure: CaseFailure, how: str) -> CaseFailure:
    said = f"it passes as written, and fails {how}"
    return replace(failure, message=f"{failure.message}; {said}" if failure.message else said)
