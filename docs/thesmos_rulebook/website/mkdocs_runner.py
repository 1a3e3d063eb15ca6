"""Runs of mkdocs, several at once: what they say, and that none is left behind."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from thesmos.diagnostics import UsageError

EPOCH = "1630454400"  # where nobody says when it is: 1 September 2021
MAX_SECONDS = 900  # of all runs together
COMMAND = (sys.executable, "-m", "mkdocs", "build", "--quiet")


def run(files: Sequence[Path], dirty: bool = False) -> list[str]:
    """Run mkdocs once for each file of settings; what those said that failed.

    dirty: only what changed since the last run is made, and no warning fails it. All runs have
    ended when this returns or raises. Raises UsageError if they take longer than MAX_SECONDS.
    """
    end = time.monotonic() + MAX_SECONDS
    with ExitStack() as children:
        started = [children.enter_context(_child(file, dirty)) for file in files]
        try:
            return [words for child in started if (words := _said(child, end))]
        except subprocess.TimeoutExpired as error:
            message = f"mkdocs did not make the site within {MAX_SECONDS} s"
            raise UsageError(message, "make a book of fewer games with --game") from error


@contextmanager
def _child(file: Path, dirty: bool) -> Iterator[subprocess.Popen[str]]:
    """A run that was started; it is gone afterwards, however we leave."""
    words = [*COMMAND, "--config-file", str(file), "--dirty" if dirty else "--strict"]
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONUTF8": "1", "PYTHONHASHSEED": "0"}
    env.setdefault("SOURCE_DATE_EPOCH", EPOCH)
    with subprocess.Popen(  # noqa: S603 - our own words
        words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env
    ) as child:
        try:
            yield child
        finally:
            child.kill()  # nothing for one that has ended; the outer block waits for it


def _said(child: subprocess.Popen[str], end: float) -> str:
    """What a run said if it failed. end: when it has to be done, on the monotonic clock."""
    words, _ = child.communicate(timeout=max(0.0, end - time.monotonic()))
    return (words.strip() or f"exit code {child.returncode}") if child.returncode else ""
