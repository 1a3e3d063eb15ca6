"""Long facts, which become functions, give the same values as if they were written out.

Every state is compared with the semantics: see testing/paired.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.paired import PairedState
from testing.small import after, small
from thesmos.compile.compiler import compiled
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import walk

PICK = """
    pick:
      roles: {m: 0..7}
      rules:
        which: CONDITION
      do: n := m
      text: "{m}"
"""
# `near` is short, all others are long, also in loops.
NEAR = " + ".join(f"(1 if k > {k % 3} and n < {k} else 0)" for k in range(24))
FACTS = f"""
facts:
  near(k in 0..9): {NEAR}
  far(k in 0..9): near(k) + near(k) + near(k)
  too_far(k in 0..9): far(k) > 60
  maybe(k in 0..9): k if far(k) > 60 else none
  some_of(k in 0..9): those (j in {{1, 3, 5}} where j < far(k) - 65)
  mine(p in Player, k in 0..9): seen(p) + far(k)
"""


def picking(folder: Path, condition: str, **more: dict[str, str]) -> PairedState:
    """Return the first state of a game whose players pick numbers that meet a condition."""
    folder.mkdir(exist_ok=True)
    actions = PICK.replace("CONDITION", condition)
    return small(folder, actions=actions, more=FACTS, **more)  # type: ignore[arg-type]


def length(state: PairedState) -> int:
    """Return how many statements and values a program has."""
    program = compiled(state.match.linked)
    return sum(1 for function in program.functions for _ in walk(function.body))


@pytest.mark.parametrize(
    ("condition", "offered"),
    [
        ("far(2) = 45 and m < 3", "012"),
        ("far(0) = 0 and m < 3", "012"),
        ("far(m) > 40", "234567"),
        ("too_far(2) or m = 4", "4"),
        ("not too_far(2) and m = 4", "4"),
        ("maybe(2) is none and m = 4", "4"),
        ("maybe(none) is none and m = 4", "4"),
        ("m in some_of(3) or m = 6", "136"),
        ("mine(you, 1) = mine(player 2, 1) and m = 4", "4"),
        ("some (p in Player where mine(p, 2) = 45) and m = 4", "4"),
    ],
)
def test_a_long_fact_is_what_it_says(tmp_path: Path, condition: str, offered: str) -> None:
    decision = picking(tmp_path, condition).played.decision
    assert decision is not None
    assert "".join(decision.texts) == offered


def test_a_long_fact_is_asked_again_when_the_state_has_changed(tmp_path: Path) -> None:
    start = picking(tmp_path, "far(2) > 7 * n or m = 0")
    assert start.played.decision is not None
    assert len(start.played.decision.options) == 8
    decision = after(start, "7").played.decision
    assert decision is not None
    assert decision.texts == ("0",)


def test_clauses_treat_a_long_fact_as_something_else_and_add_to_it(tmp_path: Path) -> None:
    powers = {"one": "treat far(k) as 3 where n = 0\nadd 1 to far(k) where seen(you) = 0"}
    start = picking(tmp_path, "m = far(2)", powers=powers, held=("one", None))  # type: ignore[arg-type]
    assert start.played.decision is not None
    assert start.played.decision.texts == ("4",)


def test_a_long_fact_that_is_asked_for_twice_is_written_once(tmp_path: Path) -> None:
    once = length(picking(tmp_path / "once", "far(m) = 45"))
    twice = length(picking(tmp_path / "twice", "far(m) = 45 or far(7 - m) = 45"))
    assert twice < 1.2 * once


BOARD = """
boards:
  Spot: {grid: 4x4, adjacent: 4, names: A1}
facts:
  above(s in Spot): those (t in Spot where row(t) > row(s) and column(t) = column(s))
  height(s in Spot): n if row(s) = 1 else 0
"""


def test_a_fact_about_the_board_alone_is_a_table(tmp_path: Path) -> None:
    condition = "count(above(first (s in Spot where column(s) = n + 1 and row(s) > m - 3))) = 1"
    state = small(tmp_path, actions=PICK.replace("CONDITION", condition), more=BOARD)
    decision = state.played.decision
    assert decision is not None
    assert decision.texts == ("5",)
    program = compiled(state.match.linked)
    tables = {n.table for f in program.functions for n in walk(f.body) if isinstance(n, ir.Row)}
    column = sum(1 << 4 * row for row in range(4))
    expected = ir.Table(tuple((column << at + 4) & 0xFFFF for at in range(16)))
    assert expected in tables


def test_a_fact_about_the_state_is_no_table(tmp_path: Path) -> None:
    condition = "m = 1 + height(first (s in Spot where yes))"
    state = small(tmp_path, actions=PICK.replace("CONDITION", condition), more=BOARD)
    state = after(state, "1")
    decision = state.played.decision
    assert decision is not None
    assert decision.texts == ("2",)
