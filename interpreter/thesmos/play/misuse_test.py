"""A wrong call ends in a sentence that names what is wrong, and a hint that says what to write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from testing.draws import santorini
from thesmos.diagnostics import UsageError
from thesmos.play.game import Game
from thesmos.play.match import Match

Call = tuple[Callable[[Any], object], str, str]

OF_A_MATCH: dict[str, Call] = {
    "the text of an option as a code": (
        lambda match: match.start().take("place A1"),
        "no option has the code 'place A1'", "`apply` takes the text of an option",
    ),
    "a code as an option": (
        lambda match: match.start().apply(4),
        "4 is not an option", "give an option or its text; `take` takes a code",
    ),
    "nothing as a saved game": (
        lambda match: match.from_json(None),
        "this is not a saved game", "it must be written by `to_json`",
    ),
    "a list as a view": (
        lambda match: match.view_from_json([]),
        "this is not a view", "it must be written by `to_json` of a view",
    ),
    "a state as several": (
        lambda match: match.states(match.start()),
        "is not a list of states", "give states of the match, such as `[state]`",
    ),
    "nothing among several states": (
        lambda match: match.states([match.start(), None]),
        "None is not a state", "give states of the match, such as `[state]`",
    ),
}  # fmt: skip

OF_A_GAME: dict[str, Call] = {
    "an unknown card in the set-up": (
        lambda game: game.match([None, None], setup={"golden_fleece": "zzz"}),
        "there is no power `zzz` in santorini", "the powers are in the folder `powers`",
    ),
    "a text as a number of players": (
        lambda game: game.draft(players="2"),
        "players can't be '2'", "give a whole number from 2 to 4",
    ),
    "too many players": (
        lambda game: game.draft(players=9),
        "players can't be 9", "give a whole number from 2 to 4",
    ),
}  # fmt: skip


def check(call: Callable[[Any], object], about: Game | Match, sentence: str, hint: str) -> None:
    with pytest.raises(UsageError) as error:
        call(about)
    assert sentence in str(error.value)
    assert hint == error.value.hint


@pytest.mark.parametrize("name", OF_A_MATCH)
def test_a_wrong_call_of_a_match_is_explained(name: str) -> None:
    call, sentence, hint = OF_A_MATCH[name]
    check(call, santorini().match([None, None]), sentence, hint)


@pytest.mark.parametrize("name", OF_A_GAME)
def test_a_wrong_call_of_a_game_is_explained(name: str) -> None:
    call, sentence, hint = OF_A_GAME[name]
    check(call, santorini(), sentence, hint)
