"""The `given` part of a scenario, which says where it begins; for drafts of scenarios."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from thesmos_conform.cases.case import MEMORY, TO_MOVE
from thesmos_conform.protocol.messages import Json

BESIDE = (TO_MOVE, MEMORY, "held")  # keys of a position that a scenario writes next to it


def scenario_given(
    game: str, powers: Iterable[str | None], position: Json | None, **others: Any
) -> Json:
    """Return the `given` of a scenario. others: further keys; empty values are left out.

    position: None for the set-up.
    """
    start: Json = {"game": game}
    if named := [power or "none" for power in powers]:
        start["powers"] = named
    start |= {key: value for key, value in others.items() if value}
    if position is None:
        return {**start, "start": "setup"}
    start |= {key: position[key] for key in BESIDE if key in position}
    return {**start, "position": without_what_is_beside(position)}


def without_what_is_beside(position: Json) -> Json:
    """Return a position without the keys that a scenario writes next to it."""
    return {key: value for key, value in position.items() if key not in BESIDE}
