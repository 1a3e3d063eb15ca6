"""Becomes an adapter's command, within limits: a program by itself, run by the path of this file.

    python -I -S launch.py FD MEMORY LOCALE COMMAND…

Between a fork and its exec no Python may run in a program that has threads, so what is to be done
there is done here, in a process of its own that then becomes the command. FD: where the number of
an error is written if it can't. MEMORY: MiB that a process may hold. LOCALE: the LC_CTYPE that the
command is to have, since Python sets one for itself; empty for none.

It leans on the standard library only. The limits hold for the command and all that it starts.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from contextlib import suppress

MIB = 1 << 20
CPU = 24 * 3600  # seconds of work: what gets away from us, and turns in circles, has an end
LAST = 60  # seconds of work between SIGXCPU and SIGKILL
FILE = 1024 * MIB  # bytes of one file
FILES = 4096  # that are open


def main(fd: int, memory: int, locale: str, command: list[str]) -> None:
    """Becomes the command; returns if that can't be."""
    os.set_inheritable(fd, False)
    for kind, most, more in _limits(memory):
        _limit(kind, most, more)
    for number in (signal.SIGPIPE, signal.SIGXFSZ):  # which Python ignores, and would pass on
        signal.signal(number, signal.SIG_DFL)
    os.environ.pop("LC_CTYPE", None)
    if locale:
        os.environ["LC_CTYPE"] = locale
    try:
        os.execvp(command[0], command)  # noqa: S606 - what the user's own file names
    except OSError as error:
        os.write(fd, str(error.errno).encode())


def _limits(memory: int) -> list[tuple[int, int, int]]:
    """What is limited: the resource, the most, and how much more it is until the hard limit.

    Memory by what may be written to and is shared with nobody (RLIMIT_DATA). RLIMIT_AS would count
    what is only reserved, of which Node, Java and Go take far more than there is; and only Linux
    counts what comes from `mmap`, which is nearly all. The number of processes is not limited:
    that limit counts all processes of the user.
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
    """Lowers a limit; one that is lower already stays."""
    soft, hard = (
        sys.maxsize if one == resource.RLIM_INFINITY else one for one in resource.getrlimit(kind)
    )
    with suppress(ValueError, OSError):  # a system that knows no such limit goes without
        resource.setrlimit(kind, (min(soft, most), min(hard, most + more)))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:])
    sys.exit(127)
