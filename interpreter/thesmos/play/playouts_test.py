"""The same seed gives the same games, whatever plays them."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

pytest.importorskip("llvmlite")

from testing.small import small
from thesmos.compile.ir.limits import MAX_DECISIONS
from thesmos.compile.machine.native.batch import Playouts
from thesmos.diagnostics import UsageError
from thesmos.play.game import load
from thesmos.play.match import Match


@pytest.fixture(scope="module")
def match() -> Match:
    return load("santorini").match([None, None])


def as_lists(found: Playouts) -> list[list[int]]:
    return [[*map(int, each)] for each in found]


def test_every_backend_plays_the_same_games(match: Match) -> None:
    native, slow = match.compile("native"), match.compile("semantics")
    games = as_lists(match.playouts(match.start(), 5, 3))
    assert as_lists(native.playouts(native.start(), 5, 3)) == games
    assert as_lists(slow.playouts(slow.start(), 1, 3)) == [each[:1] for each in games]


@pytest.mark.parametrize("backend", ["python", "native", "semantics"])
def test_a_state_of_another_match_is_refused(match: Match, backend: str) -> None:
    other = load("tic-tac-toe").match().compile(backend)
    for one, start in ((other, match.start()), (match.compile(backend), other.start())):
        with pytest.raises(UsageError, match="other rules"):
            one.playouts(start, 1)
    with pytest.raises(UsageError, match="games can't be -1"):
        other.playouts(other.start(), -1)


@pytest.mark.parametrize("backend", ["python", "native"])
def test_a_game_that_never_ends_is_ended(backend: str, tmp_path: Path) -> None:
    endless = small(tmp_path).match.played.compile(backend)
    found = endless.playouts(endless.start(), 1, 3)
    assert as_lists(found) == [[0], [0], [MAX_DECISIONS]]
    end, decisions = endless.backend.playout(endless.start().vector, 3)
    assert (MAX_DECISIONS, len(end)) == (decisions, len(endless.start().vector))


def test_a_compiled_match_can_be_pickled(match: Match) -> None:
    again = pickle.loads(pickle.dumps(match.compile("native")))
    assert again.rules == match.rules
    assert type(again.backend).__name__ == "NativeMatch"


def test_states_are_those_of_the_match(match: Match) -> None:
    native = match.compile("native")
    assert native.start() == match.start()
    assert native.start().decision == match.start().decision
