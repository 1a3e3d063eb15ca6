"""Starting an adapter's process: under a supervisor, in its own session, with limits."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from thesmos.diagnostics import UsageError

if os.name == "posix":
    from thesmos_conform.adapters import orphans

SUPERVISOR = Path(__file__).with_name("supervisor.py")
LONGEST = 20.0  # seconds for a supervisor to end; more than it needs even on a busy machine
CHUNK = 1 << 10


class StartError(Exception):
    """A command can't be started; its text is the reason."""


class Supervised:
    """A command that runs under a supervisor (see `supervisor.py`).

    pid: the id of the command's process, of its session and of its group.
    code: its exit code, negative for a signal's number; None while it is running.
    has_leftovers: whether processes outlived it, once all has ended.
    """

    def __init__(self, supervisor: subprocess.Popen[bytes], control: socket.socket) -> None:
        """Wait until the command has started. Raises StartError."""
        self._supervisor = supervisor
        self._began = orphans.start_of(supervisor.pid)
        self._control = control
        self._heard = b""
        self.pid = 0
        self.code: int | None = None
        self.has_leftovers = False
        self._errno = 0
        self._open = True
        try:
            while not self.pid and not self._errno and self._listen():
                pass
        except BaseException:  # an interrupt: nothing else knows of the process yet
            self.end()
            raise
        if not self.pid:
            self.end()
            raise StartError(os.strerror(self._errno) if self._errno else "killed at its start")
        control.setblocking(False)

    @property
    def stdin(self) -> IO[bytes]:
        """The pipe to its standard input."""
        return _open(self._supervisor.stdin)

    @property
    def stdout(self) -> IO[bytes]:
        """The pipe from its standard output."""
        return _open(self._supervisor.stdout)

    @property
    def stderr(self) -> IO[bytes]:
        """The pipe from its standard error."""
        return _open(self._supervisor.stderr)

    def poll(self) -> int | None:
        """Return the exit code; None while the command is running."""
        with suppress(BlockingIOError):
            while self.code is None and self._listen():
                pass
        return self.code

    def wait(self) -> None:
        """Wait until all processes have ended; the command has ended already, or soon will."""
        self._control.setblocking(True)
        self._control.settimeout(LONGEST)
        with suppress(TimeoutError):
            while self._listen():
                pass
        self.end()

    def end(self) -> None:
        """End all processes, gently at first, and close the pipes."""
        with suppress(OSError):
            self._control.shutdown(socket.SHUT_WR)
        try:
            self._supervisor.wait(LONGEST)
        except subprocess.TimeoutExpired:  # it has been stopped from outside
            self._supervisor.kill()
        with self._supervisor:  # closes the pipes and reaps it
            self._control.close()
        if self._supervisor.returncode:  # it was killed, and what it watched over may live on
            orphans.end_orphans(self._began, self.pid)
        if self._open:
            self._open = False
            orphans.release()

    def _listen(self) -> bool:
        """Handle the supervisor's next message; return False at the end of its output."""
        try:
            got = self._control.recv(CHUNK)
        except ConnectionError:
            got = b""
        if not got:
            if self.code is None:  # the supervisor was killed, and the command with it
                self.code = -signal.SIGKILL
            return False
        *lines, self._heard = (self._heard + got).split(b"\n")
        for line in lines:
            self._heed(line.split())
        return True

    def _heed(self, words: Sequence[bytes]) -> None:
        match words:
            case [b"started", pid]:
                self.pid = int(pid)
            case [b"failed", errno]:
                self._errno = int(errno)
            case [b"ended", code]:
                self.code = int(code)
            case [b"left"]:
                self.has_leftovers = True


def start(
    command: Sequence[str], cwd: Path | None, env: Mapping[str, str], memory: int
) -> Supervised:
    """Start a command that leads its own session and process group, with pipes for its streams.

    env: its whole environment.
    memory: MiB that it, and each process that it starts, may use.

    Raises StartError; UsageError on a system without process groups.
    """
    if os.name != "posix":
        hint = "on Windows, use WSL"
        raise UsageError("adapters run only on Linux, macOS and similar systems", hint)
    if cwd is not None and not cwd.is_dir():
        raise StartError(f"there is no folder {cwd}")
    ours, theirs = socket.socketpair()
    words = [str(theirs.fileno()), str(memory), env.get("LC_CTYPE", ""), *command]
    orphans.adopt()
    try:
        with theirs:
            process = _launch(words, cwd, env)
    except BaseException as error:
        orphans.release()
        ours.close()
        if isinstance(error, OSError | ValueError):
            raise StartError(_why(command, error)) from None
        raise
    try:
        return Supervised(process, ours)
    except (OSError, ValueError, StartError) as error:
        ours.close()
        raise StartError(_why(command, error)) from None


def _why(command: Sequence[str], error: Exception) -> str:
    return f"{command[0]}: {getattr(error, 'strerror', None) or error}"


def _launch(
    words: Sequence[str], cwd: Path | None, env: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - the user's own file names the command
        [sys.executable, "-I", "-S", str(SUPERVISOR), *words],
        cwd=cwd, env=env, start_new_session=True, pass_fds=[int(words[0])],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
    )  # fmt: skip


def _open(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream
