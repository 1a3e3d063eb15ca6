"""A made-up game with a table of sixty cards loads, links and plays."""

from __future__ import annotations

from collections import Counter

import pytest

from testing.walks import game_from, made_up
from thesmos.play.match import Match
from thesmos.play.state import State
from thesmos.program.node import AttributeRef


@pytest.fixture(scope="module")
def match() -> Match:
    """The market for two."""
    return made_up("market").match([None, None])


def dealt(match: Match) -> State:
    """The first turn: player 1 holds five cloths, player 2 five fruits."""
    state = match.start()
    for ware in ("cloth", "fruit"):
        for name in ("1a", "2a", "3a", "4a", "5a"):
            state = state.apply(ware + name)
    return state


def test_the_table_is_read(match: Match) -> None:
    """Sixty cards: fifteen of each ware, twelve of each worth, every name once."""
    fixed, names = match.linked.fixed, [piece.name for piece in match.linked.pieces["Good"]]
    assert (len(names), len(set(names))) == (60, 60)
    assert set(Counter(fixed[AttributeRef("Good", "ware")]).values()) == {15}
    assert Counter(fixed[AttributeRef("Good", "worth")]) == dict.fromkeys(range(1, 6), 12)


def test_chance_deals_from_the_whole_pile(match: Match) -> None:
    """Before anybody has a card, chance may give each of the sixty."""
    decision = match.start().decision
    assert decision is not None
    assert (decision.player, decision.step, len(decision.options)) == (0, "deal", 60)


def test_everybody_is_dealt_five(match: Match) -> None:
    """Dealing ends by itself; the cards are gone from the pile."""
    state = dealt(match)
    position = state.position()
    assert [len(hand) for hand in position["hands"]] == [5, 5]
    assert sum(position["pile"].values()) == 50


def test_a_player_sells_from_their_own_hand(match: Match) -> None:
    """The options are the cards in hand."""
    decision = dealt(match).decision
    assert decision is not None
    assert (decision.player, decision.step) == (1, "sell")
    assert decision.texts == ("cloth1a", "cloth2a", "cloth3a", "cloth4a", "cloth5a")


def test_a_sale_earns_its_worth_and_a_card(match: Match) -> None:
    """Points at once, then chance draws for the player, then it is the other's turn."""
    sold = dealt(match).apply("cloth4a")
    assert sold.position()["points"] == ["4", "0"]
    assert sold.decision is not None
    assert (sold.decision.player, len(sold.decision.options)) == (0, 50)
    drawn = sold.apply("wine5c")
    assert "wine5c" in drawn.position()["hands"][0]
    assert drawn.turn_of == 2


def test_the_same_ware_again_is_worth_more(match: Match) -> None:
    """A chain of `elif`: the heat rises with each sale of the same ware, at most to 3."""
    state = dealt(match).apply("cloth4a").apply("fruit1c").apply("fruit1a").apply("fruit2c")
    assert (state.position()["heat"], state.position()["points"]) == ("0", ["4", "1"])
    state = state.apply("fruit1c").apply("wine1a").apply("fruit2a").apply("wine1b")
    assert (state.position()["heat"], state.position()["points"]) == ("2", ["6", "5"])


def test_others_see_neither_hand_nor_pile(match: Match) -> None:
    """In the view of player 2, player 1's hand is empty of names."""
    state = dealt(match)
    assert state.view(2).position()["hands"][0] == []
    assert len(state.view(2).position()["hands"][1]) == 5


def test_the_richest_win_when_all_is_sold(match: Match) -> None:
    """Sixty sales end the game; who has most points wins, together if they tie."""
    *_, last = game_from(match.start(), seed=5)
    points = [int(n) for n in last.position()["points"]]
    assert last.result is not None
    assert last.result.reason == "most"
    assert last.result.winners == tuple(p + 1 for p in (0, 1) if points[p] == max(points))
    assert last.position()["pile"] == {}


@pytest.mark.parametrize("seed", range(3))
def test_three_play_it_to_the_end(seed: int) -> None:
    """Sixty sales and sixty cards dealt or drawn, whoever plays."""
    states = list(game_from(made_up("market").match([None] * 3).start(), seed))
    assert (len(states), states[-1].result is not None) == (121, True)
