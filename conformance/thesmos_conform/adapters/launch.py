"""Set limits, then become the adapter's command. A program of its own, run by its path.

    python -I -S launch.py FD MEMORY LOCALE COMMAND…

No Python may run between fork and exec in a program that has threads, so the limits are set here,
in a separate process that then becomes the command. FD: the file descriptor for the error number
if that fails. MEMORY: MiB that each process may use. LOCALE: the command's LC_CTYPE, since Python
sets one for itself; empty for none.

It needs only the standard library. The limits hold for the command and everything it starts.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from contextlib import suppress

MIB = 1 << 20
CPU = 24 * 3600  # seconds of CPU time, so that an escaped endless loop stops one day
LAST = 60  # seconds of CPU time between SIGXCPU and SIGKILL
FILE = 1024 * MIB  # the largest file, in bytes
FILES = 4096  # open files


def main(fd: int, memory: int, locale: str, command: list[str]) -> None:
    """Become the command; return only if that fails."""
    os.set_inheritable(fd, False)
    for kind, most, more in _limits(memory):
        _limit(kind, most, more)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores these and would pass that on
        signal.signal(number, signal.SIG_DFL)
    os.environ.pop("LC_CTYPE", None)
    if locale:
        os.environ["LC_CTYPE"] = locale
    try:
        os.execvp(command[0], command)  # noqa: S606 - the user's own file names the command
    except OSError as error:
        os.write(fd, str(error.errno).encode())


def _limits(memory: int) -> list[tuple[int, int, int]]:
    """The limits: resource, soft limit, and how much higher the hard limit is.

    Memory is limited by RLIMIT_DATA, which counts private writable memory. RLIMIT_AS would count
    reserved address space too, of which Node, Java and Go take far more than there is memory. Only
    Linux counts memory from `mmap`, which is nearly all of it. The number of processes is not
    limited, because that limit counts all processes of the user.
    """
    made = [
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_CPU, CPU, LAST),
        (resource.RLIMIT_FSIZE, FILE, 0),
        (resource.RLIMIT_NOFILE, FILES, 0),
    ]
    if sys.platform == "linux":
        made.append((resource.RLIMIT_DATA, memory * MIB, 0))
    return made


def _limit(kind: int, most: int, more: int) -> None:
    """Lower a limit; keep one that is lower already."""
    soft, hard = (
        sys.maxsize if one == resource.RLIM_INFINITY else one for one in resource.getrlimit(kind)
    )
    with suppress(ValueError, OSError):  # not every system has every limit
        resource.setrlimit(kind, (min(soft, most), min(hard, most + more)))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:])
    sys.exit(127)
