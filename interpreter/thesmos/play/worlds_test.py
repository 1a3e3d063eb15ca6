"""A search of a view samples the deals that fit what its player has seen, and no others.

The positions are ends of German Whist in which the deals can be counted: spades are trumps, all
cards but those named have been seen.
"""

from __future__ import annotations

from collections import Counter

import pytest

from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play.game import load
from thesmos.play.history import History
from thesmos.play.match import Match
from thesmos.play.mcts import WORLDS, search
from thesmos.play.state import State
from thesmos.play.view import View

SEARCHES = 12  # of one view; each round of one begins in another world


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


def held(match: Match, view: View, draws: int = 600) -> dict[str, float]:
    """How often player 2 holds what in the worlds of a view."""
    dice, counts = Rng(1), Counter[str]()
    for _ in range(draws):
        position = State(match, view.worlds(dice)).position()
        counts[" ".join(position["hands"][1])] += 1
    return {cards: count / draws for cards, count in counts.items()}


def test_a_card_is_worth_what_it_wins_on_average_over_all_deals(match: Match) -> None:
    """One trick is left. Player 2 has one of four cards: c5 loses to s3 only, h9 to s3 and hk."""
    for theirs, unseen in (("h2", "hk s3 d4"), ("s3", "h2 hk d4")):
        state = dealt(match, "h9 c5", theirs, unseen, (6, 6))
        found = {each.choice.text: each for each in search(state.view(1), 3000, seed=1)}
        assert found["c5"].value == pytest.approx(3 / 4, abs=0.04)
        assert found["h9"].value == pytest.approx(1 / 2, abs=4 * 0.5 / found["h9"].rounds ** 0.5)


@pytest.mark.parametrize(
    ("mine", "unseen"),
    [("d9 cj", "da s4 c5 c6 ht"), ("c5 d3", "c4 sj ct d7 s2"), ("hk hq", "s3 ca dq c8 hj")],
)
def test_values_are_means_over_all_deals_each_played_out(
    match: Match, mine: str, unseen: str
) -> None:
    """Many searches of one view, against each deal by itself; one trick is left."""
    deals = [dealt(match, mine, one, unseen.replace(one, ""), (6, 6)) for one in unseen.split()]
    played = {card: [first_wins(deal, card) for deal in deals] for card in mine.split()}
    rounds, won = Counter[str](), Counter[str]()
    for seed in range(SEARCHES):
        for each in search(deals[0].view(1), WORLDS, seed=seed):
            rounds[each.choice.text] += each.rounds
            won[each.choice.text] += each.rounds * each.value  # type: ignore[assignment]
    for card, wins in played.items():
        mean = sum(wins) / len(wins)
        error = (mean * (1 - mean) / rounds[card]) ** 0.5
        assert won[card] / rounds[card] == pytest.approx(mean, abs=5.1 * error), card


def first_wins(deal: State, card: str) -> float:
    """How often player 1 wins who leads a card, if all cards are known."""
    games = deal.match.playouts(deal.apply(card), 20, 1)
    return float((games.winners == 1).mean())


def test_all_deals_that_fit_are_as_likely(match: Match) -> None:
    shares = held(match, dealt(match, "h9 c5", "h2", "hk s3 d4", (6, 6)).view(1))
    assert {*shares} == {"h2", "hk", "s3", "d4"}
    assert all(share == pytest.approx(1 / 4, abs=0.09) for share in shares.values())


def test_who_could_not_follow_suit_is_known_not_to_have_it(match: Match) -> None:
    """Player 2 did not follow hearts, so they do not hold h2 either; a state alone forgets that."""
    first = dealt(match, "ha c5 c6", "s2 d3", "h2 d9", (5, 6))
    second = first.apply("ha")
    third = second.apply("s2")
    history = History(first, second, third)
    assert {*held(match, third.view(1))} == {"d3", "h2", "d9"}
    shares = held(match, history.view(1))
    assert {*shares} == {"d3", "d9"}
    assert all(share == pytest.approx(1 / 2, abs=0.09) for share in shares.values())


def test_a_view_that_was_sent_and_one_of_another_player_are_not_searched(match: Match) -> None:
    state = dealt(match, "h9 c5", "h2", "hk s3 d4", (6, 6))
    with pytest.raises(UsageError, match="a view that was sent can't be searched"):
        search(match.view_from_json(state.view(1).to_json()), 10)
    with pytest.raises(UsageError, match="a view of player 2, but player 1 decides"):
        search(state.view(2), 10)
