"""A memory that is none at first, and is set only where its value is asked for, stays none."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.drafted import codes

MEMORY = "memory: {home: {is: Cell or none}, other: {is: Cell or none}}\n"


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ("after walk where home != to: home := to", ["W509"]),
        ("after walk where to in adjacent(other) or home = to: home := to", []),
        ("after walk:\n  if home != to: home := to", ["W509"]),
        ("if home != other:\n  after walk: home := to", ["W509"]),
        ("after walk where home is none or home != to: home := to", []),
        ("after walk where other != to: home := to", []),
        ("after walk where home != to: home := to\nafter walk: home := other", []),
        ("after walk where home != to: home := none", []),
        ("forbid walk where home = to", []),
    ],
)
def test_what_stays_none(clauses: str, expected: list[str], tmp_path: Path) -> None:
    used = "forbid walk where other = to and home = to"
    assert codes(tmp_path, f"{clauses}\n{used}", MEMORY) == expected


def test_an_action_sets_a_memory_by_an_event_without_its_rules(tmp_path: Path) -> None:
    name = """
        memory: {home: {is: Cell or none}}
        actions:
          settle:
            roles: {at: Cell}
            rules: {new: home != at}
            do: home := at
            text: "{at}"
        steps: {settle: {action: settle, when empty: stuck, then: pick}}
    """
    alone, by_event = tmp_path / "alone", tmp_path / "event"
    alone.mkdir()
    by_event.mkdir()
    lead = "at start of your turn: next settle"

    assert codes(alone, lead, name) == ["W509"]
    assert codes(by_event, f"{lead}\nafter walk: do settle(to)", name) == []
