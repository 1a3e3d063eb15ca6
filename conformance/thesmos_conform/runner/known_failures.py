"""Known failures: the user's list of what does not pass yet, and until when that is accepted.

    ["some-game/area/case"]
    issue = "https://example.org/issues/7"
    until = 2030-01-31

An entry's name is a case's id, or a pattern with `*` for several. An entry whose cases all pass,
or one that has expired, fails the run: the list can only become shorter.
"""

from __future__ import annotations

import datetime as dt
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.files import write_text
from thesmos_conform.judging.result import (
    EXPECTED,
    FILTERED,
    GOOD,
    NO_FAILURE,
    NOT_RUN,
    STATUSES,
    UNEXPECTED,
    CaseResult,
)

MAX_FILE = 4 << 20
MAX_ENTRIES = 20_000
KEYS = ("issue", "until", "status")
HINT = 'an entry is ["CASE"] with issue = "…", until = 2030-01-31, and optionally status = "fail"'


@dataclass(frozen=True)
class KnownFailure:
    """One known failure. pattern: matches case ids. until: the last day on which it may fail."""

    pattern: str
    issue: str
    until: dt.date
    status: str = ""

    def matches(self, result: CaseResult) -> bool:
        """Return whether the entry names a case, ignoring its status."""
        return fnmatchcase(result.id, self.pattern)


@dataclass(frozen=True)
class AppliedList:
    """The results with the list applied, and problems with the list itself."""

    results: tuple[CaseResult, ...]
    notes: tuple[str, ...]
    expired: bool


def read_known(path: Path) -> tuple[KnownFailure, ...]:
    """Return the entries of a file. Raises UsageError for an invalid list."""
    try:
        with path.open("rb") as file:
            text = file.read(MAX_FILE + 1)
        if len(text) > MAX_FILE:
            raise UsageError(f"{path} is larger than {MAX_FILE >> 20} MB")
        table = tomllib.loads(text.decode())
    except OSError as error:
        raise UsageError(f"{path} can't be read: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:  # also of numbers with too many digits
        raise UsageError(f"{path} is not TOML: {error}", HINT) from None
    if len(table) > MAX_ENTRIES:
        raise UsageError(f"{path} has more than {MAX_ENTRIES} entries")
    return tuple(_entry(path, name, data) for name, data in table.items())


def _entry(path: Path, name: str, data: Any) -> KnownFailure:
    where = f'{path}: ["{name}"]'
    if not isinstance(data, dict):
        raise UsageError(f"{where} is not an entry", HINT)
    issue, until, status = data.get("issue"), data.get("until"), data.get("status", "")
    if unknown := data.keys() - {*KEYS}:
        raise UsageError(f"{where} has an unknown key `{min(unknown)}`", HINT)
    if not isinstance(issue, str) or not issue:
        raise UsageError(f"{where} has no `issue`", "name the issue that tracks it")
    if type(until) is not dt.date:
        raise UsageError(f"{where} needs a date as its `until`", HINT)
    if status and status not in STATUSES:
        raise UsageError(f"{where} has an unknown status", ", ".join(STATUSES))
    return KnownFailure(name, issue, until, str(status))


def apply_known_failures(
    results: Sequence[CaseResult], entries: Iterable[KnownFailure], today: dt.date
) -> AppliedList:
    """Change the status of results that the list of known failures covers."""
    changed, notes, expired = list(results), list[str](), False
    for entry in entries:
        about = [n for n, result in enumerate(changed) if entry.matches(result)]
        asked_about = [n for n in about if changed[n].status not in FILTERED | {NOT_RUN}]
        if entry.until < today:
            expired = True
            notes.append(f"the known failure `{entry.pattern}` expired on {entry.until}")
            continue
        failing = [n for n in asked_about if _expected(changed[n], entry)]
        for n in failing:
            reason = f"{changed[n].status}: {entry.issue}"
            changed[n] = replace(changed[n], status=EXPECTED, reason=reason)
        if not about:
            notes.append(f"the known failure `{entry.pattern}` matches no case")
        if not failing:
            for n in (n for n in asked_about if changed[n].status in GOOD):
                reason = f"listed as a known failure: {entry.issue}"
                changed[n] = replace(changed[n], status=UNEXPECTED, reason=reason)
    return AppliedList(tuple(changed), tuple(notes), expired)


def is_known(result: CaseResult, entries: Iterable[KnownFailure], today: dt.date) -> bool:
    """Return whether the list of known failures covers a failure."""
    current = (entry for entry in entries if entry.until >= today)
    return any(entry.matches(result) and _expected(result, entry) for entry in current)


def _expected(result: CaseResult, entry: KnownFailure) -> bool:
    """Return whether a failure has the status that an entry names, if it names one."""
    return result.status not in NO_FAILURE and entry.status in ("", result.status)


def write_known(path: Path, results: Iterable[CaseResult], until: dt.date) -> int:
    """Write a list of the current failures, each with its status; return their number.

    Raises UsageError if the file exists or can't be written.
    """
    lines = ["# Known failures: name in `issue` the issue that tracks each of them.", ""]
    failing = [result for result in results if result.status not in NO_FAILURE]
    for result in failing:
        lines += [f'["{_quoted(result.id)}"]', 'issue = "to be filled in"']
        lines += [f"until = {until.isoformat()}", f'status = "{result.status}"', ""]
    write_text(path, "\n".join(lines), replace=False)  # the old list may have been edited
    return len(failing)


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
