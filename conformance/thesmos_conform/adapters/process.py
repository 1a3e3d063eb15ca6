"""An adapter's process: one line in, one line out within a time limit, nothing left behind.

The process runs under a supervisor. Whatever goes wrong (a protocol error, an exception, the exit
or death of Python), the process is killed together with everything that it has started. A process
that still owes an answer, or was given up, is never asked again, so no answer can be mistaken for
the answer to another question.
"""

from __future__ import annotations

import atexit
import os
import selectors
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from thesmos.diagnostics import counted
from thesmos_conform.adapters.config import MEMORY
from thesmos_conform.adapters.own_time import OwnTime, slowness
from thesmos_conform.adapters.start import StartError, start
from thesmos_conform.protocol import errors
from thesmos_conform.protocol.errors import ProtocolError, ProtocolErrorKind
from thesmos_conform.protocol.wire import MAX_LINE

KEPT_STDERR = 16 << 10  # bytes of standard error to keep
CHUNK = 64 << 10
MAX_STDERR = 1 << 30  # bytes of standard error to read for one question, at most
# Seconds that reading a byte of it takes; these don't count as the adapter's.
SECONDS_PER_BYTE = 0.02 / (1 << 20)
PIPE = 1 << 20  # bytes that a pipe should hold, so that an adapter need not wait for us
EXIT_GRACE = 0.5  # seconds for a process that closed its output to exit and write why
PAUSE = 0.1  # seconds between two checks whether a silent process is still running

_living: set[AdapterProcess] = set()


