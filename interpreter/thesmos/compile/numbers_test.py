"""Sets of numbers, some of them negative, and roles that are such numbers.

Every state is compared with the semantics: see testing/paired.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.paired import PairedState
from testing.small import after, small

STATE = "sum: -50..50\nmarks: set of 0..5\n"
FACTS = "facts: {odd: '{-1, 1, 3}', near(x in -1..4): '{x - 1, x + 1}'}\n"
PICK = """
    pick:
      roles: {m: -2..3}
      rules: {near: m != 0}
      do: sum += m
      text: "{m}"
"""


def numbers(folder: Path, clauses: str, more: str = "") -> PairedState:
    """Return the first state of a game in which numbers from -2 to 3, except 0, are picked."""
    return small(folder, clauses=clauses, actions=PICK, state=STATE, more=FACTS + more)


def generated_values(state: PairedState) -> list[int]:
    """Return the numbers that generated code offers."""
    match = state.match.backend
    return [match.codes.option(code)[1][0] for code in match.options(state.played.vector)]


def test_a_role_may_be_a_negative_number(tmp_path: Path) -> None:
    start = numbers(tmp_path, "forbid pick where m = -1")

    assert generated_values(start) == [-2, 1, 2, 3]
    assert after(start, "-2", "3").played.vector != start.played.vector


@pytest.mark.parametrize(
    ("condition", "offered"),
    [
        ("m in {-1, 3}", [-2, 1, 2]),
        ("m in odd", [-2, 2]),
        ("m in odd except {-1}", [-2, -1, 2]),
        ("m in odd union {-2}", [2]),
        ("m - 1 in odd", [-2, -1, 1, 3]),
        ("m in those (x in odd where x < 0)", [-2, 1, 2, 3]),
        ("m = first (x in odd where x < 2)", [-2, 1, 2, 3]),
        ("m > sum (x for x in odd where x < 3) + 1", [-2, -1, 1]),
        ("m = min (x for x in odd)", [-2, 1, 2, 3]),
        ("count(odd) = m", [-2, -1, 1, 2]),
        ("m in marks", [-2, -1, 1, 2, 3]),
        ("m * 30 in odd", [-2, -1, 1, 2, 3]),
    ],
)
def test_sets_may_have_negative_members(tmp_path: Path, condition: str, offered: list[int]) -> None:
    assert generated_values(numbers(tmp_path, f"forbid pick where {condition}")) == offered


def test_effects_go_through_negative_members(tmp_path: Path) -> None:
    effects = "after pick where m = 2:\n  each x in {-2, 1, 3}: n += x * x"
    start = numbers(tmp_path, effects)

    assert after(start, "2", "-2").position()["n"] == "14"


def test_stored_sets_have_no_negative_members(tmp_path: Path) -> None:
    """A number that is not a possible member is not added."""
    power = """
        after pick where m != 3: kept(m - 1) := yes
        after pick where m = 3:
          each x in kept where x in {-2, 0, 1}: n += 10
          n += sum (x for x in kept)
        ---
        memory: {kept: {is: set of 0..5}}
    """
    start = small(
        tmp_path, powers={"one": power}, held=("one", None), actions=PICK, state=STATE, more=FACTS
    )

    assert after(start, "-1", "2", "3").position()["n"] == "11"


@pytest.mark.parametrize(("asked", "skippable"), [("-2", False), ("-1", True), ("3", True)])
def test_what_is_offered_may_be_negative(tmp_path: Path, asked: str, skippable: bool) -> None:
    start = numbers(
        tmp_path, f"forbid pick where m = -2\nmay skip pick where {asked} in offered(m)"
    )

    assert start.pending is not None
    assert start.pending.may_skip == skippable


def test_numbers_from_another_than_0(tmp_path: Path) -> None:
    """Options for a role whose least number is above 0."""
    start = small(
        tmp_path,
        actions='pick: {roles: {m: 3..7}, text: "{m}"}',
        clauses="forbid pick where m in {4, 5}\n"
        "may skip pick where every (x in offered(m) where x in {3, 6, 7})",
    )

    assert generated_values(start) == [3, 6, 7]
    assert start.pending is not None
    assert start.pending.may_skip
