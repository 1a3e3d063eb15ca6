"""Estimate a count before it begins, so that one that can't be finished is refused at once.

Random walks estimate numbers from how many choices there are on their way (Knuth, 1975). They
always begin with the same random numbers: what is refused once is refused always.

Decisions that matter in their order, as those of a deal, lead to more positions than such walks
say. So many walks are also compared within the first turn: the more seldom two of them end at the
same position, the more positions there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, islice
from math import log10
from statistics import median

from thesmos.diagnostics import UsageError, counted
from thesmos.dice import UNIFORM, Dice, Rng, drawn
from thesmos.perft.turns import successors
from thesmos.play.protocols import SomeState

WALKS, LONGEST_WALK = 15, 1_000  # random walks, and decisions in each
SHORT_WALKS = 4_500  # within a turn
FORKS = 6  # of these that have all but their last choice in common: most of their cost is shared
SURE = 2 * log10(SHORT_WALKS) - log10(2)  # digits of positions, if no two of these end alike
ALIKE = 3  # walks that end alike, with which a number is known well enough
FEW = 1_000  # positions: a game that goes round in so few is counted, whatever walks say
MOST_COUNTED = 9  # digits: so many positions take a day or more
ROUGH = 1  # digits by which an estimate must exceed the limit of a memory


@dataclass
class _Walk:
    """What one walk estimates, as decimal logarithms, after each of its turns.

    inner: the positions before the last decision of the turn.
    """

    positions: list[float] = field(default_factory=list)
    inner: list[float] = field(default_factory=list)
    sequences: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Estimate:
    """Decimal logarithms of how much a count reaches, by the number of turns, 1 and more.

    positions: rather low, as decisions in another order are taken to lead to the same position.
    inner: of these, the positions before the last decisions. sequences: of decisions.
    """

    positions: tuple[float, ...]
    inner: tuple[float, ...]
    sequences: tuple[float, ...]


def estimate(state: SomeState, depth: int, turns_of: Callable[[SomeState], int]) -> Estimate:
    """Return what a count of some turns (1 or more) from the start of one would reach.

    turns_of: returns how many turns a decision has ended.
    """
    dice = Rng(1)
    walks = [_walk(state, depth, turns_of, dice) for _ in range(WALKS)]
    positions = _medians([walk.positions for walk in walks])
    inner = _medians([walk.inner for walk in walks])
    sequences = _medians([walk.sequences for walk in walks])
    if inner[0] < SURE < sequences[0]:
        least = _least_of_turn(state, dice)
        positions, inner = _at_least(positions, least), _at_least(inner, least)
    return Estimate(positions, inner, sequences)


def refuse_endless(state: SomeState, digits: Sequence[float], most: float, what: str) -> None:
    """Raise UsageError if an estimate says that a count from a state can't be finished.

    digits: the decimal logarithm of the count, by the number of turns. most: of it, that can be.
    """
    if digits[-1] <= most or _reaches_few(state):
        return
    fewer = sum(size <= most for size in digits)
    advice = f"count at most {fewer}, with --depth {fewer}" if fewer else "count positions"
    turns, size = counted(len(digits), "turn"), f"10^{digits[-1]:.0f}"
    raise UsageError(
        f"{turns} can't be counted to the end: about {size} {what}",
        f"{advice}, or from a later --position; --anyway counts all the same",
    )


def _reaches_few(state: SomeState) -> bool:
    """Return whether the whole game reaches only a few positions from a state."""
    seen, waiting = {state.key()}, [state]
    while waiting:
        for _, after in successors(waiting.pop()):
            if (key := after.key()) not in seen:
                seen.add(key)
                waiting.append(after)
            if len(seen) > FEW:
                return False
    return True


def _walk(state: SomeState, depth: int, turns_of: Callable[[SomeState], int], dice: Dice) -> _Walk:
    walk = _Walk()
    digits, orders = 0.0, 0.0  # of the sequences, and of the orders in which they may be taken
    most, in_turn, turns = 0.0, 0, Counter[int]()
    mover = state.turn_of
    for _ in range(LONGEST_WALK):
        choices = _choices(state)
        if not choices:
            break
        before, in_turn = most, in_turn + 1
        digits, orders = digits + log10(len(choices)), orders + log10(in_turn)
        most = max(most, digits - orders)
        state = _after_one(state, choices, dice)
        ended = turns_of(state)
        if ended or state.result is not None:
            turns[mover] += 1
            orders += log10(turns[mover])
            mover, in_turn = state.turn_of, 0
            walk.positions += [most] * max(ended, 1)
            walk.inner += [before] * max(ended, 1)
            walk.sequences += [digits] * max(ended, 1)
        if len(walk.positions) >= depth:
            break
    return _Walk(
        _exactly(depth, walk.positions, most),
        _exactly(depth, walk.inner, most),
        _exactly(depth, walk.sequences, digits),
    )


def _least_of_turn(state: SomeState, dice: Dice) -> float:
    """Return the digits of how many positions are reached within a turn: at least, and up to SURE.

    Walks get longer until all of them end differently, or the turn has been played to its end.
    """
    length, most = 0, 0.0
    steps = [len(choices) for choices, _ in _steps_of_turn(state, dice)]
    while most < SURE and length < len(steps) - 1:
        length = max(2 * length, _decisions_for(SURE, steps))
        most = max(most, _least_after(state, min(length, len(steps) - 1), dice))
    return most


def _decisions_for(digits: float, steps: Sequence[int]) -> int:
    """Return how many decisions, each with so many choices, have so many digits of sequences."""
    sums = accumulate(map(log10, steps))
    return next((number for number, size in enumerate(sums, 1) if size > digits), len(steps))


def _least_after(state: SomeState, length: int, dice: Dice) -> float:
    """Return how many positions there are after some decisions, by how soon walks end alike."""
    ends, alike, walks = set[Hashable](), 0, 0
    while walks < SHORT_WALKS and alike < ALIKE:
        for key in _forked_ends(state, length, dice):
            walks, alike = walks + 1, alike + (key in ends)
            ends.add(key)
    return 2 * log10(walks) - log10(2 * max(alike, 1))


def _forked_ends(state: SomeState, length: int, dice: Dice) -> Iterator[Hashable]:
    """Yield where some walks of so many decisions end that differ in the last one only."""
    for _, before in islice(_steps_of_turn(state, dice), length - 1):
        state = before
    choices = _choices(state)
    for _ in range(min(FORKS, len(choices))):
        choice = choices.pop(drawn([1] * len(choices), dice, UNIFORM))
        yield _after(state, choice).key()


def _steps_of_turn(
    state: SomeState, dice: Dice
) -> Iterator[tuple[Sequence[int | None], SomeState]]:
    """Yield the choices at each decision of a random turn, with the state after one of them."""
    while choices := _choices(state):
        state = _after_one(state, choices, dice)
        yield choices, state
        if state.turns_begun:
            return


def _at_least(sizes: Sequence[float], first: float) -> tuple[float, ...]:
    """Return sizes of which the first one is raised to `first`, and all others as much."""
    more = max(first - sizes[0], 0)
    return tuple(size + more for size in sizes)


def _choices(state: SomeState) -> list[int | None]:
    return [*state.codes, *[None] * state.may_skip] if state.result is None else []


def _after_one(state: SomeState, choices: Sequence[int | None], dice: Dice) -> SomeState:
    return _after(state, choices[drawn([1] * len(choices), dice, UNIFORM)])


def _after(state: SomeState, choice: int | None) -> SomeState:
    return state.skip() if choice is None else state.take(choice)


def _exactly(depth: int, sizes: Sequence[float], last: float) -> list[float]:
    """Return sizes after so many turns: of a walk that has ended before, the last one goes on."""
    return [*sizes, *[last] * depth][:depth]


def _medians(walks: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Return the median of all walks, by the number of turns."""
    return tuple(median(sizes) for sizes in zip(*walks, strict=True))
