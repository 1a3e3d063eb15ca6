"""Slips in a small game: found, missed, or rare because random play does not show them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from testing.heap import heap_game
from thesmos.play.game import Game
from thesmos_conform.fuzz.fuzzer import Fuzzer
from thesmos_conform.mutation.measure import MutantFilter
from thesmos_conform.mutation.mutants import mutants_of
from thesmos_conform.reference.reference import Reference
from thesmos_conform.resources import equivalent_mutants_file
from thesmos_conform.slips.judge import FOUND, MISSED, RARE, SlipJudge, SlipVerdict, size_of
from thesmos_conform.slips.measure import SlipsFound, chosen_slips, slips_found
from thesmos_conform.slips.timed_games import TimedGame, timed_games

LEFT = "take.left:drop-clause:1"  # more may be taken than there is
OF_CARD = "modest.rules.1:drop-clause:1"


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return heap_game(tmp_path)


def judged(game: Game, id: str, games: Sequence[TimedGame], decisions: int = 500) -> SlipVerdict:
    """The verdict on the slip with an id."""
    (slip,) = (one for one in mutants_of(game.program) if one.id == id)
    return SlipJudge(game, games, 1, decisions).verdict(slip)


def test_games_are_numbered_and_take_time(game: Game) -> None:
    made = timed_games(game, 6, 1)
    assert [1, 2, 3, 4, 5, 6] == [one.game.number for one in made]
    assert sorted(one.seconds for one in made) == [one.seconds for one in made]


def test_a_slip_is_found_in_the_first_game_that_shows_it(game: Game) -> None:
    made = timed_games(game, 20, 1)
    verdict = judged(game, LEFT, made)
    assert FOUND == verdict.status
    before = [one for one in made if one.game.number < (verdict.game or 0)]
    assert MISSED == judged(game, LEFT, before).status


def test_what_shows_a_slip_is_made_small(game: Game) -> None:
    verdict = judged(game, LEFT, timed_games(game, 20, 1))
    assert {"heap": 1} == verdict.size
    assert 0 == verdict.choices


def test_only_games_with_the_changed_card_are_asked(game: Game) -> None:
    made = timed_games(game, 40, 1)
    without = [one for one in made if "modest" not in one.game.seating.powers]
    assert FOUND == judged(game, OF_CARD, made).status
    assert MISSED == judged(game, OF_CARD, without).status


def test_a_slip_that_random_play_does_not_tell_is_rare(game: Game) -> None:
    assert RARE == judged(game, LEFT, [], decisions=0).status


def test_a_slip_that_breaks_is_found_and_has_no_size(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = timed_games(game, 2, 1)
    monkeypatch.setattr(Reference, "path", lambda *_, **__: 1 // 0)
    verdict = judged(game, LEFT, made)
    assert (FOUND, 1, {}) == (verdict.status, verdict.game, verdict.size)


def test_a_fault_of_the_measurement_itself_finds_nothing(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = timed_games(game, 2, 1)
    monkeypatch.setattr(Fuzzer, "run", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        judged(game, LEFT, made)


def test_the_score_is_of_those_that_random_play_tells(game: Game) -> None:
    (left, *_) = mutants_of(game.program)
    statuses = (FOUND, FOUND, FOUND, MISSED, RARE)
    found = SlipsFound(game, 1, 1.0, tuple(SlipVerdict(left, status) for status in statuses))
    assert 75.0 == found.score


def test_of_each_part_the_most_is_told(game: Game) -> None:
    (left, *_) = mutants_of(game.program)
    sizes = ({"a": 1, "b": 3}, {"a": 2})
    verdicts = tuple(SlipVerdict(left, FOUND, size=size) for size in sizes)
    assert {"a": 2, "b": 3} == SlipsFound(game, 1, 1.0, verdicts).largest


@pytest.mark.slow
def test_most_slips_of_a_small_game_are_found(game: Game) -> None:
    filed = equivalent_mutants_file()
    slips = chosen_slips(game, MutantFilter(), filed)
    found = slips_found(game, timed_games(game, 60, 1), slips, 1, 1, 500)
    assert len(found.verdicts) > 20
    assert found.score > 80


def test_the_size_of_a_position_is_told_by_its_parts() -> None:
    position = {"levels": "0120", "workers": ["A1 1f"], "domes": [], "to_move": 2}
    assert {"levels": 3, "workers": 1} == size_of(position)
    assert {"memory": 2} == size_of({"memory": {"a": "yes", "b": ["A1"]}})
