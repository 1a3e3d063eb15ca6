"""Nim is solved: who wins by the theorem also wins by the rules (docs/pages/facts/nim.md)."""

from __future__ import annotations

import operator
from functools import cache, reduce
from itertools import product

import pytest

from thesmos.play.game import load
from thesmos.play.state import State

SIZES = (1, 3, 5, 7)


def lost(heaps: tuple[int, ...], last: str) -> bool:
    """Whether the player to move loses against the best play, by Bouton's theorem."""
    if last == "loses" and max(heaps) <= 1:
        return sum(heaps) % 2 == 1
    return reduce(operator.xor, heaps) == 0


@pytest.mark.parametrize("last", ["wins", "loses"])
def test_the_player_to_move_loses_where_the_theorem_says_so(last: str) -> None:
    """In every position that four heaps of 1, 3, 5 and 7 can lead to."""
    match = load("nim").match([None, None], options={"last_counter": last})

    @cache
    def can_win(heaps: tuple[int, ...]) -> bool:
        start = match.load({"heaps": "".join(map(str, heaps)), "to_move": 1})
        assert start.decision is not None
        return any(wins(start.apply(option)) for option in start.decision.options)

    def wins(after: State) -> bool:
        if after.result is not None:
            return after.result.winners == (1,)
        return not can_win(tuple(map(int, after.position()["heaps"])))

    found = {h: can_win(h) for h in product(*(range(n + 1) for n in SIZES)) if any(h)}
    assert found == {heaps: not lost(heaps, last) for heaps in found}
