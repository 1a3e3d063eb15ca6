"""Generated code says of every way what the semantics says: what happened, and who learns what."""

from __future__ import annotations

import pytest

from testing.agreement_tasks import SHIPPED
from testing.paired import compare_ways
from testing.walks import step
from thesmos.dice import Rng
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.play.state import State

DEEPEST = 120  # decisions before a way that is compared
WAYS = 2
HIDING = (("apollo", "hecate"), ("tartarus", "minotaur"), ("pan", "chaos"))


def compare(match: Match, ways: int) -> None:
    """Compare the ways from states of random games."""
    dice = Rng(7)
    for number in range(ways):
        depth = DEEPEST * number // ways
        vector, _ = match.backend.playout(match.start().vector, dice.next(), depth)
        state = State(match, vector)
        if state.decision is not None:
            compare_ways(step(state, dice))
            if state.decision.player:
                compare_ways(state.concede())


@pytest.mark.parametrize("name", SHIPPED)
def test_of_every_game(name: str) -> None:
    game = load(name)
    match = game.match(["pan", "chaos"]) if name == "santorini" else game.match()
    compare(match, WAYS)


@pytest.mark.parametrize("powers", HIDING)
def test_of_powers_that_hide_or_change_hands(powers: tuple[str, str]) -> None:
    compare(load("santorini").match([*powers]), 10)
