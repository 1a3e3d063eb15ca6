"""§3.4, §16.8: limits, and what happens when they are reached.

Every state is compared with the semantics: see testing/paired.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.small import after, small
from thesmos.compile.lower import turns as compiled_turns
from thesmos.semantics import turns

CIRCLE = """
    pick: {roles: {m: 0..1}, do: "n += 1", text: "{m}"}
    fall: {roles: {m: 0..1}, do: "n += 2", text: "{m}"}
"""


def test_a_while_ends_after_a_hundred_rounds(tmp_path: Path) -> None:
    """Its condition still holds; the effects after it are carried out all the same."""
    text = "after pick where m = {}:\n  while n < {}: n += 1\n"
    more = "after pick where m = 1: n -= 7\n"
    start = small(tmp_path, clauses=text.format(0, 50) + text.format(1, 51) + more)

    assert after(start, "0").position()["n"] == "50"
    assert after(start, "1").position()["n"] == "43"


@pytest.mark.parametrize("choices", [["1"], ["0", "1"]])
def test_a_run_ends_after_five_hundred_steps_without_a_decision(
    tmp_path: Path, choices: list[str]
) -> None:
    """`check` can't tell that each has one option. The turn goes on."""
    start = small(
        tmp_path,
        actions='never: {roles: {m: 0..1}, rules: {no: m > 0}, do: "n += 0", text: "{m}"}',
        steps="never: {action: never, do when one: yes, then: never}",
        clauses="after pick where m = 1: next never",
    )

    end = after(start, *choices)
    assert end.decision is not None
    assert (end.decision.step, end.turn_of) == ("pick", 1 + len(choices) % 2)


def test_an_interrupt_may_end_so_too(tmp_path: Path) -> None:
    """The steps of an opponent go on for ever; the run that they interrupt ends as well."""
    start = small(
        tmp_path,
        powers={"one": "after pick: n += 0", "two": "after pick where m = 1: next never"},
        held=("one", "two"),
        actions='never: {roles: {m: 0..1}, rules: {no: m > 0}, text: "{m}"}',
        steps="never: {action: never, do when one: yes, then: never}",
    )

    end = after(start, "1")
    assert end.decision is not None
    assert (end.decision.step, end.turn_of) == ("pick", 2)


def test_a_power_acts_once_for_a_player_in_a_moment(tmp_path: Path) -> None:
    """Powers that take each other at a moment act only once each."""
    taking = "at start of any turn:\n  n += {}\n  each p in Power: take p"
    start = small(
        tmp_path,
        powers={"one": taking.format(1), "two": taking.format(10), "none": "after pick: n += 0"},
        held=("one", "two", "none"),
    )

    assert start.position()["n"] == "11"
    assert after(start, "0", "1", "1").held[0] != []


def test_an_event_at_a_moment_may_take_a_power_too(tmp_path: Path) -> None:
    start = small(
        tmp_path,
        powers={
            "one": "at start of your turn: do fall(1)\nafter fall:\n  each p in Power: take p",
            "two": "at start of any turn:\n  n += 1\n  do fall(0)",
        },
        held=("one", "two"),
        actions=CIRCLE,
    )

    assert (start.held, start.position()["n"]) == ([["one", "two"], []], "5")
    assert after(start, "0", "1", "1").held == [["one", "two"], []]


@pytest.mark.parametrize("most", range(1, 9))
def test_turns_are_counted_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """Who loses if the flow goes on without a decision; here some turns are granted another."""
    for module in (turns, compiled_turns):
        monkeypatch.setattr(module, "MAX_TURNS", most)
    over = small(
        tmp_path,
        powers={
            "again": "extra turn where n mod 3 = 1",
            "count": "at start of any turn: n += 1\nextra turn where n mod 5 = 2",
        },
        held=("again", None, "count"),
        actions='never: {roles: {m: 0..1}, rules: {no: m > 1}, text: "{m}"}',
        steps="pick: {action: never, when empty: pass}",
    )

    assert over.played.result is not None
    assert over.played.result.reason == "stuck"
