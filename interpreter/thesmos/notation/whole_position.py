"""Positions that contain all of a state, even in the middle of a turn.

The twin of this module is `web/whole_position.js`.
"""

from __future__ import annotations

from typing import Any

from thesmos.notation.in_turn import BEFORE, StepPart
from thesmos.notation.positions import Positions
from thesmos.notation.reading import place_position
from thesmos.notation.value_table import Vector
from thesmos.program.positions import MEMORY, STEP


def whole_position(positions: Positions, v: Vector) -> dict[str, Any]:
    """Return a position from which exactly this state is read.

    v: a state, not a view.
    """
    table, memories = positions.table, positions.memories
    size, initial = table.game.layout.size, table.game.initial
    position = {**positions.write(v), "to_move": v[table.core["active"]] + 1}
    if any(v[card["holders"]] != initial[card["holders"]] for card in table.cards):
        position["held"] = [
            [card["slug"] for card in table.cards if v[card["holders"]] >> player & 1]
            for player in range(table.players)
        ]
    position[STEP] = StepPart(table, memories).write(v)
    if any(v[size:]):
        position[STEP][BEFORE] = whole_position(positions, (*v[size:], *(0 for _ in v[size:])))
    placed = [*initial]
    place_position(positions, placed, position)
    for memory in memories.all:  # pieces that entries omit or mix up
        slots = slice(memory["first"], memory["first"] + memory["count"])
        if [*placed[slots]] != [*v[slots]]:
            name = memories.short(memory, v)
            position.setdefault(MEMORY, {})[name] = memories.write(memory, v, placed)
    return position
