"""Run tasks on processes: results in order, one reaction to Ctrl-C, no process left behind.

The tasks can also run on the machines of a Dask cluster (dask_cluster.py).
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Any, TypeVar

from thesmos.diagnostics import UsageError
from thesmos.garbage import SELDOM, seldom_collected

AHEAD = 4  # tasks submitted ahead for each process

Made = TypeVar("Made")
Given = tuple[Any, ...]

_given: list[Any] = []  # in a child, the arguments that the parent gave it


@dataclass(frozen=True)
class DaskCluster:
    """The workers of a Dask cluster. address: of its scheduler."""

    address: str


Jobs = int | DaskCluster  # the number of processes, or a cluster


def run_tasks(
    work: Callable[..., Made],
    tasks: Iterable[Any],
    jobs: Jobs,
    given: Given = (),
) -> Iterator[Made]:
    """Yield the result of `work` for each task, in order. With one job, work in this process.

    given: the arguments that `work` takes before the task. They are sent to each process once, so
    they may be used as caches there. Raises UsageError if a process is killed from outside, or if a
    cluster can't be used.
    """
    if isinstance(jobs, DaskCluster):
        from thesmos.tools.dask_cluster import run_on_cluster  # Dask is seldom installed

        yield from run_on_cluster(jobs.address, work, tasks, given)
        return
    if jobs <= 1:
        with seldom_collected():
            for task in tasks:
                yield work(*given, task)
        return
    with _children(jobs, given) as pool:
        waiting: deque[Future[Made]] = deque()
        try:
            for task in tasks:
                with _interrupts_waiting():
                    waiting.append(pool.submit(_work, work, task))
                if len(waiting) >= jobs * AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool:
            raise UsageError("a process was killed from outside", "try fewer --jobs") from None


@contextmanager
def _children(jobs: int, given: Given) -> Iterator[ProcessPoolExecutor]:
    """Open a pool of new processes, which are ended when the body is left, normally or not."""
    before = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin, initargs=(given,))
    try:
        yield pool
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        _close_feeding_pipe(pool)
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _close_feeding_pipe(pool: ProcessPoolExecutor) -> None:
    """Close the pipe that feeds the children, now that they are gone.

    Otherwise the thread that writes into a full pipe would wait forever for a reader, and the pool
    for the thread: https://github.com/python/cpython/issues/94777, fixed in later Pythons.
    """
    reader = getattr(getattr(pool, "_call_queue", None), "_reader", None)
    if reader is not None:
        with suppress(OSError):
            reader.close()


def _begin(given: Given) -> None:
    """Initialize a child. Ctrl-C reaches every process of the terminal; only the parent reacts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    gc.set_threshold(SELDOM)
    _given[:] = given


def _end_with_parent() -> None:
    """End this child as soon as its parent is gone, however that happened.

    A parent that was killed ends no child, and a child that waits for a task never notices.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _work(work: Callable[..., Made], task: object) -> Made:
    """Do a task in a child."""
    return work(*_given, task)


@contextmanager
def _interrupts_waiting() -> Iterator[None]:
    """Block Ctrl-C; a process that is started meanwhile never receives it.

    Without this, a child that is still starting would print a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
