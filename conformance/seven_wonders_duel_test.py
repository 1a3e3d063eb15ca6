"""7 Wonders Duel: pictures of the structure show what covers what as the rules say it."""

from __future__ import annotations

import pytest

from thesmos.play.game import load
from thesmos.program.positions import Map, PlaceRows

HALF = 4  # characters: places of neighbouring rows that are nearer to each other overlap


def below(rows: PlaceRows, name: str) -> set[str]:
    """The places of the next row that overlap one."""
    for row, after in zip(rows.rows, [*rows.rows[1:], ()], strict=True):
        for place in row:
            if place.name == name:
                return {one.name for one in after if abs(one.column - place.column) < HALF}
    return set()


def _members(value: object) -> tuple[int, ...]:
    assert isinstance(value, tuple)
    return value


@pytest.mark.parametrize("name", ["seven-wonders-duel", "seven-wonders-duel+agora"])
def test_a_place_is_drawn_below_those_that_cover_it(name: str) -> None:
    linked = load(name).match().linked
    slots = [str(piece.name) for piece in linked.pieces["Slot"]]
    (drawn,) = (
        one.rows for one in linked.game.position if isinstance(one, Map) and one.key == "structure"
    )
    for rows in drawn:
        (cover,) = (one for one in linked.fixed if one.name == f"cover_{rows.value}")
        covering = {
            slot: {slots[at] for at in _members(linked.fixed[cover][number])}
            for number, slot in enumerate(slots)
        }
        assert covering == {slot: below(rows, slot) for slot in slots}
