"""Reading a suite without Thesmos: in JavaScript, Rust and C#, with an engine of Nim."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from thesmos.cli import cli

NODE, RUSTC, DOTNET = map(shutil.which, ("node", "rustc", "dotnet"))
HERE = Path(__file__).parent

needs_node = pytest.mark.skipif(NODE is None, reason="needs Node.js (the command `node`)")
needs_rust = pytest.mark.skipif(RUSTC is None, reason="needs Rust (the command `rustc`)")
needs_dotnet = pytest.mark.skipif(DOTNET is None, reason="needs .NET (the command `dotnet`)")

Done = subprocess.CompletedProcess[str]
Change = Callable[[str], str]


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The suite of Nim, as a file."""
    path = tmp_path_factory.mktemp("suite") / "nim.jsonl"
    done = CliRunner().invoke(cli, ["suite", "nim", "--out", str(path)])
    assert 0 == done.exit_code, done.output
    return path


def _run(*command: object) -> Done:
    return subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)


def javascript(suite: Path, folder: Path, change: Change) -> Done:
    """What the reader in JavaScript says about a changed engine."""
    engine = folder / "engine.mjs"
    engine.write_text(change((HERE / "javascript" / "nim.mjs").read_text()))
    return _run(NODE, HERE / "javascript" / "read-suite.mjs", suite, engine)


def rust(suite: Path, folder: Path, change: Change) -> Done:
    """What the reader in Rust says about a changed engine."""
    for file in (HERE / "rust").glob("*.rs"):
        text = file.read_text()
        (folder / file.name).write_text(change(text) if file.name == "nim.rs" else text)
    made = _run(RUSTC, "--cap-lints", "allow", "-o", folder / "read", folder / "read_suite.rs")
    assert 0 == made.returncode, made.stderr
    return _run(folder / "read", suite)


def csharp(suite: Path, folder: Path, change: Change) -> Done:
    """What the reader in C# says about a changed engine."""
    for file in (HERE / "csharp").iterdir():
        if file.is_file():
            text = file.read_text()
            (folder / file.name).write_text(change(text) if file.name == "Nim.cs" else text)
    return _run(DOTNET, "run", "--project", folder / "read-suite.csproj", suite)


READERS = [
    pytest.param(javascript, marks=needs_node, id="javascript"),
    pytest.param(rust, marks=needs_rust, id="rust"),
    pytest.param(csharp, marks=needs_dotnet, id="csharp"),
]


@pytest.mark.parametrize("read", READERS)
def test_a_right_engine_passes(
    suite: Path, tmp_path: Path, read: Callable[[Path, Path, Change], Done]
) -> None:
    done = read(suite, tmp_path, lambda text: text)
    cases = len(suite.read_text().splitlines())
    assert (0, f"{cases} passed, 0 failed, 0 unsupported\n") == (done.returncode, done.stdout)


@pytest.mark.parametrize(
    ("read", "old", "new", "words"),
    [
        pytest.param(reader, *given, marks=needed)
        for reader, needed, given in [
            (javascript, needs_node, ("left + 1}`", "left + 2}`", "options after")),
            (
                javascript,
                needs_node,
                ("return { refused", "continue; return { refused", "not refused after"),
            ),
            (
                javascript,
                needs_node,
                ("loses ? player : 3 - player", "player", "winners after"),
            ),
            (javascript, needs_node, ("player = 3 - player;", "", "player after")),
            (rust, needs_rust, ("return Answer::Refused { choice };", "continue;", "not refused")),
            (rust, needs_rust, ("loses { player }", "loses { 3 - player }", "winners after")),
            (
                csharp,
                needs_dotnet,
                ("return new Answer(Refused: number)", "continue", "not refused"),
            ),
            (csharp, needs_dotnet, ("loses ? player", "loses ? 3 - player", "winners after")),
        ]
    ],
)
def test_a_wrong_engine_is_told_where(
    suite: Path,
    tmp_path: Path,
    read: Callable[[Path, Path, Change], Done],
    old: str,
    new: str,
    words: str,
) -> None:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new)

    done = read(suite, tmp_path, change)
    assert 1 == done.returncode
    assert words in done.stdout


@needs_node
def test_an_engine_that_throws_fails_one_case_after_the_other(suite: Path, tmp_path: Path) -> None:
    throws = 'export const look = () => { throw new Error("no such heap"); };\n'
    done = javascript(suite, tmp_path, lambda _: throws)
    cases = len(suite.read_text().splitlines())
    assert 1 == done.returncode
    assert f"0 passed, {cases} failed," in done.stdout
    assert "Error: no such heap after nothing" in done.stdout


@pytest.mark.parametrize("read", READERS)
def test_a_suite_of_which_an_engine_knows_nothing_does_not_pass(
    suite: Path, tmp_path: Path, read: Callable[[Path, Path, Change], Done]
) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(suite.read_text().replace('"game": "nim"', '"game": "chess"'))
    done = read(other, tmp_path, lambda text: text)
    cases = len(suite.read_text().splitlines())
    assert (1, f"0 passed, 0 failed, {cases} unsupported\n") == (done.returncode, done.stdout)


@pytest.mark.parametrize("read", READERS)
def test_an_empty_suite_does_not_pass(
    tmp_path: Path, read: Callable[[Path, Path, Change], Done]
) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    done = read(empty, tmp_path, lambda text: text)
    assert (1, "0 passed, 0 failed, 0 unsupported\n") == (done.returncode, done.stdout)


@needs_node
def test_the_reader_in_javascript_says_how_it_is_called() -> None:
    done = _run(NODE, HERE / "javascript" / "read-suite.mjs")
    assert (2, "usage: node read-suite.mjs SUITE ENGINE\n") == (done.returncode, done.stderr)
