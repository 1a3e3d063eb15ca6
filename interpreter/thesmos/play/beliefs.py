"""Which states a player thinks possible after all that they have seen of a game, and how likely.

From the first state on, every choice that others could have made is followed: of chance by weight,
of players as if each was as likely. What would have looked otherwise to the player (semantics 9.6)
is left out. So games that a player can't tell apart lead to the same states with the same weights.

All that fit are followed if they are at most MOST. Of more, or if time is short, a random sample
is (a particle filter). Whenever much of it did not fit, pieces change places in copies of what is
left (trails.py), so that each state comes in proportion to how likely it is. If nothing of a sample
fits, another one is made by many such exchanges from the true game.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from thesmos.dice import Rng
from thesmos.play.backend import Vector
from thesmos.play.look_alikes import mixed
from thesmos.play.trails import Trail, Trails, happens
from thesmos.play.worlds import Drawing, World, Worlds

if TYPE_CHECKING:
    from thesmos.play.state import State

MOST = 1000  # states that are followed
SAMPLE = 100  # states that stand for more
TRIES = 10_000  # choices that are followed from them
OFTEN = 10  # as many random states as there are different ones, until these are taken to be all
FORGETTING = 30  # exchanges after which a sample begins
IN_VAIN = 10  # exchanges one after the other that change nothing, until no more are tried


class Weighed(NamedTuple):
    """A trail, and how likely it is."""

    trail: Trail
    weight: float


class Population(NamedTuple):
    """What is possible, in an order that the true state does not change; the weights sum to 1.

    exact: whether it is all that fits, not a sample.
    """

    weighed: Sequence[Weighed]
    exact: bool


class Followed(NamedTuple):
    """What a player thinks of the last of some states, and what can continue it."""

    states: Sequence[State]
    trails: Trails
    population: Population


class Beliefs:
    """What players think of a game. It is followed on from where they were asked about it last."""

    def __init__(self) -> None:
        self._last: dict[int, Followed] = {}

    def worlds(self, states: Sequence[State], viewer: int) -> Believed:
        """Return the states that fit what a player (from 0) has seen of a game so far.

        states: of the game; what was before one that was not made from the one before is forgotten.
        """
        return Believed(self, states, viewer)

    def followed(self, states: Sequence[State], viewer: int, until: float) -> Followed | None:
        """Return what the player thinks; None if it can't be found out until then."""
        last = self._last.get(viewer)
        if last is None or not _continues(states, last.states):
            last = _beginning(states[:1], viewer)
        begin = _beginning_after(states, len(last.states), viewer)
        if begin is not None:
            last = _beginning(states[: begin + 1], viewer)
        while len(last.states) < len(states):
            rest, now = len(states) - len(last.states), time.monotonic()
            longer = _longer(last, states[len(last.states)], now + (until - now) / rest, until)
            if longer is None:
                break
            last = longer
        self._last[viewer] = last
        return last if len(last.states) == len(states) else None


class Believed:
    """The states that fit what a player (from 0) has seen of a game: PossibleWorlds."""

    def __init__(self, beliefs: Beliefs, states: Sequence[State], viewer: int) -> None:
        self._beliefs, self._states, self._viewer = beliefs, states, viewer

    def draw(self, dice: Rng, until: float = inf) -> Drawing:
        """Draw random states that fit: see PossibleWorlds.

        If there was no time to find any, history is forgotten.
        """
        present = self._states[-1]
        if not present.match.linked.can_hide:
            return Drawing(iter([World(present.vector, 1.0)]), few=True, slow=False)
        last = self._beliefs.followed(self._states, self._viewer, until)
        if last is None:
            return Worlds(present, self._viewer).draw(dice)
        if not last.population.exact:
            return Drawing(_drawn(last, dice), few=False, slow=True)
        weighed = last.population.weighed
        worlds = (
            World(weighed[number].trail.vectors[-1], weighed[number].weight)
            for number in mixed(range(len(weighed)), dice)
        )
        return Drawing(worlds, few=True, slow=False)


def _drawn(last: Followed, dice: Rng) -> Iterator[World]:
    """Yield random states without end: those of a sample, then what they become by exchanges."""
    sample = _sampled(last.population.weighed, SAMPLE, dice)
    for number in mixed(range(len(sample)), dice):
        yield World(sample[number].vectors[-1], 1.0)
    while True:
        for number, trail in enumerate(sample):
            sample[number] = last.trails.stirred(trail, dice)
            yield World(sample[number].vectors[-1], 1.0)


def _continues(states: Sequence[State], earlier: Sequence[State]) -> bool:
    return len(earlier) <= len(states) and all(
        state.match is other.match and state.vector == other.vector and state.came == other.came
        for state, other in zip(states, earlier, strict=False)
    )


def _beginning_after(states: Sequence[State], number: int, viewer: int) -> int | None:
    """Return the last state from a number on before which nothing matters; None if there is none.

    The player knows it wholly, or it was not made from the one before it.
    """
    for begin in reversed(range(number, len(states))):
        if not states[begin].follows(states[begin - 1]) or Worlds(states[begin], viewer).is_known:
            return begin
    return None


