"""A cluster of three workers gives what one process gives, though one of them dies."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from thesmos.diagnostics import UsageError
from thesmos.play.game import load
from thesmos.tools.balance import Contest, Entrant, balance
from thesmos.tools.process_pool import DaskCluster, run_tasks

distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.slow

# `partial` of what every worker can import: the functions of this file are not there.
DOUBLED = partial(int.__mul__, 2)


@pytest.fixture(scope="module", autouse=True)
def patience() -> Iterator[None]:
    """On a busy machine processes start slowly."""
    dask = pytest.importorskip("dask")
    with dask.config.set({"distributed.comm.timeouts.connect": "300s"}):
        yield


@pytest.fixture(scope="module")
def cluster(patience: None) -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=3, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as started:
        yield started


@pytest.fixture
def jobs(cluster: Any) -> DaskCluster:
    return DaskCluster(cluster.scheduler_address)


def test_results_come_in_order(jobs: DaskCluster) -> None:
    assert [*run_tasks(DOUBLED, range(100), jobs)] == [2 * number for number in range(100)]


def test_games_are_those_of_one_process_though_a_worker_is_killed(
    cluster: Any, jobs: DaskCluster
) -> None:
    entrants = Entrant(None, "mcts:10"), Entrant(None, "random")
    wanted = [Contest(entrants, "two-players")]
    killed = []

    def kill_one(done: int, _: int) -> None:
        if done == 2:
            killed.append(cluster.workers[0].pid)
            os.kill(killed[0], signal.SIGKILL)

    found = balance("tic-tac-toe", wanted, 20, seed=5, jobs=jobs, progress=kill_one)
    assert killed
    assert found == balance("tic-tac-toe", wanted, 20, seed=5)


def test_a_worker_keeps_what_is_given(jobs: DaskCluster) -> None:
    found = [*run_tasks(list.pop, [-1] * 27, jobs, ([*range(27)],))]
    assert min(found) <= 18  # of three workers, one takes at least nine


def test_an_error_of_a_task_is_that_of_one_process(jobs: DaskCluster) -> None:
    with pytest.raises(UsageError, match="no game `nothing`"):
        next(run_tasks(load, ["nothing"], jobs))


def test_a_cluster_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thesmos.tools.dask_cluster.TIMEOUT", 0.5)
    with pytest.raises(UsageError, match="no Dask scheduler answers at tcp"):
        next(run_tasks(DOUBLED, [1], DaskCluster("tcp://127.0.0.1:9")))


def test_a_cluster_without_workers_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thesmos.tools.dask_cluster.TIMEOUT", 0.5)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0") as empty,
        pytest.raises(UsageError, match="has no workers"),
    ):
        next(run_tasks(DOUBLED, [1], DaskCluster(empty.scheduler_address)))
