"""States with exchanged pieces: the same game if the pieces can't be distinguished."""

from __future__ import annotations

from collections.abc import Mapping

from thesmos.engine.match import State


def with_slots(state: State, changes: Mapping[int, int]) -> State:
    """The state with other values in some slots."""
    vector = [changes.get(slot, value) for slot, value in enumerate(state.vector)]
    return State(state.match, tuple(vector), [])


def exchanged(state: State, kind: str, order: Mapping[int, int]) -> State:
    """The state with pieces exchanged, in every slot that is about them.

    order: for each piece that moves, the piece whose place it takes.
    """
    program, vector = state.match.program, state.vector
    changes: dict[int, int] = {}

    def rows(base: int, width: int) -> None:
        """Exchange the slots about each piece: `width` slots for each piece, from `base` on."""
        for piece, other in order.items():
            for n in range(width):
                changes[base + other * width + n] = vector[base + piece * width + n]

    for name, (base, count, type_name, *rest) in program.slots.items():
        if type_name == kind:
            changes |= {s: order.get(vector[s], vector[s]) for s in range(base, base + count)}
        if name == f"place:{kind}":
            rows(base, 1)
        elif name.startswith(f"attr:{kind}."):
            rows(base, rest[0])
        elif type_name == f"set {kind}":
            for first in range(base, base + count, rest[0]):
                rows(first, 1)
    for query in program.queries:
        if query["index"] is not None and query["index"]["name"] == kind:
            for window in range(program.players):
                rows(query["base"] + window * query["width"], 1)
    return with_slots(state, changes)
