"""The state of processes: from /proc, or by signals where there is no /proc."""

from __future__ import annotations

import os
import time
from pathlib import Path


def state(pid: str | int) -> list[str]:
    """State and parent of a process; empty if there is no such process, or no /proc."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return []
    return stat.rpartition(")")[2].split()[:2]


def children() -> set[str]:
    """The child processes that have not been reaped."""
    us = str(os.getpid())
    everybody = [one.name for one in Path("/proc").iterdir() if one.name.isdigit()]
    return {pid for pid in everybody if state(pid)[1:] == [us]}


def gone(pid: int) -> bool:
    """Whether a process has ended, waiting up to a minute for it: reaped, or a zombie."""
    for _ in range(6000):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if state(pid)[:1] == ["Z"]:
            return True
        time.sleep(0.01)
    return False
