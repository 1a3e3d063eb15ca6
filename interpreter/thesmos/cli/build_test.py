"""`thesmos build` writes what is asked for: all files or none, overwriting none unasked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from thesmos.cli import cli
from thesmos.cli.build import command
from thesmos.diagnostics import UsageError

GAME = "tic-tac-toe"
NAMES = [
    f"{GAME}{suffix}"
    for suffix in (".classic.js", ".d.mts", ".events.wasm", ".lean.mjs", ".mjs", ".wasm")
]
SMALL_DISK = """
import resource, sys
from thesmos.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
main()
"""


def build(out: Path, *words: str) -> Result:
    return CliRunner().invoke(cli, ["build", GAME, "--out", str(out), *words])


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_all_existing_files_are_named_and_kept(tmp_path: Path) -> None:
    for name in (NAMES[1], NAMES[4]):
        (tmp_path / name).write_text("theirs")
    before = contents(tmp_path)
    done = build(tmp_path)
    assert 2 == done.exit_code
    assert f"{tmp_path / NAMES[1]}" in done.stderr
    assert f"{tmp_path / NAMES[4]}" in done.stderr
    assert "--force overwrites them" in done.stderr
    assert before == contents(tmp_path)


def test_force_overwrites_them(tmp_path: Path) -> None:
    (tmp_path / NAMES[5]).write_text("theirs")
    assert 0 == build(tmp_path, "--force").exit_code
    assert NAMES == sorted(contents(tmp_path))
    assert contents(tmp_path)[NAMES[5]].startswith(b"\0asm")


@pytest.mark.skipif(sys.platform == "win32", reason="has no limit on files")
@pytest.mark.parametrize("old", [[], NAMES])
def test_without_space_for_all_files_everything_stays_as_it_was(
    tmp_path: Path, old: list[str]
) -> None:
    """The largest file does not fit on this disk; the types, which come later, would."""
    out = tmp_path / "out"
    for name in old:
        out.mkdir(exist_ok=True)
        (out / name).write_text(f"old {name}")
    words = [sys.executable, "-c", SMALL_DISK, "build", GAME, "--out", str(out), "--force"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=600)
    assert 2 == done.returncode
    assert "can't be written: File too large" in done.stderr
    assert bool(old) == out.exists()
    assert {name: f"old {name}".encode() for name in old} == (contents(out) if old else {})


def test_an_object_file_has_a_header_and_an_example(tmp_path: Path) -> None:
    pytest.importorskip("llvmlite")
    words = ["tic-tac-toe", "--target", "object", "--out", str(tmp_path)]
    done = CliRunner().invoke(command, words)
    assert done.exit_code == 0, done.output
    assert {path.name for path in tmp_path.iterdir()} == {"match.o", "match.h", "example.c"}
    header = (tmp_path / "match.h").read_text(encoding="utf-8")
    assert "@" not in header  # every part of it is filled in
    assert "#define MATCH_CODES 9\n" in header


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--triple", "aarch64-linux-gnu"], "--triple is for --target object"),
        (["--target", "object", "--triple", "nonsense"], "can be made for `nonsense`"),
        (["--target", "object", "--pool"], "--pool is for --target wasm"),
    ],
)
def test_what_does_not_go_together_is_refused(
    tmp_path: Path, words: list[str], message: str
) -> None:
    done = CliRunner().invoke(command, ["tic-tac-toe", "--out", str(tmp_path / "out"), *words])
    assert isinstance(done.exception, UsageError)
    assert message in str(done.exception)
    assert not (tmp_path / "out").exists()
