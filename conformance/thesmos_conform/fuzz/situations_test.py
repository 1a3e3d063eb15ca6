"""What tells the decisions of a game apart for the fuzzer."""

from __future__ import annotations

from typing import Any

import pytest

from testing.draws import santorini
from thesmos.play.match import Match
from thesmos_conform.cases.met_clauses import counting
from thesmos_conform.fuzz.situations import Situation
from thesmos_conform.fuzz.watched_match import WatchedMatch

POSITION = {"levels": "0" * 25, "workers": ["A1 1f", "E5 2f"], "to_move": 1}


@pytest.fixture(scope="module")
def match() -> Match:
    return santorini().by(counting).match(["pan", None])


def _of(match: Match, **other: Any) -> set[Situation]:
    return WatchedMatch(match).situations(match.load(POSITION | other))


def test_the_same_decision_elsewhere_on_the_board_is_the_same(match: Match) -> None:
    assert _of(match) == _of(match, workers=["E1 1f", "A5 2f"])


def test_one_is_new_where_a_piece_stands_on_another_level(match: Match) -> None:
    """Pan asks how far his Worker goes down, and nobody has told the fuzzer so."""
    on = {level: _of(match, levels=level + "0" * 24) for level in "0123"}
    assert all(on[one] - on[other] for one in on for other in on if one != other)


def test_one_is_new_where_more_cells_are_alike(match: Match) -> None:
    one, other = ("3" * high + "0" * (25 - high) for high in (2, 3))
    few, many = (_of(match, levels=each[::-1], workers=["A1 1f", "B1 2f"]) for each in (one, other))
    assert many - few


def test_one_is_new_for_another_card() -> None:
    game = santorini().by(counting)
    alone, other = (_of(game.match([card, None])) for card in ("pan", "atlas"))
    assert not {one for one in alone if one[0] == "pan"} & other


def test_what_a_choice_named_before_is_told_apart(match: Match) -> None:
    """After a move, a build where the Worker came from is another one than elsewhere."""
    state, watched = match.load(POSITION), WatchedMatch(match)
    decision = state.decision
    assert decision is not None
    after = state.apply("A1-B1")
    plain = watched.situations(after)
    from thesmos.play.choice import find_choice

    choice = find_choice(state, "A1-B1")
    assert choice is not None
    watched.chosen(choice, after)
    assert plain != watched.situations(after)


def test_what_a_card_remembers_is_told_apart() -> None:
    match = santorini().by(counting).match(["morpheus", None])
    assert _of(match, memory={"coins": 2}) - _of(match)
