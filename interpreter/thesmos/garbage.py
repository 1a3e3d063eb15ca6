"""Less garbage collection for work that creates many objects and hardly any garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = 1_000_000  # collect after so many more objects were made than freed


@contextmanager
def uncollected() -> Iterator[None]:
    """Turn garbage collection off, which would take a tenth of the time of compiling."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Collect garbage rarely, for work that would spend a sixth of its time on it.

    Most objects made by compiling are kept, or freed at once. A million objects take about 100 MB.
    """
    before = gc.get_threshold()
    gc.set_threshold(SELDOM, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
