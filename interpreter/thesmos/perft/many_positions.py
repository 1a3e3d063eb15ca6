"""Count positions turn by turn, many at once: with machine code, and keys as NumPy arrays.

counting.py defines what is counted; the numbers are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol, runtime_checkable

from thesmos.compile.machine.native.batch import Following, numpy_for
from thesmos.diagnostics import UsageError
from thesmos.perft.canonical_rows import CanonicalRows
from thesmos.play.match_parts import MatchParts
from thesmos.play.states_backend import StatesBackend

ROOTS = 256  # starts of turns whose ends are searched at the same time
ROOM = 1 << 16  # successors found in one call
MOST_POSITIONS = 500_000  # positions that a turn may reach: about 2.5 KB each, as Python objects


@runtime_checkable
class FollowingBackend(Protocol):
    """A backend that finds the successors of many states in one call."""

    @property
    def many(self) -> StatesBackend:
        """What else it does with many states."""

    def following(self, vectors: Any, room: int, /) -> Following:
        """Return all successors of the first states, of as many as there is room for."""


class TooManyPositionsError(UsageError):
    """A turn reaches more positions than can be kept."""

    def __init__(self) -> None:
        super().__init__(
            f"a turn reaches more than {MOST_POSITIONS} positions here",
            "choose a --position where a turn can go fewer ways; what is placed, dealt or "
            "drafted before the first turn counts as one turn",
        )


def keep_few(positions: int) -> None:
    """Raise TooManyPositionsError if there are more positions than can be kept."""
    if positions > MOST_POSITIONS:
        raise TooManyPositionsError


class ManyPositions:
    """Counts positions of a match."""

    def __init__(self, match: MatchParts, backend: FollowingBackend) -> None:
        """Prepare to count positions. Raises UsageError if NumPy is not installed."""
        self._np, self._backend = numpy_for("counts of positions"), backend
        self._keys = CanonicalRows(match.canonical).keys
        self._winners = match.linked.layout.core("winners")
        self._room = max(ROOM, match.backend.codes.count + 1)

    def count(self, vector: tuple[int, ...], turns: int) -> int:
        """Return the number of positions after `turns` turns (1 or more) from the start of one."""
        np = self._np
        return self._count(np.array([vector], self._backend.many.slot_type), np.array([1]), turns)

    def _count(self, states: Any, weights: Any, turns: int) -> int:
        """Return the sum of the counts from some states, each multiplied by its weight."""
        total = 0
        for start in range(0, len(states), ROOTS):
            some = slice(start, start + ROOTS)
            total += self._count_some(states[some], weights[some], turns)
        return total

    def _count_some(self, states: Any, weights: Any, turns: int) -> int:
        try:
            parts = [*self._ends(states)]
        except TooManyPositionsError:
            half = len(states) // 2
            if not half:
                raise
            both = slice(half), slice(half, None)
            return sum(self._count_some(states[some], weights[some], turns) for some in both)
        total, merged, rows = 0, dict[bytes, int](), list[Any]()
        for ends, roots in parts:
            if turns == 1:
                total += int(weights[roots].sum())
                continue
            going = ends[:, self._winners] == 0
            kept, of_kept = ends[going], weights[roots[going]]
            for row, key, weight in zip(kept, self._keys(kept), of_kept.tolist(), strict=True):
                if key not in merged:
                    merged[key] = 0
                    rows.append(row)
                merged[key] += weight
        if not rows:
            return total
        np = self._np
        return self._count(np.array(rows), np.array([*merged.values()]), turns - 1)

    def _ends(self, states: Any) -> Iterator[tuple[Any, Any]]:
        """Yield the distinct ends of the turns that start in some states, with their indexes."""
        np, roots = self._np, self._np.arange(len(states))
        seen = {*self._keys(states, roots, np.zeros(len(states)))}
        waiting = [(states, roots)]
        while waiting:
            states, roots = waiting.pop()
            following = self._backend.following(states, self._room)
            if following.done < len(states):
                waiting.append((states[following.done :], roots[following.done :]))
            of = roots[following.before]
            keys, new = self._keys(following.states, of, following.ends), np.zeros(len(of), bool)
            for number, key in enumerate(keys):
                if key not in seen:
                    seen.add(key)
                    new[number] = True
            keep_few(len(seen))
            ends, others = new & following.ends, new & ~following.ends
            yield following.states[ends], of[ends]
            if others.any():
                waiting.append((following.states[others], of[others]))
