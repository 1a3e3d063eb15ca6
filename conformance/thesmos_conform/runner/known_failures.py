"""Known failures: the user's own list of what does not pass yet, and until when that may be.

    ["some-game/area/case"]
    issue = "https://example.org/issues/7"
    until = 2030-01-31

An entry's name is a case's id, or a pattern with `*` for several. An entry whose cases all pass,
and one that has expired, fail the run: the list can only become shorter.
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
from thesmos_conform.runner.result import EXPECTED, GOOD, HARMLESS, STATUSES, UNEXPECTED, CaseResult

MAX_FILE = 4 << 20
MAX_ENTRIES = 20_000
KEYS = ("issue", "until", "status")
NOT_KNOWABLE = frozenset({"not run", *GOOD, *HARMLESS})  # what no entry speaks of
HINT = 'an entry is ["CASE"] with issue = "…", until = 2030-01-31, and perhaps status = "fail"'


@dataclass(frozen=True)
class KnownFailure:
    """One known failure. pattern: of ids. until: the last day on which it may fail."""

    pattern: str
    issue: str
    until: dt.date
    status: str = ""

    def speaks_of(self, result: CaseResult) -> bool:
        """Whether it is about a case, in whatever way that went."""
        return fnmatchcase(result.id, self.pattern)


@dataclass(frozen=True)
class AppliedList:
    """The results with the list applied, and what is wrong with the list itself."""

    results: tuple[CaseResult, ...]
    notes: tuple[str, ...]
    expired: bool


def read_known(path: Path) -> tuple[KnownFailure, ...]:
    """The entries of a file. Raises UsageError for what is no such list."""
    try:
        with path.open("rb") as file:
            text = file.read(MAX_FILE + 1)
        if len(text) > MAX_FILE:
            raise UsageError(f"{path} is larger than {MAX_FILE >> 20} MB")
        table = tomllib.loads(text.decode())
    except OSError as error:
        raise UsageError(f"{path} can't be read: {error.strerror or error}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"{path} is no TOML: {error}", HINT) from None
    if len(table) > MAX_ENTRIES:
        raise UsageError(f"{path} has more than {MAX_ENTRIES} entries")
    return tuple(_entry(path, name, told) for name, told in table.items())


def _entry(path: Path, name: str, told: Any) -> KnownFailure:
    where = f'{path}: ["{name}"]'
    if not isinstance(told, dict):
        raise UsageError(f"{where} is no entry", HINT)
    issue, until, status = told.get("issue"), told.get("until"), told.get("status", "")
    if unknown := told.keys() - {*KEYS}:
        raise UsageError(f"{where} has an unknown key `{min(unknown)}`", HINT)
    if not isinstance(issue, str) or not issue:
        raise UsageError(f"{where} has no `issue`", "say where it is dealt with")
    if type(until) is not dt.date:
        raise UsageError(f"{where} has no `until`, or none that is a date", HINT)
    if status and status not in STATUSES:
        raise UsageError(f"{where} has a status that there is not", ", ".join(STATUSES))
    return KnownFailure(name, issue, until, str(status))


def settle(
    results: Sequence[CaseResult], entries: Iterable[KnownFailure], today: dt.date
) -> AppliedList:
    """The results as the list of known failures sees them."""
    made, notes, expired = list(results), list[str](), False
    for entry in entries:
        about = [n for n, one in enumerate(made) if entry.speaks_of(one)]
        asked = [n for n in about if made[n].status not in ("skipped", "not run")]
        if entry.until < today:
            expired = True
            notes.append(f"the known failure `{entry.pattern}` expired on {entry.until}")
            continue
        failing = [n for n in asked if _meant(made[n], entry)]
        for n in failing:
            made[n] = replace(made[n], status=EXPECTED, reason=f"{made[n].status}: {entry.issue}")
        if not about:
            notes.append(f"the known failure `{entry.pattern}` is about no case")
        if not failing:
            for n in (n for n in asked if made[n].status in GOOD):
                reason = f"the list of known failures says that it fails: {entry.issue}"
                made[n] = replace(made[n], status=UNEXPECTED, reason=reason)
    return AppliedList(tuple(made), tuple(notes), expired)


def _meant(result: CaseResult, entry: KnownFailure) -> bool:
    """Whether a failure is the one that an entry speaks of."""
    return result.status not in NOT_KNOWABLE and entry.status in ("", result.status)


def write_known(path: Path, results: Iterable[CaseResult], until: dt.date) -> int:
    """Write a list of what fails now, each entry with its status; how many there are.

    Raises UsageError if that can't be done.
    """
    lines = ["# Known failures: say in `issue` where each is dealt with.", ""]
    failing = [one for one in results if one.status not in NOT_KNOWABLE]
    for one in failing:
        lines += [f'["{_quoted(one.id)}"]', 'issue = "to be told"']
        lines += [f"until = {until.isoformat()}", f'status = "{one.status}"', ""]
    try:
        path.write_text("\n".join(lines), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error.strerror or error}") from error
    return len(failing)


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
