"""Work dealt out to processes: results in order, interrupts heard once, nobody left behind."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from thesmos.diagnostics import UsageError

AHEAD = 4  # tasks dealt out for each process

Task = TypeVar("Task")
Made = TypeVar("Made")
Begin = Callable[..., None]


def _nothing() -> None:
    """What a process needs to begin with, if it needs nothing."""


def run_tasks(
    work: Callable[[Task], Made],
    tasks: Iterable[Task],
    jobs: int,
    begin: Begin = _nothing,
    given: tuple[Any, ...] = (),
) -> Iterator[Made]:
    """What `work` makes of each task, in their order; with one job in this very process.

    begin: called once in each process with `given`, before any work. Raises UsageError if a process
    is ended from outside.
    """
    if jobs <= 1:
        begin(*given)
        for task in tasks:
            yield work(task)
        return
    with _children(jobs, begin, given) as pool:
        waiting: deque[Future[Made]] = deque()
        try:
            for task in tasks:
                with _interrupts_waiting():
                    waiting.append(pool.submit(work, task))
                if len(waiting) >= jobs * AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool:
            raise UsageError("a process was ended from outside", "try fewer --jobs") from None


@contextmanager
def _children(jobs: int, begin: Begin, given: tuple[Any, ...]) -> Iterator[ProcessPoolExecutor]:
    """A pool of fresh processes, which are ended when the body is left in whatever way."""
    before = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(
        jobs, mp_context=context, initializer=_begin, initargs=(begin, given)
    )
    try:
        yield pool
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        _wake_the_feeder(pool)
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _wake_the_feeder(pool: ProcessPoolExecutor) -> None:
    """Let go of the pipe that feeds the children, now that they are gone.

    The thread that writes into a full pipe would wait for ever for somebody to read, and the pool
    for the thread: https://github.com/python/cpython/issues/94777, mended in later Pythons.
    """
    reader = getattr(getattr(pool, "_call_queue", None), "_reader", None)
    if reader is not None:
        with suppress(OSError):
            reader.close()


def _begin(begin: Begin, given: tuple[Any, ...]) -> None:
    """Ctrl-C reaches every process of the terminal; the parent alone answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    begin(*given)


@contextmanager
def _interrupts_waiting() -> Iterator[None]:
    """Ctrl-C waits meanwhile; a process that is begun in here never hears of it.

    Without this, a child that is still starting would answer it with a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
