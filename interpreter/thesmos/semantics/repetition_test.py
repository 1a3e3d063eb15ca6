"""§8.6: remembered positions, in generated code and in the semantics alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.paired import PairedState
from testing.small import after, small
from thesmos.diagnostics import UsageError
from thesmos.play.saved import is_state

STATE = """
mark: -1..3 or none
marks: set of 0..2
again: 0..101
"""
MORE = "repetition: [mark, marks, active, seen, twin]\nfacts: {twin(p in Player): seen(p) - 9}"
CLAUSES = """
after pick:
  again := repeats
  memorize
  if m = 1: mark := 3
  else: mark := none
"""


def remembering(folder: Path, clauses: str = CLAUSES, **more: str) -> PairedState:
    """A match in which what is picked is marked, and `again` says how often it was so before."""
    return small(folder, clauses=clauses, state=STATE, more=more.get("more", MORE))


def repeats(start: PairedState, *picked: str) -> list[object]:
    """How often the position was remembered when each of some options was chosen."""
    made = []
    for text in picked:
        start = start.apply(text)
        made.append(start.played.position().get("memory", {}).get("again", 0))
    return made


def test_a_position_is_the_same_if_all_that_is_compared_is(tmp_path: Path) -> None:
    """It is player 1's turn at first and after every two picks; the second counts from 0 too."""
    start = remembering(tmp_path)

    assert repeats(start, "0", "0", "0", "0", "1", "1", "1", "1") == [0, 0, 1, 1, 2, 0, 0, 1]


def test_members_of_a_set_are_compared(tmp_path: Path) -> None:
    start = remembering(tmp_path, "after pick:\n  again := repeats\n  memorize\n  marks := {m}")

    assert repeats(start, "0", "0", "0", "0", "1", "0") == [0, 0, 0, 1, 1, 0]


def test_what_is_forgotten_is_not_counted(tmp_path: Path) -> None:
    start = remembering(tmp_path, CLAUSES + "after pick where m = 1: forget")

    assert repeats(start, "0", "0", "0", "1", "0", "0") == [0, 0, 1, 1, 0, 0]


def test_beyond_a_hundred_the_oldest_is_forgotten(tmp_path: Path) -> None:
    """With `active` alone compared, each player's positions are every second one of them."""
    start = remembering(tmp_path, more="repetition: [active]")
    full = after(start, *["0"] * 100)

    assert repeats(full, "0", "0", "0") == [50, 50, 50]


def test_without_memory_nothing_repeats(tmp_path: Path) -> None:
    start = remembering(tmp_path, "after pick: again := repeats + 1")

    assert repeats(start, "0", "0", "0") == [1, 1, 1]


@pytest.mark.parametrize("secret", ["yes", "no"])
def test_whoever_sees_less_is_told_of_no_repetition(tmp_path: Path, secret: str) -> None:
    """With something secret, what may be skipped is asked of what the player sees."""
    power = "may skip pick where repeats > 0 and not p\n---\nmemory:\n"
    power += f"  p: {{is: flag, secret: {secret}}}"
    start = small(
        tmp_path, clauses=CLAUSES, state=STATE, more=MORE, powers={"hides": power},
        held=("hides", None),
    )  # fmt: skip

    decision = after(start, "0", "0").played.decision
    assert decision is not None
    assert decision.may_skip == (secret == "no")


def test_a_position_says_what_is_remembered(tmp_path: Path) -> None:
    state = after(remembering(tmp_path), "0", "1").played
    position = state.position()

    assert position["memory"]["positions"] == [
        "- no*3 1 0*2 -9*2",
        "- no*3 2 0*2 -9*2",
    ]
    assert state.match.load(state.position(whole=True)) == state
    assert is_state(state.match.linked, state.vector)


def test_a_position_that_is_remembered_as_zeros_is_written_too(tmp_path: Path) -> None:
    state = after(remembering(tmp_path, more="repetition: [active]"), "0").played

    assert state.position()["memory"]["positions"] == ["1"]
    assert state.match.load(state.position(whole=True)) == state


@pytest.mark.parametrize("wrong", [1, [1], ["- no"], ["5 no*3 1 0*2 -9*2"], ["- no*3 3 0*2 -9*2"]])
def test_a_position_that_remembers_what_can_not_be_is_refused(
    tmp_path: Path, wrong: object
) -> None:
    state = after(remembering(tmp_path), "0").played
    position = {**state.position(whole=True), "memory": {"positions": wrong}}

    with pytest.raises(UsageError, match="positions"):
        state.match.load(position)
