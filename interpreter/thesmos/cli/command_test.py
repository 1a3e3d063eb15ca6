"""What all commands have in common: help, errors, exit codes, late imports."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from testing.suite import RECORDS_DIR, needs_records
from thesmos.cli import endings, group
from thesmos.cli.plugins import CORE, commands
from thesmos.diagnostics import UsageError

RECORDS = RECORDS_DIR / "hard.jsonl.gz"
RUN = "from thesmos.cli import main; main()"


NAMES = [name for name in commands() if " " not in name]


PARTS = ("check", "program", "syntax", "link", "compile", "semantics", "play")
HEAVY = {"lark", "jsonschema", "rich", "yaml", *(f"thesmos.{part}" for part in PARTS)}


def imported_by_help(calls: list[list[str]]) -> tuple[dict[str, list[str]], str]:
    """The modules that are imported after the help of each call, and what the calls print."""
    code = (
        "import json, sys, contextlib\n"
        "from thesmos.cli import cli\n"
        "after = {}\n"
        f"for call in {calls!r}:\n"
        "    with contextlib.suppress(SystemExit): cli.main([*call, '--help'])\n"
        "    after[' '.join(call)] = [*sys.modules]\n"
        "print(json.dumps(after), file=sys.stderr)"
    )
    run = [sys.executable, "-c", code]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    return json.loads(done.stderr), done.stdout


def test_python_runs_the_package_as_the_command() -> None:
    run = [sys.executable, "-m", "thesmos", "--version"]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("thesmos, version ")


def test_help_lists_every_command_and_loads_none() -> None:
    after, printed = imported_by_help([[]])
    assert set() == HEAVY & set(after[""])
    assert set() == {info.module for info in commands().values()} & set(after[""])
    for name in NAMES:
        assert f"  {name} " in printed


def test_help_of_a_command_loads_no_game() -> None:
    calls = [info.name.split() for info in CORE]
    after, printed = imported_by_help(calls)
    assert printed.count("Usage:") == len(calls)
    assert {} == {call: found for call, names in after.items() if (found := HEAVY & set(names))}


def test_loading_a_game_imports_nothing_that_explains_errors_or_plays() -> None:
    code = (
        "import sys, thesmos\n"
        "for game in ('santorini', 'pook'): thesmos.load(game)\n"
        "print(*sys.modules)"
    )
    run = [sys.executable, "-c", code]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    unused = {"lark", "jsonschema", "thesmos.compile", "thesmos.semantics"}
    assert set() == unused & set(done.stdout.split())


def test_commands_that_only_play_do_not_import_thesmos_conform() -> None:
    code = (
        "import sys, thesmos.cli.perft, thesmos.cli.terminal_game, thesmos.tools.soak\n"
        "runner = [name for name in sys.modules if name.startswith('thesmos_conform')]\n"
        "sys.exit(f'loaded {runner}' if runner else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "" == done.stderr


def test_every_command_has_help() -> None:
    shown = {name: CliRunner().invoke(group.cli, [name, "--help"]) for name in NAMES}
    failed = [name for name, result in shown.items() if result.exit_code != 0]
    assert not failed + [name for name, result in shown.items() if "Usage:" not in result.stdout]


def test_every_command_has_the_name_it_is_listed_by() -> None:
    made = {name: group.cli.get_command(click.Context(group.cli), name) for name in NAMES}
    assert {name: name for name in NAMES} == {n: c.name if c else None for n, c in made.items()}


def test_an_unknown_command_gets_a_hint() -> None:
    result = CliRunner().invoke(group.cli, ["reply"])
    assert result.exit_code == 2
    assert "there is no command `reply`" in result.stderr
    assert "did you mean 'replay'?" in result.stderr


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["legal"], "Missing argument"),
        (["legal", "nogame"], "there is no game `nogame`"),
        (["legal", "santorini", "--powers", "apolo,none"], "did you mean 'apollo'?"),
        (["legal", "santorini", "--powers", "apollo"], "can't be played by 1"),
        (["legal", "santorini", "--mode", "chess"], "there is no mode `chess`"),
        (["legal", "santorini", "--option", "x"], "write NAME=VALUE"),
        (["legal", "santorini", "--option", "x=y"], "there is no option x = y"),
        (["legal", "santorini", "--setup", "powers=x"], "--setup can't set powers"),
        (["legal", "santorini", "--setup", "weather=fair"], ""),
        (["legal", "santorini", "--position", "nofile"], "nofile can't be read"),
        (["legal", "santorini", "--game", "x"], "add --record FILE"),
        (["legal", "santorini", "--record", str(RECORDS)], "needs --game ID and --decision N"),
        (["legal", "santorini", "--nonsense"], "No such option"),
        (["perft", "santorini"], "Missing option '--depth'"),
        (["perft", "santorini", "--depth", "0"], "not in the range"),
        (["bench", "santorini", "--seconds", "nan"], "must be a number"),
        (["replay"], "Missing argument"),
        (["replay", "nofile"], "there is no file nofile"),
        (["record", "santorini", "--json"], "add --out FILE"),
        (["test", "nofile"], "nofile does not exist"),
        (["check", "nofile"], "nofile does not exist"),
        (["new"], ""),
        (["new", "power", "nogame", "x"], "there is no game `nogame`"),
        (["play"], "no game given"),
        (["play", "--resume", "nofile"], "nofile can't be read"),
    ],
)
def test_a_wrong_call_gets_a_message_and_exit_code_2(args: list[str], words: str) -> None:
    if "--record" in args and not RECORDS.is_file():
        pytest.skip("needs conformance/records")
    result = CliRunner().invoke(group.cli, args)
    assert result.exit_code == 2, result.output
    assert words in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not JSON"),
        ("[]", "is not a position"),
        ("[" * 100_000, "is nested too deeply"),
        ('{"levels": "1"}', "hint: "),
        ('{"to_move": 9}', "hint: "),
        ("9" * 6000, "is not JSON"),
    ],
)
def test_a_bad_position_is_refused(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(text)
    result = CliRunner().invoke(group.cli, ["legal", "santorini", "--position", str(path)])
    assert result.exit_code == 2
    assert words in result.stderr


def test_a_position_of_many_megabytes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_bytes(b" " * (5 << 20))
    result = CliRunner().invoke(group.cli, ["legal", "santorini", "--position", str(path)])
    assert result.exit_code == 2
    assert "larger than 4 MB" in result.stderr


def _failing(error: BaseException) -> click.Command:
    @click.command("legal")
    def command() -> None:
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (UsageError("too late", "come earlier"), 2, "error: too late\nhint: come earlier\n"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (ZeroDivisionError("oops"), 70, "error: ZeroDivisionError: oops\nhint: this is a bug"),
    ],
)
def test_what_goes_wrong_becomes_an_exit_code(
    error: BaseException, code: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group.Commands, "get_command", lambda *_: _failing(error))
    monkeypatch.delenv(endings.DEBUG, raising=False)
    result = CliRunner().invoke(group.cli, ["legal"])
    assert result.exit_code == code
    assert words in result.stderr


def test_the_debug_variable_shows_the_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group.Commands, "get_command", lambda *_: _failing(ZeroDivisionError()))
    monkeypatch.setenv(endings.DEBUG, "1")
    assert isinstance(CliRunner().invoke(group.cli, ["legal"]).exception, ZeroDivisionError)


def _living(group: int) -> int:
    """How many processes of a group have not ended."""
    count = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, its_group = file.read_text().rpartition(")")[2].split()[:3]
            count += its_group == str(group) and state != "Z"
    return count


@needs_records
@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("after", [0.0, 0.3, 3.0])
def test_an_interrupt_ends_the_children(after: float) -> None:
    many = [str(RECORDS)] * 50
    parent = subprocess.Popen(
        [sys.executable, "-c", RUN, "replay", "--jobs", "2", *many],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    while _living(parent.pid) == 1:
        time.sleep(0.05)
    time.sleep(after)
    os.killpg(parent.pid, signal.SIGINT)
    output, errors = parent.communicate()
    assert (parent.returncode, output, errors) == (130, b"", b"interrupted\n")
    for _ in range(1200):  # multiprocessing's own helper process ends a moment later
        if _living(parent.pid) == 0:
            return
        time.sleep(0.05)
    pytest.fail("there are processes left")


def test_a_closed_output_is_not_an_error() -> None:
    call = [sys.executable, "-c", RUN, "record", "santorini", "--games", "30"]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.read(100)
        child.stdout.close()
        assert child.stderr.read() == b""
