"""Workers: every case is asked once, errors are survived, and the end of a run is explained."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import replace

import pytest

from thesmos_conform.cases.case import Case, Look
from thesmos_conform.judging.case_results import result_of
from thesmos_conform.judging.result import CaseResult
from thesmos_conform.protocol.errors import (
    HANG,
    LEFT,
    NO_START,
    SHAPE,
    ProtocolError,
    ProtocolErrorKind,
)
from thesmos_conform.protocol.messages import Claim, Hello, Place, Reply
from thesmos_conform.protocol.peer import Peer
from thesmos_conform.runner.workers import Limits, WorkerPool

AT = Look(Place("game", {}, {}))


class SilentPeer:
    """A peer that is never asked: the results are made up."""

    closed = 0

    def hello(self) -> Hello:
        return Hello("silent", games={"game": Claim()})

    def look(self, place: Place, *, viewer: int | None = None, why: str | None = None) -> Reply:
        raise AssertionError(place)

    def path(self, place: Place, *, viewer: int | None = None) -> Sequence[Reply]:
        raise AssertionError(place)

    def perft(self, place: Place, depth: int) -> int | Reply:
        raise AssertionError(place)

    def close(self) -> None:
        SilentPeer.closed += 1


def cases(count: int) -> list[Case]:
    one = Case("", "scenarios", "game", "mode", frozenset(), (AT,))
    return [replace(one, id=f"case {number}") for number in range(count)]


def passing(case: Case, _: Peer) -> CaseResult:
    return result_of(case, "pass")


def faulty(kind: ProtocolErrorKind, *ids: str, times: int = 1000) -> WorkerPool:
    """A drive in which these cases end with an error, the first few times."""
    left = dict.fromkeys(ids, times)

    def ask(case: Case, _: Peer) -> CaseResult:
        if left.get(case.id, 0):
            left[case.id] -= 1
            raise ProtocolError(kind)
        return result_of(case, "pass")

    return WorkerPool(SilentPeer, ask)


def statuses(results: Sequence[CaseResult | None]) -> list[str]:
    return [one.status if one else "" for one in results]


def test_each_case_is_asked_once_by_some_thread() -> None:
    asked: list[str] = []
    lock = threading.Lock()

    def ask(case: Case, _: Peer) -> CaseResult:
        time.sleep(0.001)
        with lock:
            asked.append(case.id)
        return result_of(case, "pass")

    outcome = WorkerPool(SilentPeer, ask, Limits(jobs=4)).run(cases(30))
    assert sorted(case.id for case in cases(30)) == sorted(asked)
    assert [case.id for case in cases(30)] == [one.id for one in outcome.results if one]


def test_an_answer_that_comes_too_late_once_is_slow_and_not_wrong() -> None:
    outcome = faulty(HANG, "case 1", times=1).run(cases(3))
    assert ["pass", "slow", "pass"] == statuses(outcome.results)


def late(*questions: bytes, then: str = "pass") -> WorkerPool:
    """A drive in which the answers to these questions of a case come too late, one a time."""
    left = iter(questions)

    def ask(case: Case, _: Peer) -> CaseResult:
        for question in left:
            error = ProtocolError(HANG)
            error.question = question
            raise error
        return result_of(case, then)

    return WorkerPool(SilentPeer, ask)


@pytest.mark.parametrize(
    ("questions", "then", "status"),
    [
        ((b"a", b"b", b"c"), "pass", "slow"),
        ((b"a", b"b", b"a"), "pass", "timeout"),  # twice
        ((b"a", b"b"), "fail", "fail"),
    ],
)
def test_several_answers_of_a_case_may_be_slow(
    questions: tuple[bytes, ...], then: str, status: str
) -> None:
    assert [status] == statuses(late(*questions, then=then).run(cases(1)).results)


def test_an_error_that_recurs_is_the_verdict_and_the_run_goes_on() -> None:
    outcome = faulty(LEFT, "case 1").run(cases(3))
    assert ["pass", "crash", "pass"] == statuses(outcome.results)
    assert "" == outcome.ended


def test_a_failure_that_does_not_recur_is_flaky() -> None:
    answers = iter(["fail", "pass"])
    outcome = WorkerPool(SilentPeer, lambda case, _: result_of(case, next(answers))).run(cases(1))
    assert ["flaky"] == statuses(outcome.results)


def test_too_many_restarts_end_a_run() -> None:
    ids = [case.id for case in cases(30)]
    outcome = faulty(LEFT, *ids).run(cases(30))
    assert "21 times" in outcome.ended
    assert ["crash"] * 11 + [""] * 19 == statuses(outcome.results)


def test_an_error_that_ends_no_process_is_not_a_restart() -> None:
    outcome = faulty(SHAPE, *[case.id for case in cases(30)]).run(cases(30))
    assert ["protocol"] * 30 == statuses(outcome.results)
    assert "" == outcome.ended


@pytest.mark.parametrize(("limit", "words"), [(1, "after 1 failure,"), (2, "after 2 failures,")])
def test_why_a_run_ended_is_counted_in_words(limit: int, words: str) -> None:
    def fails(case: Case, _: Peer) -> CaseResult:
        return result_of(case, "fail")

    assert words in WorkerPool(SilentPeer, fails, Limits(failures=limit)).run(cases(3)).ended


def test_a_run_ends_after_the_requested_number_of_failures() -> None:
    drive = WorkerPool(
        SilentPeer, lambda case, _: result_of(case, "broken claim"), Limits(failures=2)
    )
    outcome = drive.run(cases(5))
    assert ["broken claim", "broken claim", "", "", ""] == statuses(outcome.results)
    assert outcome.stopped


def test_the_first_form_that_does_not_pass_is_the_verdict() -> None:
    def ask(case: Case, _: Peer) -> CaseResult:
        return result_of(case, "broken claim" if case.turned == "mirrored" else "pass")

    def forms(case: Case) -> list[Case]:
        return [case, replace(case, turned="mirrored"), replace(case, turned="rotated")]

    assert ["broken claim"] == statuses(
        WorkerPool(SilentPeer, ask, variants=forms).run(cases(1)).results
    )


def test_a_case_that_the_reference_fails_is_never_asked() -> None:
    def ask(case: Case, _: Peer) -> CaseResult:
        assert case.id != "case 1"
        return result_of(case, "pass")

    check = {"case 1": "its expectation is wrong"}
    outcome = WorkerPool(SilentPeer, ask, check=lambda case: check.get(case.id, "")).run(cases(3))
    assert ["pass", "", "pass"] == statuses(outcome.results)
    assert check == outcome.unmet


def test_every_peer_is_closed() -> None:
    SilentPeer.closed = 0
    WorkerPool(SilentPeer, passing, Limits(jobs=3)).run(cases(9))
    assert 3 == SilentPeer.closed


def test_an_implementation_that_can_not_be_started_is_an_error() -> None:
    def never() -> Peer:
        raise ProtocolError(NO_START)

    with pytest.raises(ProtocolError, match="can't be started"):
        WorkerPool(never, passing).run(cases(3))


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, SystemExit])
def test_an_interrupt_keeps_the_results_so_far(
    interrupt: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = threading.Event()

    def ask(case: Case, _: Peer) -> CaseResult:
        if case.id == "case 2":
            asked.set()
            time.sleep(0.2)
        return result_of(case, "pass")

    def join(self: threading.Thread, timeout: float | None = None) -> None:
        if timeout is not None and asked.is_set():
            raise interrupt
        real(self, timeout)

    real = threading.Thread.join
    monkeypatch.setattr(threading.Thread, "join", join)
    outcome = WorkerPool(SilentPeer, ask).run(cases(50))
    assert outcome.interrupted
    assert "interrupted" == outcome.ended
    assert ["pass"] * 3 == statuses(outcome.results)[:3]
    assert "" == statuses(outcome.results)[-1]


def test_a_second_interrupt_ends_the_waiting_for_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = threading.Event()
    join, joined = threading.Thread.join, []

    def interrupted(thread: threading.Thread, timeout: float | None = None) -> None:
        joined.append(timeout)
        if len(joined) <= 2:
            raise SystemExit(143)
        join(thread, timeout)

    def slow(case: Case, _: Peer) -> CaseResult:
        answer.wait(60)
        return result_of(case, "pass")

    monkeypatch.setattr(threading.Thread, "join", interrupted)
    done = WorkerPool(SilentPeer, slow).run(cases(2))
    answer.set()
    assert (True, [None, None]) == (done.interrupted, done.results)
