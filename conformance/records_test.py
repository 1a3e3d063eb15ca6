"""The sample of recorded games agrees. Here some games of each file; `.ci/run` replays them all."""

from __future__ import annotations

from pathlib import Path

import pytest

from thesmos.tools.replay_files import Terms, replay_files

GAMES = 2  # of each file

FILES = sorted((Path(__file__).parent / "records").glob("*.jsonl.gz"))


def test_there_is_a_sample() -> None:
    """A folder without records would agree with anything."""
    assert 15 == len(FILES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_file_of_the_sample_agrees(file: Path) -> None:
    """No decision, no options and no result differ."""
    report = replay_files([file], jobs=1, max_games=GAMES)

    assert [] == report.disagreements
    assert report.games == GAMES


def test_machine_code_plays_the_edition_of_2026_as_recorded() -> None:
    """Some games; by hand, `thesmos replay --backend native` replays all of the file."""
    pytest.importorskip("llvmlite")
    file = Path(__file__).parent / "records" / "2026-02.jsonl.gz"

    report = replay_files([file], jobs=1, max_games=GAMES, terms=Terms(backend="native"))

    assert [] == report.disagreements
    assert report.games == GAMES
