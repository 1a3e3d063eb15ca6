"""§13: losing, and what goes on without those who are out."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.paired import PairedState
from testing.small import after, asked, small
from thesmos.compile.lower import turns as compiled_turns
from thesmos.semantics import turns

THREE = (None, None, None)


def out(state: PairedState) -> tuple[int, ...]:
    """The players who are out, from 1."""
    return tuple(player + 1 for player in sorted(state.semantics.out))


def test_a_loss_is_not_undone_when_the_turn_is_taken_back(tmp_path: Path) -> None:
    start = small(
        tmp_path,
        powers={"trap": "cancel pick where m = 1 and actor != you"},
        held=(None, None, "trap"),
        clauses="after pick where m = 1: next reply",
    )

    gone = after(start, "1").concede()
    assert (out(gone), asked(gone)) == ((1,), (2, "pick"))
    assert asked(after(gone, "0", "0")) == (2, "pick")


def test_a_player_who_loses_on_entering_a_step_does_not_decide_in_it(tmp_path: Path) -> None:
    start = small(
        tmp_path,
        powers={"frail": "require if possible pick where m = 2 else you loses"},
        held=("frail", None, None),
    )

    assert (out(start), asked(start)) == ((1,), (2, "pick"))


def test_a_game_that_ends_on_entering_a_step_has_no_decision(tmp_path: Path) -> None:
    over = small(
        tmp_path,
        powers={"frail": "require if possible pick where m = 2 else you loses"},
        held=("frail", None),
    )

    assert over.played.decision is None
    assert over.played.result is not None
    assert over.played.result.winners == (2,)


def test_the_run_of_a_player_who_loses_ends(tmp_path: Path) -> None:
    start = small(
        tmp_path,
        powers={"frail": "after pick: you loses"},
        held=("frail", None, None),
        steps="pick: {action: pick, then: reply}",
    )

    gone = after(start, "0")
    assert (out(gone), asked(gone)) == ((1,), (2, "pick"))


def test_an_interrupted_player_who_concedes_does_not_go_on(tmp_path: Path) -> None:
    start = small(
        tmp_path,
        powers={"asks": "after pick: next ask"},
        held=(None, "asks", None),
        steps="""
            pick: {action: pick, then: reply}
            ask: {action: reply, chooser: active, then: reply}
        """,
    )

    gone = after(start, "0").concede()
    assert (out(gone), asked(gone)) == ((1,), (2, "pick"))


def test_an_interrupting_player_who_concedes_lets_the_others_go_on(tmp_path: Path) -> None:
    start = small(
        tmp_path,
        powers={"asks": "after pick: next ask"},
        held=(None, "asks", None),
        steps="""
            pick: {action: pick, then: reply}
            ask: {action: reply, chooser: holder, then: reply}
        """,
    )

    gone = after(start, "0").concede()
    assert (out(gone), asked(gone)) == ((2,), (1, "reply"))


def test_nobody_loses_twice(tmp_path: Path) -> None:
    start = small(
        tmp_path, held=THREE, clauses="after pick where m = 1:\n  chooser loses\n  chooser loses"
    )

    lost = [event for event in after(start, "1").played.events if event["e"] == "lose"]
    assert [event["player"] for event in lost] == [1]


def test_the_game_goes_on_without_a_player_whose_turns_never_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One side after the other loses in this way, until one is left."""
    for module in (turns, compiled_turns):
        monkeypatch.setattr(module, "MAX_TURNS", 10)
    over = small(
        tmp_path,
        held=THREE,
        actions='never: {roles: {m: 0..1}, rules: {no: m > 1}, text: "{m}"}',
        steps="pick: {action: never, when empty: pass}",
    )

    result = over.played.result
    assert result is not None
    assert (len(result.winners), len(result.eliminated), result.reason) == (1, 2, "stuck")


def test_the_pieces_of_a_player_who_is_out_leave_the_board(tmp_path: Path) -> None:
    """Whether their owner is a side or a player."""
    start = small(
        tmp_path,
        held=("four", None, None),
        powers={"four": "after pick:\n  n += count(your Mans)\n  you loses"},
        sides=(2, 1, 3),
        clauses="at start of any turn where n = 0:\n  each x in Man where place(x) is none: "
        "place(x) := first (c in Cell where Man at c is none)",
        more="""
            boards: {Cell: {grid: 3x1, adjacent: 4, names: A1}}
            zones: [box]
            pieces:
              Man:
                on: Cell
                attributes:
                  owner: {is: Player}
                supply:
                  - {for each: player, zone: box}
        """,
    )

    gone = after(start, "0")
    assert gone.position()["n"] == "1"
    places = gone.semantics.places["Man"]
    assert [place.board for place in places] == ["Zone", "Cell", "Cell"]
