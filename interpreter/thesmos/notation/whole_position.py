"""Positions that contain all of a state, even in the middle of a turn."""

from __future__ import annotations

from typing import Any

from thesmos.link.layout import HoldersOf
from thesmos.notation.position_reader import place_position
from thesmos.notation.positions import Positions
from thesmos.notation.step_part import BEFORE
from thesmos.notation.value_texts import Vector
from thesmos.program.positions import MEMORY, STEP


def whole_position(positions: Positions, v: Vector) -> dict[str, Any]:
    """Return a position from which exactly this state is read.

    v: a state, not a view.
    """
    game, size = positions.game, positions.game.layout.size
    position = {**positions.write(v), "to_move": v[game.layout.core("active")] + 1}
    holders = {card.card.slug: HoldersOf(card.number) for card in game.cards}
    slots = {slug: game.layout.by_meaning[meaning].first for slug, meaning in holders.items()}
    if any(v[slot] != game.initial[slot] for slot in slots.values()):
        position["held"] = [
            [slug for slug, slot in slots.items() if v[slot] >> player & 1]
            for player in range(game.players)
        ]
    position[STEP] = positions.step.write(v)
    if any(v[size:]):
        position[STEP][BEFORE] = whole_position(positions, (*v[size:], *(0 for _ in v[size:])))
    placed = [*game.initial]
    place_position(positions, placed, position)
    for memory in positions.memories.all.values():  # pieces that entries omit or mix up
        if [*memory.entry.of(placed)] != [*memory.entry.of(v)]:
            name = positions.memories.short(memory, v)
            position.setdefault(MEMORY, {})[name] = memory.write_over(v, placed)
    return position
