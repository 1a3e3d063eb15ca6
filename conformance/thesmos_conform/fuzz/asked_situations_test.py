"""What it is worth to ask about a game."""

from __future__ import annotations

import pytest

from testing.draws import santorini
from thesmos.dice import Rng
from thesmos_conform.cases.met_clauses import counting
from thesmos_conform.fuzz.asked_situations import AskedSituations
from thesmos_conform.fuzz.played_game import PlayedGame
from thesmos_conform.fuzz.watched_match import WatchedMatch

POSITION = {"levels": "0" * 25, "workers": ["A1 1f", "E5 2f"], "to_move": 1}


@pytest.fixture
def played() -> PlayedGame:
    match = santorini().by(counting).match(["pan", None])
    return PlayedGame(match.load(POSITION), Rng(1), 8, WatchedMatch(match))


def test_a_game_is_worth_less_once_it_was_asked_about(played: PlayedGame) -> None:
    asked = AskedSituations()
    before = asked.worth(played)
    assert asked.ask(played, 0, 400) is not None
    assert 0 <= asked.worth(played) < before


def test_a_game_in_which_nothing_is_new_is_asked_about_only_as_far_as_it_must_be(
    played: PlayedGame,
) -> None:
    asked = AskedSituations()
    assert len(played.choices) == asked.ask(played, 400, 400)
    assert asked.ask(played, 0, 400) is None
    assert 3 == asked.ask(played, 3, 400)


def test_no_more_is_asked_about_than_wanted(played: PlayedGame) -> None:
    assert AskedSituations().ask(played, 0, 2) in (0, 1, 2)
    assert 2 == AskedSituations().ask(played, 400, 2)
