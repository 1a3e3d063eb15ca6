"""Many random games at once, their results as NumPy arrays.

Game number n of a batch draws from the generator whose seed is output n of the generator with the
seed of the batch (see dice.py), whatever plays it: the same seed gives the same games.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from thesmos.compile.ir.limits import MAX_DECISIONS
from thesmos.compile.machine.native.batch import Playouts, empty_playouts
from thesmos.diagnostics import UsageError
from thesmos.dice import UNIFORM, WEIGHTS, ChanceDraws, Rng
from thesmos.play.backend import Backend, Vector


@runtime_checkable
class BatchBackend(Protocol):
    """A backend that plays many games in one call."""

    def start(self) -> Vector:
        """The first state."""

    def playouts(
        self, vector: Vector, games: int, seed: int, limit: int = ..., chance: ChanceDraws = ..., /
    ) -> Playouts:
        """Play games from a state, each to the end or until it has so many decisions."""


def playouts(
    backend: Backend,
    vector: Vector,
    games: int,
    seed: int,
    limit: int = MAX_DECISIONS,
    chance: ChanceDraws = WEIGHTS,
) -> Playouts:
    """Play games from a state, each to the end or until it has so many decisions.

    chance: whether outcomes of chance are drawn by weight, or each as often as any other.

    Raises UsageError if NumPy is not installed.
    """
    if isinstance(backend, BatchBackend):
        return backend.playouts(vector, games, seed, limit, chance)
    results, seeds, layout = empty_playouts(games), Rng(seed), backend.game.layout
    over, reason = layout.core("winners"), layout.core("reason")
    for game in range(games):
        last, results.lengths[game] = backend.playout(vector, seeds.next(), limit, chance)
        results.winners[game], results.reasons[game] = last[over], last[reason]
    return results


def check_chance(chance: ChanceDraws) -> None:
    """Raise UsageError for a way to draw outcomes that does not exist."""
    if chance not in (WEIGHTS, UNIFORM):
        text = f"chance can't draw by {chance!r:.40}"
        raise UsageError(text, f"use chance={WEIGHTS!r} or chance={UNIFORM!r}")
