"""A scenario in a game's folder means the game in that folder by its slug."""

from pathlib import Path

import pytest

from thesmos.play.game import load
from thesmos.resources import scenarios_dir
from thesmos.scenario.own_game import own_game
from thesmos.scenario.runner import run_paths


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of tic-tac-toe in which signs may be put on others, with its scenarios."""
    folder = tmp_path / "mine"
    (folder / "scenarios").mkdir(parents=True)
    text = (load("tic-tac-toe").path / "game.yaml").read_text(encoding="utf-8")
    assert "free: sign(at) is none" in text
    changed = text.replace("free: sign(at) is none", "free: yes")
    (folder / "game.yaml").write_text(changed, encoding="utf-8")
    for file in (scenarios_dir() / "tic-tac-toe").rglob("*.yaml"):
        (folder / "scenarios" / file.name).write_bytes(file.read_bytes())
    return folder


def test_a_changed_copy_is_tested_and_not_the_shipped_game(copy: Path) -> None:
    assert run_paths([copy]).failed


@pytest.mark.parametrize("after", ["", "/draft", "@2020", "+module"])
def test_the_slug_of_the_game_means_its_folder(copy: Path, after: str) -> None:
    file = copy / "scenarios" / "one.yaml"
    assert own_game(file, f"tic-tac-toe{after}") == f"{copy}{after}"


def test_a_folder_named_like_the_shipped_game_is_found(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy.rename(copy.parent / "tic-tac-toe")
    monkeypatch.chdir(copy.parent)
    assert run_paths([Path("tic-tac-toe")]).failed


@pytest.mark.parametrize("name", ["chess", "tic-tac-toe-wide", "../other"])
def test_another_name_means_what_it_always_means(copy: Path, name: str) -> None:
    assert own_game(copy / "scenarios" / "one.yaml", name) == name


def test_without_a_game_around_it_a_slug_means_the_shipped_game(tmp_path: Path) -> None:
    assert own_game(tmp_path / "scenarios" / "one.yaml", "chess") == "chess"
