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

from collections import deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from math import lgamma, log, log10
from random import Random
from statistics import median
from typing import Protocol, runtime_checkable

from thesmos.diagnostics import UsageError
from thesmos.perft import many_positions
from thesmos.perft.many_positions import (
    FollowingBackend,
    ManyPositions,
    TooManyPositionsError,
    keep_few,
)
from thesmos.play import state as play
from thesmos.play.protocols import SKIP, SomeState, State

MOST_KNOWN = 1_000_000  # positions whose number of following nodes is kept: about 1 GB
MOST_ONE_BY_ONE = 14  # digits: up to this many sequences are gone through one by one
WALKS, LONGEST_WALK = 15, 1_000  # random walks that estimate their number, and decisions in each
FAR_TOO_MANY = 3  # digits by which an estimate must exceed the limit: estimates are rough

Path = tuple[int | None, ...]  # the choices of a turn, as codes; None: skipped
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


def perft(state: State, depth: int, progress: Progress | None = None) -> PerftResult:
    """Count the nodes at a depth (1 or more) from a state at the start of a turn.

    progress: called with the numbers of first turns done and of all first turns. Raises UsageError
    if a turn reaches too many positions.
    """
    count = PerftResult(depth)
    counted = _counter(state)
    if _estimated_positions(state) > FAR_TOO_MANY + log10(many_positions.MOST_POSITIONS):
        raise TooManyPositionsError
    first = ends(state)
    for done, (path, end) in enumerate(first.values()):
        nodes = 1 if depth == 1 else counted(end, depth - 1)
        count.divide[label(state, path)] = nodes
        count.nodes += nodes
        if progress is not None:
            progress(done + 1, len(first))
    return count


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


def is_end(state: SomeState) -> bool:
    """Return whether a state that was reached is the end of its turn."""
    return state.result is not None or state.turns_begun > 0


def reached(
    state: SomeState, key_of: Callable[[SomeState], Hashable]
) -> Iterator[tuple[Hashable, Path, SomeState]]:
    """Yield each position that a turn reaches, once: its key, a shortest path to it, its state.

    key_of: returns equal keys for states that are the same position. Raises UsageError if there are
    too many positions.
    """
    seen = {(key_of(state), False)}
    waiting: deque[tuple[Path, SomeState]] = deque([((), state)])
    while waiting:
        path, at = waiting.popleft()
        for choice, after in successors(at):
            key, ended = key_of(after), is_end(after)
            if (key, ended) in seen:  # a turn may end where it began
                continue
            seen.add((key, ended))
            keep_few(len(seen))
            longer = (*path, choice)
            yield key, longer, after
            if not ended:
                waiting.append((longer, after))


def successors(state: SomeState) -> Iterator[tuple[int | None, SomeState]]:
    """Yield every choice except conceding, with the state after it."""
    if state.result is not None:
        return
    for code in state.codes:
        yield code, state.take(code)
    if state.may_skip:
        yield None, state.skip()


def label(state: State, path: Path) -> str:
    """Return the choices of a turn as text."""
    words = []
    for choice in path:
        decision = state.decision
        assert decision is not None
        words += [option.text for option in decision.options if option.code == choice] or [SKIP]
        state = state.skip() if choice is None else state.take(choice)
    return " ".join(words)


def _estimated_positions(state: SomeState) -> float:
    """Estimate the decimal logarithm of the number of positions that a turn reaches, rather low.

    As many decisions in another order may lead to the same position.
    """
    walks = _walks(state, 1, lambda after: after.turns_begun)
    return median(digits - lgamma(length + 1) / log(10) for digits, length in walks)


def _walks(
    state: SomeState, depth: int, turns_of: Callable[[SomeState], int]
) -> Iterator[tuple[float, int]]:
    """Yield for each random walk the digits of the number of walks, and its decisions.

    A walk estimates the number from how many choices there are on its way (Knuth, 1975). turns_of:
    returns how many turns a decision has ended.
    """
    random = Random(1)
    for _ in range(WALKS):
        after, turns, digits, length = state, depth, 0.0, 0
        while turns > 0 and length < LONGEST_WALK:
            choices = [*after.codes, *[None] * after.may_skip] if after.result is None else []
            if not choices:
                break
            digits, length = digits + log10(len(choices)), length + 1
            choice = random.choice(choices)
            after = after.skip() if choice is None else after.take(choice)
            turns -= turns_of(after)
        yield digits, length


# -------------------------------------------------------------------------- sequences


def sequences(
    state: State, depth: int, progress: Progress | None = None, *, passes: bool = False
) -> PerftResult:
    """Count the sequences of decisions that make up a number of turns (1 or more).

    progress: called with the numbers of first decisions done and of all first decisions.
    passes: whether a turn that passes without a decision counts as one too.
    Raises UsageError if a turn can go in a circle, since there are infinitely many sequences then,
    and if more than MOST_KNOWN positions come before the last decisions.
    """
    count = PerftResult(depth)
    counting = _Sequences(passes)
    first = [*successors(state)]
    one_by_one = _has_counter(state) and counting.digits(state, depth) <= MOST_ONE_BY_ONE
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

    def digits(self, state: SomeState, depth: int) -> float:
        """Estimate the decimal logarithm of the number of sequences."""
        return median(digits for digits, _ in _walks(state, depth, self.turns))

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
