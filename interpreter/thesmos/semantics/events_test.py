"""§5, §9.4: what follows from one event."""

from __future__ import annotations

from pathlib import Path

from testing.small import after, asked, small


def test_a_power_that_was_taken_away_does_not_act(tmp_path: Path) -> None:
    """A clause `after` an event acts for its holder, who may have changed since the event."""
    start = small(
        tmp_path,
        powers={
            "thief": "after pick:\n  each p in opponent Powers: take p",
            "loot": "after pick: n += 1",
        },
        held=("thief", "loot"),
    )

    stolen = after(start, "0")
    assert (stolen.held, stolen.position()["n"]) == ([["thief", "loot"], []], "0")


def test_nothing_acts_after_the_end(tmp_path: Path) -> None:
    over = after(
        small(
            tmp_path,
            powers={"frail": "after pick: you loses\nafter pick: n += 1"},
            held=("frail", None),
        ),
        "0",
    )

    assert over.played.result is not None
    assert over.position()["n"] == "0"


def test_a_power_that_was_taken_away_does_not_act_after_a_skip(tmp_path: Path) -> None:
    start = small(
        tmp_path,
        powers={
            "thief": "after skip pick:\n  each p in opponent Powers: take p",
            "loot": "after skip pick: n += 1",
        },
        held=("thief", "loot"),
        clauses="may skip pick",
    )

    assert start.skip().position()["n"] == "0"


def test_the_first_event_that_is_cancelled_marks_the_turn(tmp_path: Path) -> None:
    """An event inside another comes first, with what the outer one had done by then."""
    start = small(
        tmp_path,
        powers={"trap": "cancel pick where m = 0\ncancel fall where m = 0"},
        held=(None, "trap"),
        actions="""
            pick: {roles: {m: 0..1}, do: "n += 1\\ndo fall(m)\\nn += 5", text: "{m}"}
            fall: {roles: {m: 0..1}, do: n += 20, text: "{m}"}
        """,
    )

    assert after(start, "0").position()["n"] == "1"
    assert asked(after(start, "0")) == (2, "pick")