class AdapterProcess:
    """A running process and the conversation with it."""

    def __init__(
        self,
        command: Sequence[str],
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        memory: int = MEMORY,
    ) -> None:
        """Start the process.

        env: variables to add.
        memory: MiB for each of its processes.

        Raises ProtocolError (NO_START); UsageError on a system without process groups.
        """
        try:
            self._process = start(command, cwd, {**os.environ, **(env or {})}, memory)
        except StartError as why:
            raise ProtocolError(errors.NO_START, str(why)) from None
        _living.add(self)
        self._owner = os.getpid()
        self._selector = selectors.DefaultSelector()
        self._answer = bytearray()
        self._tail = bytearray()
        self._flood = 0  # bytes on standard error since the last question
        self._unsent = b""
        self._ended = False  # whether standard output has reached its end
        self._stdin = self._process.stdin
        self._stdout = self._process.stdout
        self._stderr = self._process.stderr
        for stream in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(stream.fileno(), False)
        for pipe in (self._stdout, self._stderr):
            _widen(pipe.fileno())
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)

    @property
    def pid(self) -> int:
        """The id of the process, which is also the id of its group."""
        return self._process.pid

    @property
    def stderr(self) -> str:
        """The end of what was written to standard error since the last question."""
        return self._tail.decode(errors="replace")

    # ------------------------------------------------------------------ questions

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Send a line and return the answer without its newline. Raises ProtocolError."""
        self._check_idle()
        self._unsent = line
        self._selector.register(self._stdin, selectors.EVENT_WRITE)
        try:
            return self._wait(OwnTime(self.pid), seconds)
        finally:
            self._stop_writing()

    def _check_idle(self) -> None:
        """Raise ProtocolError if there is unasked output or the process has ended."""
        self._drain()
        self._check_nothing_unasked()
        if self._ended or self._process.poll() is not None:
            raise self._gone()
        self._tail.clear()
        self._flood = 0

    def _drain(self) -> None:
        """Read what has been written, for a limited time and up to a limited length."""
        deadline = time.monotonic() + PAUSE
        while self._transfer(0) and len(self._answer) < MAX_LINE and time.monotonic() < deadline:
            pass

    def _check_nothing_unasked(self) -> None:
        """Raise ProtocolError if there is output that no question asked for."""
        if self._answer:
            first = bytes(self._answer).split(b"\n")[0]
            raise self._error(errors.UNASKED, "" if first.strip() else "an empty line", first)

    def _wait(self, time_taken: OwnTime, seconds: float) -> bytes:
        limit = seconds * slowness()
        while True:
            line, end, rest = self._answer.partition(b"\n")
            if end and len(line) < MAX_LINE:
                self._answer = rest
                return bytes(line)
            if len(self._answer) >= MAX_LINE:
                raise self._error(errors.OVERSIZE, "", bytes(line))
            if self._flood > MAX_STDERR:
                raise self._error(errors.FLOOD)
            if self._ended:
                raise self._gone()
            if time_taken.over(limit + self._flood * SECONDS_PER_BYTE):
                self._drain()  # it may have answered while this process had no processor
                if b"\n" in self._answer:
                    continue
                kind = errors.DEAF if self._unsent else errors.HANG
                raise self._error(kind, self._waited(seconds), bytes(line))
            idle = not self._transfer(min(PAUSE, limit))
            if idle and self._process.poll() is not None:
                raise self._gone()

    def _waited(self, seconds: float) -> str:
        """Say how long we waited for an answer, and what the adapter did in the meantime."""
        written = self._flood >> 20
        busy = f", in which it wrote {written} MiB to standard error" if written else ""
        return f"{counted(round(seconds, 1), 'second')}{busy}"

    def _transfer(self, seconds: float) -> bool:
        """Wait up to `seconds`, read and write what is ready; return whether anything was."""
        ready = self._selector.select(seconds)
        for key, _ in ready:
            if key.fileobj is self._stdin:
                self._write()
            else:
                self._read(key.fd)
        return bool(ready)

    def _write(self) -> None:
        try:
            sent = os.write(self._stdin.fileno(), self._unsent)
        except BlockingIOError:
            return
        except OSError:  # it does not read any more: the next steps show whether it has ended
            sent = len(self._unsent)
        self._unsent = self._unsent[sent:]
        if not self._unsent:
            self._stop_writing()

    def _stop_writing(self) -> None:
        with suppress(KeyError, ValueError):
            self._selector.unregister(self._stdin)

    def _read(self, source: int) -> None:
        try:
            is_answer = source == self._stdout.fileno()
            got = os.read(source, CHUNK if is_answer else PIPE)
        except BlockingIOError:
            return
        if not got:
            self._selector.unregister(source)
            self._ended |= is_answer
        elif is_answer:
            self._answer += got
        else:
            self._flood += len(got)
            self._tail += got[-KEPT_STDERR:]
            del self._tail[:-KEPT_STDERR]

    # ------------------------------------------------------------------ errors

    def _error(self, kind: ProtocolErrorKind, detail: str = "", line: bytes = b"") -> ProtocolError:
        return ProtocolError(kind, detail, errors.shown(line), self.stderr)

    def _gone(self) -> ProtocolError:
        """Return the error for no answer: the process has ended or has closed its output."""
        deadline = time.monotonic() + EXIT_GRACE
        while self._process.poll() is None and time.monotonic() < deadline:
            self._transfer(PAUSE / 10)
            time.sleep(PAUSE / 10)
        self._drain()  # read its last output
        rest, code = bytes(self._answer), self._process.poll()
        if code is None:
            return self._error(errors.CLOSED, "", rest)
        if code == 0:
            return self._error(errors.LEFT, "", rest)
        return self._error(errors.EXITED if code > 0 else errors.KILLED, _exit_words(code), rest)

    # ------------------------------------------------------------------ ending

    def finish(self, seconds: float) -> list[ProtocolError]:
        """Wait for the process to exit by itself, then remove what is left of it.

        Returns what went wrong at the end of the conversation.
        """
        problems: list[ProtocolError] = []
        self._stdin.close()
        deadline = time.monotonic() + seconds
        while (
            self._process.poll() is None
            and time.monotonic() < deadline + self._flood * SECONDS_PER_BYTE
            and self._flood <= MAX_STDERR
        ):
            if not self._transfer(PAUSE / 10):
                time.sleep(PAUSE / 100)
        self._drain()
        with _collecting(problems):
            self._check_nothing_unasked()
        code = self._process.poll()
        if code is None:
            problems.append(self._error(errors.STAYS, counted(seconds, "second")))
            self.kill()
            return problems
        if code:
            problems.append(self._error(errors.BAD_EXIT, _exit_words(code)))
        self._process.wait()
        if self._process.has_leftovers:
            problems.append(self._error(errors.LEFTOVER))
        self._close()
        return problems

    def kill(self) -> None:
        """Stop all processes, with a short grace period."""
        if (
            self._owner != os.getpid() or self not in _living
        ):  # a copy in a fork, or stopped already
            return
        self._stdin.close()
        self._process.end()
        self._close()

    def _close(self) -> None:
        self._selector.close()
        _living.discard(self)


def _widen(pipe: int) -> None:
    """Let a pipe hold more, so that less time is lost in waiting, if the system allows it."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE)


def _exit_words(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


@contextmanager
def _collecting(problems: list[ProtocolError]) -> Iterator[None]:
    """Append a ProtocolError from the body to the list."""
    try:
        yield
    except ProtocolError as error:
        problems.append(error)


# ------------------------------------------------------------------------------- clean-up


@atexit.register
def _end_all() -> None:
    for child in list(_living):
        child.kill()
