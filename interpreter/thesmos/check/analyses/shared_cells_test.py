"""Pieces that begin on one cell have a warning where a text speaks of the piece of a kind there."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.drafted import codes

SUPPLY = "{for each: side, owner: side, count: 2, zone: hand}"


@pytest.mark.parametrize(
    ("places", "asked", "expected"),
    [
        ("[A1, A1]", "Pawn at to is none", ["W513"]),
        ("[A1, B1]", "Pawn at to is none", []),
        ("[A1, A1]", "some (w in Pawn where place(w) = to)", []),
    ],
)
def test_two_pieces_on_one_cell(
    places: str, asked: str, expected: list[str], tmp_path: Path
) -> None:
    changes = {SUPPLY: f"{{owner: 1, place: {places}}}"}
    assert codes(tmp_path, f"forbid walk where {asked}", changes=changes) == expected
