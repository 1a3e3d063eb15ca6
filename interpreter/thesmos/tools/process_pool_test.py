"""Tasks of processes: what is given to each of them."""

from __future__ import annotations

import pytest

from thesmos.tools.process_pool import run_tasks


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_given_is_kept_from_task_to_task(jobs: int) -> None:
    found = [*run_tasks(list.pop, [-1] * 8, jobs, ([*range(8)],))]
    assert min(found) <= 4  # of two processes, one takes at least four
