"""The formats of a report by name, and by the suffix of a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from thesmos.diagnostics import UsageError, suggest
from thesmos.files import write_files
from thesmos.render.span import plain
from thesmos_conform.judging.result import SuiteRun
from thesmos_conform.report import badge, html, jsonl, junit, markdown, terminal

# Each shows the runs of one implementation, one for each game.
FORMATS: dict[str, Callable[..., str]] = {
    "text": lambda *runs: "\n".join(plain(terminal.render(run, every=True)) + "\n" for run in runs),
    "lines": lambda *runs: "".join(f"{line}\n" for run in runs for line in jsonl.write(run)),
    "markdown": markdown.render,
    "junit": junit.render,
    "html": html.render,
    "badge": badge.render,
}
SUFFIXES = {
    ".txt": "text",
    ".jsonl": "lines",
    ".md": "markdown",
    ".xml": "junit",
    ".html": "html",
    ".svg": "badge",
}


def format_of(path: Path) -> str:
    """Return the format for a file's suffix. Raises UsageError for an unknown suffix."""
    if path.suffix not in SUFFIXES:
        suffixes = ", ".join(f"{suffix} ({name})" for suffix, name in SUFFIXES.items())
        hint = suggest(path.suffix, SUFFIXES) or f"suffixes are {suffixes}"
        raise UsageError(f"no report format has the suffix `{path.suffix}`: {path}", hint)
    return SUFFIXES[path.suffix]


def save(runs: Sequence[SuiteRun], *paths: Path) -> None:
    """Write reports in the formats of the files' suffixes: all or none. Raises UsageError.

    runs: those of one implementation, one for each game.
    """
    write_files({path: FORMATS[format_of(path)](*runs) for path in paths}, replace=True)
