"""Which states a player thinks possible after all that they have seen of a game, and how likely.

From the first state on, every choice that others could have made is followed: of chance by weight,
of players as if each was as likely. What would have looked otherwise to the player (semantics 9.6)
is left out. So games that a player can't tell apart lead to the same states with the same weights.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from thesmos.dice import Rng
from thesmos.play.backend import Vector, weights_of
from thesmos.play.look_alikes import mixed
from thesmos.play.state import CONCEDED, SKIPPED, State
from thesmos.play.worlds import World, Worlds

if TYPE_CHECKING:
    from thesmos.play.match_parts import MatchParts
    from thesmos.play.view import View

MOST = 1000  # states that are followed
DRAWN = 2000  # random states that stand for all that look like the first one
TRIES = 10_000  # choices that are followed from them
SAMPLE = 300  # states that stand for more

Possible = list[World]


class Beliefs:
    """What players think of a game. It is followed on from where they were asked about it last."""

    def __init__(self) -> None:
        self._last: dict[int, tuple[Sequence[State], Possible | None]] = {}

    def worlds(self, states: Sequence[State], viewer: int) -> Believed:
        """Return the states that fit what a player (from 0) has seen of a game so far.

        states: of the game; what was before one that was not made from the one before is forgotten.
        """
        return Believed(self, states, viewer)

    def possible(self, states: Sequence[State], viewer: int) -> Possible | None:
        """Return all that fit, or a sample; None if too many fit, which differ by exchanges."""
        followed, possible = self._last.get(viewer, ([], None))
        if not _continues(states, followed):
            followed, possible = [], None
        later = range(len(followed), len(states))
        known = (number for number in reversed(later) if _is_known(states[number], viewer))
        begin = next(known, max(len(followed) - 1, 0))
        if begin >= len(followed):
            possible = _first(states[begin], viewer)
        for before, after in pairwise(states[begin:]):
            if possible is None:
                break
            follows = after.follows(before)
            possible = _after(possible, viewer, before, after) if follows else _first(after, viewer)
        self._last[viewer] = states, possible
        return possible


class Believed:
    """The states that fit what a player (from 0) has seen of a game: PossibleWorlds."""

    def __init__(self, beliefs: Beliefs, states: Sequence[State], viewer: int) -> None:
        self._beliefs, self._states, self._viewer = beliefs, states, viewer

    @cached_property
    def _possible(self) -> Possible | None:
        if not self._states[-1].match.linked.can_hide:
            return [World(self._states[-1].vector, 1.0)]
        return self._beliefs.possible(self._states, self._viewer)

    @cached_property
    def _exchanged(self) -> Worlds:
        """What is drawn if those that are possible are too many."""
        states = self._states if self._possible is None else self._states[-1:]
        return Worlds(states, [state.chosen for state in states[1:]], self._viewer)

    @property
    def remembers(self) -> bool:
        """As of PossibleWorlds."""
        return not self._possible and self._exchanged.remembers

    @property
    def few(self) -> bool:
        """As of PossibleWorlds."""
        return bool(self._possible) or self._exchanged.few

    def draw(self, dice: Rng) -> Iterator[World]:
        """Yield random states that fit, with their weights: see PossibleWorlds.

        If no state of a sample fits, history is forgotten: they only look like the present one.
        """
        possible = self._possible
        if not possible:
            return self._exchanged.draw(dice)
        return (possible[number] for number in mixed(range(len(possible)), dice))


def sight(view: View) -> tuple[Hashable, ...]:
    """Return what a player sees, and learned on the way there: equal if it looks the same."""
    return view.key(), view.numbers, json.dumps(view.learned, sort_keys=True)


def _continues(states: Sequence[State], followed: Sequence[State]) -> bool:
    return len(followed) <= len(states) and all(
        state.match is other.match and state.vector == other.vector and state.came == other.came
        for state, other in zip(states, followed, strict=False)
    )


def _is_known(state: State, viewer: int) -> bool:
    """Return whether nothing else looks like a state: what happened before does not matter."""
    return Worlds([state], [], viewer).is_known


def _first(state: State, viewer: int) -> Possible | None:
    """Return the states that look like the first one of a game, and are as possible (15.9)."""
    worlds = Worlds([state], [], viewer)
    if not worlds.few and worlds.is_exchange:
        return None
    drawn = worlds.draw(Rng())
    possible = dict[Vector, World]()
    backend, broken = state.match.backend, state.match.backend.broken(state.vector)
    for vector, weight in drawn if worlds.few else islice(drawn, DRAWN):
        if broken or not backend.broken(vector):
            _add(possible, state.match, vector, weight)
    return _in_order(possible)


def _after(possible: Possible, viewer: int, before: State, after: State) -> Possible | None:
    """Return what is possible after a choice. before, after: the true states."""
    match, seen = after.match, after.view(viewer + 1)
    key, all_seen = seen.key(), sight(seen)
    assert after.came is not None
    is_exchange = Worlds([before, after], [after.chosen], viewer).is_exchange
    tries = [
        (vector, how, weight * probability)
        for vector, weight in possible
        for how, probability in _choices(match, vector, viewer, after.came[1])
        if probability
    ]
    if len(tries) > TRIES:
        if is_exchange:
            return None
        counts = _sampled([weight for *_, weight in tries], TRIES)
        sampled = zip(tries, counts, strict=True)
        tries = [(vector, how, float(count)) for (vector, how, _), count in sampled if count]
    followed = dict[Vector, World]()
    for vector, how, weight in tries:
        state = _taken(match, vector, how)
        view = state.view(viewer + 1)
        looks_alike = view.vector == seen.vector or view.key() == key  # that is quickly found
        if looks_alike and sight(view) == all_seen:
            _add(followed, match, _with_pieces_of(seen, state.vector, view), weight)
        if len(followed) > MOST and is_exchange:
            return None
    possible = _in_order(followed)
    if len(possible) > MOST:
        counts = _sampled([weight for _, weight in possible], SAMPLE)
        sample = zip(possible, counts, strict=True)
        possible = [World(vector, count / SAMPLE) for (vector, _), count in sample if count]
    return possible


def _choices(
    match: MatchParts, vector: Vector, viewer: int, true_choice: int
) -> Iterator[tuple[int, float]]:
    """Yield what can have been chosen, and how likely. The viewer knows what they chose."""
    backend, chooser = match.backend, vector[match.linked.layout.core("chooser")]
    if chooser == viewer or true_choice == CONCEDED:
        yield true_choice, 1.0
        return
    codes = [*backend.options(vector)]
    weights = weights_of(backend, vector, codes)
    if chooser >= 0 and backend.may_skip(vector):
        codes.append(SKIPPED)
        weights.append(1)
    whole = sum(weights)
    for code, weight in zip(codes, weights, strict=True):
        yield code, weight / whole


def _taken(match: MatchParts, vector: Vector, how: int) -> State:
    backend = match.backend
    if how == CONCEDED:
        after = backend.after_conceding(vector)
    elif how == SKIPPED:
        after = backend.after_skipping(vector)
    else:
        after = backend.after(vector, how)
    return State.after(match, after, (vector, how))


def _with_pieces_of(seen: View, vector: Vector, view: View) -> Vector:
    """Return a state with pieces that nothing tells apart exchanged so that its view is `seen`."""
    if view.vector == seen.vector:
        return vector
    canonical = view.match.canonical
    return tuple(canonical.permuted(vector, canonical.exchange_to(view.vector, seen.vector)))


def _add(possible: dict[Vector, World], match: MatchParts, vector: Vector, weight: float) -> None:
    key = match.canonical.key(vector)
    if key in possible:
        vector, weight = possible[key].vector, possible[key].weight + weight
    possible[key] = World(vector, weight)


def _in_order(possible: dict[Vector, World]) -> Possible:
    """Return the states in an order that the true one does not change; their weights sum to 1."""
    whole = sum(world.weight for world in possible.values())
    return [World(world.vector, world.weight / whole) for _, world in sorted(possible.items())]


def _sampled(weights: Sequence[float], count: int) -> list[int]:
    """Return how often each is in a sample: in proportion to its weight, rounded at random."""
    whole, start, upto = sum(weights), Rng().below(1 << 30) / (1 << 30), 0.0
    ends = [start]
    for weight in weights:
        upto += weight
        ends.append(start + count * upto / whole)
    return [int(end) - int(begin) for begin, end in pairwise(ends)]
