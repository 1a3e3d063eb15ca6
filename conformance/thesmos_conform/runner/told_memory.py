"""What an implementation tells of what cards remember, in the form in which the reference tells it.

It is compared where it is told: an implementation may well remember in another way.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from thesmos.diagnostics import UsageError
from thesmos.play.protocols import State
from thesmos_conform.cases.case import MEMORY
from thesmos_conform.protocol.messages import Answer, Reply


def remembers(got: Reply) -> bool:
    """Whether an answer tells what cards remember."""
    return isinstance(got, Answer) and MEMORY in (got.position or {})


def as_written(got: Reply, state: State) -> Reply:
    """The answer, with the names and without the fresh values that the reference leaves out.

    state: the reference's. What can't be read stays as it is, and differs.
    """
    assert isinstance(got, Answer)
    position = got.position or {}
    memories = cast(Any, state).match.positions.memories
    try:
        memory = memories.as_written(position[MEMORY], cast(Any, state).vector)
    except UsageError:
        return got
    return replace(got, position={**position, MEMORY: memory})
