"""Contests: everyone takes every seat, shares add up, and the same seed plays the same games."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from thesmos.diagnostics import UsageError
from thesmos.play.choice import Choice
from thesmos.play.game import load
from thesmos.play.players import RandomPlayer
from thesmos.play.protocols import State as AnyState
from thesmos.play.random_play import pick
from thesmos.tools import balance as measured
from thesmos.tools.balance import Contest, Entrant, Share, against_each, balance

RANDOM = "random"


def contest(*powers: str | None, program: str = RANDOM, mode: str = "two-players") -> Contest:
    return Contest(tuple(Entrant(power, program) for power in powers), mode)


def test_shares_of_all_entrants_are_the_games() -> None:
    (found,) = balance("tic-tac-toe", [contest(None, None)], 30)
    assert sum(share.points for share in found.shares) == pytest.approx(30)
    assert sum(found.reasons.values()) == found.games == 30


def test_a_better_program_wins_from_either_seat() -> None:
    entrants = Entrant(None, "mcts:400"), Entrant(None, RANDOM)
    (found,) = balance("nim", [Contest(entrants, "two-players")], 6)
    assert found.shares[0].points == 6
    assert found.first.points == 3


def test_a_power_that_must_begin_always_begins() -> None:
    (found,) = balance("santorini", [contest("bia", "atlas")], 6)
    assert found.shares[0] == found.first


def test_processes_make_no_difference() -> None:
    wanted = [contest("pan", "atlas")]
    assert balance("santorini", wanted, 4, seed=9, jobs=2) == balance(
        "santorini", wanted, 4, seed=9
    )


@pytest.mark.parametrize(
    ("game", "powers"),
    [("santorini", ("tyche", "atlas")), ("santorini", ("bia", "atlas")), ("nim", (None, None))],
)
def test_machine_code_plays_the_games_that_are_played_one_by_one(
    monkeypatch: pytest.MonkeyPatch, game: str, powers: tuple[str | None, ...]
) -> None:
    """However the games are divided: 50 or 9 in a task, and an odd number for two orders."""
    pytest.importorskip("llvmlite")
    asked = game, [contest(*powers)], 61
    monkeypatch.setattr(measured, "FAST_FROM", 1_000_000)
    in_python = balance(*asked, seed=5)
    monkeypatch.setattr(measured, "CHUNK", 9)
    assert balance(*asked, seed=5) == in_python
    monkeypatch.setattr(measured, "FAST_FROM", 1)
    monkeypatch.setattr(measured, "FAST_CHUNK", 50)
    assert balance(*asked, seed=5) == in_python
    monkeypatch.setattr(measured, "_at_random", lambda _: False)  # choice by choice, by `pick`
    assert balance(*asked, seed=5) == in_python
    assert balance(*asked, seed=6) != in_python


def test_tyche_wins_as_often_as_by_playouts() -> None:
    pytest.importorskip("llvmlite")
    (result,) = balance("santorini", [contest("tyche", None)], 20_000, seed=2)
    native = load("santorini").match(["tyche", None]).compile("native")
    other = load("santorini").match([None, "tyche"]).compile("native")
    first = float((native.playouts(native.start(), 20_000, 3).winners == 1).mean())
    second = float((other.playouts(other.start(), 20_000, 3).winners == 2).mean())
    assert abs(result.shares[0].value - (first + second) / 2) < 5.1 * (0.25 / 20_000 * 1.5) ** 0.5


def test_programs_are_given_all_that_was_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search of a game with hidden things uses what its player has seen since the beginning."""
    lengths: list[int] = []

    def choose(player: RandomPlayer, state: AnyState, past: Sequence[AnyState] = (), /) -> Choice:
        lengths.append(len(past))
        return pick(state, player.dice)

    monkeypatch.setattr(RandomPlayer, "choose", choose)
    monkeypatch.setattr(measured, "_at_random", lambda _: False)
    (result,) = balance("tic-tac-toe", [contest(None, None)], 1)
    assert lengths == [*range(result.decisions)]


def test_a_power_meets_each_one_that_it_may_meet() -> None:
    found = [each.entrants[1].power for each in against_each(load("santorini"), "bia", RANDOM)]
    assert "atlas" in found
    assert not {"bia", "aphrodite", "nemesis", "tartarus"} & {*found}  # herself and those banned


def test_a_contest_that_the_rules_forbid_is_refused() -> None:
    with pytest.raises(UsageError, match="do not allow bia,nemesis"):
        balance("santorini", [contest("bia", "nemesis")], 1)


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [(50, 100, 0.404, 0.596), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (0, 0, 0.0, 1.0)],
)
def test_the_interval_is_wilsons(points: float, games: int, low: float, high: float) -> None:
    """The figures are those of published tables."""
    assert Share(games, points).interval == pytest.approx((low, high), abs=0.0006)
