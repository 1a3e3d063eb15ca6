"""§6.2: interrupts, and how the interrupted step goes on."""

from __future__ import annotations

from pathlib import Path

from testing.small import after, asked, small

VISIT = 'visit: {roles: {m: 0..1}, text: "{m}"}'
VISITS = "visit: {action: visit, chooser: holder}"


def test_whoever_was_interrupted_goes_on_even_if_it_is_not_their_turn(tmp_path: Path) -> None:
    start = small(
        tmp_path,
        powers={
            "guest": """
                at start of opponent turn where n = 0: next visit
                after visit: n := 1
                after visit: next reply
            """,
            "host": "after visit: next reply",
            "other": "after visit: next reply",
        },
        held=("host", "guest", "other"),
        actions=VISIT,
        steps=VISITS,
    )

    asking = [asked(after(start, *["0"] * n)) for n in range(5)]
    assert asking == [(2, "visit"), (1, "reply"), (3, "reply"), (2, "reply"), (1, "pick")]


def test_the_steps_of_an_interrupt_are_not_interrupted(tmp_path: Path) -> None:
    start = small(
        tmp_path,
        powers={
            "mine": "after reply where n < 3: next reply\nafter pick: next visit",
            "yours": "after pick: next reply\nafter reply: n += 1",
        },
        held=("mine", "yours"),
        actions=VISIT,
        steps=VISITS,
    )

    asking = [asked(after(start, *["0"] * n)) for n in range(4)]
    assert asking == [(1, "pick"), (2, "reply"), (1, "visit"), (2, "pick")]


def test_an_interrupted_step_is_forgotten_when_the_turn_is_taken_back(tmp_path: Path) -> None:
    start = small(
        tmp_path,
        powers={"asks": "after pick: next reply", "trap": "cancel reply where m = 1"},
        held=("trap", "asks"),
    )

    taken_back = after(start, "0", "1")
    assert asked(taken_back) == (2, "pick")
    assert asked(after(taken_back, "0", "0")) == (1, "pick")
