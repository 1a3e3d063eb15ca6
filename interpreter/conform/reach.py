"""Ways from the set-up to a position, for implementations that can't begin at one.

A search with a bound: from decision to decision the few states are followed that are nearest to
the position, by what their slots say. What is found plays exactly as the position does; that none
is found does not mean that there is none.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, cast

from thesmos.conform.cases import Case
from thesmos.conform.messages import Place
from thesmos.conform.oracle import Oracle, program_of
from thesmos.run.program import Program
from thesmos.run.rng import Rng
from thesmos.use.api import State
from thesmos.use.perft import Path, followers
from thesmos.use.record import SKIP

BEAM = 100  # states that are followed from one decision to the next
DECISIONS = 90  # on a way at most
BUDGET = 12_000  # states looked at in one search
FAR = 6  # how far a piece is from the board, in cells
EACH = 4  # what one step of a number counts, in cells
TIES = 1000  # of equal distances chance takes one

Way = tuple[str, ...]
Slots = tuple[int, ...]


@dataclass(frozen=True)
class _Spot:
    """A state on a way. left: how far it is from the position."""

    state: State
    path: Path
    left: int


def reach(oracle: Oracle, place: Place) -> Way | None:
    """Choices from the set-up to the position where a place begins; None if none are found.

    Raises UsageError for a position that can't be.
    """
    with oracle.lock:
        match = oracle.match(place)
        target = match.load(place.position or {})
        search = _Search(target)
        while search.budget > 0:
            found = search.once(match.start())
            if found is not None:
                return found
    return None


class _Search:
    """Searches for one position, each with other dice."""

    def __init__(self, target: State) -> None:
        self.aim = target.key()
        self.distance = _distance(program_of(target), _slots(target))
        self.budget = BUDGET
        self.dice = Rng(BUDGET)

    def once(self, start: State) -> Way | None:
        """One search from the set-up."""
        beam, seen = [_Spot(start, (), 0)], set[Any]()
        for _ in range(DECISIONS):
            found: list[_Spot] = []
            for spot in beam:
                for choice, after in followers(spot.state):
                    self.budget -= 1
                    left = self.distance(_slots(after))
                    if left is None or after.result is not None:
                        continue
                    key = after.key()
                    if key == self.aim:
                        return _told(start, (*spot.path, choice))
                    if key not in seen:
                        seen.add(key)
                        left = left * TIES + self.dice.below(TIES)
                        found.append(_Spot(after, (*spot.path, choice), left))
            beam = heapq.nsmallest(BEAM, found, key=lambda spot: spot.left)
            if not beam or self.budget < 0:
                break
        return None


def _told(state: State, path: Path) -> Way:
    """Choices in words."""
    words = []
    for choice in path:
        decision = state.decision
        assert decision is not None
        words += [one.text for one in decision.options if one.values == choice] or [SKIP]
        state = state.skip() if choice is None else state.follow(choice)
    return tuple(words)


def reached(oracle: Oracle, case: Case) -> Case | None:
    """A case that begins at its set-up and comes to its position; None if no way is known."""
    way = reach(oracle, case.looks[0].place)
    if way is None:
        return None
    return replace(
        case, looks=tuple(replace(o, place=_from_start(o.place, way)) for o in case.looks)
    )


def _from_start(place: Place, way: Way) -> Place:
    return replace(place, position=None, choices=(*way, *place.choices))


def _slots(state: State) -> Slots:
    return cast(Slots, cast(Any, state).vector)


def _distance(program: Program, target: Slots) -> Callable[[Slots], int | None]:
    """How far a state is from a target: numbers by steps, pieces by cells between them.

    While numbers have to grow pieces go on moving, so they need not be nearer than that. None for
    a number that is too large: what is built stays.
    """
    pieces, numbers = list[tuple[int, int, int]](), list[int]()
    for name, (base, count, *_) in program.slots.items():
        if name.startswith("place:"):
            table = program.kinds[name.partition(":")[2]]
            columns = program.boards[table["on"]]["columns"] if table["on"] else 0
            pieces += [(slot, columns, table["cells"]) for slot in range(base, base + count)]
        elif name.startswith("attr:"):
            numbers += range(base, base + count)

    def distance(slots: Slots) -> int | None:
        steps = 0
        for slot in numbers:
            left = target[slot] - slots[slot]
            if left < 0:
                return None
            steps += left
        far = sum(_apart(slots[s], target[s], columns, cells) for s, columns, cells in pieces)
        return EACH * steps + max(0, far - steps)

    return distance


def _apart(one: int, other: int, columns: int, cells: int) -> int:
    """Steps between two cells of a grid; FAR if one of them is none."""
    if one == other:
        return 0
    if not columns or not (0 <= one < cells and 0 <= other < cells):
        return FAR
    return max(abs(one % columns - other % columns), abs(one // columns - other // columns))
