"""The smallest place that still shows a disagreement.

A place is data, and is made smaller without knowing the game: fewer choices, players without
powers, fewer things in the position's lists, lower digits. After each change the question is put
again; a change that makes the disagreement go away, or the position impossible, is taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.play.protocols import State
from thesmos.play.random_play import turn_starts
from thesmos_conform.protocol.messages import Json, Place

TRIES = 600  # questions put for one disagreement
SECONDS = 20.0  # spent on it
TURN = "to_move"

Still = Callable[[Place], bool]
States = Callable[[Place], tuple[State, ...]]


@dataclass
class _Search:
    """A search for something smaller, within bounds. best: the smallest place so far."""

    best: Place
    still: Still
    tries: int
    deadline: float

    def over(self) -> bool:
        """Whether the bounds are reached."""
        return self.tries <= 0 or monotonic() > self.deadline

    def take(self, place: Place) -> bool:
        """Take a smaller place if it still disagrees."""
        if place == self.best or self.over():
            return False
        self.tries -= 1
        if not self.still(place):
            return False
        self.best = place
        return True


def shrink(
    place: Place, still: Still, states: States, tries: int = TRIES, seconds: float = SECONDS
) -> Place:
    """A small place for which `still` is true, as it is for the one given.

    still: whether a place shows the disagreement; false for one that can't be. states: the
    reference's states at a place's beginning and after each choice; raises UsageError.
    """
    search = _Search(place, still, tries, monotonic() + seconds)
    _begin_late(search, states)
    while not search.over():
        before = search.best
        for smaller in (_choices, _powers, _things, _digits):
            while any(search.take(one) for one in smaller(search.best)):
                continue
        if before == search.best:
            break
    return search.best


def _begin_late(search: _Search, states: States) -> None:
    """Begin at the last start of a turn from which the disagreement still comes up."""
    try:
        path = states(search.best)
    except UsageError:
        return
    starts = [at for at, state in enumerate(path) if at and turn_starts(state) and state.turn_of]
    choices = search.best.choices
    for at in reversed(starts):
        position = {**path[at].position(), TURN: path[at].turn_of}
        if search.take(replace(search.best, position=position, choices=choices[at:])):
            return


def _choices(place: Place) -> Iterator[Place]:
    """Without one of the choices, or the first ones, as after a turn that does not matter."""
    for size in range(len(place.choices) - 1, 0, -1):
        for at in range(len(place.choices) - size):
            yield replace(place, choices=place.choices[:at] + place.choices[at + size :])


def _powers(place: Place) -> Iterator[Place]:
    """With a player without a power."""
    powers = place.setup.get("powers") or []
    for at, power in enumerate(powers):
        if power is not None:
            less = [*powers[:at], None, *powers[at + 1 :]]
            yield replace(place, setup={**place.setup, "powers": less})


def _things(place: Place) -> Iterator[Place]:
    """With a thing less in one of the position's lists, or without one of its keys."""
    for smaller in _smaller(place.position or {}, _fewer):
        yield replace(place, position=smaller)


def _digits(place: Place) -> Iterator[Place]:
    """With a text of digits all zero, half zero, one of them lower."""
    for smaller in _smaller(place.position or {}, _lower):
        yield replace(place, position=smaller)


def _smaller(value: Json, made: Callable[[Any], Iterable[Any]]) -> Iterator[Json]:
    """A table with one of its values made smaller, those in tables within it too, or left out."""
    for key, one in value.items():
        if key == TURN:
            continue
        if one in ([], {}):
            yield {name: other for name, other in value.items() if name != key}
        inner = _smaller(one, made) if isinstance(one, dict) else made(one)
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
