"""Programs that play use what they have seen of the whole game, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from thesmos.dice import Rng
from thesmos.play import players
from thesmos.play.game import load
from thesmos.play.mcts import Evaluation, search
from thesmos.play.players import player_named
from thesmos.play.state import State
from thesmos.play.view import View


def test_a_program_that_searches_remembers_who_could_not_follow_suit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Player 2 did not follow hearts. One of three unseen cards is theirs; it is not h2."""
    match = load("german-whist").match()
    hidden = ["ha", "c5", "c6", "s2", "d3", "d4", "h2", "d9"]
    seen = [str(card.name) for card in match.linked.pieces["Card"] if card.name not in hidden]
    hands = [["ha", "c5", "c6"], ["s2", "d3", "d4"]]
    first = match.load(
        {"hands": hands, "seen": seen, "trump": "spades", "tricks": [5, 5], "to_move": 1},
        allow_impossible=True,  # fewer cards than a game has
    )
    past: list[State] = [first]
    for choice in ("ha", "s2", "d3"):
        past.append(past[-1].apply(choice))
    state = past.pop()
    searched: list[View] = []

    def watched(view: View, *about: Any) -> Sequence[Evaluation]:
        searched.append(view)
        return search(view, *about)

    monkeypatch.setattr(players, "search", watched)
    choice = player_named("mcts:20", Rng(1)).choose(state, past)
    assert choice.text in {"c5", "c6"}
    (view,) = searched
    worlds = [State(match, vector).position() for vector, _ in view.worlds.draw(Rng(1)).worlds]
    assert {position["hands"][1][0] for position in worlds} == {"d4", "d9"}
