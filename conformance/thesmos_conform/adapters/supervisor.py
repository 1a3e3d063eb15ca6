"""Run an adapter's command, and end every process that it started. A separate program.

    python -I -S supervisor.py FD MEMORY LOCALE COMMAND…

FD: a socket to the program that starts this one. The messages on it, one per line:

    started PID, or failed ERRNO    the id of the command's process, or why there is none
    ended CODE                      its exit code, negative for a signal's number
    left                            processes outlived it and had to be killed

When the other end stops writing, or nobody holds it any more, all processes are killed; so they
are if the program that asks dies, however that happens. The supervisor itself is the last to end.

On Linux it adopts every process below it that loses its parent, whatever session, group or
environment that process has given itself, so that none can get away. If one of them kills the
supervisor, the program that asks adopts them instead (`orphans.py`). Elsewhere it reaches those in
the command's group.

MEMORY: MiB that each process may use. LOCALE: the command's LC_CTYPE, since Python sets one for
itself; empty for none. This needs only the standard library. The limits hold for the command and
everything it starts.
"""

from __future__ import annotations

import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

MIB = 1 << 20
CPU = 24 * 3600  # seconds of CPU time, so that an escaped endless loop stops one day
LAST = 60  # seconds of CPU time between SIGXCPU and SIGKILL
FILE = 1024 * MIB  # the largest file, in bytes
FILES = 4096  # open files

GRACE = 0.5  # seconds to end after SIGTERM, or after the command, before SIGKILL
LONGEST = 5.0  # seconds to keep killing while new processes appear
PAUSE = 0.01  # seconds for a killed process to disappear
LINUX = sys.platform == "linux"
PR_SET_PDEATHSIG, PR_CAPBSET_DROP, PR_SET_CHILD_SUBREAPER = 1, 24, 36  # of prctl
CAP_SYS_RESOURCE = 24  # to raise hard limits
QUEUES = 800_000  # bytes in message queues: a little less than usual, see `_limits`


def main(control: int, memory: int, locale: str, command: list[str]) -> None:
    """Run the command to its end, or until the other end of `control` is closed."""
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    os.set_inheritable(control, False)
    wake = _wake_at_signals()
    pid, errno = _start(memory, locale, command)
    if errno:
        os.waitpid(pid, 0)
        _say(control, f"failed {errno}")
        return
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # the pipes are the command's alone, so that their end shows
        os.dup2(nothing, stream)
    _say(control, f"started {pid}")
    code = _watch(control, wake, pid)
    if code is None:
        _signal_group(pid, signal.SIGTERM)
        _until(lambda: _reaped(pid) is not None)
        _kill_all(pid)
        return
    _say(control, f"ended {code}")
    if not _until(lambda: not _any_left(pid) or _closed(control)):
        _say(control, "left")
    _kill_all(pid)


def _wake_at_signals() -> int:
    """Return a file that becomes readable when a child ends or this program gets a signal."""
    read, write = os.pipe()
    os.set_blocking(read, False)
    os.set_blocking(write, False)
    signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    return read


def _say(control: int, line: str) -> None:
    with suppress(OSError):  # the other end does not listen any more
        os.write(control, f"{line}\n".encode())


def _closed(control: int) -> bool:
    """Return whether the other end is closed; it never writes anything."""
    return bool(select.select([control], [], [], 0)[0])


# ------------------------------------------------------------------------------- the command


def _start(memory: int, locale: str, command: list[str]) -> tuple[int, int]:
    """Start the command; return its process's id, and the error number or 0."""
    read, write = os.pipe()  # closed by a successful start
    parent = os.getpid()
    pid = os.fork()
    if not pid:
        try:
            _become(parent, memory, locale, command)
        except OSError as error:
            os.write(write, str(error.errno).encode())
        finally:
            os._exit(127)
    os.close(write)
    errno = os.read(read, 16)
    os.close(read)
    return pid, int(errno or 0)


def _become(parent: int, memory: int, locale: str, command: list[str]) -> None:
    """Become the command, in a session of its own; return only if that fails."""
    os.setsid()
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # the supervisor has already died
        return
    for kind, most, more in _limits(memory):
        _limit(kind, most, more)
    prctl(PR_CAPBSET_DROP, CAP_SYS_RESOURCE)  # the limits hold for the administrator's programs too
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores these and would pass that on
        signal.signal(number, signal.SIG_DFL)
    os.environ.pop("LC_CTYPE", None)
    if locale:
        os.environ["LC_CTYPE"] = locale
    os.execvp(command[0], command)  # noqa: S606 - the user's own file names the command


