"""What a player knows of a game is equal exactly where they can't tell two games apart."""

from __future__ import annotations

import json
import re

import pytest

from testing.draws import santorini
from thesmos.diagnostics import UsageError
from thesmos.play.choice import choose
from thesmos.play.game import load
from thesmos.play.history import History
from thesmos.play.match import Match


def placed(match: Match, *choices: str) -> History:
    """The history of a game that begins with these choices."""
    state = match.start()
    history = History(state)
    for text in choices:
        state = choose(state, text)
        history = history.then(state)
    return history


@pytest.fixture(scope="module")
def match() -> Match:
    return santorini().match(["apollo", "hecate"])


def test_two_games_that_differ_in_what_is_hidden_are_the_same_to_a_player(match: Match) -> None:
    one = placed(match, "@B2", "@D4", "@A1", "@A5", "B2-B3")
    other = placed(match, "@B2", "@D4", "@E5", "@C2", "B2-B3")
    assert one.known_to(1) == other.known_to(1)
    assert hash(one.known_to(1)) == hash(other.known_to(1))
    assert one.known_to(1).text == other.known_to(1).text
    assert one.known_to(2) != other.known_to(2)
    assert one.known_to(0) != other.known_to(0)


def test_the_number_of_an_equal_card_does_not_tell_how_many_were_drawn_before() -> None:
    match = load("love-letter").match()
    guard, prince = (
        placed(match, "priest", "baron", "king", drawn, "guard") for drawn in ("guard", "prince")
    )
    assert guard.known_to(2) == prince.known_to(2)
    assert guard.known_to(2).text == prince.known_to(2).text
    ends = [history.states[-1] for history in (guard, prince)]
    assert ends[0].view(2).to_json() == ends[1].view(2).to_json()
    assert [match.states(ends).views(2)[n] for n in (0, 1)] == [end.view(2) for end in ends]


def test_a_player_remembers_what_the_present_view_no_longer_shows() -> None:
    match = load("tic-tac-toe").match()
    one = placed(match, "A1", "B2", "C3", "A3")
    other = placed(match, "C3", "B2", "A1", "A3")
    assert one.states[-1] == other.states[-1]
    assert one.known_to(1) != other.known_to(1)
    assert one.known_to(1).text != other.known_to(1).text


def test_the_text_has_a_line_for_each_state(match: Match) -> None:
    lines = placed(match, "@B2", "@D4", "@A1").known_to(1).text.splitlines()
    assert [json.loads(line)["choice"] for line in lines] == [None, "@B2", "@D4", None]
    assert json.loads(lines[1])["events"] == [{"e": "place", "at": "B2"}]


def test_a_history_is_of_states_that_follow_each_other(match: Match) -> None:
    history = placed(match, "@B2")
    with pytest.raises(UsageError, match="does not follow"):
        history.then(history.states[0])
    with pytest.raises(UsageError, match="does not follow"):
        History(history.states[1], history.states[0])


def test_a_notebook_shows_a_game_as_a_film() -> None:
    html = placed(load("tic-tac-toe").match(), "A1", "B2")._repr_html_()
    assert html is not None
    assert re.findall("<figcaption>(.*?)</figcaption>", html) == ["0.", "1. A1", "2. B2"]
    assert html.count("<svg") == 3
