"""The shape of an entry of a position must fit what the entry writes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from thesmos.play.game import read

BASE = Path(__file__).parent / "samples" / "base"
ENTRY = "heights: {digits: height"


def diagnostics(tmp_path: Path, shape: str) -> list[str]:
    """The diagnostics of a spec whose heights have that shape."""
    game = tmp_path / "base"
    shutil.copytree(BASE, game)
    text = (game / "game.yaml").read_text("utf-8")
    assert ENTRY in text
    changed = text.replace(ENTRY, f"{ENTRY}, shape: {shape}")
    (game / "game.yaml").write_text(changed, encoding="utf-8")
    return [f"{diagnostic.code} {diagnostic.message}" for diagnostic in read(str(game))[2]]


@pytest.mark.parametrize("shape", ["stack", "stack secret"])
def test_a_fitting_shape_is_accepted(tmp_path: Path, shape: str) -> None:
    assert [] == diagnostics(tmp_path, shape)


@pytest.mark.parametrize("shape", ["pawn", "stack twice", "stack secret secret", "tower"])
def test_an_unfitting_shape_is_an_error(tmp_path: Path, shape: str) -> None:
    assert [f"E395 `digits` can't be drawn as `{shape}`"] == diagnostics(tmp_path, shape)
