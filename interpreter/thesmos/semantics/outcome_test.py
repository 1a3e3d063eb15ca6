"""§7.7, 7.8: how a game ends, in generated code and in the semantics alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from testing import tiny
from testing.paired import PairedState
from testing.small import after, asked, small
from thesmos.cli.show import result_lines
from thesmos.play.result import Result

THREE = (None, None, None)
PICK = 'pick: {roles: {m: 0..9}, do: "seen(active) := m", text: "{m}"}'
SCORES = "scores: {points: seen(you), odd: seen(you) mod 2}"


def scored(folder: Path, clauses: str, turns: int = 3, **more: Any) -> PairedState:
    """A match in which each player picks their points. In the clauses, `over` is the last turn."""
    rounds = f"at end of any turn: n += 1\n{clauses}".replace("over", f"n = {turns}")
    folder.mkdir(exist_ok=True)
    given = {"held": THREE, "actions": PICK, "more": SCORES} | more
    return small(folder, clauses=rounds, **given)


def result(state: PairedState, *texts: str) -> Result:
    """The result after options, by their texts."""
    found = after(state, *texts).played.result
    assert found is not None
    return found


def test_whoever_stands_best_wins_and_the_others_have_places(tmp_path: Path) -> None:
    start = scored(tmp_path, "end sum by most points where over")

    assert result(start, "4", "9", "5") == Result(
        (2,), "sum", (), (3, 1, 2), {"points": (4, 9, 5), "odd": (0, 1, 1)}
    )


def test_the_next_criterion_decides_between_those_who_are_equal(tmp_path: Path) -> None:
    start = scored(tmp_path, "end sum by fewest odd, most points where over")

    found = result(start, "4", "9", "6")
    assert (found.winners, found.places) == ((3,), (2, 3, 1))


def test_those_who_are_equal_in_all_criteria_share_a_place(tmp_path: Path) -> None:
    start = scored(tmp_path, "end sum by most points where over")

    found = result(start, "7", "3", "7")
    assert (found.winners, found.places) == ((1, 3), (1, 3, 1))
    found = result(start, "7", "3", "3")
    assert (found.winners, found.places) == ((1,), (1, 2, 2))


def test_a_side_stands_as_well_as_the_best_of_its_players(tmp_path: Path) -> None:
    """And its players share their place."""
    start = scored(tmp_path, "end sum by most points where over", sides=(1, 2, 1))

    found = result(start, "1", "6", "8")
    assert (found.winners, found.places) == ((1, 3), (1, 2, 1))


def test_who_is_out_does_not_count_and_comes_last(tmp_path: Path) -> None:
    start = scored(tmp_path, "end sum by most points where over\nafter pick where m = 9: you loses")

    found = result(start, "9", "3", "5")
    assert (found.winners, found.eliminated, found.places) == ((3,), (1,), (3, 2, 1))


def test_nobody_has_to_win(tmp_path: Path) -> None:
    start = scored(tmp_path, "end draw where over", turns=1)

    assert result(start, "5") == Result((), "draw", (), (), {"points": (5, 0, 0), "odd": (1, 0, 0)})


def test_a_lone_player_can_lose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiny, "HEAD", tiny.HEAD.replace("min: 2", "min: 1"))
    clauses = "after pick where m = 9: you loses\nwin well for you where over"
    start = scored(tmp_path, clauses, held=(None,), more="")

    assert result(start, "9") == Result((), "", (), ())
    assert after(start, "1").played.result is None
    assert result(start, "1", "1", "1") == Result((1,), "well", (), (1,))
    assert result(start.concede()) == Result((), "stuck", (), ())


def test_winners_come_before_the_others_where_nothing_ranks_them(tmp_path: Path) -> None:
    start = scored(tmp_path, "win most for those (p in Player where seen(p) > 3) where over")

    found = result(start, "7", "3", "5")
    assert (found.winners, found.places) == ((1, 3), (1, 3, 1))


def test_the_first_ground_that_holds_counts(tmp_path: Path) -> None:
    """Those of `win` before those of `end`."""
    start = scored(tmp_path, "end draw where over\nend sum by most points where over", turns=1)
    assert result(start, "5").reason == "draw"


def test_a_win_comes_before_an_end(tmp_path: Path) -> None:
    start = scored(tmp_path, "end draw where over\nwin five for you where seen(you) = 5", turns=1)

    assert [result(start, text).reason for text in "45"] == ["draw", "five"]


def test_a_veto_is_against_a_win_only(tmp_path: Path) -> None:
    start = scored(
        tmp_path,
        "end sum by most points where n = 1\nend draw where n = 2",
        powers={"spoil": "veto where n < 3"},
        held=("spoil", None, None),
    )

    assert asked(after(start, "5")) == (2, "pick")
    assert result(start, "5", "5").reason == "draw"


def test_a_win_of_somebody_can_become_that_of_others_but_not_a_draw(tmp_path: Path) -> None:
    power = {"thief": "win theft instead for you where n > 0"}
    ranked = scored(
        tmp_path / "a", "end sum by most points where over", 1, powers=power, held=(None, "thief")
    )
    drawn = scored(tmp_path / "b", "end draw where over", 1, powers=power, held=(None, "thief"))

    found = result(ranked, "5")
    assert (found.winners, found.reason, found.places) == ((2,), "power:thief", (2, 1))
    assert result(drawn, "5").winners == ()


def test_a_turn_that_is_cancelled_does_not_end_the_game(tmp_path: Path) -> None:
    start = scored(
        tmp_path,
        "end draw where seen(you) > 4",
        powers={"trap": "cancel pick where m = 9"},
        held=("trap", None, None),
    )

    assert asked(after(start, "9")) == (2, "pick")
    assert result(start, "8").reason == "draw"


def test_ends_with_different_scores_are_different(tmp_path: Path) -> None:
    """What players did matters in a finished game as far as it is in their scores."""
    fours = "scores: {fours: 1 if did(pick where m = 4 during game of you) else 0}"
    pick = 'pick: {roles: {m: 0..9}, text: "{m}"}'
    start = scored(tmp_path, "end draw where over", turns=1, more=fours, actions=pick)

    keys = [after(start, text).played.key() for text in "345"]
    assert keys[0] == keys[2] != keys[1]


def test_a_result_is_shown_with_its_scores(tmp_path: Path) -> None:
    start = scored(tmp_path, "end sum by most points where over", turns=1, held=(None, None))

    lines = result_lines(after(start, "5").played)
    assert ["".join(span.text for span in line) for line in lines] == [
        "player 1 won (sum)",
        "  points: player 1 5, player 2 0",
        "  odd: player 1 1, player 2 0",
    ]


def test_a_score_may_depend_on_the_turn_in_which_the_game_ends(tmp_path: Path) -> None:
    """It is the active player's turn for everybody."""
    now = "scores: {points: 5 if did(pick) else 3}"
    start = scored(tmp_path, "end sum by most points where over", turns=1, more=now)
    assert result(start, "2").scores["points"] == (5, 5, 5)
