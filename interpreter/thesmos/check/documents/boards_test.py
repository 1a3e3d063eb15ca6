"""Lines of boards: straight, on the grid, and each going on in one way."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from thesmos.check.reading import read

BASE = Path(__file__).parents[1] / "samples" / "base"
BOARD = "{grid: 3x3, symmetric: yes}"


def messages(folder: Path, board: str) -> list[str]:
    """The errors about the board, in a copy of the base that has this one."""
    shutil.copytree(BASE, folder / "base")
    game = folder / "base" / "game.yaml"
    text = game.read_text("utf-8")
    assert text.count(BOARD) == 1
    game.write_text(text.replace(BOARD, board), encoding="utf-8")
    _, _, diagnostics = read(str(game.parent))
    return [found.message for found in diagnostics if found.code == "E394"]


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ("{grid: 3x3, lines: [A1 B1 C1, A1 B2 C3, C1 B2 A3]}", []),
        ("{grid: 3x3, lines: [A1 B3]}", ["the line `A1 B3` is not straight"]),
        ("{grid: 3x3, lines: [A1 B1 B2]}", ["the line `A1 B1 B2` is not straight"]),
        ("{grid: 3x3, lines: [A1 B1 A1]}", ["the line `A1 B1 A1` is not straight"]),
        ("{grid: 3x3, lines: [A1]}", ["the line `A1` is not straight"]),
        (
            "{grid: 3x3, lines: [A1 D1]}",
            ["the line `A1 D1` has a cell `D1`, which is not on the grid"],
        ),
        (
            "{grid: 3x3, lines: [A1 C1, A1 B1]}",
            ["two lines go on from A1 in one direction, to B1 and to C1"],
        ),
        (
            "{grid: 3x3, adjacent: 4, lines: [A1 B1]}",
            ["on a board with lines, only its lines join cells"],
        ),
    ],
)
def test_lines_that_can_not_be(tmp_path: Path, board: str, expected: list[str]) -> None:
    assert messages(tmp_path, board) == expected
