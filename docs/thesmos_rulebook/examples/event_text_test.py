"""Events as text, on a board and without one."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.drafted import checked
from thesmos.play.game import load
from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.examples.event_text import describe_event, events_as_chips
from thesmos_rulebook.examples.frames import ScenarioFrame


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"e": "move", "from": "C3", "to": "D3"}, "C3 se mueve a D3"),
        ({"e": "build", "from": "D3", "at": "C3", "what": "block"}, "D3 construye un bloque en C3"),
        ({"e": "power gained", "player": "2", "power": "pan"}, "el jugador 2 recibe Pan"),
        ({"e": "remove", "from": "D3"}, "retirada: D3"),
    ],
)
def test_an_event_is_described_by_its_actions_words(
    larger: BookSource, event: dict[str, str], words: str
) -> None:
    assert words == describe_event(Localizer(larger, "es"), event)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            {"e": "power lost", "player": "2", "power": "orc", "why": "mage"},
            "player 2 loses Orc (Mage)",
        ),
        ({"e": "lose", "player": "1", "reason": "blocked"}, "player 1 loses the game"),
        ({"e": "swap", "from": "3,3", "to": "3,4"}, "swap of the pig: 3,3 → 3,4"),
        ({"e": "power lost", "player": "1", "power": "orc", "why": "orc"}, "player 1 loses Orc"),
    ],
)
def test_core_events_are_described(source: BookSource, event: dict[str, str], words: str) -> None:
    assert words == describe_event(Localizer(source, "en"), event)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"e": "lose", "player": "1", "reason": "blocked"}, "Player 1 loses the game"),
        ({"cell": "3,3", "e": "swap"}, "Swap of the pig: *3,3*{.chip}"),
    ],
)
def test_events_without_a_board_are_described_alike(
    source: BookSource, event: dict[str, str], words: str
) -> None:
    frame = ScenarioFrame({}, "3,3", (event,), (), None, "")
    assert words == events_as_chips(Localizer(source, "en"), frame)


def test_an_event_of_a_power_in_play_is_described_by_its_words(tmp_path: Path) -> None:
    """Another power may have an action of the same name, with other words."""
    power = """
        actions:
          settle:
            says: {event: {en: "{at} is settled by {how}"}}
            roles: {at: Cell, how: 0..3}
            text: "{at}{how}"
        steps: {settle: {action: settle, when empty: stuck}}
    """
    other = (
        "thesmos: power\nslug: other\ntitle: {en: Other}\nactions:\n  settle:\n"
        '    says: {event: {en: "{at} is left with {how}"}}\n'
        '    roles: {at: Cell, how: 0..3}\n    text: "{at}{how}"\n'
    )
    checked(tmp_path, more=power, others={"powers/other.yaml": other})
    localizer = Localizer(BookSource(load(tmp_path)), "en")
    event = {"e": "settle", "at": "A1", "how": "2"}

    assert describe_event(localizer, event, powers=["own"]) == "A1 is settled by 2"
    assert describe_event(localizer, event, powers=["other"]) == "A1 is left with 2"
