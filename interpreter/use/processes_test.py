"""Work that is left before its end leaves nobody behind, and nobody waiting."""

from __future__ import annotations

import subprocess
import sys

LEAVES = """
from thesmos.use.processes import deal

def tasks():
    for _ in range(6):
        yield "x" * 300_000  # more than a pipe holds
    raise KeyboardInterrupt

try:
    list(deal(len, tasks(), 2))
except KeyboardInterrupt:
    print("left")
"""


def test_tasks_on_their_way_to_processes_that_are_ended_hold_nothing_up() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LEAVES], capture_output=True, text=True, check=False, timeout=60
    )
    assert "left\n" == done.stdout
