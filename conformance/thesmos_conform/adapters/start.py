"""How an adapter's process comes to be: a session of its own, limits, and a mark to know it by."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from thesmos.diagnostics import UsageError

LAUNCH = Path(__file__).with_name("launch.py")
ENOUGH = 16  # bytes of an error's number, and more


class StartError(Exception):
    """A command can't be started: why, in words."""


def start(
    command: Sequence[str], cwd: Path | None, env: Mapping[str, str], memory: int
) -> subprocess.Popen[bytes]:
    """A process that leads a session, and so a process group, with pipes for its streams.

    env: its whole environment. memory: MiB that it may hold, and each process that it starts.
    Raises NotStarted; UsageError where there are no process groups.
    """
    if os.name != "posix":
        raise UsageError(
            "adapters can be run on Linux, macOS and the like only", "on Windows, use WSL"
        )
    if cwd is not None and not cwd.is_dir():
        raise StartError(f"there is no folder {cwd}")
    told, tell = os.pipe()
    try:
        process = _launched([str(tell), str(memory), env.get("LC_CTYPE", ""), *command], cwd, env)
    except (OSError, ValueError) as error:
        os.close(told)
        words = getattr(error, "strerror", None) or str(error)
        raise StartError(f"{command[0]}: {words}") from None
    finally:
        os.close(tell)
    with os.fdopen(told, "rb") as errors:
        try:
            number = errors.read(ENOUGH)  # the end of the pipe: the command has taken over
        except BaseException:  # an interrupt: nobody knows of the process yet
            _forget(process)
            raise
    if number:
        _forget(process)
        raise StartError(f"{command[0]}: {os.strerror(int(number))}")
    return process


def _launched(
    words: Sequence[str], cwd: Path | None, env: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - what the user's own file names
        [sys.executable, "-I", "-S", str(LAUNCH), *words],
        cwd=cwd, env=env, start_new_session=True, pass_fds=[int(words[0])],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
    )  # fmt: skip


def _forget(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    with process:  # closes its streams, and reaps it
        pass
