"""Clauses that never have an effect are reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from thesmos.play.game import load

GAME = """\
thesmos: game
slug: note
title: Note
edition: "1"
players: {min: 2, max: 2}
boards:
  Cell: {grid: 3x3, adjacent: 8, names: A1}
state:
  Cell:
    disc: Player or none
actions:
  put:
    roles: {at: Cell}
    rules:
      free: disc(at) is none
    do: do note(at)
    text: "{at}"
  note:
    silent: yes
    roles: {at: Cell}
    do: disc(at) := active
steps:
  put: {STEP}
flow:
  turn:
    - begin turn
    - {steps: put}
    - rewind
    - judge
    - pass
headings: [Your Turn]
clauses:
  Your Turn: |
    CLAUSE
position:
  discs: {map: disc, omit: empty}
"""


@pytest.mark.parametrize(
    ("clause", "step", "warning"),
    [
        (
            "require if possible put where at = B2",
            "",
            "this has no effect: no step with `put` has `filter: yes`",
        ),
        ("require if possible put where at = B2", "filter: yes", None),
        (
            "cancel note where active = player 2",
            "",
            "this has no effect: `note` is silent and leaves no event",
        ),
        ("cancel put where active = player 2", "", None),
    ],
)
def test_a_clause_without_effect_is_reported(
    clause: str, step: str, warning: str | None, tmp_path: Path
) -> None:
    text = GAME.replace("CLAUSE", clause).replace("STEP", step)
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    diagnostics = load(tmp_path).checked.diagnostics
    found = [diagnostic for diagnostic in diagnostics if diagnostic.code == "W511"]
    assert [diagnostic.message for diagnostic in found] == ([] if warning is None else [warning])
