"""No number leaves the range of what holds it: effects, arguments, events, facts, the past."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.drafted import checked, codes
from thesmos.program.node import walk
from thesmos.program.values import FactValue, Variable

MEMORY = "memory: {m: {is: 0..3}, flown: {is: set of 0..3}}\n"
DO = "at end of your turn: do walk"
NO_CELL = "first (c in Cell where no)"
MATE = "after pick where mate(home) exists: do walk"
EACH = "each c in Colour"
OUT, NONE, FAR = ["E323"], ["E322"], ["E312"]


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ("after walk: m := 4", OUT),
        ("after walk: m := 3", []),
        ("after walk: m := n", OUT),
        ("after walk: m := min(n, 3)", []),
        ("after walk: m := max(level - 3, 0)", []),
        ("after walk: m := min(n, 4)", OUT),
        ("after walk: m := min(max(n, 5), 3)", []),
        ("after walk: m := abs(min(max(n, -3), 3))", []),
        ("after walk: m := abs(min(max(n, -5), -4))", OUT),
        ("after walk: m := count(Pawn)", OUT),
        ("after walk: m := count(Colour)", []),
        ("after walk: m := sum (height(c) for c in Cell)", OUT),
        ("after walk: m += 99", []),
        ("after walk: m := climb", OUT),
        # a local is followed through branches and loops
        ("after walk:\n  let x = 1\n  x += 3\n  m := x", OUT),
        ("after walk:\n  let x = 1\n  x += 2\n  m := x", []),
        ("after walk:\n  let x = 0\n  if low(to): x := 4\n  m := x", OUT),
        ("after walk:\n  let x = 0\n  each c in Colour: x += 1\n  m := x", []),
        ("after walk:\n  let x = 0\n  each c in Cell: x += 1\n  m := x", OUT),
        (f"after walk:\n  let x = 0\n  {EACH}:\n    each d in Cell: x += 1\n  m := x", OUT),
        ("after walk:\n  let x = 5\n  while n > 3 and x > 1: x -= 1\n  m := 3", []),
        ("after walk:\n  let x = 2\n  while n > 3 or x > 0: x := x * x\n  m := 3", FAR),
        ("after walk:\n  let x = 0\n  while n > x: x := 1 - x\n  m := 3", []),
        # what a condition says about a number
        ("after walk: m := climb if climb > 0 else 0", []),
        ("after walk: m := climb if not (climb <= 0) else 0", []),
        ("after walk: m := climb if climb > 0 or low(to) else 0", OUT),
        ("after walk where climb >= 0: m := climb", []),
        ("after walk:\n  if 0 > climb: m := 0\n  else: m := climb", []),
        ("after walk:\n  let x = n\n  if x < 3: m := x + 1", []),
        ("after walk:\n  let x = n\n  if x < 3:\n    x := 9\n    m := x", OUT),
        ("after walk:\n  let x = n\n  while x > 3: x -= 1\n  m := min(x, 3)", []),
        ("forbid walk where climb >= 0 and small(climb)", []),
        ("forbid walk where small(climb) and climb >= 0", OUT),
        # arguments
        ("forbid walk where small(n)", OUT),
        ("forbid walk where small(level)", []),
        ("after walk: flown(999) := yes", OUT),
        ("after walk: flown(level) := yes", []),
        ("after walk: flown(n) := yes", []),
        ("forbid walk where flown(n + 4)", OUT),
        ("after walk: do pick(n)", OUT),
        ("after walk: do pick(level)", []),
        # the past
        ("forbid walk where did(pick with k = 99)", OUT),
        ("forbid walk where did(pick with k = m)", []),
        ("forbid walk where did(walk with climb = 1)", OUT),
        # arithmetic
        ("forbid walk where -(n * 2000) < 0", FAR),
        ("forbid walk where n * 999 * 999 * 999 > 0", FAR),
        # sets
        ("after walk: m := max (x for x in {1, 2} union {7})", OUT),
        ("forbid walk where climb in {1, 2, 3}", []),
    ],
)  # fmt: skip
def test_a_number_that_can_leave_a_range(clauses: str, expected: list[str], tmp_path: Path) -> None:
    used = "\nforbid walk where m > 3 or flown(0)"
    assert set(codes(tmp_path, clauses + used, MEMORY)) == {*expected}


def test_treating_a_fact_widens_it_for_all_cards(tmp_path: Path) -> None:
    other = (
        "thesmos: power\nslug: other\ntitle: {en: Other}\nclauses: {Rules: treat plain() as 5}\n"
    )
    clauses, memory = "after walk: m := plain\nforbid walk where m > 2", "memory: {m: {is: 0..3}}"
    assert codes(tmp_path, clauses, memory) == []
    made, found = checked(tmp_path, clauses, memory, others={"powers/other.yaml": other})
    assert [one.code for one in found] == OUT
    assert [one.message for one in found] == ["this can be 1..5, but must be 0..3"]
    facts = [one for one in walk(made.program.cards["own"]) if isinstance(one, FactValue)]
    assert [(one.type.low, one.type.high) for one in facts] == [(1, 5)]


def test_a_local_has_one_type_wherever_it_stands(tmp_path: Path) -> None:
    made, found = checked(tmp_path, "after walk:\n  let x = 1\n  n := x\n  x += 3\n  n := x")
    assert found == []
    names = [one for one in walk(made.program.cards["own"]) if isinstance(one, Variable)]
    assert {(one.type.low, one.type.high) for one in names} == {(1, 4)}


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ("after walk: m := none", NONE),
        ("after walk: m := size(mate(to))", NONE),
        ("after walk where mate(to) exists: m := size(mate(to))", []),
        ("after walk: m := size(mate(to)) if mate(to) exists else 0", []),
        ("after walk:\n  if mate(to) is none: m := 0\n  else: m := size(mate(to))", []),
        ("after walk:\n  let p = mate(to)\n  if p exists: m := size(p)", []),
        ("after walk:\n  let p = mate(to)\n  m := size(p)", NONE),
        ("after walk where mate(to) exists:\n  mate(to) := none\n  m := size(mate(to))", NONE),
        ("after walk: mate(to) := none", []),
        ("after walk: strength(mate(to)) := size(mate(to))", NONE),
        ("after walk: strength(mate(to)) := size(pawn)", []),
        ("after walk: m := 9 / n", NONE),
        # of none, a function of the core is none, be it yes or no otherwise
        ("after walk: f := perimeter(place(pawn))", NONE),
        ("after walk: f := perimeter(to)", []),
        ("after walk: f := opposite(to, place(pawn))", NONE),
        ("after walk: f := alive(leader)", NONE),
        ("after walk where leader exists: f := alive(leader)", []),
        ("after walk: f := low(to)\ntreat low(c) as alive(leader)", NONE),
        ("after walk: f := low(to)\ntreat low(c) as alive(you)", []),
        # a role of an event by `do` can be none; then so is what is computed from it
        (f"after walk: m := level\n{DO}(first (p in Pawn where no), {NO_CELL})", NONE),
        (f"after walk: m := level\n{DO}(first (p in Pawn where no), home)", []),
        (f"after walk: m := height(to)\n{MATE}(mate(home), home)", []),
    ],
)  # fmt: skip
def test_a_value_that_may_be_none(clauses: str, expected: list[str], tmp_path: Path) -> None:
    used = "\nforbid walk where m > 3 and low(home) and f"
    more = "memory: {m: {is: 0..9}, home: {is: Cell}, f: {is: flag}}\n"
    assert set(codes(tmp_path, clauses + used, more)) == {*expected}


BEST = (
    "scores: {best: {is: SCORE}}\nfacts:\n  best(p in Player): max (height(place(w)) for w in Pawn)"
)


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        ("best(you)", ["E322"]),
        ("best(you) if best(you) exists else 0", []),
        ("0 if best(you) is none else best(you)", []),
        ("0 if best(you) exists else best(you)", ["E322"]),
        ("best(you) if n > 2 else 0", ["E322"]),
        ("best(you) + 1 if n > 2 and best(you) exists else 0", []),
    ],
)
def test_a_score_is_a_number(score: str, expected: list[str], tmp_path: Path) -> None:
    changes = {"facts:": BEST.replace("SCORE", f'"{score}"')}
    assert codes(tmp_path, changes=changes) == expected
