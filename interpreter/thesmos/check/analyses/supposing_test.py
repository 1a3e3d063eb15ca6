"""What would be after an event can't be asked where somebody may not see everything."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.drafted import codes

ASKS = "forbid pick where after (do pick(0) where n = 9)"
SECRET_ACTION = """
    actions:
      mark: {roles: {m: 0..1}, secret: yes, do: "kept := m", text: "m{m}"}
    memory: {kept: {is: 0..1}}
    steps: {mark: {action: mark, then: pick}}
"""


@pytest.mark.parametrize(
    ("clauses", "more", "expected"),
    [
        ("", "", []),
        ("hide p in Pawn where viewer != you", "", ["E359"]),
        ("forbid pick where kept = 1\nafter pick: kept := 1",
         "memory: {kept: {is: 0..1, secret: yes}}", ["E359"]),
        ("at start of your turn: next mark\nforbid pick where kept = 1", SECRET_ACTION, ["E359"]),
        ("cancel pick where k = 1", "", ["E359"]),
    ],
)  # fmt: skip
def test_where_something_may_be_hidden_it_is_refused(
    clauses: str, more: str, expected: list[str], tmp_path: Path
) -> None:
    assert codes(tmp_path, f"{ASKS}\n{clauses}", f"{more}\n") == expected
