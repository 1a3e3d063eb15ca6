"""Random numbers from a seed, and what chance draws with them: the same in every language.

The generator is SplitMix64: the state grows by 0x9E3779B97F4A7C15 modulo 2^64; the output is the
state, mixed: z = (z ^ z>>30) · 0xBF58476D1CE4E5B9, z = (z ^ z>>27) · 0x94D049BB133111EB, z ^ z>>31.
`below(n)` is output · n >> 64: uniform but for less than n / 2^64. An outcome of chance is drawn by
`drawn`, whatever plays; machine code does the same (compile/machine/loops/random_games.py).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Literal, Protocol

MASK = (1 << 64) - 1
GAMMA, FIRST, SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB

# How random play takes outcomes of chance: by their weights, or each as often as any other.
ChanceDraws = Literal["weights", "uniform"]
WEIGHTS: ChanceDraws = "weights"
UNIFORM: ChanceDraws = "uniform"


class Dice(Protocol):
    """A source of random numbers."""

    def below(self, n: int, /) -> int:
        """A number from 0 to n - 1."""


class Rng:
    """Random numbers from a seed.

    state: from 0 to 2^64 - 1; all that the next numbers depend on.
    """

    def __init__(self, seed: int) -> None:
        self.seed = self.state = seed & MASK

    @property
    def used(self) -> bool:
        """Whether a number was drawn."""
        return self.state != self.seed

    def next(self) -> int:
        """A number from 0 to 2^64 - 1."""
        self.state = (self.state + GAMMA) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * FIRST) & MASK
        z = ((z ^ (z >> 27)) * SECOND) & MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1; n from 1 to 2^63."""
        return (self.next() * n) >> 64

    def skip(self, numbers: int) -> None:
        """Leave out so many numbers, at once."""
        self.state = (self.state + numbers * GAMMA) & MASK


def effective(weights: Sequence[int]) -> list[int]:
    """Return the weights by which outcomes are drawn: 1 for each if all are 0 (10.1)."""
    return [*weights] if any(weights) else [1] * len(weights)


def drawn(weights: Sequence[int], dice: Dice, chance: ChanceDraws = WEIGHTS) -> int:
    """Return the number of a random outcome, by weight; uniform if all weights are 0.

    weights: of at least one outcome, in canonical order; 0 or more. One number is drawn.
    chance: "uniform" draws each outcome as often as any other, whatever it weighs.
    """
    upto = [*accumulate([1] * len(weights) if chance == UNIFORM else effective(weights))]
    return bisect_right(upto, dice.below(upto[-1]))
