"""§3.4, §5.5, §16.8: what is limited, and what the host says when a limit is reached.

Every state is compared with the semantics: see testing/paired.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from thesmos.compile import turns as compiled_turns
from thesmos.diagnostics import UsageError
from thesmos.semantics import turns
from thesmos.testing.paired import PairedState
from thesmos.testing.small import after, small

CIRCLE = """
    pick: {roles: {m: 0..1}, do: "n += 1", text: "{m}"}
    fall: {roles: {m: 0..1}, do: "n += 2", text: "{m}"}
"""


def message(state: PairedState, text: str) -> str:
    """What generated code says when an option reaches a limit; the semantics fails too."""
    with pytest.raises(UsageError) as caught:
        after(state, text)
    return str(caught.value)


@pytest.mark.parametrize("most", [12, 30])
def test_events_of_two_powers_may_cause_each_other(tmp_path: Path, most: int) -> None:
    """A circle that a condition ends before the limit."""
    start = small(
        tmp_path,
        powers={
            "one": f"after pick where n < {most}: do fall(m)",
            "two": f"after fall where n < {most}: do pick(1 - m)",
        },
        held=("one", "two"),
        actions=CIRCLE,
    )

    assert after(start, "0").position()["n"] == str(most + most % 3)
    assert after(start, "0", "1").position()["n"] == str(most + most % 3 + 1)


def test_a_circle_that_does_not_end_is_a_mistake(tmp_path: Path) -> None:
    start = small(
        tmp_path,
        powers={"one": "after pick: do fall(m)", "two": "after fall: do pick(m)"},
        held=("one", "two"),
        actions=CIRCLE,
    )

    assert message(start, "1") == "more than 30 nested events, at pick"


def test_a_circle_may_be_as_deep_as_the_limit_but_no_deeper(tmp_path: Path) -> None:
    """Of thirty events inside each other, the last may not cause another one."""
    actions = """
        pick: {roles: {m: 0..40}, do: "do fall(m)", text: "{m}"}
        fall: {roles: {m: 0..40}, do: "n += 1\\nif m > 0: do fall(m - 1)", text: "{m}"}
    """
    start = small(tmp_path, actions=actions)

    assert after(start, "28").position()["n"] == "29"
    assert message(start, "29") == "more than 30 nested events, at fall"


def test_a_while_that_goes_on_is_a_mistake(tmp_path: Path) -> None:
    text = "after pick where m = {}:\n  while n < {}: n += 1\n"
    start = small(tmp_path, clauses=text.format(0, 50) + text.format(1, 51))

    assert after(start, "0").position()["n"] == "50"
    assert message(start, "1") == "a `while` of the game ran 100 times"


def test_steps_that_lead_to_themselves_are_a_mistake(tmp_path: Path) -> None:
    """Five hundred steps may pass, and no more. `check` can't tell that each has one option."""
    start = small(
        tmp_path,
        actions='never: {roles: {m: 0..1}, rules: {no: m > 0}, text: "{m}"}',
        steps="never: {action: never, do when one: yes, then: never}",
        clauses="after pick where m = 1: next never",
    )

    assert message(start, "1") == "500 steps passed without a decision, at never"


def test_a_power_acts_once_for_a_player_in_a_moment(tmp_path: Path) -> None:
    """Powers that take each other at a moment, each of which acts, and then not again."""
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
    """Who loses if the flow goes on without a decision; here some turns are followed by another."""
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
