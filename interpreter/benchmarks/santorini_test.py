"""The program in C plays the games that machine code plays, and counts as perft does."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("llvmlite")

from thesmos.play.game import load

SOURCE = Path(__file__).with_name("santorini.c")
COMPILER = shutil.which("cc") or shutil.which("gcc")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if COMPILER is None:
        pytest.skip("there is no C compiler")
    made = tmp_path_factory.mktemp("c") / "santorini"
    subprocess.run([COMPILER, "-O1", "-o", str(made), str(SOURCE)], check=True)
    return made


def said(program: Path, *words: object) -> list[str]:
    call = [str(program), *map(str, words)]
    return subprocess.run(call, check=True, capture_output=True, text=True).stdout.split()


def test_it_plays_the_same_games(program: Path) -> None:
    match = load("santorini").match([None, None]).compile("native")
    found = match.playouts(match.start(), 500, 7)
    decisions, _, won = said(program, "play", 500, 7)
    assert int(decisions) == found.lengths.sum()
    assert int(won) == (found.winners == 1).sum()


def test_it_counts_turns(program: Path) -> None:
    assert said(program, "perft", 1)[0] == "80"
    assert said(program, "perft", 2)[0] == said(program, "list", 2)[0] == "6176"
