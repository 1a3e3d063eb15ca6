"""Events as data, and read back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from testing.draws import few, santorini, states
from testing.tiny import ONE_STEP, tiny
from thesmos.diagnostics import UsageError
from thesmos.perft.turns import successors
from thesmos.play.match import Match
from thesmos.play.state import State
from thesmos.semantics.transition import CardMoved, Lost

GAME = """
boards: {Cell: {grid: 2x1}}
zones: [hand]
pieces: {Man: {on: Cell, supply: [{name: tom, zone: hand}]}}
actions:
  pick:
    roles: {to: Cell, man: first (m in Man where yes), far: column(to), near: adjacent(to)}
    do: place(man) := to
    text: "{to}"
position: {men: {pieces: Man, text: "{place}"}}
"""


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return tiny(tmp_path, GAME + ONE_STEP).match([None, None])


def test_an_event_has_its_roles_but_numbers_and_sets(match: Match) -> None:
    state = match.start().apply("B1")
    assert {"e": "pick", "to": "B1", "man": "tom"} in state.events


@pytest.mark.parametrize(
    "event",
    [
        {"e": "pick", "to": "B1", "man": "tom"},
        {"e": "pick", "man": "tom"},  # somebody who does not know where
        {"e": "turn", "player": 2},
        {"e": "lose", "player": 1, "reason": "stuck"},
        {"e": "skip"},
    ],
)
def test_an_event_is_read_and_written(match: Match, event: dict[str, Any]) -> None:
    assert match.events.write(match.events.read(event, "event")) == event


def test_a_loss_is_written_before_anything_else_is(match: Match) -> None:
    lost = {"e": "lose", "player": 1, "reason": "stuck"}
    assert match.events.texts([Lost(0, "stuck")]) == [lost]


@pytest.mark.parametrize("why", ["chaos", None])
def test_a_card_that_moves_has_a_cause_or_none(why: str | None) -> None:
    match = santorini().match(["chaos", "apollo"])
    apollo = next(card.number for card in match.linked.cards if card.card.slug == "apollo")
    taken = {"e": "power taken", "player": 2, "power": "apollo", "why": why}
    assert match.events.texts([CardMoved("power taken", 1, apollo, why)]) == [taken]
    assert match.events.write(match.events.read(taken, "event")) == taken


def test_players_are_counted_from_0_in_the_numbers_of_an_event(match: Match) -> None:
    numbers = match.events.read({"e": "eliminated", "player": 2}, "event")
    assert match.events.table.events[numbers.row]["e"] == "eliminated"
    assert numbers.values == (1,)


@pytest.mark.parametrize(
    ("event", "error"),
    [
        ("pick", "event must be an object"),
        ({}, "event.e: there is no `None`"),
        ({"e": "flick"}, "event.e: there is no `flick`"),
        ({"e": "pick", "to": "C1"}, "event.to: there is no `C1`"),
        ({"e": "pick", "to": None}, "event.to: there is no `None`"),
        ({"e": "pick", "far": "A"}, "event: there is no `far`"),
        ({"e": "turn"}, "event: `player` is missing"),
        ({"e": "turn", "player": 0}, "event.player: there is no player 0"),
        ({"e": "turn", "player": True}, "event.player: there is no player True"),
        ({"e": "lose", "player": 1, "reason": "hunger"}, "event.reason: there is no `hunger`"),
    ],
)
def test_what_can_not_happen_is_refused(match: Match, event: Any, error: str) -> None:
    with pytest.raises(UsageError) as caught:
        match.events.read(event, "event")
    assert str(caught.value).startswith(error)


@few
@given(states())
def test_what_happens_is_read_back_as_it_was(state: State) -> None:
    events = state.match.events
    for _, after in [*successors(state)][:3]:
        read = [events.read(event, "event") for event in after.events]
        assert [events.write(event) for event in read] == after.events
