"""Positions made out of played ones: each cell is one that was seen, and all can be played."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from testing.draws import santorini
from thesmos.dice import Rng
from thesmos.play.match import Match
from thesmos.play.random_play import play
from thesmos_conform.fuzz.made_positions import PositionMaker


def _maker(match: Match, seeds: int = 3, **given: bool) -> PositionMaker:
    maker = PositionMaker(match, **given)
    for seed in range(seeds):
        for state, _ in play(match.start(), Rng(seed), 120):
            maker.see(state)
    return maker


def _made(maker: PositionMaker, count: int = 40) -> list[dict[str, Any]]:
    dice = Rng(1)
    return [one[0] for _ in range(count) if (one := maker.make(dice)) is not None]


@pytest.fixture(scope="module")
def positions() -> list[dict[str, Any]]:
    return _made(_maker(santorini().match([None, None])))


def test_they_differ(positions: list[dict[str, Any]]) -> None:
    assert len(positions) > 30
    assert all(one != other for one, other in pairwise(positions))


def test_boards_are_higher_than_random_games_make_them(positions: list[dict[str, Any]]) -> None:
    assert max(sum(map(int, one["levels"])) for one in positions) > 40


def test_a_flag_stands_only_with_numbers_it_was_seen_with(positions: list[dict[str, Any]]) -> None:
    """Here, without powers, only a build on level 3 makes a dome."""
    for one in positions:
        for dome in one.get("domes", ()):
            column, row = ord(dome[0]) - ord("A"), int(dome[1]) - 1
            assert "3" == one["levels"][5 * row + column]


def test_pieces_stay_off_cells_that_none_of_them_was_seen_on(
    positions: list[dict[str, Any]],
) -> None:
    for one in positions:
        cells = [worker.split()[0] for worker in one["workers"]]
        assert not {*cells} & {*one.get("domes", ())}
        assert len({*cells}) == len(cells) == 4


def test_pieces_come_to_stand_where_games_seldom_bring_them(
    positions: list[dict[str, Any]],
) -> None:
    def level(one: dict[str, Any], cell: str) -> str:
        level: str = one["levels"][5 * (int(cell[1]) - 1) + ord(cell[0]) - ord("A")]
        return level

    assert any(level(one, w.split()[0]) == "3" for one in positions for w in one["workers"])


def test_a_number_of_a_piece_follows_that_of_its_cell() -> None:
    """Here the level at which a whirlpool lies, the last word of its text."""
    made = _made(_maker(santorini().match(["charybdis", None])))
    lying = [(one["levels"], *token.split()) for one in made for token in one.get("tokens", ())]
    assert len({level for *_, level in lying}) > 2
    for levels, cell, _, level in lying:
        assert levels[5 * (int(cell[1]) - 1) + ord(cell[0]) - ord("A")] == level


def test_nothing_is_made_of_nothing() -> None:
    assert PositionMaker(santorini().match([None, None])).make(Rng(1)) is None


def test_what_cards_remember_is_left_out_for_those_who_do_not_know_it() -> None:
    match = santorini().match(["achilles", "hypnus"])
    assert any("memory" in one for one in _made(_maker(match, 8)))
    assert not any("memory" in one for one in _made(_maker(match, 8, remembers=False)))
