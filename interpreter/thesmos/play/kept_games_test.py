"""A game that was loaded before is found again, as long as nothing about it has changed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from thesmos import resources
from thesmos.cache import VARIABLE
from thesmos.diagnostics import SpecError
from thesmos.play import kept_games
from thesmos.play.game import Game, load
from thesmos.syntax.versions import AS_WRITTEN, Version

Loader = Callable[[], Game]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of the user's own, and a cache for this test."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    return Path(shutil.copytree(resources.spec_dir() / "nim", tmp_path / "nim"))


def _is_read(folder: Path, name: str = "nim", version: Version = AS_WRITTEN) -> bool:
    """Load a game, and tell whether it was read for that."""
    read = []

    def loading() -> Game:
        read.append(folder)
        return load(folder)

    game = kept_games.kept_game(name, folder, version, folder, loading)
    assert game.match().start() == load(folder).match().start()
    return bool(read)


def test_a_game_is_read_once(folder: Path) -> None:
    assert [True, False, False] == [_is_read(folder) for _ in range(3)]


def test_a_game_with_a_changed_text_is_read_again(folder: Path) -> None:
    _is_read(folder)
    file = folder / "game.yaml"
    file.write_text(file.read_text() + "# changed\n")
    assert [True, False] == [_is_read(folder) for _ in range(2)]


def test_a_game_with_one_more_file_is_read_again(folder: Path) -> None:
    _is_read(folder)
    (folder / "words").mkdir()
    assert not _is_read(folder)
    (folder / "words" / "fr.yaml").write_text("thesmos: words\ntitle: Nim\n")
    assert _is_read(folder)


def test_another_name_or_version_is_another_game(folder: Path) -> None:
    _is_read(folder)
    assert _is_read(folder, "other")
    assert _is_read(folder, version=Version("first"))


def test_a_game_is_read_again_by_other_code(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _is_read(folder)
    monkeypatch.setattr(kept_games, "_code", lambda: "another version")
    assert _is_read(folder)


def test_code_that_is_newer_than_the_process_is_not_relied_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_games, "_begun", 0)
    monkeypatch.setattr(kept_games, "_code", kept_games._code.__wrapped__)
    assert all(_is_read(folder) for _ in range(2))


def test_a_damaged_file_is_made_anew(folder: Path) -> None:
    _is_read(folder)
    (file,) = (folder.parent / "cache" / "games").iterdir()
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    assert [True, False] == [_is_read(folder) for _ in range(2)]


def test_without_a_cache_a_game_is_read_each_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "")
    assert all(_is_read(folder) for _ in range(2))


def test_a_game_with_errors_is_not_kept(folder: Path) -> None:
    file = folder / "game.yaml"
    sound = file.read_text()
    file.write_text(sound + "nonsense: 1\n")
    for _ in range(2):
        with pytest.raises(SpecError):
            _is_read(folder)
    file.write_text(sound)
    assert _is_read(folder)


def test_a_game_that_changes_while_it_is_read_is_not_kept(folder: Path) -> None:
    file = folder / "game.yaml"

    def loading() -> Game:
        file.write_text(file.read_text() + "# changed\n")
        return load(folder)

    kept_games.kept_game("nim", folder, AS_WRITTEN, folder, loading)
    assert not [*(folder.parent / "cache" / "games").iterdir()]


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_where_a_link_leads_is_part_of_a_game(folder: Path) -> None:
    text = (folder / "game.yaml").read_text()
    for name in ("one.txt", "other.txt"):
        (folder / name).write_text(text)
    (folder / "game.yaml").unlink()
    (folder / "game.yaml").symlink_to(folder / "one.txt")
    assert [True, False] == [_is_read(folder) for _ in range(2)]
    (folder / "game.yaml").unlink()
    (folder / "game.yaml").symlink_to(folder / "other.txt")
    assert _is_read(folder)


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_a_game_with_a_link_to_a_folder_is_read_each_time(folder: Path) -> None:
    (folder / "words").symlink_to(folder.parent)
    assert all(_is_read(folder) for _ in range(2))


def test_a_game_in_a_folder_with_very_much_else_is_read_each_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_games._code()
    monkeypatch.setattr(kept_games, "MOST_ENTRIES", 3)
    for number in range(4):
        (folder / f"{number}.txt").touch()
    assert all(_is_read(folder) for _ in range(2))
