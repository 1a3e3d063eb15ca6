"""What a tree of a search is made of, what it is told, and what it tells: for all that grow one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class TreeForm(NamedTuple):
    """What a tree is made of.

    shares: what a result is worth to each player, for each value of the slot `winners`.
    explore: how much a rarely taken choice is preferred.
    nodes: how many choices it has at most.
    proves: whether outcomes are proven, which they can't be where something is hidden.
    leaves: how many leaves may wait at once.
    asks_values, asks_priors: whether they wait for values, and for priors of their choices.
    """

    shares: Sequence[Sequence[float]]
    explore: float
    nodes: int
    proves: bool
    leaves: int = 0
    asks_values: bool = False
    asks_priors: bool = False

    @property
    def waits(self) -> bool:
        """Whether leaves wait."""
        return self.asks_values or self.asks_priors

    @property
    def alike(self) -> list[int]:
        """For each value of the slot `winners`, the first one that is worth the same to all.

        0, which no game that is over has, stands for itself.
        """
        first: dict[tuple[float, ...], int] = {}
        worth = [tuple(row) for row in self.shares]
        return [0, *(first.setdefault(worth[n], n) for n in range(1, len(worth)))]


class Tried(NamedTuple):
    """What is known of a choice: its rounds, the sum of their results, and its proven outcome.

    proven: an index into the shares of the tree; 0 if nothing is proven.
    """

    rounds: int
    total: float
    proven: int


class Priors(NamedTuple):
    """How promising the choices of many leaves are: those of leaf n are from begins[n] to ends[n].

    begins, ends: int64. codes: int32, as in a tree, ascending but for skipping, which is last.
    shares: float64, above 0.
    """

    begins: Any
    ends: Any
    codes: Any
    shares: Any
