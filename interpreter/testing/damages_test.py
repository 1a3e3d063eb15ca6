"""The quick check of a damaged card says what the check of its whole game says."""

from __future__ import annotations

from testing.damages import compare


def test_a_damaged_card_is_checked_alike_alone_with_its_game_and_by_a_new_desk() -> None:
    result = compare("pook", 8, 1)
    assert ([], []) == (result.too_many, result.stale)
