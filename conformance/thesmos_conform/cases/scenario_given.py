"""Where a scenario begins, as its file says it; for drafts of scenarios."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from thesmos_conform.cases.case import MEMORY, TO_MOVE
from thesmos_conform.protocol.messages import Json

BESIDE = (TO_MOVE, MEMORY, "held")  # keys of a position that a scenario has beside it


def scenario_given(
    game: str, powers: Iterable[str | None], position: Json | None, **others: Any
) -> Json:
    """The `given` of a scenario. others: what else it says, where there is anything to say.

    position: None for the set-up.
    """
    made: Json = {"game": game}
    if named := [power or "none" for power in powers]:
        made["powers"] = named
    made |= {key: value for key, value in others.items() if value}
    if position is None:
        return {**made, "start": "setup"}
    made |= {key: position[key] for key in BESIDE if key in position}
    return {**made, "position": without_what_is_beside(position)}


def without_what_is_beside(position: Json) -> Json:
    """A position without what a scenario has beside it."""
    return {key: value for key, value in position.items() if key not in BESIDE}
