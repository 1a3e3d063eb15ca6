"""Conditions are put into a normal form, in which what is equal is equally written."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path

import pytest

from testing.tiny import ONE_STEP, tiny
from thesmos.program.values import Logic, Number, Past, Value, Variable
from thesmos_rulebook.prose.normal_form import names_used, normal, substituted

GAME = """
boards: {Cell: {grid: 3x3}}
zones: [box]
pieces: {Pawn: {on: Cell}}
state: {game: {height: 0..3, high: {is: flag}, tired: {is: flag}}}
actions:
  pick: {roles: {to: Cell, rise: height}, do: height += 1, text: "{to}"}
facts:
  winless: no
  free(c in Cell): Pawn at c is none
"""
PAIRS = [
    ("not (high and not tired)", "not high or tired"),
    ("not (height < 3)", "height >= 3"),
    ("not some (w in Cell where free(w))", "no (w in Cell where free(w))"),
    ("not every (w in Cell where free(w))", "some (w in Cell where not free(w))"),
    ("not (Pawn at x is none)", "Pawn at x exists"),
    ("high and (tired and winless)", "high and tired and winless"),
    ("not not high", "high"),
    ("not no", "yes"),
    ("count (w in Cell where not (height < 3)) > 1", "count (w in Cell where height >= 3) > 1"),
]
ASKED = "free(x) and did(pick where rise = 2)"


@functools.cache
def values() -> dict[str, Value]:
    """Return what the texts mean, as the bodies of facts."""
    texts = dict.fromkeys([text for pair in PAIRS for text in pair] + [ASKED])
    facts = [f"  asked_{n}(x in Cell): {text}\n" for n, text in enumerate(texts)]
    with tempfile.TemporaryDirectory() as folder:
        program = tiny(Path(folder), GAME + "".join(facts) + ONE_STEP).checked.program
    bodies = {fact.name.name: fact.body for fact in program.base.facts}
    return {text: bodies[f"asked_{n}"] for n, text in enumerate(texts)}


@pytest.mark.parametrize(("text", "expected"), PAIRS)
def test_not_is_pushed_inwards(text: str, expected: str) -> None:
    assert normal(values()[expected]) == normal(values()[text])


def test_roles_of_past_events_are_not_substituted() -> None:
    asked = values()[ASKED]
    assert names_used(asked) == {"x"}
    assert isinstance(asked, Logic)
    three = Number(3, location=asked.location, type=asked.type)
    made = substituted(asked, {"x": three, "rise": three})
    place, past = made.parts
    assert place.arguments == (three,)
    assert isinstance(past, Past)
    assert past == asked.parts[1]
    assert not any(isinstance(each, Variable) for each in place.arguments)
