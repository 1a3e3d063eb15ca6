"""Output of commands: coloured spans on a terminal, JSON, errors, progress."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import Timer
from time import monotonic
from typing import Any, TextIO

import click

from thesmos.cli.command_call import CommandCall
from thesmos.diagnostics import SpecError, UsageError, counted, json_line, printable
from thesmos.render.span import Line

SOON = 2.0  # seconds until a message says what takes so long
FIRST, LAST = 10.0, 60.0  # seconds to the first line of progress; longest pause between lines
STYLES = {
    "edge": "bright_black",
    "label": "bright_black",
    "dim": "bright_black",
    "flag": "bold blue",
    "good": "green",
    "bad": "red",
    "strong": "bold",
    "side.1": "bold black on cyan",
    "side.2": "bold black on yellow",
    "side.3": "bold black on green",
    "side.4": "bold black on magenta",
    "digit.0": "bright_black",
    "digit.2": "bold",
    "digit.3": "bold bright_white",
}


def print_lines(lines: Iterable[Line]) -> None:
    """Print lines of spans on stdout, in colour if it is a terminal."""
    if not _is_terminal(sys.stdout):
        for line in lines:
            sys.stdout.write("".join(printable(span.text) for span in line).rstrip() + "\n")
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(file=sys.stdout, highlight=False, soft_wrap=True)
    for line in lines:
        text = Text()
        for span in line:
            text.append(printable(span.text), STYLES.get(span.style, ""))
        text.rstrip()
        console.print(text)


def print_json(value: Any) -> None:
    """Print the one JSON object of a command with `--json`, in ASCII if the encoding needs it."""
    text = json_line(value)
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        text = json.dumps(value)
    click.echo(text)
    context = click.get_current_context(silent=True)
    if context is not None and isinstance(context.obj, CommandCall):
        context.obj.answered = True


def echo(text: str, err: bool = False) -> None:
    """Print untrusted text on stdout or stderr, without control characters."""
    click.echo(printable(text), err=err)


def print_error(error: SpecError | UsageError) -> None:
    """Print an error on stderr: the message and its hint, or all diagnostics of a spec."""
    if isinstance(error, SpecError):
        count = len(error.diagnostics)
        echo(str(error), err=True)
        click.echo(f"error: the spec has {counted(count, 'error')}", err=True)
        return
    echo(f"error: {error.message}", err=True)
    if error.hint:
        echo(f"hint: {error.hint}", err=True)


@contextmanager
def progress(label: str, total: float | None) -> Iterator[Callable[[float, str], None]]:
    """Report progress on stderr: a bar on a terminal, an occasional line elsewhere.

    Yields a function that takes how much is done and a short description. total: how much there is
    to do; None if unknown.
    """
    if not _is_terminal(sys.stderr):
        yield _ProgressLog(label, total).move
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[words]}", markup=False),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(printable(label), total=total, words="")
        yield lambda done, words: bar.update(task, completed=done, words=printable(words))


def _is_terminal(stream: TextIO) -> bool:
    """Return whether a stream is a terminal, by the rules of Rich, which is slow to import."""
    return stream.isatty() or bool(os.environ.get("FORCE_COLOR"))


@contextmanager
def announced(work: str) -> Iterator[None]:
    """Say on stderr what is being done, if it takes long. For work without known progress."""
    timer = Timer(SOON, _announce, (work,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _announce(work: str) -> None:
    with suppress(OSError):  # a closed stderr must not stop the work
        echo(f"{work} …", err=True)


class _ProgressLog:
    """Progress as lines of text, where no bar can be drawn: in a log or a file."""

    def __init__(self, label: str, total: float | None) -> None:
        self.label = label
        self.total = total
        self.begun = monotonic()
        self.pause = FIRST
        self.due = self.begun + FIRST

    def move(self, done: float, words: str) -> None:
        """Print a line, unless the last one was just printed."""
        now = monotonic()
        if now < self.due:
            return
        self.pause = min(2 * self.pause, LAST)
        self.due = now + self.pause
        share = f"{100 * done / self.total:.0f} %" if self.total else ""
        parts = [part for part in (share, words, f"{now - self.begun:.0f} s") if part]
        with suppress(OSError):  # a closed stderr must not stop the work
            echo(f"{self.label}: {', '.join(parts)}", err=True)
