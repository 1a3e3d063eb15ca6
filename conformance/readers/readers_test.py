"""Reading a suite without Thesmos: the reader in JavaScript, with an engine of Nim."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from thesmos.cli import cli

NODE = shutil.which("node")
HERE = Path(__file__).parent / "javascript"

pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node.js (the command `node`)")


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The suite of Nim, as a file."""
    path = tmp_path_factory.mktemp("suite") / "nim.jsonl"
    done = CliRunner().invoke(cli, ["suite", "nim", "--out", str(path)])
    assert 0 == done.exit_code, done.output
    return path


def read(suite: Path, engine: Path) -> subprocess.CompletedProcess[str]:
    """What the reader says about an engine."""
    command = [str(NODE), str(HERE / "read-suite.mjs"), str(suite), str(engine)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_right_engine_passes(suite: Path) -> None:
    done = read(suite, HERE / "nim.mjs")
    cases = len(suite.read_text().splitlines())
    assert (0, f"{cases} passed, 0 failed, 0 unsupported\n") == (done.returncode, done.stdout)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("left + 1}`", "left + 2}`", "options after"),
        ("return { refused", "continue; return { refused", "not refused after"),
        ("loses ? player : 3 - player", "player", "winners after"),
        ("player = 3 - player;", "", "player after"),
    ],
)
def test_a_wrong_engine_is_told_where(
    suite: Path, tmp_path: Path, old: str, new: str, words: str
) -> None:
    text = (HERE / "nim.mjs").read_text()
    assert old in text
    engine = tmp_path / "wrong.mjs"
    engine.write_text(text.replace(old, new))
    done = read(suite, engine)
    assert 1 == done.returncode
    assert words in done.stdout


def test_what_an_engine_does_not_know_is_counted_apart(suite: Path, tmp_path: Path) -> None:
    engine = tmp_path / "none.mjs"
    engine.write_text("export const look = () => undefined;\n")
    done = read(suite, engine)
    assert 0 == done.returncode
    assert "0 passed, 0 failed," in done.stdout
