"""A time limit counts the time in which an adapter has a processor, or waits for something else."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from thesmos_conform.adapters import own_time
from thesmos_conform.adapters.own_time import OwnTime, slowness, waited_for_processor

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/schedstat").exists(), reason="the system does not count waiting"
)
LOOP = "while True: pass"
SHARED = "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"


@contextmanager
def running(*codes: str) -> Iterator[list[int]]:
    """Processes, each in a session of its own; their ids."""
    started = [
        subprocess.Popen([sys.executable, "-S", "-c", code], start_new_session=True)
        for code in codes
    ]
    try:
        yield [process.pid for process in started]
    finally:
        for process in started:
            process.kill()
            process.wait()


def until(condition: object, *, patience: float = 60.0) -> bool:
    """Whether a condition holds before long; a busy machine may take its time."""
    deadline = time.monotonic() + patience
    while not condition() and time.monotonic() < deadline:  # type: ignore[operator]
        time.sleep(0.05)
    return bool(condition())  # type: ignore[operator]


def test_a_process_that_shares_its_processor_waits_for_it() -> None:
    with running(*[SHARED + LOOP] * 3) as pids:
        assert until(lambda: waited_for_processor(pids[0]) > 0.3)


def test_a_process_that_sleeps_waits_for_no_processor() -> None:
    with running("import time; time.sleep(60)") as (pid,):
        time.sleep(0.3)
        before = waited_for_processor(pid)
        limit = OwnTime(pid)
        assert until(lambda: limit.over(0.3), patience=20)
        assert waited_for_processor(pid) - before < 0.2


def test_waiting_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    waited = iter([1.0, 1.9, 1.95, 1.96])
    clock = iter([0.0, 0.1, 1.0, 1.2, 2.2])
    monkeypatch.setattr(own_time, "waited_for_processor", lambda session: next(waited))
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    limit = OwnTime(1)
    assert not limit.over(0.5)  # 0.1 s have passed
    assert not limit.over(0.5)  # 1.0 s, of which 0.9 were spent waiting
    assert not limit.over(0.5)  # 1.2 s, of which 0.95
    assert limit.over(0.5)  # 2.2 s, of which 0.96


def test_a_late_first_look_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """This process had no processor; whether the adapter had one, nobody knows."""
    clock = iter([0.0, 3.0, 3.2, 3.6])
    monkeypatch.setattr(own_time, "waited_for_processor", lambda session: 0.0)
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    limit = OwnTime(1)
    assert [False, False, True] == [limit.over(0.5) for _ in range(3)]


def test_no_machine_is_so_busy_that_a_limit_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    waited = iter([0.0, 11.0])
    clock = iter([0.0, 0.1, 11.1])
    monkeypatch.setattr(own_time, "waited_for_processor", lambda session: next(waited))
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    limit = OwnTime(1)
    assert not limit.over(0.5)
    assert limit.over(0.5)


def test_limits_grow_with_a_slow_machine_and_never_shrink(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for work, factor in ((own_time.STANDARD / 9, 1.0), (own_time.STANDARD * 3, 3.0)):
        monkeypatch.setattr(own_time, "_work", lambda work=work: work)
        slowness.cache_clear()
        assert factor == pytest.approx(slowness())
    slowness.cache_clear()
