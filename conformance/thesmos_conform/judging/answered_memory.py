"""What an implementation says that cards remember, in the form that the reference uses.

It is compared only where it is given: an implementation may store its memory in another way.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from thesmos.diagnostics import UsageError
from thesmos.play.protocols import State
from thesmos_conform.cases.case import MEMORY
from thesmos_conform.protocol.messages import Answer, Reply


def remembers(got: Reply) -> bool:
    """Return whether an answer says what cards remember."""
    return isinstance(got, Answer) and MEMORY in (got.position or {})


def as_written(got: Reply, state: State) -> Reply:
    """Return the answer with its memory as the reference writes it: named, without fresh values.

    state: the reference's. Memory that can't be read stays as it is, and will differ.
    """
    assert isinstance(got, Answer)
    position = got.position or {}
    memories = cast(Any, state).match.positions.memories
    try:
        memory = memories.as_written(position[MEMORY], cast(Any, state).vector)
    except UsageError:
        return got
    return replace(got, position={**position, MEMORY: memory})
