"""A command ends with a sentence and an exit code, whatever happens to its streams or when."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from testing.suite import needs_other_packages, needs_scenarios
from thesmos.cli import cli
from thesmos.cli.arguments import json_option
from thesmos.cli.group import Commands
from thesmos.cli.output import print_json
from thesmos.diagnostics import UsageError

RUN = "from thesmos.cli import main; main()"
FULL = Path("/dev/full")
SMALL = "tic-tac-toe"  # a game that each process reads in no time
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and streams as POSIX has them")


def run(*words: str, code: str = RUN, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True, text=True, check=False, timeout=600, env={**os.environ, **env},
    )  # fmt: skip


def shell(redirected: str, *words: str) -> subprocess.CompletedProcess[str]:
    """The result of a command with some of its streams redirected."""
    line = ["sh", "-c", f'exec "$@" {redirected}', "sh", sys.executable, "-c", RUN, *words]
    return subprocess.run(line, capture_output=True, text=True, check=False, timeout=600)


# ------------------------------------------------------------------------------- output


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_a_character_that_the_output_can_not_have_is_named(encoding: str) -> None:
    done = run("legal", SMALL, PYTHONIOENCODING=encoding)
    assert 2 == done.returncode
    assert f"the output has the character '\\u250c', which {encoding} does not have" in done.stderr
    assert "hint: set PYTHONIOENCODING=utf-8" in done.stderr
    assert "bug" not in done.stderr


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_json_is_the_same_in_any_encoding(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding=encoding))
    print_json({"corners": "┌é"})
    assert {"corners": "┌é"} == json.loads(written.getvalue().decode(encoding))


@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("--version",),
        ("legal", "--help"),
        ("legal", SMALL),
        ("legal", SMALL, "--json"),
        ("record", SMALL, "--limit", "5"),
        pytest.param(("suite", SMALL), marks=[needs_other_packages, needs_scenarios]),
    ],
    ids=" ".join,
)
def test_output_that_can_not_be_written_is_reported(words: tuple[str, ...]) -> None:
    done = shell(f">{FULL}", *words)
    assert done.stderr.endswith("error: the output can't be written: No space left on device\n")
    assert 2 == done.returncode


@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", [("legal", "nogame"), ("nocommand",), ("legal",)])
def test_a_message_that_can_not_be_written_leaves_the_exit_code(words: tuple[str, ...]) -> None:
    done = shell(f"2>{FULL}", *words)
    assert (2, "", "") == (done.returncode, done.stdout, done.stderr)


@POSIX
@pytest.mark.parametrize(
    ("closed", "words", "code"),
    [
        (">&-", ("legal", SMALL), 0),
        ("<&- >&-", ("serve", SMALL), 0),
        ("<&- >&- 2>&-", ("legal", "nogame"), 2),
    ],
)
def test_closed_streams_do_not_matter(closed: str, words: tuple[str, ...], code: int) -> None:
    done = shell(closed, *words)
    assert (code, "", "") == (done.returncode, done.stdout, done.stderr)


# ------------------------------------------------------------------------------- errors as JSON


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("legal", "nogame"), "there is no game `nogame`"),
        (("legal", "santorini", "--decision", "x"), "Invalid value for '--decision'"),
        (("nocommand",), "there is no command `nocommand`"),
    ],
)
def test_with_json_an_error_is_the_one_object(words: tuple[str, ...], message: str) -> None:
    done = CliRunner().invoke(cli, [*words, "--json"])
    assert 2 == done.exit_code
    assert json.loads(done.stdout)["error"]["message"].startswith(message)
    assert message in done.stderr


def test_with_json_errors_of_a_document_are_diagnostics(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("thesmos: game\nslug: x\n")
    done = CliRunner().invoke(cli, ["legal", str(tmp_path), "--json"])
    found = json.loads(done.stdout)
    assert 2 == done.exit_code
    assert {"file", "line", "column", "code", "message", "hint"} <= found["diagnostics"][0].keys()


@click.command("two")
@json_option
def _fails_after_its_answer(as_json: bool) -> None:
    print_json({"answer": as_json})
    raise UsageError("a file can't be written")


def test_an_error_after_the_object_is_no_second_object(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Commands, "get_command", lambda *_: _fails_after_its_answer)
    done = CliRunner().invoke(cli, ["legal", "--json"])
    assert (2, {"answer": True}) == (done.exit_code, json.loads(done.stdout))


# ------------------------------------------------------------------------------- interrupts

WHILE_LOADING = """
import os, signal, sys

