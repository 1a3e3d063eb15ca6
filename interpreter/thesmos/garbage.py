"""How often Python looks for garbage where much is made, and next to none of it is garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

SELDOM = 1_000_000  # objects made and not freed, after which garbage is looked for


@contextmanager
def uncollected() -> Iterator[None]:
    """Do something without garbage collection, which takes a tenth of the time of compiling."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Do something that makes little garbage, and would spend a sixth of its time looking for it.

    Most of what compiling makes is kept, or freed at once. A million objects take about 100 MB.
    """
    before = gc.get_threshold()
    gc.set_threshold(SELDOM, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
