"""A view holds what one player knows, and can't be played on."""

from __future__ import annotations

import json
import pickle
from itertools import islice

import pytest

from testing.draws import santorini
from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play.game import load
from thesmos.play.look_alikes import with_other_numbers
from thesmos.play.match import Match
from thesmos.play.random_play import play
from thesmos.play.state import State
from thesmos.play.view import View

SECRET = "D3 2f"


@pytest.fixture(scope="module")
def match() -> Match:
    return santorini().match(["apollo", "hecate"])


@pytest.fixture(scope="module")
def state(match: Match) -> State:
    """Apollo's player has just exchanged places with a worker that they can't see."""
    position = {
        "levels": "0" * 25, "workers": ["C3 1f", "A1 1m"],
        "secret": {"workers": [SECRET, "E5 2m"]}, "to_move": 1,
    }  # fmt: skip
    return match.load(position).apply("C3-D3")


def test_a_view_has_the_board_the_events_and_the_choice_of_its_player(state: State) -> None:
    view = state.view(1)
    assert view.player == 1
    assert view.choice == "C3-D3"
    assert view.events == [{"e": "move", "from": "C3", "to": "D3"}]
    assert view.position()["workers"] == ["D3 1f", "A1 1m"]
    assert "secret" not in view.position()


def test_chance_sees_everything_if_it_is_asked_for(state: State) -> None:
    assert state.view(0).events == state.events
    assert state.view(0).position() == state.position()


@pytest.mark.parametrize("player", [-1, 3, 9])
def test_there_is_no_view_of_somebody_else(state: State, player: int) -> None:
    with pytest.raises(UsageError, match=f"there is no player {player}"):
        state.view(player)


def test_a_view_offers_nothing_to_play_on_with(state: State) -> None:
    methods = ("apply", "take", "skip", "concede", "view", "previous")
    assert [name for name in methods if hasattr(state.view(1), name)] == []


def test_a_view_is_not_played_by_a_match(match: Match, state: State) -> None:
    view = state.view(1)
    with pytest.raises(UsageError, match="a view can't be played on"):
        match.playouts(view, 10)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="a view can't be played on"):
        match.states([view])  # type: ignore[list-item]
    with pytest.raises(UsageError, match="a view can't be played on"):
        match.from_json(view.to_json())


def test_a_view_can_be_sent_and_read(match: Match, state: State) -> None:
    sent = json.loads(json.dumps(state.view(1).to_json()))
    read = match.view_from_json(sent)
    assert read == state.view(1)
    assert (read.player, read.choice, read.events) == (1, "C3-D3", state.events_for(1))
    assert read.position() == state.view(1).position()
    assert read.decision is not None
    assert read.decision.texts == state.decision.texts  # type: ignore[union-attr]


def test_what_is_sent_is_the_same_wherever_the_hidden_worker_was(match: Match) -> None:
    def sent(worker: str) -> str:
        position = {
            "levels": "0" * 25, "workers": ["C3 1f", "A1 1m"],
            "secret": {"workers": [worker, "E5 2m"]}, "to_move": 1,
        }  # fmt: skip
        return json.dumps(match.load(position).apply("C3-D3").view(1).to_json())

    assert sent("D3 2f") == sent("A5 2f")


@pytest.mark.parametrize(
    "change",
    [
        {"player": 3},
        {"player": 2},
        {"view": [1]},
        {"events": "move"},
        {"events": ["move"]},
        {"events": [{"e": "fly"}]},
        {"events": [{"e": "move", "to": "Z9"}]},
        {"choice": 3},
        {"view": {}},
    ],
)
def test_something_else_is_not_read_as_a_view(
    match: Match, state: State, change: dict[str, object]
) -> None:
    with pytest.raises(UsageError, match="this is not a view"):
        match.view_from_json(state.view(1).to_json() | change)


def test_a_view_of_other_rules_is_not_read(state: State) -> None:
    with pytest.raises(UsageError, match="under other rules"):
        load("tic-tac-toe").match().view_from_json(state.view(1).to_json())


def test_a_pickled_view_holds_no_more_than_the_view(state: State) -> None:
    view = state.view(1)
    again: View = pickle.loads(pickle.dumps(view))
    assert (again, again.events, again.player) == (view, view.events, 1)


def test_which_of_equal_pieces_is_where_is_not_seen() -> None:
    match = load("love-letter").match()
    changed = 0
    for state, _ in islice(play(match.start(), Rng(5)), 20, 80, 15):
        other = match.state(with_other_numbers(match, state.vector, Rng(state.turns_begun)))
        changed += other != state
        for player in (1, 2):
            view, same = state.view(player), other.view(player)
            assert same == view
            assert (same.position(), same.decision) == (view.position(), view.decision)
    assert changed
