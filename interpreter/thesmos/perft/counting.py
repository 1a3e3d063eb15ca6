"""Count positions, turn by turn: the quickest way to find out that two engines differ.

A turn is all decisions from the start of a turn to the next one or to the end of the game; before
the first turn, the placement counts as one. Nodes at depth 1 are the distinct ends of the first
turn; at depth d, the sum of their nodes at depth d - 1. A finished game is one node at the depth
where it ends and has no successors; a dead end is not counted. Outcomes of chance are choices. A
turn that reaches too many positions, such as one with a deal, is refused.

Sequences can be counted instead, as the literature counts moves: each way through the decisions of
a turn counts separately.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from itertools import pairwise
from math import log10
from typing import Protocol, runtime_checkable

from thesmos.diagnostics import UsageError
from thesmos.perft import many_positions
from thesmos.perft.estimate import MOST_COUNTED, ROUGH, estimate, refuse_endless
from thesmos.perft.many_positions import (
    FollowingBackend,
    ManyPositions,
    TooManyPositionsError,
)
from thesmos.perft.turns import Path, is_end, label, reached, successors
from thesmos.play import state as play
from thesmos.play.protocols import SomeState, State

MOST_KNOWN = 1_000_000  # positions whose number of following nodes is kept: about 1 GB
MOST_ONE_BY_ONE = 12  # digits: up to this many sequences are gone through one by one

Counts = dict[tuple[Hashable, int], int]


@dataclass
class PerftResult:
    """The number of nodes: in all, and by the first turn (`divide`).

    For sequences, `divide` is by the first decision.
    """

    depth: int
    nodes: int = 0
    divide: dict[str, int] = field(default_factory=dict)


@runtime_checkable
class SequenceCounter(Protocol):
    """A backend that counts sequences of decisions itself."""

    def sequences(self, vector: tuple[int, ...], turns: int, passes: bool, /) -> int | None:
        """Return how many sequences make up a number of turns; None if it can't count them.

        passes: whether a turn that passes without a decision counts as one too.
        """


Progress = Callable[[int, int], object]


def perft(
    state: State, depth: int, progress: Progress | None = None, *, anyway: bool = False
) -> PerftResult:
    """Count the nodes at a depth (1 or more) from a state at the start of a turn.

    progress: called with the numbers of first turns done and of all first turns. anyway: whether
    to begin a count that can't be finished, as far as can be estimated. Raises UsageError for such
    a count, and if a turn reaches too many positions.
    """
    count = PerftResult(depth)
    counted = _counter(state)
    if not anyway:
        refuse_too_many(state, depth)
    first = ends(state)
    for done, (path, end) in enumerate(first.values()):
        nodes = 1 if depth == 1 else counted(end, depth - 1)
        count.divide[label(state, path)] = nodes
        count.nodes += nodes
        if progress is not None:
            progress(done + 1, len(first))
    return count


def refuse_too_many(state: SomeState, depth: int) -> None:
    """Raise UsageError if the positions at a depth are too many to count, by an estimate."""
    digits = estimate(state, depth, lambda after: int(after.turns_begun > 0)).positions
    turns = (after - before for before, after in pairwise((0.0, *digits)))
    if max(turns) > ROUGH + log10(many_positions.MOST_POSITIONS):
        raise TooManyPositionsError
    refuse_endless(state, digits, MOST_COUNTED, "positions")


def _counter(state: SomeState) -> Callable[[SomeState, int], int]:
    """Return the function that counts nodes at a depth: in machine code, or by Python objects."""
    counts: Counts = {}
    if isinstance(state, play.State) and isinstance(state.match.backend, FollowingBackend):
        many = ManyPositions(state.match, state.match.backend)
        return lambda end, depth: many.count(end.vector, depth)
    return lambda end, depth: _nodes(end, depth, counts)


def _nodes(state: State, depth: int, counts: Counts) -> int:
    if state.result is not None:
        return 0
    key = (state.key(), depth)
    if key not in counts:
        reached = ends(state)
        if depth == 1:
            count = len(reached)
        else:
            count = sum(_nodes(end, depth - 1, counts) for _, end in reached.values())
        if len(counts) >= MOST_KNOWN:
            return count
        counts[key] = count
    return counts[key]


def ends(state: SomeState) -> dict[Hashable, tuple[Path, SomeState]]:
    """Return the distinct ends of the turn that starts in a state, by key, with a path to each.

    Different paths inside a turn may lead to the same position; each position is visited once.
    Raises UsageError if there are too many.
    """
    return {key: (path, after) for key, path, after in reached(state, _key) if is_end(after)}


def ends_within(state: State, most: int) -> int | None:
    """Return the number of distinct ends of a turn; None if it reaches over `most` positions."""
    count = 0
    for number, (_, _, after) in enumerate(reached(state, _key), 1):
        if number > most:
            return None
        count += is_end(after)
    return count


def _key(state: State) -> Hashable:
    return state.key()


# -------------------------------------------------------------------------- sequences


def sequences(
    state: State,
    depth: int,
    progress: Progress | None = None,
    *,
    passes: bool = False,
    anyway: bool = False,
) -> PerftResult:
    """Count the sequences of decisions that make up a number of turns (1 or more).

    progress: called with the numbers of first decisions done and of all first decisions.
    passes: whether a turn that passes without a decision counts as one too.
    anyway: as for `perft`.
    Raises UsageError if a turn can go in a circle, since there are infinitely many sequences then,
    and if more than MOST_KNOWN positions come before the last decisions.
    """
    count = PerftResult(depth)
    counting = _Sequences(passes)
    first = [*successors(state)]
    digits = estimate(state, depth, counting.turns)
    one_by_one = _has_counter(state) and digits.sequences[-1] <= MOST_ONE_BY_ONE
    if not one_by_one and not anyway:
        limit = ROUGH + log10(MOST_KNOWN)
        refuse_endless(state, digits.inner, limit, "positions come before the last decisions")
    for done, (choice, after) in enumerate(first, 1):
        nodes = counting.in_machine_code(after, depth) if one_by_one else None
        if nodes is None:
            nodes = counting.going_on(after, depth, {(state.key(), depth)})
        count.divide[label(state, (choice,))] = nodes
        count.nodes += nodes
        if progress is not None:
            progress(done, len(first))
    return count


def _has_counter(state: SomeState) -> bool:
    """Return whether the backend of a state counts sequences itself."""
    return isinstance(state, play.State) and isinstance(state.match.backend, SequenceCounter)


@dataclass
class _Sequences:
    """A count of sequences, with the numbers found so far.

    passes: whether a turn without a decision counts.
    """

    passes: bool
    counts: Counts = field(default_factory=dict)

    def turns(self, after: SomeState) -> int:
        """Return how many turns a decision has ended."""
        return after.turns_begun if self.passes else int(after.turns_begun > 0)

    def in_machine_code(self, after: State, depth: int) -> int | None:
        """As `going_on`, but in machine code and without `counts`; None if it is not possible."""
        if not isinstance(after, play.State) or after.result is not None:
            return None
        backend = after.match.backend
        if not isinstance(backend, SequenceCounter):
            return None
        depth -= self.turns(after)
        return backend.sequences(after.vector, depth, self.passes) if depth > 0 else 1

    def going_on(self, after: State, depth: int, behind: set[tuple[Hashable, int]]) -> int:
        """Return the number of ways to go on after a decision.

        behind: the states that led here, to detect circles.
        """
        if after.result is not None:
            return int(depth == 1)
        depth -= self.turns(after)
        if depth <= 0:
            return 1
        key = (after.key(), depth)
        if key in behind:
            raise UsageError(
                "a turn can go in a circle here, so there are infinitely many sequences",
                "count positions instead: without --moves",
            )
        if key not in self.counts:
            if len(self.counts) + len(behind) >= MOST_KNOWN:
                raise UsageError(
                    f"more than {MOST_KNOWN} positions come before the last decisions",
                    "start later, with --position, or count fewer turns",
                )
            behind.add(key)
            self.counts[key] = sum(
                self.going_on(following, depth, behind) for _, following in successors(after)
            )
            behind.remove(key)
        return self.counts[key]
