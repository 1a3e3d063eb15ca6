"""Calls of machine code that may take long, and can be interrupted all the same."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait

LOOK = 0.1  # seconds after which a thread that waits looks whether it is interrupted


def interruptible(call: Callable[[], int], stop: Callable[[], None]) -> int:
    """What a call returns, made in a thread of its own: signals reach Python only between calls.

    What the call needs has to belong to it: an interruption may come before it can be waited for.
    stop: makes the call return soon. Called if this thread is interrupted.
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
