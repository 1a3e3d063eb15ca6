"""End the processes of an adapter whose supervisor was killed, on Linux.

The supervisor adopts the orphans below it, and ends them. But an adapter can kill it, having the
same user. So while any adapter runs, this process adopts what even the supervisor has lost.

This process may have other children, and adopt other orphans; those are left alone. A process is an
adapter's if it began after the supervisor, is in another session than this process, and has a lower
hard limit of message queues, as the supervisor gave it: none of the three can be undone.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from thesmos_conform.adapters.supervisor import (
    LINUX,
    LONGEST,
    PAUSE,
    PR_SET_CHILD_SUBREAPER,
    children,
    prctl,
    stat_of,
)

PR_GET_CHILD_SUBREAPER = 37
STATE, GROUP, SESSION, START = 0, 2, 3, 19  # entries of `stat_of`
QUIET = 3  # times that no process is found, one after the other, until all have ended

_lock = threading.Lock()
_adapters = 0  # that are running
_adopted_before = 0  # whether this process adopted orphans without them


def adopt() -> None:
    """Adopt orphans from now on, until `release` has been called as often."""
    global _adapters, _adopted_before  # noqa: PLW0603 - it is an attribute of this process
    with _lock:
        if not _adapters:
            _adopted_before = _adopts()
            prctl(PR_SET_CHILD_SUBREAPER, 1)
        _adapters += 1


def release() -> None:
    """Undo one call of `adopt`."""
    global _adapters  # noqa: PLW0603 - as above
    with _lock:
        _adapters -= 1
        if not _adapters:
            prctl(PR_SET_CHILD_SUBREAPER, _adopted_before)


def _adopts() -> int:
    """Return whether this process adopts orphans, as 0 or 1."""
    if not LINUX:
        return 0
    try:
        import ctypes
    except ImportError:
        return 0
    value = ctypes.c_int()
    ctypes.CDLL(None).prctl(PR_GET_CHILD_SUBREAPER, ctypes.byref(value), 0, 0, 0)
    return value.value


def start_of(pid: int) -> int:
    """Return when a process began, in ticks of the clock; 0 if that is not known."""
    stat = stat_of(pid) if LINUX else []
    return int(stat[START]) if stat else 0


def end_orphans(since: int, command: int) -> None:
    """Kill the processes of an adapter that this process has adopted, until none appears.

    since: the start of its supervisor, which has ended.
    command: the id of its command, which is also that of its session; 0 if it is not known.
    """
    if not since:
        return
    sweep, quiet, deadline = _Sweep(since, command), 0, time.monotonic() + LONGEST
    while quiet < QUIET and time.monotonic() < deadline:
        if sweep.kill_all():
            quiet = 0
        else:
            quiet += 1
            time.sleep(PAUSE)


class _Sweep:
    """The search for the processes of an adapter.

    since, command: as in `end_orphans`.

    It has to be quick: a process can start another one and end, again and again, to get away.
    """

    def __init__(self, since: int, command: int) -> None:
        self._since = since
        self._sessions = {command}  # of the adapter
        self._ended: set[int] = set()  # children that have ended, and are not known to be its

    def kill_all(self) -> bool:
        """Kill those that are children now; return whether there was any, the youngest first."""
        some = False
        for pid in reversed(children()):
            if pid not in self._ended:
                some |= self._kill(pid)
        return some

    def _kill(self, pid: int) -> bool:
        """Kill a child if it is the adapter's; return whether it is, or has ended meanwhile.

        One that has ended is reaped if its session is one of the adapter's; otherwise nothing tells
        it from other children any more.
        """
        stat = stat_of(pid)
        if not stat:  # it was there a moment ago, and may have left a child
            return True
        session = int(stat[SESSION])
        if stat[STATE] == b"Z":
            if session in self._sessions:
                _reap(pid)
            else:
                self._ended.add(pid)
            return True
        if session == os.getsid(0) or int(stat[START]) < self._since or not _is_marked(pid):
            return False
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)
        with suppress(OSError):  # its group has nobody else's processes, since no session has
            os.killpg(int(stat[GROUP]), signal.SIGKILL)
        self._sessions.add(session)
        return True


def _is_marked(pid: int) -> bool:
    """Return whether a process has the limit of message queues that supervisors give."""
    try:
        lines = Path(f"/proc/{pid}/limits").read_text(encoding="ascii").splitlines()
    except OSError:
        return False
    hard = next((line.split()[4] for line in lines if line.startswith("Max msgqueue")), "")
    _, usual = resource.getrlimit(resource.RLIMIT_MSGQUEUE)
    return hard.isdecimal() and int(hard) < (sys.maxsize if usual < 0 else usual)


def _reap(pid: int) -> None:
    """Wait for a child that is ending, so that nothing is left of it."""
    deadline = time.monotonic() + LONGEST
    with suppress(ChildProcessError):
        while not os.waitpid(pid, os.WNOHANG)[0] and time.monotonic() < deadline:
            time.sleep(PAUSE / 10)
