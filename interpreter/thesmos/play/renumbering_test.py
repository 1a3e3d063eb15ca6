"""Views number equal pieces anew as exchanging them does."""

from __future__ import annotations

import pytest

from thesmos.dice import Rng
from thesmos.play.game import load
from thesmos.play.look_alikes import with_other_numbers
from thesmos.play.random_play import play


@pytest.mark.parametrize("name", ["love-letter", "off-the-rails"])
def test_sorting_columns_is_the_same_as_exchanging_pieces(name: str) -> None:
    match, dice = load(name).match(), Rng(2)
    canonical, changed = match.canonical, 0
    for state, _ in play(match.start(), Rng(7), 25):
        seen = match.backend.view(with_other_numbers(match, state.vector, dice), 0)
        expected = canonical.exchanged_in(seen, canonical.unnamed)
        changed += expected != seen
        assert match.renumbering(seen) == expected
    assert changed > 10
