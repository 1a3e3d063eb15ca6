"""Several implementations in one table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from thesmos.render.span import plain
from thesmos_conform.report.side_by_side import PERHAPS_OURS, alone, labels, perhaps_ours, table
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


def test_what_every_implementation_answers_otherwise_stands_first_as_perhaps_ours() -> None:
    other = replace(FAILED, id="other")
    runs = {"first": [run(FAILED, other)], "second": [run(FAILED, OTHER)]}
    assert [FAILED.id] == perhaps_ours(runs)
    shown = plain(table(runs)).splitlines()
    assert [PERHAPS_OURS, f"  {FAILED.id}"] == shown[:2]
    assert {"first": ["other"]} == alone(runs)


def test_what_one_implementation_answers_otherwise_is_not_perhaps_ours() -> None:
    assert [] == perhaps_ours({"first": [run(FAILED)]})
    assert [] == perhaps_ours({"first": [run(FAILED)], "second": [run(UNKNOWN)]})
    crashed = replace(FAILED, status="crash")
    assert [] == perhaps_ours({"first": [run(FAILED)], "second": [run(crashed)]})


def test_a_label_is_the_name_where_it_is_the_only_one() -> None:
    named = {"a/b/adapter.toml": "tower 1", "a/c/adapter.toml": "tower 2"}
    assert ["tower 1", "tower 2"] == [*labels(named).values()]


@pytest.mark.parametrize(
    ("files", "ends"),
    [
        (("/far/away/new.toml", "old.toml"), ("new.toml", "old.toml")),
        (("/x/a/adapter.toml", "/x/b/adapter.toml"), ("a/adapter.toml", "b/adapter.toml")),
        (("adapter.toml", "bugs/adapter.toml"), ("adapter.toml", "bugs/adapter.toml")),
        (("/a/b/c.toml", "/b/c.toml", "d.toml"), ("a/b/c.toml", "/b/c.toml", "d.toml")),
    ],
)
def test_namesakes_are_told_apart_by_the_end_of_their_paths(
    files: tuple[str, ...], ends: tuple[str, ...]
) -> None:
    expected = [f"tower ({end})" for end in ends]
    assert expected == [*labels(dict.fromkeys(files, "tower")).values()]


def test_what_only_one_has_wrong_is_named() -> None:
    assert {"first": ["other"]} == alone(RUNS)
    assert "Wrong in first only\n  other" in plain(table(RUNS))


def test_what_nobody_else_was_asked_shows_nothing() -> None:
    assert {} == alone({name: RUNS[name] for name in ("first", "third")})


def test_what_all_have_wrong_is_nobody_s_own() -> None:
    assert {} == alone({"first": RUNS["first"], "again": RUNS["first"]})
