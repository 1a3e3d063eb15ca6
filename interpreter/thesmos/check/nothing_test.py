"""`none` and `{}` stand only where something could come of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.drafted import codes

SET, KIND = ["E313"], ["E311"]


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ("forbid walk where count(none) > 0", SET),
        ("forbid walk where count({}) > 0", SET),
        ("forbid walk where to in none", SET),
        ("forbid walk where to in {none}", SET),
        ("forbid walk where to in (none if low(to) else none)", SET),
        ("forbid walk where some (x in none where low(to))", SET),
        ("forbid walk where max(1 for x in {}) > 2", SET),
        ("after walk:\n  each x in none: counts", SET),
        ("forbid walk where to in (Cell if low(to) else none)", []),
        ("forbid walk where place(none) exists", KIND),
        ("forbid walk where zone(none) exists", KIND),
        ("forbid walk where height(none) exists", KIND),
        ("forbid walk where none + 1 > 2", KIND),
        ("forbid walk where none", KIND),
        ("after walk: place(none) := to", KIND),
        ("after walk: zone(none) := hand", KIND),
        ("after walk: place(pawn) := none", []),
        ("after walk: mate(to) := none", []),
        ("after walk: place(pawn) := {}", KIND),
        ("after walk: n := {}", KIND),
        ("after walk: do walk(none, to)", ["E353"]),
        ("after pick: do walk(none, home)", []),
        ("after walk:\n  let x = none\n  n += 1", KIND),
        ("after walk:\n  let x = none\n  each y in x: counts", KIND),
        ("after walk:\n  let x = none\n  x := pawn\n  mate(to) := x", []),
        ("after walk:\n  let x = none\n  x := pawn\n  n := x", KIND),
    ],
)
def test_nothing_is_told_once(clauses: str, expected: list[str], tmp_path: Path) -> None:
    more = "memory: {home: {is: Cell or none}}\n"
    found = codes(tmp_path, clauses + "\nforbid walk where to = home", more)
    assert found == expected


@pytest.mark.parametrize("players", ["your Players", "Player", "{player 1, you}", "{}"])
@pytest.mark.parametrize(
    "clause",
    [
        "after walk:\n  {} loses",
        "forbid walk where times(walk during game of {}) > 2",
        "forbid walk where place({}) exists",
    ],
)
def test_a_set_is_not_one_of_its_members(clause: str, players: str, tmp_path: Path) -> None:
    assert codes(tmp_path, clause.replace("{}", players)) == KIND
