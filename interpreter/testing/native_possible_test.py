from __future__ import annotations

import pytest

from testing.native_possible import NativePossible
from testing.walks import game_from
from thesmos.play.backend import NATIVE, backend_named
from thesmos.play.game import load

pytest.importorskip("llvmlite")


@pytest.mark.parametrize("game", ["connect-four", "santorini", "tic-tac-toe"])
def test_machine_code_calls_possible_what_games_reach(game: str) -> None:
    match = load(game).by(backend_named(NATIVE)).match()
    native = NativePossible(match.linked)
    for state in game_from(match.start(), 1):
        assert native.broken(state._data) == [*match.backend.broken(state.vector)] == []  # type: ignore[attr-defined]  # native


@pytest.mark.parametrize(
    "signs", [{"A1": "2"}, {"A1": "1", "B1": "1"}, {"A1": "1", "A2": "2", "B1": "1", "C1": "1"}]
)
def test_machine_code_names_what_is_broken_as_python_does(signs: dict[str, str]) -> None:
    match = load("tic-tac-toe").by(backend_named(NATIVE)).match()
    state = match.load({"signs": signs, "to_move": 1}, allow_impossible=True)
    broken = NativePossible(match.linked).broken(match._steps.adopt(state)._data)  # type: ignore[union-attr]  # native
    assert broken == [*match.backend.broken(state.vector)] != []
