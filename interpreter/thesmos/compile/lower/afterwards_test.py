"""§16.11 What would be. Every state is compared with the semantics: see testing/paired.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.paired import PairedState
from testing.small import after, small

PICK = """
    pick:
      roles: {m: 0..3}
      rules:
        which: |
          CONDITION
      do: |
        n += m
        do twice(m)
      text: "{m}"
    twice:
      roles: {m: 0..3}
      do: n += m
"""
MORE = """
facts:
  total: n
"""


def picking(folder: Path, condition: str, clauses: str = "") -> PairedState:
    """Return the first state of a game whose players pick numbers that meet a condition."""
    return small(folder, actions=PICK.replace("CONDITION", condition), more=MORE, clauses=clauses)


@pytest.mark.parametrize(
    ("condition", "clauses", "expected"),
    [
        ("after (do pick(m) where n >= 4)", "", ["2", "3"]),  # m, and m again by `twice`
        ("after (do pick(m) where total >= 4)", "", ["2", "3"]),
        ("not after (do pick(m) where n >= 4)", "", ["0", "1"]),
        ("after (do pick(m) where n >= 4) and n = 0", "", ["2", "3"]),  # nothing has changed
        ("after (do pick(m) where n >= 4)", "after twice: n += 2", ["1", "2", "3"]),
        ("after (do pick(m) where times(pick) = 1 and did(twice))", "", ["0", "1", "2", "3"]),
        ("after (do pick(min(n, 3)) where n = m)", "", ["0"]),  # the roles keep their values
        (
            "after (do pick(m) where after (do pick(1) where n = 6))",
            "",
            ["2"],  # 2 + 2 and 1 + 1
        ),
        ("after (do pick(m if m > 1 else none) where yes)", "", ["2", "3"]),
        ("some (k in {1, 2} where after (do pick(k) where n = m))", "", ["2"]),
    ],
)
def test_a_rule_can_ask_what_would_be(
    condition: str, clauses: str, expected: list[str], tmp_path: Path
) -> None:
    state = picking(tmp_path, condition, clauses)
    assert state.decision is not None
    assert list(state.decision.texts) == expected


def test_what_would_be_leaves_the_state_as_it_is(tmp_path: Path) -> None:
    state = after(picking(tmp_path, "after (do pick(m) where n >= 4 or n < 4)"), "1")
    assert state.position()["n"] == "2"


def test_an_effect_can_ask_what_would_be(tmp_path: Path) -> None:
    clauses = "after pick where after (do twice(1) where n = 5): n += 40"
    state = after(picking(tmp_path, "yes", clauses), "2")
    assert state.position()["n"] == "44"
