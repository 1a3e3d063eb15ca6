"""Mutants of a small game, judged by games of `fuzz`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from testing.heap import heap_game
from thesmos.play.game import Game
from thesmos_conform.fuzz.fuzzer import Fuzzer
from thesmos_conform.mutation.by_fuzz import FuzzJudge, FuzzStrength, measure_by_fuzz, size_of
from thesmos_conform.mutation.measure import MutantFilter
from thesmos_conform.mutation.mutants import mutants_of
from thesmos_conform.mutation.suite import HANGS
from thesmos_conform.mutation.timed_games import TimedGame, timed_games
from thesmos_conform.mutation.verdict import (
    EQUIVALENT,
    KILLED,
    SURVIVED,
    MutantVerdict,
    ReducedGame,
)
from thesmos_conform.reference.reference import Reference
from thesmos_conform.resources import equivalent_mutants_file

LEFT = "take.left:drop-clause:1"  # more may be taken than there is
OF_CARD = "modest.rules.1:drop-clause:1"


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return heap_game(tmp_path)


def judged(game: Game, id: str, games: Sequence[TimedGame], decisions: int = 500) -> MutantVerdict:
    """The verdict on the mutant with an id."""
    (mutant,) = (mutant for mutant in mutants_of(game.program) if mutant.id == id)
    judge = FuzzJudge(game=game, games=games, seed=1, proofs={}, decisions=decisions)
    return judge.verdict(mutant)


def reduced(verdict: MutantVerdict) -> ReducedGame:
    assert verdict.status == KILLED
    assert verdict.reduced is not None
    return verdict.reduced


def test_games_are_numbered_and_take_time(game: Game) -> None:
    made = timed_games(game, 6, 1)
    assert [1, 2, 3, 4, 5, 6] == [one.game.number for one in made]
    assert sorted(one.seconds for one in made) == [one.seconds for one in made]


def test_a_mutant_is_killed_by_the_first_game_that_shows_it(game: Game) -> None:
    games = timed_games(game, 20, 1)
    verdict = judged(game, LEFT, games)
    number = reduced(verdict).number
    assert f"game {number}" == verdict.by
    before = [timed for timed in games if timed.game.number < number]
    assert SURVIVED == judged(game, LEFT, before).status


def test_what_shows_a_mutant_is_made_small(game: Game) -> None:
    smallest = reduced(judged(game, LEFT, timed_games(game, 20, 1)))
    assert {"heap": 1} == smallest.size
    assert 0 == smallest.choices


def test_only_games_with_the_changed_card_are_asked(game: Game) -> None:
    games = timed_games(game, 40, 1)
    without = [timed for timed in games if "modest" not in timed.game.seating.powers]
    assert KILLED == judged(game, OF_CARD, games).status
    assert SURVIVED == judged(game, OF_CARD, without).status


def test_a_mutant_that_no_game_shows_is_searched_by_random_play(game: Game) -> None:
    verdict = judged(game, LEFT, [])
    assert SURVIVED == verdict.status
    assert verdict.divergence is not None


def test_a_mutant_that_breaks_is_killed_and_has_no_size(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = timed_games(game, 2, 1)
    monkeypatch.setattr(Reference, "path", lambda *_, **__: 1 // 0)
    smallest = reduced(judged(game, LEFT, games))
    assert (1, {}) == (smallest.number, smallest.size)


def test_a_mutant_that_hangs_is_killed(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    games = timed_games(game, 2, 1)
    monkeypatch.setattr("thesmos_conform.mutation.by_fuzz.SECONDS", 0.05)

    def never(*_: object, **__: object) -> None:
        while True:
            pass

    monkeypatch.setattr(Reference, "path", never)
    verdict = judged(game, LEFT, games)
    assert (KILLED, HANGS, {}) == (verdict.status, verdict.how, reduced(verdict).size)


def test_a_fault_of_the_measurement_itself_kills_nothing(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = timed_games(game, 2, 1)
    monkeypatch.setattr(Fuzzer, "run", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        judged(game, LEFT, games)


def test_a_mutant_with_a_proof_is_asked_about_no_game(game: Game) -> None:
    (mutant,) = (mutant for mutant in mutants_of(game.program) if mutant.id == LEFT)
    proofs = {LEFT: "for the test"}
    judge = FuzzJudge(game=game, games=timed_games(game, 20, 1), seed=1, proofs=proofs, decisions=0)
    assert EQUIVALENT == judge.verdict(mutant).status


def test_of_each_part_the_most_is_shown(game: Game) -> None:
    sizes = ({"a": 1, "b": 3}, {"a": 2})
    verdicts = tuple(
        MutantVerdict(mutant, KILLED, reduced=ReducedGame(1, 2.0, size, 0))
        for mutant, size in zip(mutants_of(game.program), sizes, strict=False)
    )
    assert {"a": 2, "b": 3} == FuzzStrength(game, verdicts, 1, 1.0).largest


@pytest.mark.slow
def test_most_mutants_of_a_small_game_are_noticed(game: Game) -> None:
    games, marks = timed_games(game, 60, 1), equivalent_mutants_file()
    strength = measure_by_fuzz(game, lambda: games, 1, MutantFilter(), marks, 1, 0)
    assert len(strength.verdicts) > 20
    assert strength.figures.score > 75  # of all: none is searched, or counts as equivalent


def test_the_size_of_a_position_has_a_number_for_each_part() -> None:
    position = {"levels": "0120", "workers": ["A1 1f"], "domes": [], "to_move": 2}
    assert {"levels": 3, "workers": 1} == size_of(position)
    assert {"memory": 2} == size_of({"memory": {"a": "yes", "b": ["A1"]}})