def _limits(memory: int) -> list[tuple[int, int, int]]:
    """Return the limits: resource, soft limit, and how much higher the hard limit is.

    Memory is limited by RLIMIT_DATA, which counts private writable memory. RLIMIT_AS would count
    reserved address space too, of which Node, Java and Go take far more than there is memory. Only
    Linux counts memory from `mmap`, which is nearly all of it. The number of processes is not
    limited, because that limit counts all processes of the user. That of message queues, which
    hardly any program uses, is made lower than the supervisor's own: no process can raise it
    again, so it marks all that come from the command.
    """
    limits = [
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_CPU, CPU, LAST),
        (resource.RLIMIT_FSIZE, FILE, 0),
        (resource.RLIMIT_NOFILE, FILES, 0),
    ]
    if LINUX:
        limits.append((resource.RLIMIT_DATA, memory * MIB, 0))
        queues = resource.getrlimit(resource.RLIMIT_MSGQUEUE)[1]
        lower = queues - 1 if 0 < queues <= QUEUES else QUEUES
        limits.append((resource.RLIMIT_MSGQUEUE, lower, 0))
    return limits


def _limit(kind: int, most: int, more: int) -> None:
    """Lower a limit; keep one that is lower already."""
    soft, hard = (
        sys.maxsize if limit == resource.RLIM_INFINITY else limit
        for limit in resource.getrlimit(kind)
    )
    with suppress(ValueError, OSError):  # not every system has every limit
        resource.setrlimit(kind, (min(soft, most), min(hard, most + more)))


def prctl(option: int, value: int) -> None:
    """Set an attribute of this process, on Linux only; do nothing without ctypes."""
    if LINUX:
        with suppress(ImportError):
            import ctypes

            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


# ------------------------------------------------------------------------------- its end


def _watch(control: int, wake: int, pid: int) -> int | None:
    """Wait for the command's exit code; None if the other end is closed before."""
    while True:
        code = _reaped(pid)
        if code is not None:
            return code
        ready, _, _ = select.select([control, wake], [], [])
        if control in ready:
            return None
        with suppress(BlockingIOError):
            os.read(wake, 1 << 10)


def _reaped(pid: int) -> int | None:
    """Reap all ended children; return the exit code of the one with this id, if it has ended."""
    code = None
    with suppress(ChildProcessError):  # there are none
        while True:
            ended, status = os.waitpid(-1, os.WNOHANG)
            if not ended:
                return code
            if ended == pid:
                code = os.waitstatus_to_exitcode(status)
    return code


def _until(done: Callable[[], bool], seconds: float = GRACE) -> bool:
    """Wait for a condition for a limited time; return whether it became true."""
    deadline = time.monotonic() + seconds
    while not done():
        if time.monotonic() > deadline:
            return False
        time.sleep(PAUSE)
    return True


def _any_left(pid: int) -> bool:
    """Return whether any process is left, once the command itself has ended."""
    _reaped(pid)
    return bool(children()) if LINUX else _signal_group(pid, 0)


def _kill_all(pid: int) -> None:
    """Kill the children, then the orphans that this process adopts, until none are left.

    A child's id is its own until it is reaped, so no stranger can be hit. The id of the command's
    group, once that is empty, goes to a stranger only after the system has run through all others.
    """

    def none_left() -> bool:
        _signal_group(pid, signal.SIGKILL)
        for child in children():
            with suppress(OSError):
                os.kill(child, signal.SIGKILL)
        return not _any_left(pid)

    _until(none_left, LONGEST)


def _signal_group(pid: int, number: int) -> bool:
    """Send a signal to the command's group; return whether the group has any process."""
    try:
        os.killpg(pid, number)
    except OSError:
        return False
    return True


def children() -> list[int]:
    """Return the ids of this process's children, adopted ones too; on Linux only."""
    if not LINUX:
        return []
    listed = [int(pid) for task in _numbers("/proc/self/task") for pid in _children_of_task(task)]
    return listed or [pid for pid in _numbers("/proc") if parent_of(pid) == os.getpid()]


def _numbers(folder: str) -> list[int]:
    return [int(name) for name in os.listdir(folder) if name.isdecimal()]  # noqa: PTH208


def _children_of_task(task: int) -> list[bytes]:
    """Return the children of a thread: quick, but not every kernel lists them, nor always all."""
    try:
        return Path(f"/proc/self/task/{task}/children").read_bytes().split()
    except OSError:
        return []


def parent_of(pid: int) -> int:
    """Return the id of a process's parent; 0 if the process has ended."""
    stat = stat_of(pid)
    return int(stat[1]) if stat else 0


def stat_of(pid: int) -> list[bytes]:
    """Return what Linux says of a process, from its state on; nothing if it has been reaped.

    Its state, parent, group and session come first; entry 19 is its start, in ticks of the clock.
    """
    try:
        return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return []


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:])
