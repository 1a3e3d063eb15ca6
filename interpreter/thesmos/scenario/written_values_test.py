"""Numbers, flags and single things of scenarios, as positions and events write them."""

from __future__ import annotations

from typing import Any

import pytest

from thesmos.link.linked import LinkedGame
from thesmos.play.game import load
from thesmos.scenario.written_values import event_values, position_values


@pytest.fixture(scope="module")
def game() -> LinkedGame:
    """A game whose positions have lists of pieces, by player, places, counts and digits."""
    return load("santorini").match(["tartarus", "clio"]).linked


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ({"workers": "A1 1f"}, {"workers": ["A1 1f"]}),
        ({"domes": ["A1", "B2"]}, {"domes": ["A1", "B2"]}),
        ({"domes": ""}, {"domes": []}),
        ({"levels": 1000}, {"levels": "1000"}),
        ({"secret": {"abyss": "nothing"}}, {"secret": {"abyss": ""}}),
        ({"secret": {"abyss": "C3", "workers": "D4 2f"}},
         {"secret": {"abyss": "C3", "workers": ["D4 2f"]}}),
        ({"on_card": {"1m": 2}}, {"on_card": {"1m": 2}}),
        ({"memory": {"clio.n": 1, "clio.on": True}}, {"memory": {"clio.n": 1, "clio.on": True}}),
        ({"unknown": 1}, {"unknown": 1}),
        ({"workers": {"A1": 1}}, {"workers": {"A1": 1}}),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_written_gets_the_type_that_positions_have(
    written: Any, meant: Any, game: LinkedGame
) -> None:
    assert repr(position_values(written, game.game.position)) == repr(meant)


def test_values_by_player_and_by_name_are_texts() -> None:
    entries = load("seven-wonders-duel").match().linked.game.position
    paths = {entry.key: type(entry).__name__ for entry in entries}
    by_player = next(key for key, kind in paths.items() if kind == "ByPlayer")
    by_name = next(key for key, kind in paths.items() if kind == "Map")
    written = {by_player: [7, 2], by_name: {"a": 1, "b": True}}
    meant = {by_player: ["7", "2"], by_name: {"a": "1", "b": "true"}}
    assert repr(position_values(written, entries)) == repr(meant)


def test_only_players_are_numbers_in_events() -> None:
    written = {"e": "play", "card": 7, "player": 2}
    assert event_values(written) == {"e": "play", "card": "7", "player": 2}
