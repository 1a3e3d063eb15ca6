"""The entry point of the command `thesmos`, and its signal handling. See `group.py` for commands.

This is loaded first and imports next to nothing, so that Ctrl-C ends the command with a short
message and exit code 130 at any time, never with a traceback. SIGTERM and SIGHUP end it as quietly,
and unfinished work is cleaned up.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import time

from thesmos.cli.exit_codes import INTERRUPTED

TYPE_CHECKING = False  # type checkers know this name; importing `typing` would take too long
if TYPE_CHECKING:
    from typing import Any

    from thesmos.cli.group import cli

__all__ = ["cli", "main"]

TOGETHER = 1.0  # seconds within which a second Ctrl-C is ignored
SOON = 0.01  # seconds
SELDOM = 50_000, 20, 100  # thresholds of garbage collection: a command frees little

_until = 0.0


def main() -> None:
    """The entry point of the installed command."""
    gc.set_threshold(*SELDOM)
    # What is ignored from the start, as by nohup, stays ignored.
    handled = [number for number in _signals() if signal.getsignal(number) != signal.SIG_IGN]
    if signal.SIGINT in handled:
        signal.signal(signal.SIGINT, _leave)
    _open_closed_streams()
    from thesmos.cli.group import cli

    try:
        for number in handled:
            signal.signal(number, _interrupt)
        sys.unraisablehook = _interrupt_again
        cli.main(prog_name="thesmos")
    finally:
        for number in handled:  # cleaning up is quick from here on
            signal.signal(number, signal.SIG_IGN)
        gc.freeze()  # at the end Python would look through all objects for garbage once more


def _signals() -> list[signal.Signals]:
    """Return the signals that ask a program to end, as far as the system has them."""
    return [number for number in signal.Signals if number.name in ("SIGINT", "SIGTERM", "SIGHUP")]


def _leave(*_: object) -> None:
    """Exit at once: nothing has begun yet."""
    os.write(2, b"interrupted\n")
    os._exit(INTERRUPTED)


def _interrupt(number: int, _: object) -> None:
    """Raise KeyboardInterrupt or SystemExit, but not again while it is still being handled."""
    global _until  # noqa: PLW0603 - a signal handler has no other place
    now = time.monotonic()
    if now >= _until:
        _until = now + TOGETHER
        raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(128 + number)


def _interrupt_again(dropped: sys.UnraisableHookArgs) -> None:
    """Interrupt again, a moment later, if Python has dropped the exception.

    Python drops exceptions in finalizers and callbacks of weak references. These can run at any
    time, and very often do while modules are imported.
    """
    global _until  # noqa: PLW0603 - as in _interrupt
    if dropped.exc_type is KeyboardInterrupt:
        number = int(signal.SIGINT)
    elif isinstance(dropped.exc_value, SystemExit) and isinstance(dropped.exc_value.code, int):
        number = dropped.exc_value.code - 128
    else:
        sys.__unraisablehook__(dropped)
        return
    from _thread import interrupt_main
    from threading import Timer

    _until = 0.0
    later = Timer(SOON, interrupt_main, (number,))
    later.daemon = True
    later.start()


def _open_closed_streams() -> None:
    """Redirect closed standard streams to the null device, so that no file takes their numbers."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            nothing = os.open(os.devnull, os.O_RDWR)  # gets the lowest free number: this one
            os.dup2(nothing, number)
            setattr(sys, name, open(number, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


def __getattr__(name: str) -> Any:
    """Import the commands on first use."""
    if name == "cli":
        from thesmos.cli.group import cli

        return cli
    raise AttributeError(name)
