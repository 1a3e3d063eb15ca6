"""Finding processes that left their group, on Linux, by a tag in their environment.

A process that starts its own session is out of reach of signals to its old group. But it inherits
its environment, unless it takes care to change it, and /proc shows that.
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
LONGEST = 1.0  # seconds to keep looking while new processes appear
PAUSE = 0.01  # seconds for a killed process to disappear


def tagged(env: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """A new tag, and the environment with the tag added; existing tags are kept."""
    tag = secrets.token_hex(8)
    before = env.get(NAME)
    return tag, {**env, NAME: f"{before}:{tag}" if before else tag}


def kill_tagged(tag: str) -> bool:
    """Kill all processes with the tag; return whether there were any. On Linux only."""
    if sys.platform != "linux":
        return False
    deadline = time.monotonic() + LONGEST
    found = False
    while sum(_kill(pid, tag) for pid in _pids()):
        found = True
        if time.monotonic() > deadline:
            break
        time.sleep(PAUSE)  # processes started in the meantime show up by then
    return found


def _pids() -> Iterator[int]:
    """The ids of all processes."""
    with suppress(OSError):
        yield from (int(one) for one in os.listdir("/proc") if one.isdecimal())  # noqa: PTH208


def _kill(pid: int, tag: str) -> bool:
    """Kill a process if it has the tag; return whether it had."""
    if not _has(pid, tag):
        return False
    try:
        handle = os.pidfd_open(pid)
    except OSError:  # it has ended by itself
        return False
    try:
        if not _has(pid, tag):  # the id went to another process before we opened the handle
            return False
        signal.pidfd_send_signal(handle, signal.SIGKILL)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True


def _has(pid: int, tag: str) -> bool:
    """Whether a process was started with the tag in its environment."""
    try:
        environ = Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:  # it belongs to someone else, or has ended
        return False
    prefix = f"{NAME}=".encode()
    return any(
        one.startswith(prefix) and tag.encode() in one.removeprefix(prefix).split(b":")
        for one in environ.split(b"\0")
    )
