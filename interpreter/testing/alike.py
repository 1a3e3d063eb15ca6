"""Pairs of states that look the same to a player, for tests of what shows states."""

from __future__ import annotations

from collections.abc import Sequence
from unittest.mock import patch

from thesmos.dice import Rng
from thesmos.play.game import load
from thesmos.play.random_play import play
from thesmos.tools import alike_pairs as pairs
from thesmos.tools.alike_pairs import AlikePairs

BESIDE_HIDDEN = {
    "levels": "0" * 25, "workers": ["C3 1f", "A1 1m"],
    "secret": {"workers": ["D3 2f", "C2 2m"]}, "to_move": 1,
}  # fmt: skip
DECISIONS = 90  # of one game


def alike_pairs(
    name: str, powers: Sequence[str | None] | None, games: int = 1, **options: str
) -> AlikePairs:
    """Return pairs of states of some random games, but not of those where chance decides."""
    match = load(name).match(powers, **options)  # type: ignore[arg-type]
    noted, dice = AlikePairs(match), Rng(4)
    with patch.object(pairs, "TRIED_EVERY", 2):
        for seed in range(3, 3 + games):
            for state, _ in play(match.start(), Rng(seed), DECISIONS):
                if state.decision is not None and not state.decision.chance:
                    noted.follow(state, "a game", dice)
    return noted
