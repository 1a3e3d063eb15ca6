"""Run tasks on an existing Dask cluster, whose workers have the same version of Thesmos.

A task carries its own seed, so that results are the same as on one machine. The tasks of a worker
that dies are done again by another one; the result of each task is yielded once, in order.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from thesmos import __version__
from thesmos.diagnostics import UsageError

AHEAD = 4  # tasks submitted ahead for each thread of the cluster
TIMEOUT = 60  # seconds to find the scheduler, and a worker

Made = TypeVar("Made")
Given = tuple[Any, ...]

_one_at_a_time = threading.Lock()  # in a worker: tasks may use global state of its process


def run_on_cluster(
    address: str, work: Callable[..., Made], tasks: Iterable[Any], arguments: Given
) -> Iterator[Made]:
    """Yield the result of `work` for each task, in order.

    address: of the scheduler, such as `tcp://host:8786`.
    arguments: the arguments that `work` takes before the task; each worker keeps them.

    Raises UsageError if the cluster can't be used.
    """
    distributed = _distributed()
    with _client(distributed, address) as client:
        shared = client.submit(_same, arguments, pure=False)
        client.replicate([shared])  # else a worker would try for long to reach one that has died
        ahead = AHEAD * max(1, sum(client.ncores().values()))
        waiting: deque[Any] = deque()
        try:
            for task in tasks:
                waiting.append(client.submit(_work, work, shared, task, pure=False))
                if len(waiting) >= ahead:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except distributed.scheduler.KilledWorker as error:
            hint = "look at the logs of the workers; perhaps they need more memory"
            raise UsageError(f"workers of {address} keep dying: {error}", hint) from None
        except distributed.CancelledError:
            hint = "start it again, then this command"
            raise UsageError(f"the scheduler at {address} is gone", hint) from None
        finally:
            client.cancel([*waiting, shared])


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise UsageError(
            "--dask needs Dask, which is not installed",
            'install it with `pip install "thesmos[dask]"`',
        ) from None
    return distributed


@contextmanager
def _client(distributed: Any, address: str) -> Iterator[Any]:
    """Open a client of a cluster that has workers of this version. Raises UsageError."""
    try:
        client = distributed.Client(address, timeout=TIMEOUT, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        hint = "start one with `dask scheduler`, and give the address that it prints"
        raise UsageError(f"no Dask scheduler answers at {address}: {error}", hint) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=TIMEOUT)
            versions = {*client.run(_version).values()}
        except TimeoutError:
            hint = f"start some with `dask worker {address} --nthreads 1`"
            raise UsageError(f"the cluster at {address} has no workers", hint) from None
        except ImportError as error:
            hint = "install the same version there as here"
            raise UsageError(f"workers of {address} lack Thesmos: {error}", hint) from None
        if versions != {__version__}:
            hint = f"this is version {__version__}; install the same version there"
            listed = ", ".join(sorted(versions))
            raise UsageError(f"workers of {address} have Thesmos {listed}", hint)
        yield client


def _version() -> str:
    return __version__


def _same(arguments: Given) -> Given:
    """Return the arguments, as a result that the scheduler can make again if its worker dies."""
    return arguments


def _work(work: Callable[..., Made], arguments: Given, task: object) -> Made:
    """Do a task in a worker."""
    with _one_at_a_time:
        return work(*arguments, task)
