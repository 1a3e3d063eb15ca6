"""What is downloaded from the page is a folder on which `check` and `test` work at once."""

from __future__ import annotations

import json
import subprocess
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from testing.wasm_match import NODE
from thesmos.cli import cli
from thesmos_rulebook.playground.build import PAGE
from thesmos_rulebook.playground.games import PlaygroundGame, own_game, playground_games

pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node.js")
SCRIPT = """
import { readFileSync, writeFileSync } from "node:fs";
const { zipped } = await import(process.argv[2]);
const files = JSON.parse(readFileSync(process.argv[3]));
writeFileSync(process.argv[4], Buffer.from(await zipped(files).arrayBuffer()));
"""


def downloaded(game: PlaygroundGame, folder: Path) -> Path:
    """The unpacked download of a game."""
    assert NODE
    contents, slug = game.contents()["files"], game.slug
    (folder / "zip.mjs").write_text(SCRIPT)
    (folder / "files.json").write_text(
        json.dumps({f"{slug}/{file}": text for file, text in contents.items()})
    )
    names = [folder / name for name in ("zip.mjs", "files.json", "game.zip")]
    script = (PAGE / "src" / "links.js").as_uri()
    (folder / "package.json").write_text('{"type": "module"}')
    subprocess.run([NODE, names[0], script, *names[1:]], check=True, timeout=60)
    with zipfile.ZipFile(names[2]) as archive:
        assert archive.testzip() is None
        archive.extractall(folder)
    return folder / slug


def check_and_test(folder: Path) -> list[str]:
    """The last lines of what both commands say."""
    said = []
    for command in ("check", "test"):
        done = CliRunner().invoke(cli, [command, str(folder)])
        assert done.exit_code == 0, done.output
        said.append(done.output.splitlines()[-1])
    return said


def test_a_shipped_game_is_checked_and_tested(tmp_path: Path) -> None:
    [game] = playground_games(["tic-tac-toe"])
    checked, tested = check_and_test(downloaded(game, tmp_path))
    assert checked == "no errors"
    assert tested.endswith("passed, 0 failed, 0 skipped")


def test_a_game_of_ones_own_is_checked_and_tested(tmp_path: Path) -> None:
    with own_game() as game:
        said = check_and_test(downloaded(game, tmp_path))
    assert said == ["no errors", "1 passed, 0 failed, 0 skipped"]
