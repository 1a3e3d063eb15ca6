"""`thesmos new game` writes a game that can be played, tested and published at once."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from thesmos.cli import cli


def run(folder: Path, *call: str) -> Result:
    """Run a command in a folder."""
    with contextlib.chdir(folder):
        return CliRunner().invoke(cli, call, prog_name="thesmos")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which the game `thin-ice` has been made."""
    assert run(tmp_path, "new", "game", "thin-ice").exit_code == 0
    return tmp_path


@pytest.mark.parametrize(
    ("call", "printed"),
    [
        ("check --strict thin-ice", "no errors"),
        ("fmt --check thin-ice", "2 files, 0 to be changed"),
        ("test thin-ice", "1 passed, 0 failed"),
        ("legal thin-ice", "C1-B1  C1-D1  C1-B2  C1-C2  C1-D2"),
        ("soak thin-ice --games 5 --jobs 1", "0 failures"),
    ],
)
def test_a_new_game_is_whole(call: str, printed: str, folder: Path) -> None:
    found = run(folder, *call.split())
    assert printed in found.output
    assert found.exit_code == 0


def test_an_editor_finds_the_schema_of_each_file(folder: Path) -> None:
    assert run(folder, "new", "power", "thin-ice", "diver").exit_code == 0
    for file in sorted(folder.rglob("*.yaml")):
        line = file.read_text().splitlines()[0]
        schema = file.parent / line.removeprefix("# yaml-language-server: $schema=")
        assert json.loads(schema.read_text())["title"] == "A file of a game for Thesmos", file


def test_a_new_game_can_be_put_elsewhere(tmp_path: Path) -> None:
    found = run(tmp_path, "new", "game", "nine-holes", "--out", "games/mine")
    assert "next: thesmos play games/mine" in found.output
    assert "title: {en: Nine Holes}" in (tmp_path / "games/mine/game.yaml").read_text()
    assert run(tmp_path, "test", "games/mine").exit_code == 0


def test_a_game_named_like_a_shipped_one_is_never_taken_for_it(tmp_path: Path) -> None:
    found = run(tmp_path, "new", "game", "chess")
    assert "next: thesmos play ./chess\n" in found.output
    assert "C1-B1  C1-D1  C1-B2" in run(tmp_path, "legal", "./chess").output
    assert "1 passed" in run(tmp_path, "test", "chess").output
    assert "no errors" in run(tmp_path, "check", "--strict", ".").output
    for command in ("check", "legal"):
        ambiguous = run(tmp_path, command, "chess")
        assert ambiguous.exit_code == 2
        assert "hint: write `./chess` for the folder" in ambiguous.output
        assert run(tmp_path / "chess", command, "chess").exit_code == 0, "no folder is named so"


def test_a_game_that_exists_is_not_overwritten(folder: Path) -> None:
    text = (folder / "thin-ice" / "game.yaml").read_text()
    found = run(folder, "new", "game", "thin-ice")
    assert (found.exit_code, "thin-ice/game.yaml" in found.output) == (2, True)
    assert (folder / "thin-ice" / "game.yaml").read_text() == text


def test_a_slug_that_is_none_is_refused(tmp_path: Path) -> None:
    found = run(tmp_path, "new", "game", "Thin Ice")
    assert "`Thin Ice` can't be the slug of a game" in found.output
    assert found.exit_code == 2
    assert not [*tmp_path.iterdir()]
