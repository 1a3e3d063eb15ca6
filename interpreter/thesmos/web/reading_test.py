"""A page reads a position with a changed text as Python does, or refuses it in the same words."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from testing.draws import pook, santorini
from testing.walks import made_up, reach
from testing.wasm_match import NODE, asking
from thesmos.diagnostics import UsageError
from thesmos.play.game import load
from thesmos.play.match import Match

pytestmark = pytest.mark.skipif(not NODE, reason="needs Node.js")
TRIED, FURTHEST = 80, 40  # positions of a match; decisions before one
WORDS = ("", "A1", "Z9", "?", "-", "x", "1", "-1", "99", "no", "A1 1f", "Worker 1", "hand")
SIGNS = "0129ABCfm?^ -*#"


def texts_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Yield where the texts of a position are: keys, and values."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key, None), key
            yield from texts_in(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from texts_in(inner, (*path, number))


def changed(position: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return a position with another text in one place, or with another sign in it."""
    position = copy.deepcopy(position)
    path, text = chance.choice([*texts_in(position)])
    other = chance.choice(WORDS)
    if text and chance.randrange(2):
        at = chance.randrange(len(text))
        other = text[:at] + chance.choice(SIGNS) + text[at + 1 :]
    is_key = path[-1] is None
    *way, last = path[:-1] if is_key else path
    inside: Any = position
    for step in way:
        inside = inside[step]
    if is_key:
        inside[other] = inside.pop(last)
    else:
        inside[last] = other
    return position


def matches() -> list[Match]:
    return [
        santorini().match(["charybdis", "hecate"], any_match_up=True),
        santorini().match(["morpheus", "clio"], any_match_up=True),
        pook().match([None] * 2),
        made_up("race").match([None] * 3),
        load("chess").match(),
    ]


def read(match: Match, position: dict[str, Any]) -> tuple[list[int] | None, str]:
    """Return the state of a position; None if it is refused, and why."""
    try:
        return [*match.load(position).vector], ""
    except UsageError as error:
        return None, error.message


@pytest.mark.parametrize("number", range(5))
def test_a_page_reads_and_refuses_in_the_words_of_python(number: int) -> None:
    match, chance, refused = matches()[number], random.Random(number), 0
    with asking(match) as ask:
        for _ in range(TRIED):
            state = reach(match, 1, chance.randrange(FURTHEST))
            position = changed(state.position(whole=bool(chance.randrange(2))), chance)
            vector, reason = read(match, position)
            if vector is None:
                refused += 1
                with pytest.raises(AssertionError, match=f"^{re.escape(reason)}"):
                    ask({"ask": "load", "position": position})
            else:
                assert ask({"ask": "load", "position": position}) == vector
    assert refused


@pytest.mark.parametrize(("powers", "moves"), [(["pan", "atlas"], False), (["pan", "chaos"], True)])
def test_a_page_reads_who_holds_cards_only_where_a_text_can_move_them(
    powers: list[str], moves: bool
) -> None:
    match = santorini().match(powers, any_match_up=True)
    with asking(match) as ask:
        for held in ([powers[:1], powers[1:]], [powers[1:], powers[:1]], [[], powers[1:]]):
            position = {**match.start().position(), "held": held}
            vector, reason = read(match, position)
            assert (vector is not None) == (moves or held == [powers[:1], powers[1:]])
            if vector is None:
                with pytest.raises(AssertionError, match=f"^{re.escape(reason)}"):
                    ask({"ask": "load", "position": position})
            else:
                assert ask({"ask": "load", "position": position}) == vector
