"""States and cursors in machine code: the same game as Python's, and nothing breaks them."""

from __future__ import annotations

import copy
import gc
import pickle
import random
import subprocess
import sys
import threading
import weakref
from typing import Any

import pytest

import thesmos
from testing.strangers import strange_pickles, strange_saves, strange_vectors
from thesmos.compile.python.match import CompiledMatch
from thesmos.diagnostics import UsageError
from thesmos.play import native_states
from thesmos.play.match import Match
from thesmos.play.state import State

pytest.importorskip("llvmlite")

GAMES = "tic-tac-toe", "nim", "reversi", "german-whist", "pook", "santorini"


def native(name: str) -> Match:
    return thesmos.load(name).match().compile("native")


@pytest.fixture(scope="module")
def tic_tac_toe() -> Match:
    return native("tic-tac-toe")


def chosen(state: Any, draw: random.Random) -> Any:
    """Return the state after a random choice, and its code as a cursor plays it."""
    choices = [*state.codes, *[state.match.code_count] * state.may_skip] or [-1]
    code = draw.choice(choices)
    if code == -1:
        return state.concede(), code
    return (state.take(code) if code in state.codes else state.skip()), code


@pytest.mark.parametrize("name", GAMES)
def test_a_native_game_is_the_game_that_python_plays(name: str) -> None:
    match, python = native(name), thesmos.load(name).match()
    state, other, cursor, draw = match.start(), python.start(), match.cursor(), random.Random(5)
    beside = python.cursor()
    for step in range(60):
        assert (state.vector, state.codes) == (other.vector, other.codes)
        assert (state.may_skip, state.over, state.result) == (
            other.may_skip,
            other.over,
            other.result,
        )
        assert state == other
        assert hash(state) == hash(other)
        assert cursor.legal() == beside.legal()
        assert cursor.state() == state
        assert cursor.player == beside.player
        if step % 20 == 7:
            assert state.decision == other.decision
            assert state.events == other.events
            assert state.turns_begun == other.turns_begun
            assert state.position(whole=True) == other.position(whole=True)
            assert state.chosen == other.chosen
        if state.over:
            break
        state, code = chosen(state, draw)
        other = (
            other.concede()
            if code == -1
            else other.skip()
            if code == match.code_count
            else other.take(code)
        )
        assert cursor.play(code) == beside.play(code) == (not state.over)
        assert state.turns_begun == other.turns_begun


def test_what_a_game_starts_with_is_native_and_a_state(tic_tac_toe: Match) -> None:
    state = tic_tac_toe.start()
    assert type(state) is not State
    assert isinstance(state, thesmos.State)
    assert type(state.apply("B2")) is type(state)
    assert type(tic_tac_toe.load(state.position())) is type(state)
    assert type(tic_tac_toe.from_json(state.to_json())) is type(state)


def test_states_are_values(tic_tac_toe: Match) -> None:
    state = tic_tac_toe.start()
    twice = [state.take(code) for code in state.codes for _ in range(2)]
    assert len({*twice}) == 9
    assert copy.deepcopy(state) is state
    restored = pickle.loads(pickle.dumps(twice[0]))
    assert restored == twice[0]
    assert type(restored) is type(state)
    assert state != native("hex").start()
    assert state != 3


WRONG = (
    None,
    "1",
    1.0,
    [],
    b"1",
    9,
    99,
    -1,
    -2,
    -3,
    -4,
    2**31,
    2**63,
    -(2**63),
    2**70,
    True,
    object(),
)


@pytest.mark.parametrize("code", WRONG[:-2], ids=repr)
def test_a_code_that_is_not_offered_is_refused_with_a_sentence(
    tic_tac_toe: Match, code: Any
) -> None:
    state = tic_tac_toe.start()
    cursor = tic_tac_toe.cursor(state)
    if type(code) is not float:  # 1.0 equals 1; but it is no code
        with pytest.raises(UsageError, match="no option has the code"):
            state.take(code)
    for play in cursor.play, cursor.next:
        with pytest.raises(UsageError, match="can't be played here"):
            play(code)
    assert cursor.state() == state


def test_other_whole_numbers_are_codes_too(tic_tac_toe: Match) -> None:
    numpy = pytest.importorskip("numpy")
    state = tic_tac_toe.start()
    assert state.take(numpy.int64(3)) == state.take(3)
    assert tic_tac_toe.cursor().next(numpy.int8(3)) == state.take(3).codes


def test_types_can_be_neither_made_nor_subclassed_nor_changed(tic_tac_toe: Match) -> None:
    state, cursor = tic_tac_toe.start(), tic_tac_toe.cursor()
    for kind in type(state), type(cursor):
        for wrong in (
            kind,
            lambda kind=kind: object.__new__(kind),
            lambda kind=kind: type("Mine", (kind,), {}),
        ):
            with pytest.raises(TypeError):
                wrong()
    for name in "codes", "mine", "over":
        with pytest.raises(AttributeError):
            setattr(state, name, 1)
    with pytest.raises(TypeError):
        type(state).take(cursor, 1)
    with pytest.raises(TypeError):
        type(cursor).play(state, 1)
    with pytest.raises(TypeError):
        assert state < state  # noqa: PLR0124


