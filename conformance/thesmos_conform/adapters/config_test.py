"""Adapter files: what they may contain, and errors with their place."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from thesmos.diagnostics import UsageError
from thesmos_conform.adapters.config import AdapterConfig, read_adapter

WHOLE = """
name = "tower"
command = ["node", "tower.js", "--quiet"]
cwd = "src"
startup = 20
timeout = 0.5
memory = 4096
known = "known.toml"

[env]
NODE_ENV = "test"
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_has_all_settings(tmp_path: Path) -> None:
    path = written(tmp_path, WHOLE)
    expected = AdapterConfig(
        "tower",
        ("node", "tower.js", "--quiet"),
        tmp_path / "src",
        {"NODE_ENV": "test"},
        20.0,
        0.5,
        4096,
        tmp_path / "known.toml",
        path,
    )
    assert expected == read_adapter(path)


def test_a_command_is_enough(tmp_path: Path) -> None:
    found = read_adapter(written(tmp_path, 'command = ["./tower"]'))
    assert ("mine", ("./tower",), tmp_path) == (found.name, found.command, found.cwd)
    assert (10.0, 2.0, 2048, None) == (found.startup, found.timeout, found.memory, found.known)


def test_the_word_thesmos_means_the_interpreter() -> None:
    found = read_adapter("thesmos")
    assert ("thesmos", sys.executable) == (found.name, found.command[0])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('name = "x"', "mine.toml has no `command`"),
        ('command = ["x"]\ncomand = 1', "mine.toml:2:1: unknown key `comand`"),
        ('command = "node x.js"', "mine.toml:1:1: `command` must be a list"),
        ("command = []", "mine.toml:1:1: `command` must be a list"),
        ("command = [1]", "mine.toml:1:1: `command` must contain only texts"),
        ('command = ["a\\u0000b"]', "mine.toml:1:1: `command` must contain only texts"),
        ('command = ["x"]\n  timeout = 0', "mine.toml:2:3: `timeout` must be a number of seconds"),
        ('command = ["x"]\nstartup = true', "mine.toml:2:1: `startup` must be a number"),
        ('command = ["x"]\ntimeout = nan', "mine.toml:2:1: `timeout` must be a number"),
        ('command = ["x"]\nmemory = 2e3', "mine.toml:2:1: `memory` must be a whole number"),
        ('command = ["x"]\nmemory = 1', "mine.toml:2:1: `memory` must be a whole number"),
        ('command = ["x"]\ncwd = ""', "mine.toml:2:1: `cwd` must be a text"),
        ('command = ["x"]\n[env]\nA = 1', "mine.toml:3:1: the variable A must be a text"),
        ('command = ["x"]\nenv = 1', "mine.toml:2:1: `env` must be a table"),
        ('command = ["x"', "mine.toml:1:15: "),
        ("x = " + "[" * 9999, "mine.toml"),
        ("memory = " + "9" * 9999, "mine.toml"),
    ],
    ids=lambda text: text[:24],
)
def test_an_error_names_its_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(UsageError) as error:
        read_adapter(written(tmp_path, text))
    assert message in error.value.message


def test_the_line_is_shown_with_a_caret(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as error:
        read_adapter(written(tmp_path, 'command = ["x"]\n  tmeout = 3'))
    assert ["      tmeout = 3", "      ^"] == error.value.message.splitlines()[1:]
    assert "did you mean 'timeout'?" == error.value.hint


def test_a_missing_or_too_large_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="can't be read"):
        read_adapter(tmp_path / "nothing.toml")
    with pytest.raises(UsageError, match="larger than 64 KB"):
        read_adapter(written(tmp_path, "#" * 70_000))
    (tmp_path / "mine.toml").write_bytes(b"\xff")
    with pytest.raises(UsageError, match="not UTF-8"):
        read_adapter(tmp_path / "mine.toml")
