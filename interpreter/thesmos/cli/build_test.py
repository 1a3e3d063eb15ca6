"""`thesmos build` writes what is asked for, and says what can't be."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from thesmos.cli.build import command
from thesmos.diagnostics import UsageError


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
