"""A search of a view begins in the states that fit what its player has seen, and in no others.

The positions are ends of German Whist in which the deals can be counted: spades are trumps, all
cards but those named have been seen.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest

from testing.draws import santorini
from testing.tiny import tiny
from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play import mcts
from thesmos.play.game import load
from thesmos.play.history import History
from thesmos.play.match import Match
from thesmos.play.mcts import search
from thesmos.play.state import State
from thesmos.play.states import States
from thesmos.play.view import View

ROUNDS = 20_000
PLAYOUTS = 2000  # of each card in each deal

# Chance draws one of two coins, the heavy one three times of four; player 1 guesses which it was.
COINS = """
    zones: [box, hand]
    pieces:
      Coin:
        attributes: {heavy: flag}
        supply: [{count: 1, zone: box}, {count: 1, zone: box, heavy: yes}]
    state:
      game: {guess: flag, guessed: flag, drawn: flag}
    facts:
      right:
        is: some (c in Coin where zone(c) = hand and heavy(c) = guess)
    actions:
      draw:
        roles: {coin: Coin}
        rules: {first: not drawn}
        do: |
          zone(coin) := hand
          drawn := yes
        weight: 3 if heavy(coin) else 1
        text: "{coin}"
      guess:
        roles: {heavy: flag}
        do: |
          guess := heavy
          guessed := yes
        text: "{heavy}"
    steps:
      draw: {action: draw, chooser: chance}
      guess: {action: guess, filter: yes, when empty: ask}
    flow:
      setup:
        - {steps: draw}
      turn:
        - begin turn
        - {steps: guess}
        - judge
        - pass
    headings: {Rules: {en: Rules}}
    clauses:
      Rules: |
        hide c in Coin where yes
        win luck for active where guessed and right
        win chance for those (p in Player where p != active) where guessed and not right
    position: {guess: {value: guess}}
"""


@pytest.fixture(scope="module")
def match() -> Match:
    return load("german-whist").match()


def dealt(match: Match, mine: str, theirs: str, unseen: str, tricks: tuple[int, int]) -> State:
    """Player 1 leads. unseen: cards that lie face down, which player 2 might have as well."""
    hands = [mine.split(), theirs.split()]
    hidden = {*hands[0], *hands[1], *unseen.split()}
    names = [str(piece.name) for piece in match.linked.pieces["Card"]]
    seen = [name for name in names if name not in hidden]
    position = {"hands": hands, "seen": seen, "trump": "spades", "tricks": list(tricks)}
    return match.load(position | {"to_move": 1}, allow_impossible=True)  # a small end


def held(match: Match, view: View) -> dict[str, float]:
    """How likely it is by a view that player 2 holds what."""
    weights = defaultdict[str, float](float)
    for vector, weight in view.worlds.draw(Rng(1)).worlds:
        weights[" ".join(State(match, vector).position()["hands"][1])] += weight
    whole = sum(weights.values())
    return {cards: weight / whole for cards, weight in weights.items()}


def values_over_all(deals: list[State]) -> dict[str, float]:
    """What each choice is worth on average over these deals, each played out at random."""
    assert deals[0].decision is not None
    means = dict.fromkeys(deals[0].decision.texts, 0.0)
    for text in means:
        for seed, deal in enumerate(deals):
            games = deal.match.playouts(deal.apply(text), PLAYOUTS, seed)
            means[text] += float((games.winners == 1).mean()) / len(deals)
    return means


@pytest.mark.parametrize(
    ("mine", "unseen", "tricks"),
    [
        ("d9 cj", "da s4 d5 c6 ht", (6, 6)),
        ("hk hq", "s3 ca dq c8 hj", (6, 5)),
        ("h9 c5", "h2 hk s3 d4 c9", (6, 5)),
        ("c5 d3 sj", "c4 sk ct d7 h2 d2", (5, 5)),
        ("hk hq s2", "s3 ca dq c8 hj h3 d9", (5, 5)),
    ],
)
def test_values_are_means_over_all_deals_each_played_out(
    match: Match, mine: str, unseen: str, tricks: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One, two or three tricks are left."""
    pytest.importorskip("llvmlite")
    left = 13 - sum(tricks)
    native, cards = match.compile("native"), unseen.split()
    hands = combinations(cards, left)
    deals = [dealt(native, mine, " ".join(theirs), unseen, tricks) for theirs in hands]
    compare_with_all(deals, monkeypatch)


def test_values_in_love_letter_are_means_over_all_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The round decides the game. Player 2 holds one of eight cards, two of which are alike."""
    pytest.importorskip("llvmlite")
    match = load("love-letter").match([None, None]).compile("native")
    position = {
        "hands": [["baron", "guard"], []], "piles": [["guard", "priest"], ["prince"]],
        "aside": ["guard", "handmaid", "countess"], "tokens": [6, 6], "to_move": 1,
    }  # fmt: skip
    unseen = ["guard", "guard", "priest", "baron", "handmaid", "prince", "king", "princess"]
    deals = [match.load(position | {"hands": [["baron", "guard"], [card]]}) for card in unseen]
    compare_with_all(deals, monkeypatch)


def compare_with_all(deals: list[State], monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare a search with the means over all deals. Its tree ends with the first choices."""
    numpy = pytest.importorskip("numpy")
    means = values_over_all(deals)
    monkeypatch.setattr(mcts, "NODES_WITH_PRIORS", 1 + len(means))

    def all_alike(states: States) -> Any:
        return numpy.ones(len(states.legal().codes))

    for evaluation in search(deals[0].view(1), ROUNDS, seed=1, policy=all_alike, batch=4096):
        error = 0.5 * (1 / evaluation.rounds + 1 / (PLAYOUTS * len(deals))) ** 0.5
        assert evaluation.value == pytest.approx(means[evaluation.choice.text], abs=5.1 * error)


