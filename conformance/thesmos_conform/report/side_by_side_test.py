"""Several implementations in one table."""

from __future__ import annotations

from dataclasses import replace

from thesmos.render.span import plain
from thesmos_conform.report.side_by_side import alone, table
from thesmos_conform.testing.report import FAILED, PASSED, UNKNOWN, run

OTHER = replace(PASSED, id="other", powers=("pan",))
RUNS = {
    "first": [run(PASSED, replace(FAILED, id="other", powers=("pan",)))],
    "second": [run(PASSED, OTHER)],
    "third": [run(PASSED, replace(UNKNOWN, id="other", powers=("pan",)))],
}


def test_each_power_has_a_row_and_each_implementation_a_column() -> None:
    shown = plain(table(RUNS)).splitlines()
    assert [line.split() for line in shown[:3]] == [
        ["first", "second", "third"],
        ["minotaur", "1", "1", "1"],
        ["pan", "1,", "1", "wrong", "1", "-"],
    ]


def test_what_only_one_has_wrong_is_named() -> None:
    assert {"first": ["other"]} == alone(RUNS)
    assert "Wrong in first only\n  other" in plain(table(RUNS))


def test_what_nobody_else_was_asked_shows_nothing() -> None:
    assert {} == alone({name: RUNS[name] for name in ("first", "third")})


def test_what_all_have_wrong_is_nobody_s_own() -> None:
    assert {} == alone({"first": RUNS["first"], "again": RUNS["first"]})
