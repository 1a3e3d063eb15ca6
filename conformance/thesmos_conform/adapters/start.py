"""Starting an adapter's process: in its own session, with limits, and with a tag to find it by."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from thesmos.diagnostics import UsageError

LAUNCH = Path(__file__).with_name("launch.py")
ENOUGH = 16  # bytes: more than an error number takes


class StartError(Exception):
    """A command can't be started: the reason, in words."""


def start(
    command: Sequence[str], cwd: Path | None, env: Mapping[str, str], memory: int
) -> subprocess.Popen[bytes]:
    """Start a process that leads its own session and process group, with pipes for its streams.

    env: its whole environment. memory: MiB that it, and each process that it starts, may use.
    Raises StartError; UsageError on a system without process groups.
    """
    if os.name != "posix":
        hint = "on Windows, use WSL"
        raise UsageError("adapters run only on Linux, macOS and similar systems", hint)
    if cwd is not None and not cwd.is_dir():
        raise StartError(f"there is no folder {cwd}")
    read_end, write_end = os.pipe()
    limits = [str(write_end), str(memory), env.get("LC_CTYPE", "")]
    try:
        process = _launch([*limits, *command], cwd, env)
    except (OSError, ValueError) as error:
        os.close(read_end)
        words = getattr(error, "strerror", None) or str(error)
        raise StartError(f"{command[0]}: {words}") from None
    finally:
        os.close(write_end)
    with os.fdopen(read_end, "rb") as errors:
        try:
            number = errors.read(ENOUGH)  # empty at the end of the pipe: the command has started
        except BaseException:  # an interrupt: nobody else knows of the process yet
            _discard(process)
            raise
    if number:
        _discard(process)
        raise StartError(f"{command[0]}: {os.strerror(int(number))}")
    return process


def _launch(
    words: Sequence[str], cwd: Path | None, env: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - the user's own file names the command
        [sys.executable, "-I", "-S", str(LAUNCH), *words],
        cwd=cwd, env=env, start_new_session=True, pass_fds=[int(words[0])],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
    )  # fmt: skip


def _discard(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    with process:  # closes its streams and reaps it
        pass