def test_all_deals_that_fit_are_as_likely(match: Match) -> None:
    shares = held(match, dealt(match, "h9 c5", "h2", "hk s3 d4", (6, 6)).view(1))
    assert shares == dict.fromkeys(("h2", "hk", "s3", "d4"), 1 / 4)


def test_who_could_not_follow_suit_is_known_not_to_have_it(match: Match) -> None:
    """Player 2 did not follow hearts, so they do not hold h2 either; a state alone forgets that."""
    history = after_leading_hearts(match, "ha c5 c6", "s2 d3", "h2 d9", (5, 6))
    forgotten = held(match, history.states[-1].view(1))
    assert forgotten == pytest.approx(dict.fromkeys(("d3", "h2", "d9"), 1 / 3))
    assert held(match, history.view(1)) == pytest.approx({"d3": 1 / 2, "d9": 1 / 2})


def test_deals_that_fit_are_found_among_many_that_do_not(match: Match) -> None:
    """Of 6435 deals 8 fit: player 2 holds 7 of the 8 cards that are no hearts."""
    others, hearts = ["c2", "c3", "c4", "c7", "c8", "c9", "d3"], "h2 h3 h4 h5 h6 h7 h8"
    mine = ["ha", "c5", "c6", "ct", "cj", "cq", "ck", "ca"]
    history = after_leading_hearts(
        match, " ".join(mine), " ".join(["s2", *others]), f"{hearts} d9", (0, 5)
    )
    worlds = history.view(1).worlds.draw(Rng(1))
    assert not worlds.few
    drawn = [State(match, vector) for vector, _ in islice(worlds.worlds, 12)]
    hands = [{*state.position()["hands"][1]} for state in drawn]
    assert all(hand < {*others, "d9"} for hand in hands)
    assert len({*map(frozenset, hands)}) > 3


def after_leading_hearts(
    match: Match, mine: str, theirs: str, unseen: str, tricks: tuple[int, int]
) -> History:
    """What happened after player 1 led the ace of hearts, and player 2 played the two of spades."""
    first = dealt(match, mine, theirs, unseen, tricks)
    second = first.apply("ha")
    return History(first, second, second.apply("s2"))


def test_a_card_that_was_named_in_vain_is_known_not_to_be_there() -> None:
    """What a guess would have done tells who guessed, not only what it changed."""
    match = load("love-letter").match([None, None])
    first = match.load({
        "hands": [["guard", "baron"], ["king"]], "piles": [["guard", "guard"], ["prince"]],
        "aside": ["guard", "countess", "princess"], "tokens": [6, 6], "to_move": 1,
    })  # fmt: skip
    view = History(first, first.apply("guard>2:priest")).view(1)
    assert {*held(match, first.view(1))} - {*held(match, view)} == {"priest"}


def test_a_state_counts_as_much_as_chance_would_make_it(tmp_path: Path) -> None:
    match = tiny(tmp_path, COINS).match([None, None])
    first = match.start()
    light, heavy = (first.take(code) for code in first.codes)
    for truth in (light, heavy):
        weights = dict(History(first, truth).view(1).worlds.draw(Rng(1)).worlds)
        total = sum(weights.values())
        assert weights[heavy.vector] / total == pytest.approx(3 / 4)
        assert weights[light.vector] / total == pytest.approx(1 / 4)


def test_states_that_break_what_always_holds_are_not_drawn() -> None:
    """Workers that player 1 can't see do not stand on domes."""
    match = santorini().match(["apollo", "hecate"])
    domes = [f"{column}{row}" for row in range(2, 6) for column in "ABCDE"]
    first = match.load({
        "levels": "0" * 5 + "3" * 20, "domes": domes, "workers": ["A1 1f", "A2 1m"][:1],
        "secret": {"workers": ["B1 2f", "D1 2m"]}, "to_move": 1,
    }, allow_impossible=False)  # fmt: skip
    drawn = islice(first.view(1).worlds.draw(Rng(1)).worlds, 20)
    assert not any(match.backend.broken(vector) for vector, _ in drawn)


def test_a_view_that_was_sent_and_one_of_another_player_are_not_searched(match: Match) -> None:
    state = dealt(match, "h9 c5", "h2", "hk s3 d4", (6, 6))
    with pytest.raises(UsageError, match="a view that was sent can't be searched"):
        search(match.view_from_json(state.view(1).to_json()), 10)
    with pytest.raises(UsageError, match="a view of player 2, but player 1 decides"):
        search(state.view(2), 10)
