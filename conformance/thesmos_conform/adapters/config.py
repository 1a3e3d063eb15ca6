"""Adapter files, which say how to start an adapter: TOML with at least `command = ["…"]`."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from thesmos.diagnostics import Location, UsageError, located, suggest

OURSELVES = "thesmos"  # in place of a file: this interpreter, run as `thesmos serve`
STARTUP = 10.0  # seconds to answer `hello`
TIMEOUT = 2.0  # seconds to answer anything else
PATIENCE = 30.0  # seconds for this interpreter to answer, `hello` or anything else
MEMORY = 2048  # MiB that each process of an adapter may use
LONGEST = 600  # the longest time limit that a file may set, in seconds
LEAST, LARGEST = 64, 1 << 20  # the memory limits that a file may set, in MiB
MAX_FILE = 64 << 10
MAX_ITEMS = 1000
MAX_TEXT = 8192
KEYS = ("command", "name", "cwd", "env", "startup", "timeout", "memory", "known")
_SERVE = ("-c", "from thesmos.cli import main; main()", "serve", "--")


@dataclass(frozen=True)
class AdapterConfig:
    """How to start an adapter.

    name: what reports call it.
    command: the program and its arguments, not a shell command.
    cwd: the working directory.
    env: variables in addition to the current ones.
    startup, timeout: seconds to answer `hello`, and to answer anything else.
    memory: MiB that each of its processes may use.
    known: the file of known failures.
    file: where this was read.
    """

    name: str
    command: tuple[str, ...]
    cwd: Path | None = None
    env: Mapping[str, str] = field(default_factory=dict)
    startup: float = STARTUP
    timeout: float = TIMEOUT
    memory: int = MEMORY
    known: Path | None = None
    file: Path | None = None


def ourselves(games: Iterable[str] = ()) -> AdapterConfig:
    """Return this interpreter as an adapter.

    games: slugs or folders; all shipped if empty.
    """
    # The interpreter aims to be clear, not fast, and the machine may be busy: allow more time.
    command = (sys.executable, *_SERVE, *games)
    return AdapterConfig(OURSELVES, command, startup=PATIENCE, timeout=PATIENCE)


def read_adapter(path: str | Path, games: Iterable[str] = ()) -> AdapterConfig:
    """Read an adapter file; the word `thesmos` means this interpreter, unless such a file exists.

    games: slugs or folders for this interpreter to serve; all shipped games if empty. In a file,
    `cwd` and `known` are relative to its folder, which is also the default cwd. Raises UsageError
    with the file and, where possible, the line and column.
    """
    file = Path(path)
    if str(path) == OURSELVES and not file.exists():
        return ourselves(games)
    return _ConfigReader(file, _text_of(file)).adapter()


def _text_of(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            raw = stream.read(MAX_FILE + 1)
    except OSError as error:
        hint = f"give the path of an adapter file, or `{OURSELVES}` for this interpreter"
        raise UsageError(f"{file} can't be read: {error.strerror or error}", hint) from None
    if len(raw) > MAX_FILE:
        raise UsageError(f"{file} is larger than {MAX_FILE >> 10} KB", 'it needs `command = ["…"]`')
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise UsageError(f"{file} is not UTF-8 text", "an adapter file is TOML") from None


class _ConfigReader:
    """Reads the values of one file; its errors point at their line."""

    def __init__(self, file: Path, text: str) -> None:
        self.file = file
        self.lines = text.splitlines()
        try:
            self.values: dict[str, Any] = tomllib.loads(text)
        except ValueError as error:  # also of numbers with too many digits
            raise self._not_toml(str(error)) from None
        except RecursionError:
            raise UsageError(f"{file} is nested too deeply") from None

    def adapter(self) -> AdapterConfig:
        """Return the whole file as a value. Raises UsageError for the first problem."""
        for key in self.values:
            if key not in KEYS:
                hint = suggest(key, KEYS) or f"an adapter file may have: {', '.join(KEYS)}"
                raise self.wrong(key, f"unknown key `{key[:40]}`", hint)
        if "command" not in self.values:
            raise UsageError(
                f"{self.file} has no `command`", 'for example command = ["node", "mine.js"]'
            )
        folder = self.file.resolve().parent
        known_failures = self.text("known", "")
        return AdapterConfig(
            self.text("name", self.file.stem),
            self.command(),
            folder / self.text("cwd", "."),
            self.env(),
            self.seconds("startup", STARTUP),
            self.seconds("timeout", TIMEOUT),
            self.memory(),
            folder / known_failures if known_failures else None,
            self.file,
        )

    def text(self, key: str, default: str) -> str:
        """Return a non-empty text. Raises UsageError."""
        value = self.values.get(key, default)
        if key in self.values and not _is_text(value):
            raise self.wrong(key, f"`{key}` must be a text", f'for example {key} = "…"')
        return str(value)

    def command(self) -> tuple[str, ...]:
        """Return the program and its arguments."""
        value = self.values["command"]
        hint = 'a list of texts, the program first: command = ["node", "mine.js"]'
        if not isinstance(value, list) or not value or len(value) > MAX_ITEMS:
            raise self.wrong("command", "`command` must be a list", hint)
        if not all(isinstance(word, str) and _is_safe(word) for word in value) or not value[0]:
            raise self.wrong("command", "`command` must contain only texts", hint)
        return tuple(value)

    def env(self) -> dict[str, str]:
        """Return the environment variables."""
        value = self.values.get("env", {})
        if not isinstance(value, dict) or len(value) > MAX_ITEMS:
            raise self.wrong("env", "`env` must be a table", 'write [env] and below it NAME = "…"')
        for name, text in value.items():
            if not name or "=" in name or not _is_safe(name):
                raise self.wrong(name, f"`{name[:40]}` is not a valid variable name", None)
            if not isinstance(text, str) or not _is_safe(text):
                hint = f'for example {name} = "1"'
                raise self.wrong(name, f"the variable {name} must be a text", hint)
        return dict(value)

    def seconds(self, key: str, default: float) -> float:
        """Return a time limit in seconds. Raises UsageError."""
        value = self.values.get(key, default)
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or not 0 < value <= LONGEST
        ):
            words = f"`{key}` must be a number of seconds up to {LONGEST}"
            raise self.wrong(key, words, f"for example {key} = {default:g}")
        return float(value)

    def memory(self) -> int:
        """Return the memory limit in MiB. Raises UsageError."""
        value = self.values.get("memory", MEMORY)
        if isinstance(value, bool) or not isinstance(value, int) or not LEAST <= value <= LARGEST:
            words = f"`memory` must be a whole number of MiB, {LEAST} to {LARGEST}"
            raise self.wrong("memory", words, f"for example memory = {2 * MEMORY}")
        return value

    # ------------------------------------------------------------------ errors

    def wrong(self, key: str, message: str, hint: str | None) -> UsageError:
        """Return an error about a key, pointing at its line."""
        written = re.compile(rf"\s*\[*\s*[\"']?({re.escape(key)})[\"']?\s*[\]=.]")
        for number, line in enumerate(self.lines, 1):
            match = written.match(line)
            if match:
                return self._at(number, match.start(1) + 1, message, hint)
        return UsageError(f"{self.file}: {message}", hint)

    def _at(self, line: int, column: int, message: str, hint: str | None) -> UsageError:
        place = Location(str(self.file), line, column)
        shown = self.lines[line - 1] if line <= len(self.lines) else ""
        return UsageError(located(place, message, shown), hint)

    def _not_toml(self, words: str) -> UsageError:
        hint = "an adapter file is TOML"
        match = re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", words, re.DOTALL)
        if match is not None:
            return self._at(int(match[2]), int(match[3]), match[1], hint)
        end = words.removesuffix(" (at end of document)")
        if self.lines and end != words:
            return self._at(len(self.lines), len(self.lines[-1]) + 1, end, hint)
        return UsageError(f"{self.file}: {words}", hint)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value) and _is_safe(value)


def _is_safe(text: str) -> bool:
    """Return whether a text can be passed to the system: not too long, and without a NUL."""
    return len(text) <= MAX_TEXT and "\0" not in text
