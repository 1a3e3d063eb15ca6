"""States with exchanged pieces: the same game if the pieces can't be distinguished."""

from __future__ import annotations

from collections.abc import Mapping

from thesmos.link.layout import AttributeOf, EventRole, PlaceOf, RegisterOf
from thesmos.play.state import State


def with_slots(state: State, changes: Mapping[int, int]) -> State:
    """The state with other values in some slots."""
    vector = [changes.get(slot, value) for slot, value in enumerate(state.vector)]
    return State(state.match, tuple(vector))


def exchanged(state: State, kind: str, order: Mapping[int, int]) -> State:
    """The state with pieces exchanged, in every slot that is about them.

    order: for each piece that moves, the piece whose place it takes. The state has no interrupted
    step and nothing kept from before a cancelled turn.
    """
    vector, changes = state.vector, dict[int, int]()

    def rows(first: int, width: int) -> None:
        """Exchange the slots about each piece: `width` slots for each piece, from `first` on."""
        for piece, other in order.items():
            for n in range(width):
                changes[first + other * width + n] = vector[first + piece * width + n]

    for entry in state.match.linked.layout.entries:
        meaning, of_kind = entry.meaning, entry.type.name == kind
        if of_kind and not entry.type.many and not isinstance(meaning, PlaceOf | EventRole):
            changes |= {slot: order.get(vector[slot], vector[slot]) for slot in entry.slots}
        if meaning == PlaceOf(kind):
            rows(entry.first, 1)
        elif isinstance(meaning, AttributeOf) and meaning.attribute.owner == kind:
            rows(entry.first, entry.width)
        elif of_kind and entry.type.many:
            for thing in range(entry.things):
                rows(entry.slot(thing), 1)
        elif isinstance(meaning, RegisterOf):
            index = meaning.query.index
            for owner in range(entry.things if index and index.name == kind else 0):
                rows(entry.slot(owner), 1)
    return with_slots(state, changes)
