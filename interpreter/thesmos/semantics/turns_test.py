"""§3: the flow, moments and routes."""

from __future__ import annotations

from pathlib import Path

from testing.small import after, asked, small

SETUP = """
  setup:
    - {each player: pick}
  turn:
    - begin turn
    - {steps: pick}
    - spend
    - pass
"""


def test_the_set_up_goes_on_without_a_player_who_is_out(tmp_path: Path) -> None:
    """The first turn is then that of the next player."""
    start = small(
        tmp_path, powers={"frail": "after pick: you loses"}, held=("frail", None, None), flow=SETUP
    )

    asking = [asked(after(start, *["0"] * n)) for n in range(4)]
    assert asking == [(1, "pick"), (2, "pick"), (3, "pick"), (2, "pick")]


def test_where_nobody_is_named_the_mode_says_who_is_first(tmp_path: Path) -> None:
    start = small(
        tmp_path,
        first=2,
        state="starter: Player or none",
        more="",
        flow="""
  setup:
    - {each player: pick}
    - {first: starter}
  turn:
    - begin turn
    - {steps: pick}
    - pass
""",
        clauses="after pick where m = 1: starter := chooser",
    )

    assert asked(after(start, "0", "0")) == (2, "pick")
    assert asked(after(start, "1", "0")) == (1, "pick")


NAMED = """
  turn:
    - begin turn
    - {steps: pick}
    - {pass: leader}
"""


def test_the_next_turn_is_that_of_the_player_who_is_named(tmp_path: Path) -> None:
    """Their own too, and that of the next player where nobody is named."""
    start = small(
        tmp_path,
        state="leader: Player or none",
        more="",
        flow=NAMED,
        held=(None, None, None),
        clauses="after pick: leader := player 3 if m = 1 else none",
    )

    asking = [asked(after(start, *picks))[0] for picks in ("1", "11", "10", "0")]
    assert asking == [3, 3, 1, 2]


def test_the_set_up_goes_on_with_the_player_to_whom_it_passes(tmp_path: Path) -> None:
    """The first turn is that of the mode's first player all the same."""
    flow = "setup: [{steps: pick}, pass, {steps: pick}, pass, {steps: pick}]"
    start = small(
        tmp_path,
        more="",
        flow=f"\n  {flow}{NAMED}",
        state="leader: Player or none",
        held=(None,) * 3,
    )

    assert [asked(after(start, *["0"] * n))[0] for n in range(5)] == [1, 2, 3, 1, 2]


def test_a_player_who_is_out_gets_no_turn_by_name(tmp_path: Path) -> None:
    start = small(
        tmp_path,
        state="leader: Player or none",
        more="",
        flow=NAMED,
        held=(None, None, None),
        clauses="after pick where m = 1: leader := chooser",
    )

    assert asked(after(start, "0", "1").concede()) == (3, "pick")


def test_a_power_taken_during_a_moment_acts_once_in_it(tmp_path: Path) -> None:
    """Whoever takes it: here a clause of the game, before the turn of the taker's powers comes."""
    start = small(
        tmp_path,
        powers={"gift": "at start of your turn: n += 1"},
        reserve=("gift",),
        clauses="at start of your turn where n = 0:\n  each p in Powers: take p",
    )

    assert start.position()["n"] == "1"


def test_a_power_that_takes_itself_acts_once(tmp_path: Path) -> None:
    start = small(
        tmp_path,
        powers={"gift": "at start of your turn:\n  take self\n  n += 1"},
        held=("gift", None),
    )

    assert start.position()["n"] == "1"
    assert after(start, "0", "0").position()["n"] == "2"


def test_a_player_who_is_out_spends_nothing(tmp_path: Path) -> None:
    start = small(
        tmp_path, powers={"brief": "spent when n = 1"}, held=(None, "brief", None), flow=SETUP,
        clauses="after pick where chooser = first (p in Player where p != active and alive(p)): "
        "n += 0\nafter pick where m = 1: n := 1",
    )  # fmt: skip
    gone = after(start, "0").concede()

    assert after(gone, "0", "1").held == [[], ["brief"], []]