class Presses:
    def find_spec(self, name, *_):
        if name == "{module}":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Presses())
from thesmos.cli import main
main()
"""

WHILE_TIDYING_UP = """
import atexit, os, signal
import click
from thesmos.cli import group, main

def press():
    os.kill(os.getpid(), signal.SIGINT)

@click.command("legal")
def command():
    try:
        press()
    finally:
        press()
        print("tidied up", flush=True)

atexit.register(press)
group.Commands.get_command = lambda *_: command
main()
"""

TERMINATED = """
import os, signal, sys
from pathlib import Path
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # which is ignored if the tests run under nohup
import click
from thesmos.cli import group, main
from thesmos.files import whole_file

@click.command("legal")
@click.argument("path", type=Path)
def command(path):
    with whole_file(path) as file:
        file.write(b"half of it")
        signal.raise_signal({number})

group.Commands.get_command = lambda *_: command
main()
"""

LATER = """
import os, signal
import click
import thesmos.cli
from thesmos.cli import group, main

@click.command("legal")
def command():
    for _ in range(2):
        thesmos.cli._until = 0.0  # as if time had passed
        try:
            os.kill(os.getpid(), signal.SIGINT)
        except KeyboardInterrupt:
            print("again", flush=True)

group.Commands.get_command = lambda *_: command
main()
"""

DROPPED = """
import os, signal, time
import click
from thesmos.cli import group, main

class Finalized:
    def __del__(self):
        os.kill(os.getpid(), {number})
        os.kill(os.getpid(), {number})

@click.command("legal")
def command():
    Finalized()
    for _ in range(2000):
        time.sleep(0.01)
    print("went on", flush=True)

group.Commands.get_command = lambda *_: command
main()
"""

IGNORED = """
import os, signal
signal.signal(signal.SIGINT, signal.SIG_IGN)  # as a shell does for a command with `&`
import click
from thesmos.cli import group, main

@click.command("legal")
def command():
    os.kill(os.getpid(), signal.SIGINT)
    print("went on", flush=True)

group.Commands.get_command = lambda *_: command
main()
"""


@POSIX
@pytest.mark.parametrize(
    "module", ["click", "thesmos.cli.plugins", "thesmos.cli.legal", "thesmos.play.game"]
)
def test_an_interrupt_while_loading_leaves_no_traceback(module: str) -> None:
    done = run("legal", "santorini", code=WHILE_LOADING.format(module=module))
    assert (130, "", "interrupted\n") == (done.returncode, done.stdout, done.stderr)


@POSIX
def test_a_second_interrupt_does_not_end_the_tidying_up() -> None:
    done = run("legal", code=WHILE_TIDYING_UP)
    assert (130, "tidied up\n", "interrupted\n") == (done.returncode, done.stdout, done.stderr)


@POSIX
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_an_interrupt_while_something_is_finalized_is_not_lost(number: int) -> None:
    done = run("legal", code=DROPPED.format(number=int(number)))
    said = "interrupted\n" if number == signal.SIGINT else ""
    assert (128 + number, "", said) == (done.returncode, done.stdout, done.stderr)


@POSIX
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_what_is_half_written_goes_when_the_command_is_ended(tmp_path: Path, number: int) -> None:
    done = run("legal", str(tmp_path / "x"), code=TERMINATED.format(number=int(number)))
    said = "interrupted\n" if number == signal.SIGINT else ""
    assert (128 + number, "", said) == (done.returncode, done.stdout, done.stderr)
    assert [] == list(tmp_path.iterdir())


UNREADABLE = """
from pathlib import Path
import click
from thesmos.cli import group, main

@click.command("legal")
def command():
    Path("no-such-file").read_bytes()

group.Commands.get_command = lambda *_: command
main()
"""


def test_what_the_system_says_about_a_file_is_no_bug() -> None:
    done = run("legal", code=UNREADABLE)
    assert (2, "error: no-such-file: No such file or directory\n") == (done.returncode, done.stderr)


@POSIX
def test_a_later_interrupt_is_another_one() -> None:
    done = run("legal", code=LATER)
    assert (0, "again\nagain\n", "") == (done.returncode, done.stdout, done.stderr)


@POSIX
def test_an_interrupt_that_is_ignored_from_outside_stays_ignored() -> None:
    done = run("legal", code=IGNORED)
    assert (0, "went on\n", "") == (done.returncode, done.stdout, done.stderr)
