"""A position is read into a state, or refused, whatever it contains."""

from __future__ import annotations

import copy
import functools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from thesmos.diagnostics import UsageError
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.play.state import State

BASE = str(Path(__file__).parents[1] / "check" / "samples" / "base")
MATCHES = (
    (BASE, ("wing", None)),
    ("santorini", ("charybdis", "gaea")),
    ("santorini", ("castor-pollux", "hecate")),
    ("pook", (None, None)),
)
ODD = (
    *(None, True, -1, 0, 3, 99, 1e9, 10**30, -(10**30), 1.5, "", "A1", "Z9", "?", [], {}, ["A1"]),
    *({"a": 1}, "9" * 25, "A1 1f", "\x00", "x" * 5000, [[]], [1], "٣", "²", float("nan")),
)
SIGNS = "0123456789ABCDEFfm?^ ٣²,"


@functools.cache
def match_of(name: str, powers: tuple[str | None, ...]) -> Match:
    return load(name).match(powers)


def played(match: Match, chance: random.Random) -> State:
    """Return a state in the middle of a random game."""
    state = match.start()
    for _ in range(chance.randrange(30)):
        decision = state.decision
        if decision is None or not decision.options:
            break
        state = state.apply(chance.choice(decision.options))
    return state


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    inside = value.items() if isinstance(value, dict) else ()
    for key, inner in enumerate(value) if isinstance(value, list) else inside:
        yield from paths(inner, (*path, key))


def mutated(value: Any, chance: random.Random) -> Any:
    """Return the value with one part of it cut, doubled or replaced."""
    value = copy.deepcopy(value)
    path = chance.choice(list(paths(value)))
    if not path:
        return chance.choice(ODD)
    *way, last = path
    inside = value
    for key in way:
        inside = inside[key]
    kind = chance.randrange(4)
    if kind == 0:
        del inside[last]
    elif kind == 1 and isinstance(inside, list):
        inside.append(inside[last])
    elif kind == 1:
        inside[chance.choice(["to_move", "memory", "held", "secret", "x"])] = chance.choice(ODD)
    elif kind == 2 and isinstance(inside[last], str) and inside[last]:
        at, text = chance.randrange(len(inside[last])), inside[last]
        inside[last] = text[:at] + chance.choice(SIGNS) + text[at + 1 :]
    else:
        inside[last] = chance.choice(ODD)
    return value


@given(st.sampled_from(MATCHES), st.randoms(use_true_random=False))
@settings(max_examples=120, deadline=20_000, suppress_health_check=[HealthCheck.too_slow])
def test_any_position_is_placed_or_refused(
    which: tuple[str, tuple[str | None, ...]], chance: random.Random
) -> None:
    """No exception other than UsageError is raised; a position that is read can be played on."""
    match = match_of(*which)
    position: Any = {**played(match, chance).position(), "to_move": 1}
    for _ in range(chance.choice([1, 1, 2, 3])):
        position = mutated(position, chance)
    try:
        state = match.load(position)
    except UsageError:
        return
    for _ in range(3):
        state.position()
        decision = state.view(1).decision
        decision = state.decision
        if decision is None or not decision.options:
            break
        state = state.apply(chance.choice(decision.options))


@pytest.mark.parametrize(
    "position",
    [
        None,
        [],
        {"heights": "12"},
        {"heights": "00000000²"},
        {"heights": "900000000"},
        {"pawns": ["A1 1r", "A1 1r", "A1 1r"]},
        {"pawns": ["Z9 1r"]},
        {"pawns": ["A1 7r"]},
        {"pawns": "A1 1r"},
        {"to_move": 3},
        {"to_move": "1"},
        {"memory": {"flow": 1}},
        {"memory": {"flown": 10**9}},
        {"height": "000000000"},
        {1: "000000000"},
    ],
)
def test_a_wrong_position_is_refused(position: Any) -> None:
    with pytest.raises(UsageError):
        match_of(BASE, ("wing", None)).load(position)


def test_cards_are_held_as_at_the_beginning_where_no_text_moves_them() -> None:
    match = match_of(BASE, ("wing", None))
    for held in ([[], []], [[], ["wing"]], [["wing"], ["wing"]]):
        with pytest.raises(UsageError, match="`wing` can't change hands"):
            match.load({"held": held})
    assert match.load({"held": [["wing"], []]}) == match.load({})
