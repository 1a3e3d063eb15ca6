"""How much of the time that an adapter takes is its own, and how fast this machine is.

Time in which the adapter's processes could run, but other programs have the processors, is not its
own. Linux counts it for each thread; elsewhere it can't be had, and all time is the adapter's.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")
NANO = 1e-9
SESSION = 3  # the place of the session in what follows the name in /proc/PID/stat
QUICK = 0.05  # seconds
LOOKED_AT = 0.2  # seconds until the first look at an adapter that is not quick, at most
LONGEST = 20  # times its limit that an adapter may take, however busy the machine is
STANDARD = 0.012  # seconds of processor time for `_work` on the machine that limits are made for
WORK = 100_000
TRIES = 3


class OwnTime:
    """Measures the own time of an adapter's processes since a question. session: their id."""

    def __init__(self, session: int) -> None:
        self._session = session
        self._began = time.monotonic()
        self._waited: float | None = None  # by now; None as long as it was not looked at
        self._unseen = 0.0  # seconds before that, except for the first ones

    def over(self, seconds: float) -> bool:
        """Return whether a limit of own time is over; to be called every now and then.

        Waiting is looked at from the first call after QUICK on, so that quick answers cost nothing.
        Where that call comes late, this process was kept waiting, and perhaps the adapter, too:
        the time until then does not count.
        """
        passed = time.monotonic() - self._began
        if passed < QUICK and passed <= seconds:
            return False
        if self._waited is None:
            self._waited = waited_for_processor(self._session)
            self._unseen = max(0.0, passed - LOOKED_AT)
        if passed <= seconds:
            return False
        waited = waited_for_processor(self._session) - self._waited + self._unseen
        return passed - waited > seconds or passed > LONGEST * seconds


def waited_for_processor(session: int) -> float:
    """Return how long the threads of a session have waited for a processor, in seconds.

    It is 0 where the system does not count it.
    """
    total = 0
    for process in _processes(session):
        with suppress(OSError):  # it may end meanwhile
            for task in (process / "task").iterdir():
                with suppress(OSError, ValueError, IndexError):
                    total += int((task / "schedstat").read_text(encoding="ascii").split()[1])
    return total * NANO


def _processes(session: int) -> Iterator[Path]:
    with suppress(OSError):
        for process in PROC.iterdir():
            if process.name.isdecimal():
                with suppress(OSError, ValueError, IndexError):
                    stat = (process / "stat").read_text(encoding="utf-8", errors="replace")
                    if int(stat.rpartition(")")[2].split()[SESSION]) == session:
                        yield process


@functools.cache
def slowness() -> float:
    """Return how many times as long this machine takes as the one that time limits are made for.

    From 1 to 10: a faster machine does not make them shorter.
    """
    return min(10.0, max(1.0, min(_work() for _ in range(TRIES)) / STANDARD))


def _work() -> float:
    """Do a fixed piece of work; return its processor time in seconds."""
    began = time.thread_time()
    total = 0
    for number in range(WORK):
        total += number * number % 7
    return time.thread_time() - began
