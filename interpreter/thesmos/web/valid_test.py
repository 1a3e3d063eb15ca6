"""A page refuses the states and positions that Python refuses, and takes the others."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from testing.damaged import changed, matches, mixed
from testing.walks import reach
from testing.wasm_match import NODE, asking
from thesmos.diagnostics import UsageError
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.play.saved import is_state

pytestmark = pytest.mark.skipif(not NODE, reason="needs Node.js")
Ask = Callable[[dict[str, object]], Any]
TRIED, FURTHEST = 150, 60  # states of a match; decisions before one


def taken(ask: Ask, question: dict[str, object]) -> list[int] | None:
    """The state that a page makes of what it is given; None if it refuses that."""
    try:
        made: list[int] = ask(question)
    except AssertionError:
        return None
    return made


def loaded(match: Match, position: dict[str, Any]) -> list[int] | None:
    """The same in Python."""
    try:
        return [*match.load(position).vector]
    except UsageError:
        return None


def refuse_alike(match: Match, seed: int) -> None:
    """Give both states and positions of which something was changed."""
    chance, said, loadable = random.Random(seed), set[bool](), set[bool]()
    with asking(match) as ask:
        for _ in range(TRIED):
            state, other = (reach(match, n, chance.randrange(FURTHEST)) for n in (1, 2))
            vector = changed(state, chance)
            good = is_state(match.linked, vector)
            assert taken(ask, {"ask": "fromJSON", "v": vector}) == (vector if good else None)
            said.add(good)
            if state.result is None and other.result is None:
                position = mixed(state, other, chance)
                expected = loaded(match, position)
                assert taken(ask, {"ask": "load", "position": position}) == expected
                loadable.add(expected is not None)
    assert said == loadable == {True, False}


@pytest.mark.parametrize("number", range(7))
def test_a_page_refuses_what_python_refuses(number: int) -> None:
    refuse_alike(matches()[number], number)


@pytest.mark.slow
def test_steps_that_are_due_are_refused_alike() -> None:
    refuse_alike(load("seven-wonders-duel").match(), 7)
