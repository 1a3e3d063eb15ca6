"""Reducing a disagreement to a small place that still shows it.

A place is data and is made smaller without knowledge of the game: fewer choices, players without
powers, fewer things in the lists of the position, lower digits. The question is repeated after each
change; a change is undone if the disagreement disappears or the position becomes impossible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.play.protocols import State
from thesmos_conform.cases.case import TO_MOVE, position_of
from thesmos_conform.protocol.messages import Json, Place

TRIES = 600  # questions for one disagreement
SECONDS = 20.0  # time for one disagreement

StillDisagrees = Callable[[Place], bool]
States = Callable[[Place], tuple[State, ...]]


@dataclass
class _Search:
    """A search for a smaller place, within limits. best: the smallest one so far."""

    best: Place
    still: StillDisagrees
    tries: int
    deadline: float

    def over(self) -> bool:
        """Return whether a limit is reached."""
        return self.tries <= 0 or monotonic() > self.deadline

    def take(self, place: Place) -> bool:
        """Keep a smaller place if it still disagrees; return whether it does."""
        if place == self.best or self.over():
            return False
        self.tries -= 1
        if not self.still(place):
            return False
        self.best = place
        return True


def shrink(
    place: Place,
    still: StillDisagrees,
    states: States,
    tries: int = TRIES,
    seconds: float = SECONDS,
    *,
    remembers: bool = True,
) -> Place:
    """Return a small place for which `still` holds, as it does for `place`.

    still: tells whether a place shows the disagreement; false for an impossible one. states: gives
    the reference's states at the beginning of a place and after each choice; raises UsageError.
    remembers: whether positions may include what cards remember.
    """
    search = _Search(place, still, tries, monotonic() + seconds)
    _begin_late(search, states, remembers)
    while not search.over():
        before = search.best
        for smaller in (_choices, _powers, _things, _digits):
            while any(search.take(place) for place in smaller(search.best)):
                continue
        if before == search.best:
            break
    return search.best


def _begin_late(search: _Search, states: States, remembers: bool) -> None:
    """Begin at the latest start of a turn from which the disagreement still shows."""
    try:
        path = states(search.best)
    except UsageError:
        return
    starts = [at for at, state in enumerate(path) if at and state.turns_begun and state.turn_of]
    choices = search.best.choices
    for at in reversed(starts):
        position = position_of(path[at], remembers=remembers)
        if search.take(replace(search.best, position=position, choices=choices[at:])):
            return


def _choices(place: Place) -> Iterator[Place]:
    """Leave out some consecutive choices, many before few."""
    for size in range(len(place.choices) - 1, 0, -1):
        for at in range(len(place.choices) - size):
            yield replace(place, choices=place.choices[:at] + place.choices[at + size :])


def _ending_earlier(place: Place) -> Iterator[Place]:
    """Leave out the last choices, few before many."""
    for size in reversed(range(len(place.choices))):
        yield replace(place, choices=place.choices[:size])


def _powers(place: Place) -> Iterator[Place]:
    """Take away one player's power, alone or with some consecutive choices, which may need it."""
    powers = place.setup.get("powers") or []
    for at, power in enumerate(powers):
        if power is not None:
            less = [*powers[:at], None, *powers[at + 1 :]]
            without = replace(place, setup={**place.setup, "powers": less})
            yield from (without, *_choices(without), *_ending_earlier(without))


def _things(place: Place) -> Iterator[Place]:
    """Leave out one thing from a list in the position, or one empty key."""
    for smaller in _smaller(place.position or {}, _fewer):
        yield replace(place, position=smaller)


def _digits(place: Place) -> Iterator[Place]:
    """Set a text of digits to zero, half of it to zero, or lower one digit."""
    for smaller in _smaller(place.position or {}, _lower):
        yield replace(place, position=smaller)


def _smaller(value: Json, smaller: Callable[[Any], Iterable[Any]]) -> Iterator[Json]:
    """Yield copies of the value with one part, at any depth, made smaller or left out.

    smaller: gives the smaller forms of a part that is not a mapping.
    """
    for key, part in value.items():
        if key == TO_MOVE:
            continue
        if part in ([], {}):
            yield {name: other for name, other in value.items() if name != key}
        inner = _smaller(part, smaller) if isinstance(part, dict) else smaller(part)
        yield from ({**value, key: less} for less in inner)


def _fewer(value: Any) -> Iterator[Any]:
    if isinstance(value, list):
        yield from (value[:at] + value[at + 1 :] for at in range(len(value)))


def _lower(value: Any) -> Iterator[Any]:
    if not isinstance(value, str) or not value.isdigit():
        return
    raised = [at for at, digit in enumerate(value) if digit != "0"]
    half = len(raised) // 2
    for cells in (raised, raised[:half], raised[half:]):
        if len(cells) > 1:
            yield "".join("0" if at in cells else digit for at, digit in enumerate(value))
    for digit in "0", None:
        for at in raised:
            lower = digit or str(int(value[at]) - 1)
            yield f"{value[:at]}{lower}{value[at + 1 :]}"
