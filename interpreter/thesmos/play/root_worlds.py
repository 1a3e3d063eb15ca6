"""In which worlds the rounds of a search begin: the more rounds, the more worlds."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from thesmos.dice import Rng

if TYPE_CHECKING:
    from thesmos.play.backend import Vector
    from thesmos.play.search_tree import Tree
    from thesmos.play.worlds import PossibleWorlds

FIRST = 400  # worlds that a search soon has; so many are in its tree if there is no end of them
ROUNDS_EACH = 100  # that are made, later, before another world is drawn: that takes as long
ROUNDS_EACH_SLOW = 5  # times as many, if a game is played again to find one
LONGEST = 2000  # rounds after which worlds are added again
FINDING = 0.5  # of the time of a search: as long it may find out at the most what fits
ALL_WEIGHTS = 1 << 31  # the sum of the weights in a tree is no more


class RootWorlds:
    """Gives the tree of a search the worlds where its rounds begin.

    If they are few, it has all of them in the end, each with its weight. Otherwise new ones take
    the places of old ones, and their number grows with the rounds.

    first: the first one that it gave.
    changes_at: after so many rounds there are to be more.
    """

    def __init__(self, worlds: PossibleWorlds, seed: int, until: float = math.inf) -> None:
        """until: the time when the search ends."""
        now = time.monotonic()
        self._drawing = worlds.draw(Rng(~seed), now + FINDING * (until - now))
        self._places: dict[Vector, int] = {}
        self._weights: list[float] = []
        self._drawn = 0
        self.first: Vector = ()
        self.changes_at = 0.0

    def give(self, tree: Tree, rounds: int, until: float) -> None:
        """Add to a tree that has made so many rounds what the next ones need.

        until: the time from which on it adds no more; but it has one.
        """
        if rounds < self.changes_at:
            return
        self.changes_at = rounds + min(max(rounds, 1), LONGEST)
        wanted = self._wanted(int(self.changes_at)) - self._drawn
        for _ in range(wanted):  # at least one at the beginning
            world = next(self._drawing.worlds, None)
            if world is None:
                self.changes_at = math.inf
                break
            self._add(tree, *world)
            if time.monotonic() >= until:
                break
        scale = ALL_WEIGHTS // len(self._weights) / max(self._weights)
        tree.weigh([int(weight * scale) for weight in self._weights])

    def _wanted(self, rounds: int) -> int:
        """Return how many are to be drawn for so many rounds."""
        each = ROUNDS_EACH_SLOW if self._drawing.slow else 1
        soon = min(rounds, FIRST * each)
        return max(1, soon // each + (rounds - soon) // (ROUNDS_EACH * each))

    def _add(self, tree: Tree, vector: Vector, weight: float) -> None:
        if self._drawing.few:
            place = self._places.setdefault(vector, len(self._weights))
        else:
            place = self._drawn % FIRST
        if place == len(self._weights):
            self._weights.append(0.0)
        self._weights[place] = weight + (self._weights[place] if self._drawing.few else 0.0)
        tree.put_world(place, vector)
        self._drawn += 1
        self.first = self.first or vector
