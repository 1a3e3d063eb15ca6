"""Tasks of processes: what is given to each of them, and how they end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from testing.processes import gone
from thesmos.tools.process_pool import run_tasks


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_given_is_kept_from_task_to_task(jobs: int) -> None:
    found = [*run_tasks(list.pop, [-1] * 8, jobs, ([*range(8)],))]
    assert min(found) <= 4  # of two processes, one takes at least four


KILLED = """
import os, sys, time
from multiprocessing import resource_tracker
from thesmos.tools.process_pool import run_tasks

def work(task):
    if task == "busy":
        time.sleep(600)
    return os.getpid()

if __name__ == "__main__":
    results = run_tasks(work, [*range(8), *["busy"] * int(sys.argv[1]), *range(8)], 2)
    pids = {next(results) for _ in range(8)}
    print(*pids, resource_tracker._resource_tracker._pid, flush=True)
    if sys.argv[1] == "0":  # the processes wait for tasks
        next(results)
        time.sleep(600)
    next(results)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("busy", ["0", "1", "2"])
def test_processes_end_when_the_one_that_gives_them_tasks_is_killed(
    tmp_path: Path, busy: str
) -> None:
    script = tmp_path / "script.py"
    script.write_text(KILLED)
    words = [sys.executable, str(script), busy]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pids = [int(pid) for pid in parent.stdout.readline().split()]
        parent.send_signal(signal.SIGKILL)
        assert len(pids) >= 2
        assert all(gone(pid) for pid in pids)
