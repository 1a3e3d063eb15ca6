"""§16.1: directions on boards with and without joined edges."""

from __future__ import annotations

import pytest

from thesmos.link.geometry import COMPASS, Grid, direction

EAST, WEST, NORTH = (COMPASS.index(way) for way in ((1, 0), (-1, 0), (0, 1)))


@pytest.mark.parametrize(
    ("end", "joined", "expected"),
    [(9, False, EAST), (9, True, WEST), (8, True, EAST), (90, False, NORTH), (0, True, None)],
)
def test_a_direction_goes_over_the_edge_only_where_edges_are_joined(
    end: int, joined: bool, expected: int | None
) -> None:
    """From the corner of a board of ten by ten, as a queen goes."""
    assert direction(Grid(10, 10, 8, joined), 0, end) == expected


def test_a_board_of_two_columns_has_no_other_way_round() -> None:
    assert direction(Grid(2, 1, 8, joined=True), 0, 1) == EAST
