"""The way in: choosing what is not offered is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.small import after, small
from thesmos.diagnostics import UsageError
from thesmos.semantics import play
from thesmos.semantics.history import Log, Registers
from thesmos.semantics.state import BoundAction
from thesmos.semantics.vector import state_from


def test_only_what_is_offered_can_be_chosen(tmp_path: Path) -> None:
    state = small(tmp_path, clauses="forbid pick where m = 0").semantics
    pending = play.decision(state)
    assert pending is not None
    (offered,) = pending.options

    with pytest.raises(UsageError, match="not offered"):
        play.choose(state, BoundAction(offered.action, (0,)))
    with pytest.raises(UsageError, match="may not be skipped"):
        play.skip(state)
    assert play.choose(state, offered).state == play.choose(state, offered, checked=False).state


def test_the_past_of_a_state_to_restore_is_that_of_the_state(tmp_path: Path) -> None:
    """Where a state is read with a log, so is the state to which a marked turn returns."""
    start = small(
        tmp_path,
        powers={"trap": "cancel pick where m = 1"},
        held=("trap", None),
        clauses="after pick where m = 1: next reply",
    )
    marked = after(start, "1")
    linked = start.match.linked

    read = state_from(linked, marked.played.vector, Log(linked))
    assert read.state_to_restore is not None
    assert isinstance(read.state_to_restore.past, Log)


def test_states_with_one_vector_are_equal(tmp_path: Path) -> None:
    """A state answers questions about the past from its registers unless a test says otherwise."""
    state = play.start(small(tmp_path).match.linked).state

    assert isinstance(state.past, Registers)
