"""Events as data."""

from __future__ import annotations

from pathlib import Path

from testing.tiny import ONE_STEP, tiny

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


def test_an_event_has_its_roles_but_numbers_and_sets(tmp_path: Path) -> None:
    state = tiny(tmp_path, GAME + ONE_STEP).match([None, None]).start().apply("B1")
    assert {"e": "pick", "to": "B1", "man": "tom"} in state.events