def _beginning(states: Sequence[State], viewer: int) -> Followed:
    """Return what looks like the last one of some states, and is as possible (15.9)."""
    state = states[-1]
    drawing = Worlds(state, viewer).draw(Rng(len(states)))
    vectors, exact = set[Vector](), drawing.few
    for number, world in enumerate(drawing.worlds):
        vectors.add(world.vector)
        if not drawing.few and (number > OFTEN * (len(vectors) + OFTEN) or len(vectors) > MOST):
            exact = len(vectors) <= MOST
            break
    possible = dict[Vector, Weighed]()
    for vector in sorted(vectors):
        _add(possible, state, Weighed(Trail((vector,)), 1.0), Rng(len(states)))
    weighed = _in_order(possible)
    if not exact:
        sample = _sampled(weighed, SAMPLE, Rng(len(states)))
        weighed = [Weighed(trail, 1 / SAMPLE) for trail in sample]
    return Followed(states, Trails(state, viewer), Population(weighed, exact))


def _longer(last: Followed, state: State, soon: float, until: float) -> Followed | None:
    """Return what is possible after one more state.

    soon: the time when a sample is enough. None if nothing at all was found until the end of time.
    """
    states, trails, (weighed, exact) = [*last.states, state], last.trails, last.population
    dice = Rng(len(states))
    trails = trails.longer(state)
    tries = list[tuple[Trail, int, float, float]]()
    for number in mixed(range(len(weighed)), dice):
        if tries and time.monotonic() > soon:
            exact = False
            break
        trail, weight = weighed[number]
        choices = trails.choices(trail)
        tries += [(trail, choice, share, weight * share) for choice, share in choices]
    followed = dict[Vector, Weighed]()
    for number, place in enumerate(mixed(range(len(tries)), dice)):
        now = time.monotonic()
        exact = exact and len(followed) <= MOST
        if followed and (now > soon or (not exact and len(followed) >= SAMPLE)):
            exact = False
            break
        if now > until:
            return None
        if number > TRIES:
            exact = False
            break
        trail, choice, share, weight = tries[place]
        longer = trails.followed(trail, choice, share)
        if longer is not None:
            _add(followed, state, Weighed(longer, weight), dice)
    if not followed:  # of a sample
        sample = _exchanged(trails, states, dice, soon, until)
        if sample is None:
            return None
        weighed = sample
    elif exact:
        weighed = _in_order(followed)
    else:
        weighed = _renewed(trails, _in_order(followed), dice, soon)
    return Followed(states, trails, Population(weighed, exact))


def _renewed(
    trails: Trails, weighed: Sequence[Weighed], dice: Rng, soon: float
) -> Sequence[Weighed]:
    """Return another sample, if much of one did not fit, or it is too large."""
    if 1 / sum(weight**2 for _, weight in weighed) > SAMPLE / 4 and len(weighed) <= SAMPLE:
        return weighed
    sample = _sampled(weighed, SAMPLE, dice)
    in_vain = 0
    for number in mixed(range(1, len(sample)), dice):
        if in_vain == IN_VAIN or time.monotonic() > soon:
            break
        if sample[number] is sample[number - 1]:
            sample[number] = trails.stirred(sample[number], dice)
            in_vain = in_vain + 1 if sample[number] is sample[number - 1] else 0
    return [Weighed(trail, 1 / SAMPLE) for trail in sample]


def _exchanged(
    trails: Trails, states: Sequence[State], dice: Rng, soon: float, until: float
) -> Sequence[Weighed] | None:
    """Return a sample of what the true game becomes if pieces change places time and again.

    None if there was no time to forget which was the true one.
    """
    trail = trails.true(states)
    for _ in range(FORGETTING):
        if time.monotonic() > until:
            return None
        trail = trails.stirred(trail, dice)
    sample = [trail]
    while len(sample) < SAMPLE and time.monotonic() <= soon:
        sample.append(trails.stirred(sample[-1], dice))
    return [Weighed(trail, 1 / len(sample)) for trail in sample]


def _add(possible: dict[Vector, Weighed], state: State, weighed: Weighed, dice: Rng) -> None:
    """Add a trail; of those that lead to the same state one is kept, drawn by weight."""
    key = state.match.canonical.key(weighed.trail.vectors[-1])
    if key in possible:
        trail, weight = possible[key]
        whole = weight + weighed.weight
        weighed = Weighed(weighed.trail if happens(weighed.weight / whole, dice) else trail, whole)
    possible[key] = weighed


def _in_order(possible: dict[Vector, Weighed]) -> Sequence[Weighed]:
    """Return trails in an order that the true state does not change; their weights sum to 1."""
    whole = sum(weight for _, weight in possible.values())
    return [Weighed(trail, weight / whole) for _, (trail, weight) in sorted(possible.items())]


def _sampled(weighed: Sequence[Weighed], count: int, dice: Rng) -> list[Trail]:
    """Return trails, each as often as its weight says, rounded at random."""
    start, upto = dice.below(1 << 30) / (1 << 30), 0.0
    sample = list[Trail]()
    for trail, weight in weighed:
        upto += weight
        sample += [trail] * (int(start + count * upto) - len(sample))
    return sample
