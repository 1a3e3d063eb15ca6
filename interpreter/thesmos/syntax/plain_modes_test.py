"""A game without files of modes has one for each number of its players."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from thesmos.play.game import load
from thesmos.syntax.spec_folder import read_folder

BASE = Path(__file__).parents[1] / "check" / "samples" / "base"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game for one to three players, without modes."""
    shutil.copytree(BASE, tmp_path / "game", ignore=lambda _, names: {"modes"} & {*names})
    file = tmp_path / "game" / "game.yaml"
    text = file.read_text(encoding="utf-8")
    assert text.count("{min: 2, max: 2}") == 1
    file.write_text(text.replace("{min: 2, max: 2}", "{min: 1, max: 3}"), encoding="utf-8")
    return tmp_path / "game"


def test_each_number_of_players_has_a_mode(folder: Path) -> None:
    modes = read_folder(folder).modes
    assert {name: (mode.sides, mode.first) for name, mode in modes.items()} == {
        "one-player": ((1,), 1),
        "two-players": ((1, 2), 1),
        "three-players": ((1, 2, 3), 1),
    }


def test_it_has_the_languages_of_the_game(folder: Path) -> None:
    file = folder / "game.yaml"
    text = file.read_text(encoding="utf-8")
    (title,) = (line for line in text.splitlines() if line.startswith("title:"))
    file.write_text(text.replace(title, "title: {en: One, es: Uno, xx: Oon}"), encoding="utf-8")
    assert read_folder(folder).modes["three-players"].title == {
        "en": "Three players",
        "es": "Tres jugadores",
    }


def test_a_single_file_of_a_mode_stands_for_all(folder: Path) -> None:
    shutil.copytree(BASE / "modes", folder / "modes")
    assert {*read_folder(folder).modes} == {"two-players"}


def test_a_match_without_a_mode_of_its_own_can_be_played() -> None:
    match = load("nim").match([None, None])
    assert match.linked.mode.slug == "two-players"
    assert match.start().codes
