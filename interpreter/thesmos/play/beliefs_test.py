"""What a player thinks possible follows from what they have seen, and from nothing else."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from itertools import combinations, islice

import pytest

from testing.draws import santorini
from thesmos.dice import Rng
from thesmos.play import beliefs
from thesmos.play.beliefs import Beliefs
from thesmos.play.choice import choose
from thesmos.play.game import load
from thesmos.play.history import History
from thesmos.play.match import Match
from thesmos.play.state import State


@pytest.fixture(scope="module")
def letters() -> Match:
    return load("love-letter").match([None, None])


def love_letter(match: Match, held: str, drawn: str) -> History:
    """Player 2 holds a card, draws another one, and plays the handmaid, which is one of them."""
    first = match.load({
        "hands": [["guard", "baron"], [held]], "piles": [["guard", "guard"], ["prince"]],
        "aside": ["guard", "countess", "princess"], "tokens": [6, 6], "to_move": 1,
    })  # fmt: skip
    return played(first, "guard>2:priest", drawn, "handmaid", "guard")


def played(state: State, *choices: str) -> History:
    history = History(state)
    for text in choices:
        history = history.then(choose(history.states[-1], text))
    return history


def shares(history: History) -> dict[str, float]:
    """How likely it is to player 1 that player 2 holds what."""
    by_card = defaultdict[str, float](float)
    for vector, weight in history.view(1).worlds.draw(Rng(1)).worlds:
        cards = State(history.states[-1].match, vector).position()["hands"][1]
        by_card[" ".join(cards)] += weight
    return dict(by_card)


@pytest.mark.parametrize(("held", "drawn"), [("king", "handmaid"), ("handmaid", "king")])
def test_games_that_a_player_cannot_tell_apart_lead_to_the_same_states(
    letters: Match, held: str, drawn: str
) -> None:
    """Of the 8 cards that player 1 did not see one was held, and it was no priest.

    They hold any other card in two ways, together with one of two handmaids, which they played as
    one of two choices; with the prince, who is aimed at somebody, as one of three.
    """
    ways = {"priest": 1 / 2, "baron": 1 / 2, "handmaid": 1 / 2, "king": 1 / 2, "prince": 1 / 3}
    whole = sum(ways.values())
    expected = {card: likely / whole for card, likely in ways.items()}
    assert shares(love_letter(letters, held, drawn)) == pytest.approx(expected)


def test_states_that_are_possible_look_the_same_piece_by_piece(letters: Match) -> None:
    """Else the codes of what the player can choose would differ."""
    view = love_letter(letters, "king", "handmaid").view(1)
    for vector, _ in view.worlds.draw(Rng(1)).worlds:
        assert State(letters, vector).view(1).numbered == view.numbered


def test_a_longer_game_is_followed_on(letters: Match) -> None:
    states = love_letter(letters, "king", "handmaid").states
    history = History(states[0])
    for state in states[1:]:
        history = history.then(state)
        assert shares(history) == pytest.approx(shares(History(*history.states)))


def test_a_player_who_had_fewer_choices_is_more_likely_to_have_made_one() -> None:
    """Player 2 followed hearts with h3; with h2 in hand, they could have done so with that."""
    match = load("german-whist").match()
    hidden = ["ha", "c5", "h3", "c2", "h2"]
    seen = [str(card.name) for card in match.linked.pieces["Card"] if card.name not in hidden]
    hands = [["ha", "c5"], ["h3", "c2"]]
    first = match.load(
        {"hands": hands, "seen": seen, "trump": "spades", "tricks": [6, 5], "to_move": 1},
        allow_impossible=True,  # fewer cards than a game has
    )
    assert shares(played(first, "ha", "h3")) == pytest.approx({"c2": 2 / 3, "h2": 1 / 3})


DRAWN = 400  # random states
HIDING_PLACES = ("C3", "D3", "E3", "C4", "D4", "E4")


@pytest.fixture(scope="module")
def hecate() -> State:
    """Player 2 has hidden workers on two of six spaces; towers with domes are on all others."""
    match = santorini().match(["apollo", "hecate"])
    free = {"A1", "A2", *HIDING_PLACES}
    cells = [f"{column}{row}" for row in range(1, 6) for column in "ABCDE"]
    return match.load({
        "levels": "".join("0" if cell in free else "3" for cell in cells),
        "domes": [cell for cell in cells if cell not in free],
        "workers": ["A1 1f", "A2 1m"],
        "secret": {"workers": ["C3 2f", "E4 2m"]},
        "to_move": 2,
    })  # fmt: skip


def hidden_workers(history: History) -> set[frozenset[str]]:
    """On which spaces the workers of player 2 can be, to player 1."""
    worlds = [
        State(history.states[-1].match, v) for v, _ in history.view(1).worlds.draw(Rng(1)).worlds
    ]
    found = [state.position()["secret"]["workers"] for state in worlds]
    return {frozenset(worker.split()[0] for worker in workers) for workers in found}


def test_a_hidden_worker_stands_beside_what_it_built(hecate: State) -> None:
    pairs = {*map(frozenset, combinations(HIDING_PLACES, 2))}
    assert hidden_workers(History(hecate)) == pairs
    built = played(hecate, "E4-E3", "E3+E4")
    assert hidden_workers(built) == {
        pair for pair in pairs if "E4" not in pair and pair & {"D3", "E3", "D4"}
    }


def test_a_sample_of_too_many_states_comes_in_proportion_to_all(
    letters: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which card player 2 holds, after both drew and played one more."""
    history = love_letter(letters, "king", "handmaid")
    exact = shares(history)
    monkeypatch.setattr(beliefs, "MOST", 3)
    monkeypatch.setattr(beliefs, "SAMPLE", 40)
    worlds = History(*history.states).view(1).worlds.draw(Rng(1))
    assert not worlds.few
    drawn = Counter[str]()
    for vector, weight in islice(worlds.worlds, DRAWN):
        assert weight == 1
        drawn[" ".join(State(letters, vector).position()["hands"][1])] += 1
    assert drawn.keys() <= exact.keys()
    assert all(drawn[card] / DRAWN == pytest.approx(exact[card], abs=0.1) for card in exact)


def test_what_is_not_followed_in_time_is_broken_off(letters: Match) -> None:
    history = love_letter(letters, "king", "handmaid")
    believed = Beliefs()
    worlds = believed.worlds(history.states, 0).draw(Rng(1), -math.inf)
    assert len([*worlds.worlds]) > len(shares(history)), "all that look like the last state"
    later = believed.worlds(history.states, 0).draw(Rng(1))
    assert len([*later.worlds]) == len(shares(history))
