"""Reading a suite without Thesmos: in JavaScript, Rust and C#, with an engine of Nim."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from thesmos.cli import cli

HERE = Path(__file__).parent
MAX_LINES = 30

Done = subprocess.CompletedProcess[str]
Change = tuple[str, str]  # a text of the engine, and what to put in its place


def _run(*command: object) -> Done:
    return subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)


def javascript(folder: Path, *given: Path) -> Done:
    """Run the reader in JavaScript with the engine beside it."""
    engine = [folder / "nim.mjs"] if given else []
    return _run("node", folder / "read-suite.mjs", *given, *engine)


def rust(folder: Path, *given: Path) -> Done:
    """Compile the reader in Rust and run it."""
    done = _run(
        "rustc",
        "--edition=2021",
        "--cap-lints=allow",
        "-o",
        folder / "read",
        folder / "read_suite.rs",
    )
    assert 0 == done.returncode, done.stderr
    return _run(folder / "read", *given)


def csharp(folder: Path, *given: Path) -> Done:
    """Compile the reader in C# and run it."""
    return _run("dotnet", "run", "--project", folder / "read-suite.csproj", *given)


class Reader(NamedTuple):
    """A reader, its file, the file of its engine, and the command that it needs."""

    run: Callable[..., Done]
    file: str
    engine: str
    command: str

    def read(self, folder: Path, *given: Path, change: Change = ("", "")) -> Done:
        """Run a copy of it with a changed engine."""
        for file in (HERE / self.run.__name__).iterdir():
            if not file.is_file():
                continue
            text = file.read_text()
            if file.name == self.engine:
                assert change[0] in text
                text = text.replace(*change)
            (folder / file.name).write_text(text)
        return self.run(folder, *given)


ALL = (
    Reader(javascript, "read-suite.mjs", "nim.mjs", "node"),
    Reader(rust, "read_suite.rs", "nim.rs", "rustc"),
    Reader(csharp, "ReadSuite.cs", "Nim.cs", "dotnet"),
)


