"""Everybody knows how many hidden pieces a list of a position has, and nothing else of them."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play.game import load
from thesmos.play.random_play import play
from thesmos.play.state import State


@pytest.fixture(scope="module")
def dealt() -> State:
    """German Whist when the cards have been dealt: 13 for each player, 25 lie face down."""
    states = (state for state, _ in play(load("german-whist").match().start(), Rng(1)))
    return next(state for state in states if state.decision and not state.decision.chance)


def test_a_view_says_how_many_cards_the_other_hand_and_the_stock_have(dealt: State) -> None:
    assert dealt.view(1).unseen == {"hands": [0, 13]}
    assert dealt.view(2).unseen == {"hands": [13, 0]}
    assert dealt.view(1).out_of_sight == {"Card": 25}


def test_chance_sees_all(dealt: State) -> None:
    assert (dealt.view(0).unseen, dealt.view(0).out_of_sight) == ({}, {})


def test_cards_of_which_everybody_sees_that_they_lie_face_down_are_not_out_of_sight() -> None:
    """Pook has 24 cards: a coin on the board, two hands of six, and 11 in the pile."""
    position = {
        "pig": "3,3", "cards": {"3,4": "orc1a"}, "starter": "2",
        "pacts": [["knight-orc"], ["mage-viking"]],
        "hands": [
            ["knight2a", "mage1a", "mage1b", "mage2a", "mage2b", "mage3a"],
            ["viking1a", "viking1b", "viking2a", "viking2b", "viking3a", "viking3b"],
        ],
    }  # fmt: skip
    view = load("pook").match(mode="two-players").load(position).view(1)
    assert view.position()["cards"] == {"3,4": "?"}
    assert view.unseen == {"hands": [0, 6], "pacts": [0, 1]}
    assert view.out_of_sight["Card"] == 24 - 1 - 6 - 6


def test_games_without_hidden_pieces_have_no_such_numbers() -> None:
    view = load("tic-tac-toe").match().start().view(1)
    assert (view.unseen, view.out_of_sight) == ({}, {})


def test_numbers_are_sent_with_a_view(dealt: State) -> None:
    view = dealt.view(1)
    read = dealt.match.view_from_json(json.loads(json.dumps(view.to_json())))
    assert read == view == pickle.loads(pickle.dumps(view))
    assert read.unseen == view.unseen


def test_views_with_other_numbers_are_not_equal(dealt: State) -> None:
    sent = dealt.view(1).to_json() | {"unseen": {"hands": [0, 12]}}
    assert dealt.match.view_from_json(sent) != dealt.view(1)


@pytest.mark.parametrize(
    "numbers",
    [
        [], {"hands": 13}, {"hands": [13]}, {"hands": [0, 53]}, {"hands": [0, -1]},
        {"hands": [0, True]}, {"hands": [0, 0]}, {"fists": [0, 1]}, {"hands": ["0", "13"]},
    ],
)  # fmt: skip
def test_something_else_is_not_read_as_numbers(dealt: State, numbers: Any) -> None:
    with pytest.raises(UsageError, match="no numbers of hidden pieces"):
        dealt.match.view_from_json(dealt.view(1).to_json() | {"unseen": numbers})
