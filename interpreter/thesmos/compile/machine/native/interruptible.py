"""Interruptible calls of machine code that may take long."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait

LOOK = 0.1  # seconds between the checks of a waiting thread whether it is interrupted


def interruptible(call: Callable[[], int], stop: Callable[[], None]) -> int:
    """Make a call in a thread of its own, and return its result.

    In the calling thread, signals would reach Python only after the call. The call has to own what
    it needs: an interrupt may come before this thread can wait for it.
    stop: makes the call return soon; called if this thread is interrupted.
    """
    with ThreadPoolExecutor(1) as threads:
        try:
            called = threads.submit(call)
            while not wait((called,), LOOK).done:
                pass
            return called.result()
        except BaseException:
            stop()
            raise
