"""The watch over random games sees what it must."""

from __future__ import annotations

from thesmos.play.game import load
from thesmos.tools.soak import look


def test_a_sound_state_has_no_fault() -> None:
    """A first placement is sound."""
    match = load("santorini").match(["apollo", None])

    assert look(match, match.start(1)) is None
