"""Invariants of random games."""

from __future__ import annotations

from thesmos.play.game import load
from thesmos.tools.soak import broken_invariant


def test_a_sound_state_breaks_no_invariant() -> None:
    match = load("santorini").match(["apollo", None])
    assert broken_invariant(match, match.start(1)) is None
