"""A small, documented generator, so that a seed gives the same game in every language.

SplitMix64: the state grows by 0x9E3779B97F4A7C15 modulo 2^64; the output is the state, mixed:
z = (z ^ z>>30) · 0xBF58476D1CE4E5B9, z = (z ^ z>>27) · 0x94D049BB133111EB, z ^ z>>31.
`below(n)` is output · n >> 64: uniform but for less than n / 2^64.
"""

from __future__ import annotations

MASK = (1 << 64) - 1


class Rng:
    """Random numbers from a seed."""

    def __init__(self, seed: int = 0) -> None:
        self.state = seed & MASK

    def next(self) -> int:
        """A number from 0 to 2^64 - 1."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1; n from 1 to 2^32."""
        return (self.next() * n) >> 64
