"""A choice that is undone leaves no trace."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from thesmos.compile.match import CompiledMatch
from thesmos.compile.undoing import UndoableMatch
from thesmos.play.game import Game, load
from thesmos.testing.compiled import match_of


@pytest.fixture(scope="module")
def santorini() -> Game:
    return load("santorini")


@pytest.mark.parametrize(
    "powers",
    [
        (None, None),
        ("medusa", "charybdis"),
        ("tartarus", "hecate"),  # views, and turns taken back
        ("chaos", "circe", "gaea"),  # powers that change hands, interrupts
    ],
    ids=str,
)
def test_a_choice_that_is_taken_back_leaves_no_trace(
    santorini: Game, powers: Sequence[str | None]
) -> None:
    match = CompiledMatch(match_of(santorini, powers).linked)
    undoable, rng = UndoableMatch(match.game, match.start()), random.Random(5)
    path: list[tuple[tuple[int, ...], list[int]]] = []
    for _ in range(300):
        vector = tuple(undoable.state)
        assert undoable.codes == match.options(vector)
        path.append((vector, undoable.codes))
        if match.result(vector) is not None:
            break
        if undoable.may_skip() and (not undoable.codes or rng.random() < 0.2):
            undoable.skip()
            assert tuple(undoable.state) == match.skip(vector)
        elif not undoable.codes:
            undoable.concede()
            assert tuple(undoable.state) == match.concede(vector)
        else:
            code = rng.choice(undoable.codes)
            undoable.choose(code)
            assert tuple(undoable.state) == match.apply(vector, code)
    assert len(path) > 10
    path.pop()
    while path:
        undoable.undo()
        assert (tuple(undoable.state), undoable.codes) == path.pop()
