"""What an adapter's process gets and inherits at its start, and what it does not."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from testing.processes import children
from thesmos.diagnostics import UsageError
from thesmos_conform.adapters.start import StartError, Supervised, start

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="as Linux has it")
LIMITS = (
    "import json, resource\n"
    "names = ['CORE', 'CPU', 'FSIZE', 'NOFILE', 'DATA']\n"
    "print(json.dumps([resource.getrlimit(getattr(resource, 'RLIMIT_' + n))[1] for n in names]))"
)


def said(
    command: list[str], env: dict[str, str] | None = None, cwd: Path | None = None
) -> tuple[str, int]:
    """The standard output of a command, and its exit code."""
    whole = dict(os.environ) if env is None else env
    printed, code = output(start(command, cwd, whole, 512))
    return printed.decode(), code


def output(process: Supervised) -> tuple[bytes, int]:
    """The standard output of a command to its end, and its exit code."""
    process.stdin.close()
    printed = process.stdout.read()
    process.wait()
    assert process.code is not None
    return printed, process.code


@LINUX
def test_the_limits_are_hard_ones() -> None:
    printed, code = said([sys.executable, "-c", LIMITS])
    assert 0 == code
    core, cpu, file, files, data = json.loads(printed)
    assert (0, 24 * 3600 + 60, 1 << 30) == (core, cpu, file)
    assert 512 << 20 == data
    assert files <= 4096


@LINUX
def test_the_limits_of_this_process_do_not_change() -> None:
    kinds = (resource.RLIMIT_CORE, resource.RLIMIT_FSIZE, resource.RLIMIT_DATA)
    before = [resource.getrlimit(kind) for kind in kinds]
    said(["true"])
    assert before == [resource.getrlimit(kind) for kind in kinds]


def test_child_processes_have_the_same_limits() -> None:
    printed, _ = said(["sh", "-c", "sh -c 'ulimit -c'; true"])
    assert "0\n" == printed


@LINUX
def test_a_process_can_not_exceed_its_memory_limit() -> None:
    greedy = "try:\n    bytearray(800 << 20)\nexcept MemoryError:\n    print('refused')"
    assert ("refused\n", 0) == said([sys.executable, "-c", greedy])


def test_the_environment_is_exactly_the_given_one() -> None:
    given = {"PATH": os.environ["PATH"], "MINE": "1"}
    printed, _ = said(["env"], given)
    assert given == dict(line.split("=", 1) for line in printed.splitlines() if line[:2] != "_=")


def test_a_locale_that_was_given_is_kept() -> None:
    given = {"PATH": os.environ["PATH"], "LC_CTYPE": "C"}
    assert "LC_CTYPE=C\n" in said(["env"], given)[0]


@LINUX
def test_signals_that_python_ignores_are_not_ignored() -> None:
    """Others may be: `nohup` ignores SIGHUP for everything below it."""
    printed, _ = said(["grep", "SigIgn", "/proc/self/status"])
    ignored = int(printed.split()[1], 16)
    assert 0 == ignored & sum(1 << one - 1 for one in (signal.SIGPIPE, signal.SIGXFSZ))


@LINUX
def test_no_file_of_this_process_is_inherited() -> None:
    streams = said(["ls", "-l", "/proc/self/fd"])[0].splitlines()[1:]
    assert 4 == len(streams)  # three pipes, and the folder that is listed
    assert 3 == sum("pipe:" in line for line in streams)


def test_arguments_arrive_unchanged() -> None:
    words = ["-x", "a b", "", "$HOME", "ñ", "\udcff"]
    code = "import os, sys; sys.stdout.buffer.write(b'|'.join(map(os.fsencode, sys.argv[1:])))"
    printed, _ = output(start([sys.executable, "-c", code, *words], None, dict(os.environ), 512))
    assert b"|".join(map(os.fsencode, words)) == printed


def test_a_relative_command_is_looked_for_in_its_folder(tmp_path: Path) -> None:
    tool = tmp_path / "tool"
    tool.write_text("#!/bin/sh\necho here\n")
    tool.chmod(0o755)
    assert ("here\n", 0) == said(["./tool"], cwd=tmp_path)


@pytest.mark.parametrize(
    ("name", "why"),
    [("no-such-program", "No such file"), ("./plain", "Permission denied")],
)
def test_a_command_that_can_not_be_started_is_reported(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "plain").write_text("no program")
    with pytest.raises(StartError, match=f"{name}: {why}"):
        start([name], tmp_path, dict(os.environ), 512)


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(StartError, match="there is no folder"):
        start(["true"], tmp_path / "none", dict(os.environ), 512)


@LINUX
def test_a_failed_start_leaves_nothing_behind() -> None:
    files = Path("/proc/self/fd")
    before = (children(), len(list(files.iterdir())))
    for _ in range(3):
        with pytest.raises(StartError):
            start(["no-such-program"], None, dict(os.environ), 512)
        with pytest.raises(StartError, match="null byte"):
            start(["a\0b"], None, dict(os.environ), 512)
    assert before == (children(), len(list(files.iterdir())))


@LINUX
def test_an_interrupted_start_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = tmp_path / "supervisor.py"
    slow.write_text("import time; time.sleep(600)")
    monkeypatch.setattr("thesmos_conform.adapters.start.SUPERVISOR", slow)
    monkeypatch.setattr("thesmos_conform.adapters.start.LONGEST", 0.5)  # it never ends by itself
    before = (children(), len(list(Path("/proc/self/fd").iterdir())))
    handler = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(KeyboardInterrupt):
            start(["true"], None, dict(os.environ), 512)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
    assert before == (children(), len(list(Path("/proc/self/fd").iterdir())))


def test_a_system_without_process_groups_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("thesmos_conform.adapters.start.os", SimpleNamespace(name="nt"))
    with pytest.raises(UsageError, match="only on Linux, macOS"):
        start(["true"], None, {}, 512)
