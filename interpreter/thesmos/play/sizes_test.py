"""Games on boards of other sizes: each is an edition that says nothing but its board."""

from __future__ import annotations

import pytest

from thesmos.play.game import load


@pytest.mark.parametrize(
    ("name", "first", "cells"),
    [
        ("hex@5x5", 25, 25),
        ("hex@7x7", 49, 49),
        ("hex@9x9", 81, 81),
        ("hex@13x13", 169, 169),
        ("reversi@6x6", 4, 36),
        ("reversi@10x10", 4, 100),
        ("amazons@8x8", 60, 64),
    ],
)
def test_a_size_has_so_many_cells_and_first_choices(name: str, first: int, cells: int) -> None:
    """On 8×8, the Amazon on A3 goes 4 squares in its column, 6 in its row, 4 and 1 diagonally.

    The one on C1 goes as far, and the other two are their mirror images.
    """
    match = load(name).match()
    (board,) = match.linked.game.boards
    assert len(board.cells) == cells
    assert len(match.start().codes) == first


def test_the_edges_of_a_small_board_are_joined() -> None:
    state = load("hex@5x5").match(options={"swap": "no"}).start()
    for row in range(1, 5):
        state = state.apply(f"C{row}").apply(f"E{row}")
    state = state.apply("C5")
    assert state.result is not None
    assert (state.result.winners, state.result.reason) == ((1,), "chain")
