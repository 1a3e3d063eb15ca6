"""Run several mkdocs processes at once, and leave none behind."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from thesmos.diagnostics import UsageError

EPOCH = "1630454400"  # the default build date: 1 September 2021
MAX_SECONDS = 900  # for all processes together
COMMAND = (sys.executable, "-m", "mkdocs", "build", "--quiet")


def run(files: Sequence[Path], dirty: bool = False) -> list[str]:
    """Run mkdocs once for each settings file; return the output of those that failed.

    dirty: rebuild only what changed since the last run, and don't fail on warnings. All
    processes have ended when this returns or raises. Raises UsageError if they take longer than
    MAX_SECONDS.
    """
    end = time.monotonic() + MAX_SECONDS
    with ExitStack() as children:
        started = [children.enter_context(_mkdocs_process(file, dirty)) for file in files]
        try:
            return [words for child in started if (words := _error_output(child, end))]
        except subprocess.TimeoutExpired as error:
            message = f"mkdocs did not finish within {MAX_SECONDS} s"
            raise UsageError(message, "build a book of fewer games with --game") from error


@contextmanager
def _mkdocs_process(file: Path, dirty: bool) -> Iterator[subprocess.Popen[str]]:
    """Start a process, and kill it on leaving the context if it is still running."""
    words = [*COMMAND, "--config-file", str(file), "--dirty" if dirty else "--strict"]
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONUTF8": "1", "PYTHONHASHSEED": "0"}
    env.setdefault("SOURCE_DATE_EPOCH", EPOCH)
    with subprocess.Popen(  # noqa: S603 - our own command
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env
    ) as child:
        try:
            yield child
        finally:
            child.kill()  # does nothing if it has ended; the outer block waits for it


def _error_output(child: subprocess.Popen[str], end: float) -> str:
    """Return the output of a process if it failed.

    end: its deadline on the monotonic clock.
    """
    words, _ = child.communicate(timeout=max(0.0, end - time.monotonic()))
    return (words.strip() or f"exit code {child.returncode}") if child.returncode else ""
