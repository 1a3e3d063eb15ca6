"""An adapter's process: one line in, one line out, within a time, and nothing of it left behind.

The process leads a session and so a process group of its own. Whatever goes wrong, the whole
group is ended, and what has left it as far as it can be found, and the process is reaped: on a
fault, on an exception, when Python exits. A question is never put to a process that owes an
answer, and a process that was given up is never asked again, so that no answer can be taken for
that of another question.
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
from typing import IO

from thesmos_conform.adapters import leftovers
from thesmos_conform.adapters.config import MEMORY
from thesmos_conform.adapters.start import StartError, start
from thesmos_conform.protocol import errors
from thesmos_conform.protocol.errors import ProtocolError, ProtocolErrorKind
from thesmos_conform.protocol.wire import MAX_LINE

TAIL = 16 << 10  # bytes of standard error that are kept
SHOWN = 2000  # characters of a wrong line that are kept
CHUNK = 64 << 10
GRACE = 0.5  # seconds to go after SIGTERM, before SIGKILL
LAST_WORDS = 0.5  # seconds for a process that closed its output to exit, and to say why
PAUSE = 0.1  # seconds between two looks whether a silent process is still there

_living: set[AdapterProcess] = set()


class AdapterProcess:
    """A process that is running, and the conversation with it."""

    def __init__(
        self,
        command: Sequence[str],
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        memory: int = MEMORY,
    ) -> None:
        """Starts it. env: variables beside our own. memory: MiB for each of its processes.

        Raises Fault (NO_START); UsageError where there are no process groups.
        """
        self._mark, whole = leftovers.marked({**os.environ, **(env or {})})
        try:
            self._process = start(command, cwd, whole, memory)
        except StartError as why:
            raise ProtocolError(errors.NO_START, str(why)) from None
        _living.add(self)
        self._owner = os.getpid()
        self._selector = selectors.DefaultSelector()
        self._answer = bytearray()
        self._tail = bytearray()
        self._unsent = b""
        self._ended = False  # whether standard output has come to its end
        for stream in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(stream.fileno(), False)
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)

    @property
    def pid(self) -> int:
        """The process, which is also the name of its group."""
        return self._process.pid

    @property
    def stderr(self) -> str:
        """The tail of what was said on standard error since the last question."""
        return self._tail.decode(errors="replace")

    # ------------------------------------------------------------------ asking

    def ask(self, line: bytes, seconds: float) -> bytes:
        """The line that answers a line, without its end. Raises Fault if none comes in time."""
        self._before()
        self._unsent = line
        self._selector.register(self._stdin, selectors.EVENT_WRITE)
        try:
            return self._wait(time.monotonic() + seconds, seconds)
        finally:
            self._stop_writing()

    def _before(self) -> None:
        """Nothing may have been said since the last answer, and the process must be there."""
        self._drain()
        self._nothing_more()
        if self._ended or self._exit() is not None:
            raise self._gone()
        self._tail.clear()

    def _drain(self) -> None:
        """Reads what has been said; not for ever, and not without end."""
        deadline = time.monotonic() + PAUSE
        while self._turn(0) and len(self._answer) < MAX_LINE and time.monotonic() < deadline:
            pass

    def _nothing_more(self) -> None:
        """Raises Fault if something stands on standard output that nobody had asked for."""
        if self._answer:
            first = bytes(self._answer).split(b"\n")[0]
            raise self._fault(errors.UNASKED, "" if first.strip() else "an empty line", first)

    def _wait(self, deadline: float, seconds: float) -> bytes:
        while True:
            line, end, rest = self._answer.partition(b"\n")
            if end and len(line) < MAX_LINE:
                self._answer = rest
                return bytes(line)
            if len(self._answer) >= MAX_LINE:
                raise self._fault(errors.OVERSIZE, "", bytes(line))
            left = deadline - time.monotonic()
            if self._ended:
                raise self._gone()
            if left <= 0:
                kind = errors.DEAF if self._unsent else errors.HANG
                raise self._fault(kind, f"{seconds:g} seconds", bytes(line))
            if not self._turn(min(left, PAUSE)) and self._exit() is not None:
                raise self._gone()

    def _turn(self, seconds: float) -> bool:
        """Reads and writes what can be, after that many seconds at most; whether there was any."""
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
        except OSError:  # nobody reads any more: what follows tells whether it has gone
            sent = len(self._unsent)
        self._unsent = self._unsent[sent:]
        if not self._unsent:
            self._stop_writing()

    def _stop_writing(self) -> None:
        with suppress(KeyError, ValueError):
            self._selector.unregister(self._stdin)

    def _read(self, source: int) -> None:
        try:
            got = os.read(source, CHUNK)
        except BlockingIOError:
            return
        said = source == self._stdout.fileno()
        if not got:
            self._selector.unregister(source)
            self._ended |= said
        elif said:
            self._answer += got
        else:
            self._tail += got
            del self._tail[:-TAIL]

    # ------------------------------------------------------------------ complaints

    def _fault(self, kind: ProtocolErrorKind, detail: str = "", line: bytes = b"") -> ProtocolError:
        return ProtocolError(kind, detail, line[:SHOWN].decode(errors="replace"), self.stderr)

    def _gone(self) -> ProtocolError:
        """Why there will be no answer: the process has ended, or has closed its output."""
        deadline = time.monotonic() + LAST_WORDS
        while self._exit() is None and time.monotonic() < deadline:
            self._turn(PAUSE / 10)
            time.sleep(PAUSE / 10)
        self._drain()  # its last words
        rest, code = bytes(self._answer), self._exit()
        if code is None:
            return self._fault(errors.CLOSED, "", rest)
        if code == 0:
            return self._fault(errors.LEFT, "", rest)
        return self._fault(errors.EXITED if code > 0 else errors.KILLED, _exit_words(code), rest)

    def _exit(self) -> int | None:
        """The exit code, negative for a signal's number; None while the process is running.

        It is not reaped by asking: until it is, nobody else can get the name of its group.
        """
        if self._process.returncode is not None:
            return self._process.returncode
        try:
            ended = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:  # our own parent has told the system to reap our children
            return self._process.poll() or 0
        if ended is None:
            return None
        return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status

    # ------------------------------------------------------------------ ending

    def finish(self, seconds: float) -> list[ProtocolError]:
        """Waits for the process to exit by itself; then nothing of it is left.

        Returns what was wrong with its end.
        """
        found: list[ProtocolError] = []
        self._stdin.close()
        deadline = time.monotonic() + seconds
        while self._exit() is None and time.monotonic() < deadline:
            if not self._turn(PAUSE / 10):
                time.sleep(PAUSE / 100)
        self._drain()
        with _noting(found):
            self._nothing_more()
        code = self._exit()
        if code is None:
            found.append(self._fault(errors.STAYS, f"{seconds:g} seconds"))
            self.kill()
            return found
        if code:
            found.append(self._fault(errors.BAD_EXIT, _exit_words(code)))
        # Once it is reaped, a signal to the group finds only those that it left behind. That the
        # name of an empty group goes to a stranger in this very instant is no worry: the system
        # gives names anew only when it has run through all others.
        self._process.wait()
        inside, outside = self._signal(signal.SIGKILL), leftovers.end_marked(self._mark)
        if inside or outside:
            found.append(self._fault(errors.LEFTOVER))
        self._close()
        return found

    def kill(self) -> None:
        """Ends the group, politely for a moment, and what has left it; reaps the process."""
        if self._owner != os.getpid() or self not in _living:  # a fork's copy; done already
            return
        self._stdin.close()
        if self._process.returncode is None:
            if self._exit() is None:
                self._signal(signal.SIGTERM)
            deadline = time.monotonic() + GRACE
            while self._exit() is None and time.monotonic() < deadline:
                time.sleep(PAUSE / 20)
            self._signal(signal.SIGKILL)
            self._process.wait()
        leftovers.end_marked(self._mark)
        self._close()

    def _signal(self, number: int) -> bool:
        """Sends a signal to the whole group; whether there was anybody to get it."""
        try:
            os.killpg(self._process.pid, number)
        except (ProcessLookupError, PermissionError):
            return False
        return True

    def _close(self) -> None:
        self._selector.close()
        for stream in (self._stdin, self._stdout, self._stderr):
            stream.close()
        _living.discard(self)

    @property
    def _stdin(self) -> IO[bytes]:
        return _there(self._process.stdin)

    @property
    def _stdout(self) -> IO[bytes]:
        return _there(self._process.stdout)

    @property
    def _stderr(self) -> IO[bytes]:
        return _there(self._process.stderr)


def _there(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


def _exit_words(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


@contextmanager
def _noting(found: list[ProtocolError]) -> Iterator[None]:
    """A fault that is raised inside is noted."""
    try:
        yield
    except ProtocolError as error:
        found.append(error)


# ------------------------------------------------------------------------------- whatever happens


@contextmanager
def tidy() -> Iterator[None]:
    """Inside, SIGTERM and SIGHUP end the program like an interrupt: adapters are ended first.

    For commands; to be entered in the main thread.
    """
    before = {}
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name)
        before[number] = signal.signal(number, _leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)


def _leave(number: int, _: object) -> None:
    raise SystemExit(128 + number)


@atexit.register
def _end_all() -> None:
    for child in list(_living):
        child.kill()
