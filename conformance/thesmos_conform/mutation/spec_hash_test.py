"""The hash of a game's rules changes with its rules, and with nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.tiny import tiny
from thesmos.play.game import load
from thesmos_conform.mutation.measure import spec_hash

GAME = """
actions: {pick: {roles: {n: 0..3}, text: "{n}"}}
steps: {pick: {action: pick}}
flow: {turn: [begin turn, steps: pick, pass]}
"""


@pytest.mark.parametrize(
    ("file", "text", "changes"),
    [
        ("parts/rest.yaml", "thesmos: part\nfacts: {more: no}\n", True),
        ("words/en.yaml", "thesmos: words\nsteps: {pick: a pick}\n", False),
    ],
)
def test_parts_are_rules_and_words_are_not(
    tmp_path: Path, file: str, text: str, changes: bool
) -> None:
    game = tiny(tmp_path, GAME)
    before = spec_hash(game)
    (game.path / file).parent.mkdir()
    (game.path / file).write_text(text, encoding="utf-8")
    assert (spec_hash(load(str(game.path))) != before) == changes
