"""No random game of any mode of a shipped game breaks what its rules say always holds."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from testing.agreement_tasks import SHIPPED
from testing.always_holds import BREAK_EVEN, broken_in, modes_of, versions
from thesmos.resources import spec_dir

SHARE = 20_000  # decisions of each mode; by hand, more: see always_holds.py


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_random_play_breaks_nothing_that_always_holds(name: str) -> None:
    pytest.importorskip("llvmlite")
    for mode in (mode for version in versions(name) for mode in modes_of(version)):
        looked_at, broken = broken_in(mode, SHARE)
        assert broken == "", mode
        assert looked_at >= SHARE


@pytest.mark.parametrize("decisions", [50, BREAK_EVEN])  # asked in Python; in machine code
def test_what_is_broken_is_told_with_the_seed_and_the_position(
    decisions: int, tmp_path: Path
) -> None:
    pytest.importorskip("llvmlite")
    shutil.copytree(spec_dir() / "nim", tmp_path / "nim")
    game = tmp_path / "nim" / "game.yaml"
    text = game.read_text("utf-8")
    assert "else 7)" in text
    game.write_text(text.replace("else 7)", "else 6)"), encoding="utf-8")
    (mode,) = modes_of(str(tmp_path / "nim"))
    looked_at, broken = broken_in(mode, decisions)
    assert looked_at == 0
    assert "seed 1, D1 is larger than at the beginning (dealt): {'heaps': '1357'" in broken
