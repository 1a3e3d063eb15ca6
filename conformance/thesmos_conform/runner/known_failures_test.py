"""The user's list of known failures can only become shorter."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from thesmos.diagnostics import UsageError
from thesmos_conform.judging.result import CaseResult
from thesmos_conform.runner.known_failures import (
    KnownFailure,
    apply_known_failures,
    read_known,
    write_known,
)

TODAY = dt.date(2026, 11, 21)
LATER = dt.date(2027, 1, 1)


def case(name: str, status: str) -> CaseResult:
    return CaseResult(name, "scenarios", status)


def statuses(
    results: list[CaseResult], *entries: KnownFailure, today: dt.date = TODAY
) -> list[str]:
    return [one.status for one in apply_known_failures(results, entries, today).results]


def test_a_known_failure_is_expected() -> None:
    entry = KnownFailure("game/a/one", "issue 7", LATER)
    both = [case("game/a/one", "fail"), case("game/a/two", "fail")]
    assert ["expected failure", "fail"] == statuses(both, entry)


def test_a_status_other_than_that_of_the_entry_is_a_failure() -> None:
    entry = KnownFailure("game/a/one", "issue 7", LATER, "fail")
    assert ["crash"] == statuses([case("game/a/one", "crash")], entry)


def test_a_known_failure_that_passes_is_reported() -> None:
    entry = KnownFailure("game/a/one", "issue 7", LATER)
    assert ["unexpected pass"] == statuses([case("game/a/one", "pass")], entry)


def test_a_pattern_is_valid_while_one_of_its_cases_fails() -> None:
    entry = KnownFailure("game/a/*", "issue 7", LATER)
    some = [case("game/a/one", "fail"), case("game/a/two", "pass")]
    assert ["expected failure", "pass"] == statuses(some, entry)
    none = [case("game/a/one", "pass"), case("game/a/two", "pass")]
    assert ["unexpected pass", "unexpected pass"] == statuses(none, entry)


@pytest.mark.parametrize("status", ["skipped", "passed before", "unsupported", "not run"])
def test_a_case_that_was_not_asked_is_neither(status: str) -> None:
    entry = KnownFailure("game/a/one", "issue 7", LATER)
    assert [status] == statuses([case("game/a/one", status)], entry)


def test_an_expired_entry_is_reported_and_excuses_nothing() -> None:
    entry = KnownFailure("game/a/one", "issue 7", dt.date(2026, 11, 20))
    applied = apply_known_failures([case("game/a/one", "fail")], [entry], TODAY)
    assert applied.expired
    assert ["fail"] == [one.status for one in applied.results]


def test_the_last_day_still_counts() -> None:
    entry = KnownFailure("game/a/one", "issue 7", TODAY)
    assert not apply_known_failures([case("game/a/one", "fail")], [entry], TODAY).expired


def test_an_entry_that_matches_no_case_is_reported() -> None:
    applied = apply_known_failures([], [KnownFailure("game/a/one", "issue 7", LATER)], TODAY)
    assert ("the known failure `game/a/one` matches no case",) == applied.notes


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    file = tmp_path / "known.toml"
    results = [case('game/a/"one"', "fail"), case("game/a/two", "pass")]
    assert 1 == write_known(file, results, LATER)
    assert (KnownFailure('game/a/"one"', "to be filled in", LATER, "fail"),) == read_known(file)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[", "is not TOML"),
        ("x = " + "9" * 9999, "is not TOML"),
        ("a = 1", "is not an entry"),
        ("[a]\nuntil = 2030-01-01", "has no `issue`"),
        ('[a]\nissue = "x"\nuntil = "soon"', "needs a date as its `until`"),
        ('[a]\nissue = "x"\nuntil = 2030-01-01T00:00:00', "needs a date as its `until`"),
        ('[a]\nissue = "x"\nuntil = 2030-01-01\nstatus = "odd"', "has an unknown status"),
        ('[a]\nissue = "x"\nuntil = 2030-01-01\nwhen = 1', "an unknown key `when`"),
    ],
)
def test_an_invalid_list_is_reported(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "known.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=words):
        read_known(file)


def test_a_missing_list_is_reported(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="can't be read"):
        read_known(tmp_path / "known.toml")