def test_a_cursor_goes_only_to_states_of_its_match(tic_tac_toe: Match) -> None:
    cursor = tic_tac_toe.cursor()
    for wrong in None, b"x", 3, native("hex").start():
        with pytest.raises(UsageError):
            cursor.put(wrong)
    python = thesmos.load("tic-tac-toe").match().start().apply("A1")
    assert cursor.put(python).state() == python


def test_what_is_over_is_not_played_on(tic_tac_toe: Match) -> None:
    cursor = tic_tac_toe.cursor()
    for code in 0, 3, 1, 4, 2:  # a row of the first player
        cursor.play(code)
    assert cursor.over
    assert cursor.legal() == ()
    assert cursor.result is not None
    assert cursor.result.winners == (1,)
    with pytest.raises(UsageError):
        cursor.play(5)
    with pytest.raises(UsageError, match="the game is over"):
        cursor.state().concede()


def test_a_cursor_that_a_finaliser_moves_stays_whole(tic_tac_toe: Match) -> None:
    start, cursor = tic_tac_toe.start(), tic_tac_toe.cursor()

    class Moving:
        def __init__(self) -> None:
            self.itself = self

        def __del__(self) -> None:
            legal = cursor.legal()
            if legal:
                cursor.play(legal[0])
            else:
                cursor.put(start)

    thresholds = gc.get_threshold()
    gc.set_threshold(1)
    try:
        for _ in range(500):
            Moving()
            assert {*cursor.legal()} <= {*range(9)}
    finally:
        gc.set_threshold(*thresholds)


def test_threads_play_one_match_at_the_same_time(tic_tac_toe: Match) -> None:
    start, right = tic_tac_toe.start(), []

    def play(seed: int) -> None:
        cursor, draw = tic_tac_toe.cursor(), random.Random(seed)
        for _ in range(100):
            state = start
            cursor.put(start)
            while not state.over:
                code = draw.choice(state.codes)
                state = state.take(code)
                cursor.play(code)
            right.append(cursor.state() == state)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.setswitchinterval(interval)
    assert right == [True] * 600


def test_a_match_lives_as_long_as_its_last_state() -> None:
    match = Match(thesmos.load("nim").match().linked).compile("native")  # that nothing else keeps
    state, alive = match.start(), weakref.ref(match)
    del match
    gc.collect()
    assert state.take(state.codes[0]).codes
    assert alive() is not None
    del state
    gc.collect()
    assert alive() is None


# Plays with all that an object can do, then again; prints how many kB more that took. Each way that
# a state can be asked is taken, with refused codes between. (A million steps: change the number.)
_MUCH = """
import gc, random, sys, thesmos
match = thesmos.load("tic-tac-toe").match().compile("native")
start, cursor, draw = match.start(), match.cursor(), random.Random(1).random
def play(steps):
    while steps > 0:
        state = start
        cursor.put(start)
        while not state.over:
            legal = cursor.legal()
            code = legal[int(draw() * len(legal))]
            state = state.take(code)
            cursor.next(code)
            hash(state), cursor.state() == state, state.codes, state.may_skip, state.result
            steps -= 1
        if steps % 7 == 0:
            state.vector, state == 3, state.result
            try: state.take(0)
            except thesmos.UsageError: pass
def kilobytes():
    gc.collect()
    return int(open("/proc/self/statm").read().split()[1]) * 4
play(int(sys.argv[1]) // 5)
before = kilobytes()
play(int(sys.argv[1]))
print(kilobytes() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
@pytest.mark.parametrize(
    ("steps", "flags"), [(200_000, []), (10_000, ["-X", "dev"])], ids=["fast", "checked"]
)
def test_steps_leave_no_memory_behind(steps: int, flags: list[str]) -> None:
    env = {"PYTHONMALLOC": "debug"} if flags else {}
    command = [sys.executable, *flags, "-c", _MUCH, str(steps)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=env or None)
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) < 1_000


@pytest.mark.parametrize("strange", [strange_saves, strange_pickles, strange_vectors])
def test_what_strangers_send_breaks_nothing(strange: Any) -> None:
    accepted, refused = strange("santorini", 60, seed=3)
    assert refused > 0
    assert accepted + refused == 60


def test_an_unknown_python_plays_on_and_says_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_states, "is_for_this_python", lambda: False)
    native_states._are_known.cache_clear()
    match = thesmos.load("tic-tac-toe").match().by(CompiledMatch).compile("native")
    try:
        with pytest.warns(RuntimeWarning, match="Python, which is slower") as noted:
            state = match.start()
        following = state.take(4)
        assert len(noted) == 1
        assert type(following) is State
        cursor = following.match.cursor(following)
        assert cursor.play(cursor.legal()[0])
        assert following.take(0).decision.player == 1
    finally:
        native_states._are_known.cache_clear()
