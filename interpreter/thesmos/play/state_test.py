"""States are values: they can be copied, pickled, and played by threads and processes."""

from __future__ import annotations

import copy
import gc
import multiprocessing
import pickle
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

from testing.draws import santorini
from testing.heap import heap_game
from testing.walks import GAMES, game_from, made_up, reach
from thesmos.diagnostics import UsageError
from thesmos.play.game import Game, load
from thesmos.play.match import Match
from thesmos.play.match_parts import same_match
from thesmos.play.state import State

SEEDS = range(6)


def ends(states: Iterable[tuple[State, int]]) -> list[State]:
    """The last states of random games from these states, with these seeds."""
    return [list(game_from(state, seed))[-1] for state, seed in states]


def end(task: tuple[State, int]) -> State:
    """The last state of one game."""
    return ends([task])[0]


def test_a_state_is_pickled_by_what_its_match_is_made_from() -> None:
    """So it is small, and equal to itself when it is read."""
    state = reach(santorini().match(["gaea", "hecate"]), 2, 40)
    data = pickle.dumps(state)
    read = pickle.loads(data)
    assert (read, hash(read), read.match.rules) == (state, hash(state), state.match.rules)
    assert (read.codes, read.may_skip) == (state.codes, state.may_skip)
    assert len(data) < 2000


def test_a_match_of_a_draft_and_of_a_folder_is_found_again() -> None:
    for match in (
        santorini().draft(2, {"hero": "no"}),
        load(str(GAMES / "race")).match([None] * 2),
    ):
        assert pickle.loads(pickle.dumps(match.start())) == match.start()


def test_a_game_that_only_this_process_has_is_not_pickled() -> None:
    changed = made_up("race").with_program(made_up("race").program)
    with pytest.raises(pickle.PicklingError, match="only in this process"):
        pickle.dumps(changed.match([None] * 2).start())


def test_other_rules_are_noticed_when_a_state_is_read() -> None:
    match = made_up("race").match([None] * 2)
    with pytest.raises(UsageError, match="other rules"):
        same_match(lambda: match, "other")


def test_nothing_changes_a_state() -> None:
    state = made_up("race").match([None] * 2).start()
    with pytest.raises(AttributeError):
        state.vector = ()  # type: ignore[misc]  # which is the point
    with pytest.raises(AttributeError):
        state.note = "mine"  # type: ignore[attr-defined]  # as above
    assert copy.copy(state) is state
    assert copy.deepcopy([state])[0] is state


def test_a_state_does_not_keep_the_states_before_it() -> None:
    """Its events need only the vector that it came from."""
    *_, before, last = game_from(made_up("race").match([None] * 2).start(), 3, 20)
    assert last.events
    reachable: list[object] = [last]
    for one in reachable:  # which grows meanwhile
        if not isinstance(one, Match):
            new = (each for each in gc.get_referents(one) if not any(each is r for r in reachable))
            reachable += [each for each in new if not isinstance(each, type)]
    assert not any(one is before for one in reachable)


def test_a_code_that_is_not_offered_is_refused() -> None:
    state = made_up("race").match([None] * 2).start()
    with pytest.raises(UsageError, match="code 99999"):
        state.take(99_999)


def test_codes_belong_to_the_match(tmp_path: Path) -> None:
    """They are below the size of its code space, and stand for an action and its open roles."""
    state = heap_game(tmp_path).match([None, None]).start()
    codes = state.match.backend.codes
    assert [codes.option(code)[1] for code in state.codes] == [(1,), (2,)]
    assert all(code < codes.count for code in state.codes)


# ----------------------------------------------------------------- threads and processes


@pytest.fixture(scope="module")
def race() -> Game:
    return made_up("race")


def test_threads_play_the_same_games(race: Game) -> None:
    """They share a match, which is compiled by the first of them, and its states."""
    expected = ends([(race.match([None] * 3).start(), seed) for seed in SEEDS])
    race.forget()
    fresh = race.match([None] * 3)
    with ThreadPoolExecutor(4) as pool:
        played = [*pool.map(lambda seed: end((fresh.start(), seed)), [*SEEDS, *SEEDS])]
    assert played == [*expected, *expected]
    assert [state.position() for state in played] == [s.position() for s in expected * 2]


def test_processes_play_the_same_games(race: Game) -> None:
    """States travel there and back; each process makes the match for itself."""
    start = race.match([None] * 2).start()
    tasks = [(start, seed) for seed in SEEDS]
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=spawn) as pool:
        played = [*pool.map(end, tasks)]
    assert played == ends(tasks)
    assert [state.result for state in played] == [state.result for state in ends(tasks)]
