"""What commands print: spans with colour on a terminal, JSON, errors, progress."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from thesmos.diagnostics import SpecError, UsageError, json_line, printable
from thesmos.render.span import Line

FIRST, LAST = 10.0, 60.0  # seconds to the first line of progress; between lines at most
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
    """Lines of spans on stdout; colours only if that is a terminal."""
    console = Console(file=sys.stdout, highlight=False, soft_wrap=True)
    for line in lines:
        text = Text()
        for span in line:
            text.append(printable(span.text), STYLES.get(span.style, ""))
        text.rstrip()
        console.print(text)


def print_json(value: Any) -> None:
    """The one JSON object that a command with `--json` prints."""
    click.echo(json_line(value))


def echo(text: str, err: bool = False) -> None:
    """Words on stdout or stderr, whoever wrote them: nothing in them steers the terminal."""
    click.echo(printable(text), err=err)


def print_error(error: SpecError | UsageError) -> None:
    """An error on stderr: one or two sentences and a hint, or all diagnostics of a spec."""
    if isinstance(error, SpecError):
        count = len(error.diagnostics)
        echo(str(error), err=True)
        click.echo(f"error: the spec has {count} mistake{'s' * (count != 1)}", err=True)
        return
    echo(f"error: {error.message}", err=True)
    if error.hint:
        echo(f"hint: {error.hint}", err=True)


@contextmanager
def progress(label: str, total: float | None) -> Iterator[Callable[[float, str], None]]:
    """How far long work has come, on stderr: a bar on a terminal, a line now and then elsewhere.

    Gives a function that takes how much is done, and a few words about it.
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _ProgressLog(label, total).move
        return
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[words]}", markup=False),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(printable(label), total=total, words="")
        yield lambda done, words: bar.update(task, completed=done, words=printable(words))


class _ProgressLog:
    """Progress where no bar can be drawn: in a log, in a file."""

    def __init__(self, label: str, total: float | None) -> None:
        self.label = label
        self.total = total
        self.begun = monotonic()
        self.pause = FIRST
        self.due = self.begun + FIRST

    def move(self, done: float, words: str) -> None:
        """A line, if the last one was long enough ago."""
        now = monotonic()
        if now < self.due:
            return
        self.pause = min(2 * self.pause, LAST)
        self.due = now + self.pause
        share = f"{100 * done / self.total:.0f} %" if self.total else ""
        told = [word for word in (share, words, f"{now - self.begun:.0f} s") if word]
        with suppress(OSError):  # that nobody reads it is no reason to stop working
            echo(f"{self.label}: {', '.join(told)}", err=True)


def number(value: int) -> str:
    """A number with its thousands apart: 16 455."""
    return f"{value:,}".replace(",", " ")


def counted(value: int, noun: str) -> str:
    """So many of something: 1 game, 16 455 games."""
    return f"{number(value)} {noun}{'' if value == 1 else 's'}"
