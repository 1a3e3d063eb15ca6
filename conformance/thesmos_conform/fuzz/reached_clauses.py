"""What random games reach: clauses that held, and pairs of clauses of two cards at one decision.

It is read from the counters of generated code, if the game is played by the backend of
`cases.met_clauses.counting`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from thesmos.compile.python.match import CompiledMatch
from thesmos.play.match import Match

Feature = tuple[str, ...]  # the ids of one or two clauses, or the word `ground` and a ground


class ReachedClauses:
    """What was reached in games of any match-up of a game."""

    def __init__(self) -> None:
        self.features: set[Feature] = set()

    def new(self, features: set[Feature]) -> bool:
        """Note what was reached; return whether any of it is new."""
        fresh = not features <= self.features
        self.features |= features
        return fresh

    def lacking(self, clauses: frozenset[str]) -> bool:
        """Return whether some of these clauses never held."""
        return any((clause,) not in self.features for clause in clauses)


class CountedMatch:
    """Follows the counters of a match, if its backend has them."""

    def __init__(self, match: Match) -> None:
        backend = match.backend
        self._counts = backend.counts if isinstance(backend, CompiledMatch) else []
        self._clauses = [(card, clause.id) for card, clause in match.linked.clauses]
        self._before = [*self._counts]

    def since(self) -> set[Feature]:
        """Return the clauses, and pairs of clauses, that held since the last call."""
        if self._before == self._counts:
            return set()
        changed = zip(self._clauses, self._before, self._counts, strict=True)
        held = {clause for clause, before, now in changed if before != now}
        self._before = [*self._counts]
        return {*((name,) for _, name in held), *_pairs(held)}


def _pairs(held: set[tuple[int | None, str]]) -> Iterator[Feature]:
    """Yield the pairs of clauses of two cards; the game's own clauses are left out."""
    of_cards = sorted((card, name) for card, name in held if card is not None)
    for (card, name), (other, other_name) in combinations(of_cards, 2):
        if card != other:
            yield tuple(sorted((name, other_name)))