def _params(*given: Any) -> list[Any]:
    """Return each reader with its part of what is given; skipped where it can't be run."""
    return [
        pytest.param(
            reader,
            *one,
            id=reader.run.__name__,
            marks=pytest.mark.skipif(
                shutil.which(reader.command) is None, reason=f"needs the command {reader.command}"
            ),
        )
        for reader, *one in zip(ALL, *given, strict=True)
    ]


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The suite of Nim, as a file."""
    path = tmp_path_factory.mktemp("suite") / "nim.jsonl"
    done = CliRunner().invoke(cli, ["suite", "nim", "--out", str(path)])
    assert 0 == done.exit_code, done.output
    return path


def _rewritten(suite: Path, folder: Path, **keys: Any) -> Path:
    """A suite with other values of these keys in all its lines."""
    lines = (json.loads(line) | keys for line in suite.read_text().splitlines())
    path = folder / "other.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def _counts(suite: Path, passed: bool = False, unsupported: bool = False) -> str:
    """What is printed if all questions have this verdict."""
    number = len(suite.read_text().splitlines())
    return f"{number * passed} passed, 0 failed, {number * unsupported} unsupported\n"


@pytest.mark.parametrize("reader", ALL, ids=lambda reader: reader.file)
def test_a_reader_is_short(reader: Reader) -> None:
    lines = (HERE / reader.run.__name__ / reader.file).read_text().splitlines()
    assert len(lines) <= MAX_LINES


@pytest.mark.parametrize("reader", _params())
def test_a_right_engine_passes(suite: Path, tmp_path: Path, reader: Reader) -> None:
    done = reader.read(tmp_path, suite)
    assert (0, _counts(suite, passed=True)) == (done.returncode, done.stdout)


REVERSED = (
    ("options: offered(heaps)", "options: offered(heaps).reverse()"),
    ("options.into_iter().map", "options.into_iter().rev().map"),
    ("(player, Offered(heaps)", "(player, Offered(heaps).OrderDescending().ToArray()"),
)


@pytest.mark.parametrize(("reader", "change"), _params(REVERSED))
def test_an_engine_gives_options_in_any_order(
    suite: Path, tmp_path: Path, reader: Reader, change: Change
) -> None:
    done = reader.read(tmp_path, suite, change=change)
    assert (0, _counts(suite, passed=True)) == (done.returncode, done.stdout)


# What is wrong with an engine; the change in JavaScript, Rust and C#; a pattern of what is printed.
WRONG = {
    "other options": (
        ("left + 1}", "left + 2}"),
        ('format!("{name}-{left}")', 'format!("{name}-{}", left + 1)'),
        ("-{left}", "-{left + 1}"),
        r'one-heap: .* got .*"options":\["B1-2","B1-3","C1-2","C1-3","C1-4"\].* after \[\]',
    ),
    "an option twice": (
        ("options: offered(heaps)", "options: [...offered(heaps), ...offered(heaps)]"),
        (
            "let options = offered(&heaps);",
            "let options = [offered(&heaps), offered(&heaps)].concat();",
        ),
        ("(player, Offered(heaps)", "(player, Offered(heaps).Concat(Offered(heaps)).ToArray()"),
        r'last-wins: .* got .*"options":\["D1-1","D1-1"\].* after \["D1-1","B1-1"\]',
    ),
    "nothing is refused": (
        ("return { refused: number };", "continue;"),
        ('return Some(Json::object([("refused", Json::Number(number as f64))]));', "continue;"),
        ("return new Answer(Refused: number);", "continue;"),
        r'one-heap: expected {"refused":0}, got {.*"options".* after \["A1-1"\]',
    ),
    "the other player wins": (
        ("loses ? player : 3 - player", "loses ? 3 - player : player"),
        ("if loses { player } else { 3 - player }", "if loses { 3 - player } else { player }"),
        ("loses ? player : 3 - player", "loses ? 3 - player : player"),
        r'last-loses: expected {"winners":\[1\]}, got {"winners":\[2\]} after \["D1-3","A1-1"\]',
    ),
    "the same player again": (
        ("player = 3 - player;", ""),
        ("player = 3 - player;", ""),
        ("player = 3 - player;", ""),
        r'last-wins: .*"player":1.* got .*"player":2.* after \["D1-1"\]',
    ),
    "a skip": (
        ("may_skip: false", "may_skip: true"),
        ("Json::Bool(false)", "Json::Bool(true)"),
        ("MaySkip: false", "MaySkip: true"),
        r'set-up: .*"may_skip":false.* got .*"may_skip":true.* after \[\]',
    ),
}


@pytest.mark.parametrize(
    ("reader", "change", "pattern"),
    [
        pytest.param(*one.values, pattern, marks=one.marks, id=f"{one.id}, {name}")
        for name, (*changes, pattern) in WRONG.items()
        for one in _params(changes)
    ],
)
def test_a_wrong_engine_is_told_where(
    suite: Path, tmp_path: Path, reader: Reader, change: Change, pattern: str
) -> None:
    done = reader.read(tmp_path, suite, change=change)
    assert 1 == done.returncode
    assert re.search(f"^nim/(play|end)/{pattern}$", done.stdout, re.MULTILINE), done.stdout


THROWS = (
    ("player = 3 - player;", 'throw new Error("no such heap");'),
    ("player = 3 - player;", 'panic!("no such heap");'),
    ("player = 3 - player;", 'throw new Exception("no such heap");'),
)
THROWN = ("Error: no such heap", '"a panic"', "no such heap")


@pytest.mark.parametrize(("reader", "change", "words"), _params(THROWS, THROWN))
def test_an_engine_that_throws_fails_this_question_and_is_asked_the_others(
    suite: Path, tmp_path: Path, reader: Reader, change: Change, words: str
) -> None:
    done = reader.read(tmp_path, suite, change=change)
    questions = [json.loads(line) for line in suite.read_text().splitlines()]
    thrown = sum(bool(one["choices"]) and one["expect"] != {"refused": 0} for one in questions)
    counts = f"{len(questions) - thrown} passed, {thrown} failed, 0 unsupported\n"
    assert 1 == done.returncode
    assert f'got {words} after ["C1-2"]\n' in done.stdout
    assert done.stdout.endswith(counts)


@pytest.mark.parametrize("reader", _params())
def test_a_suite_of_which_an_engine_knows_nothing_does_not_pass(
    suite: Path, tmp_path: Path, reader: Reader
) -> None:
    done = reader.read(tmp_path, _rewritten(suite, tmp_path, game="chess"))
    assert (1, _counts(suite, unsupported=True)) == (done.returncode, done.stdout)


@pytest.mark.parametrize("reader", _params())
def test_views_of_players_are_counted_as_unsupported(
    suite: Path, tmp_path: Path, reader: Reader
) -> None:
    done = reader.read(tmp_path, _rewritten(suite, tmp_path, viewer=2))
    assert (1, _counts(suite, unsupported=True)) == (done.returncode, done.stdout)


@pytest.mark.parametrize("reader", _params())
def test_an_empty_suite_does_not_pass(tmp_path: Path, reader: Reader) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    done = reader.read(tmp_path, empty)
    assert (1, "0 passed, 0 failed, 0 unsupported\n") == (done.returncode, done.stdout)


@pytest.mark.parametrize("reader", _params())
def test_any_json_is_read(suite: Path, tmp_path: Path, reader: Reader) -> None:
    odd = ['\x00\b\f\r\n\t\\"/', "\u00e9\U0001f600", -1.5e300, [], {}, [[{}]], None, True]
    done = reader.read(tmp_path, _rewritten(suite, tmp_path, title=odd, id="\u00e9\U0001f600"))
    assert (0, _counts(suite, passed=True)) == (done.returncode, done.stdout)


USAGES = (
    "usage: node read-suite.mjs SUITE ENGINE\n",
    "usage: read_suite SUITE\n",
    "usage: dotnet run --project FOLDER SUITE\n",
)


@pytest.mark.parametrize(("reader", "usage"), _params(USAGES))
def test_a_reader_says_how_it_is_called(tmp_path: Path, reader: Reader, usage: str) -> None:
    done = reader.read(tmp_path)
    assert (2, usage) == (done.returncode, done.stderr)
