"""Choices by chance, all from one seed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from thesmos.dice import Rng

T = TypeVar("T")


class Draw:
    """Random choices: a seed gives the same ones everywhere."""

    def __init__(self, seed: int) -> None:
        self._rng = Rng(seed)
        self._rng.next()

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return self._rng.below(n)

    def between(self, low: int, high: int) -> int:
        """A number from low to high."""
        return low + self._rng.below(high - low + 1)

    def chance(self, percent: int) -> bool:
        """Whether something happens that happens this often."""
        return self._rng.below(100) < percent

    def one(self, things: Sequence[T]) -> T:
        """One of some things."""
        return things[self._rng.below(len(things))]

    def some(self, things: Sequence[T], least: int, most: int) -> list[T]:
        """Some of the things, none twice, in their order."""
        count = min(len(things), self.between(least, most))
        return [things[n] for n in sorted(self.shuffled(range(len(things)))[:count])]

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """The things in any order."""
        made = list(things)
        for last in range(len(made) - 1, 0, -1):
            other = self._rng.below(last + 1)
            made[last], made[other] = made[other], made[last]
        return made
