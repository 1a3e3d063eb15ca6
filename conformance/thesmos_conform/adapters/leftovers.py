"""Processes that have left their group: found by a mark in their environment, on Linux.

Whoever begins a session of its own is no longer reached by a signal to the group that it came
from. It keeps the environment that it was given, unless it takes pains not to, and /proc tells it.
"""

from __future__ import annotations

import os
import secrets
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

NAME = "THESMOS_ADAPTER"
LONGEST = 1.0  # seconds that one goes on looking, where there are ever more
PAUSE = 0.01  # seconds for a process to go


def marked(env: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """A new mark, and an environment with it; marks that stand there already are kept."""
    mark = secrets.token_hex(8)
    before = env.get(NAME)
    return mark, {**env, NAME: f"{before}:{mark}" if before else mark}


def end_marked(mark: str) -> bool:
    """Ends all processes with a mark; whether there were any. Elsewhere than on Linux: none."""
    if sys.platform != "linux":
        return False
    deadline = time.monotonic() + LONGEST
    found = False
    while sum(_end(pid, mark) for pid in _numbers()):
        found = True
        if time.monotonic() > deadline:
            break
        time.sleep(PAUSE)  # what they have started in the meantime is there now
    return found


def _numbers() -> Iterator[int]:
    """The numbers of all processes."""
    with suppress(OSError):
        yield from (int(one) for one in os.listdir("/proc") if one.isdecimal())  # noqa: PTH208


def _end(pid: int, mark: str) -> bool:
    """Ends a process if it has a mark; whether it had."""
    if not _has(pid, mark):
        return False
    try:
        handle = os.pidfd_open(pid)
    except OSError:  # it has gone by itself
        return False
    try:
        if not _has(pid, mark):  # the number had gone to another one before we held it
            return False
        signal.pidfd_send_signal(handle, signal.SIGKILL)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True


def _has(pid: int, mark: str) -> bool:
    """Whether a mark stands in the environment with which a process was started."""
    try:
        told = Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:  # somebody else's, or gone
        return False
    prefix = f"{NAME}=".encode()
    return any(
        one.startswith(prefix) and mark.encode() in one.removeprefix(prefix).split(b":")
        for one in told.split(b"\0")
    )
