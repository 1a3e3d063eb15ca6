"""Which words are found: by the name and by its use, first the card's own."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path

import pytest

from testing.tiny import ONE_STEP, tiny
from thesmos.program.node import Ref
from thesmos_rulebook.prose import GameSentences
from thesmos_rulebook.prose.lexicon import Lexicon, Noun

GAME = """
enums:
  Hue:
    says: {en: "a hue, hues"}
    words:
      red: {says: {en: red, equals: {en: "{it} is [|not ]red"}}}
      blue: {says: {en: blue, becomes: {en: "{it} turns blue"}}}
boards: {Cell: {grid: 3x3, says: {en: "an area, areas"}}}
zones: {box: {says: {equals: {en: "{it} is [|not ]in the box"}}}}
pieces:
  Pawn:
    on: Cell
    says: {en: "a pawn, pawns"}
    attributes:
      hue: {is: Hue, says: {en: "the hue of {it}", equals: {en: "{it} has [|not ]{value}"}}}
      size:
        is: 0..9
        says:
          en: "the size of {it}"
          equals: {en: "{it} is of size {value}"}
          above: {en: "{it} is [larger|no larger] than {value}"}
          same: {en: "{a} and {b} are [|not ]alike"}
          more: {en: "{a} is [|not ]larger than {b}"}
          one more: {en: "{it} grows"}
          cleared: {en: "{it} shrinks to nothing"}
          rises: {en: "{it} grows by {value}"}
state:
  game: {tired: {is: flag, says: {en: "all are [|not ]tired", set: {en: all get tired}}}}
facts:
  near(a in Cell, b in Cell):
    is: a in adjacent(b)
    says: {en: "{a or piece} [touches|does not touch] {b or piece}"}
  free(c in Cell):
    is: Pawn at c is none
    says: {en: "{c} is free"}
  far(to in Cell):
    is: perimeter(to)
    says: {walk: {verb: {en: "run, runs, ran"}, implies: short}}
actions:
  walk:
    says: {verb: {en: "walk, walks, walked"}, noun: {en: "a walk, walks"}}
    roles:
      pawn: Pawn
      from: place(pawn)
      to:
        is: Cell
        says: {en: the goal, last: {en: the last goal}, verb: {en: "go to {value}, goes, went"}}
    rules:
      short: {is: "near(from, to)", says: {en: over any distance}}
      small:
        is: size(pawn) < 9
        says: {holds: {en: "the pawn is [small|not small]"}}
    do: place(pawn) := to
    text: "{to}"
"""
ACE = """
facts:
  near(a in Cell, b in Cell): {is: a = b, says: {en: "{a} is [|not ]{b} itself"}}
clauses:
  Rules: |
    """


@functools.cache
def sentences_of(clauses: str) -> list[str]:
    """Return the sentences of the clauses of a card."""
    power = ACE + clauses.replace("\n", "\n    ")
    steps = ONE_STEP.replace("pick", "walk")
    with tempfile.TemporaryDirectory() as folder:
        sentences = GameSentences(tiny(Path(folder), GAME + steps, powers={"ace": power}), "en")
    return list(sentences.clauses("ace").values())


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("hue(pawn) = red", "the pawn is red"),
        ("hue(pawn) != red", "the pawn is not red"),
        ("hue(pawn) = blue", "the pawn has blue"),
        ("zone(pawn) = box", "the pawn is in the box"),
        ("size(pawn) = 3", "the pawn is of size 3"),
        ("size(pawn) > 3", "the pawn is larger than 3"),
        ("size(pawn) <= 3", "the pawn is no larger than 3"),
        ("size(pawn) = size(first (p in Pawn where hue(p) = red))",
         "the pawn and the pawn that is red are alike"),
        ("size(pawn) <= size(first (p in Pawn where hue(p) = red))",
         "the pawn is not larger than the pawn that is red"),
        ("not tired", "all are not tired"),
        ("place(pawn) = last(walk).to", "the pawn is on the last goal"),
    ],
)  # fmt: skip
def test_a_condition_is_told_by_its_names(clause: str, expected: str) -> None:
    (sentence,) = sentences_of(f"forbid walk where {clause} and size(pawn) = 9 and tired")
    assert f"{expected};" in sentence


def test_a_text_with_one_half_does_not_tell_the_opposite() -> None:
    (sentence,) = sentences_of("forbid walk where tired and not free(to)")
    assert "is free" not in sentence


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ("tired := yes", "all get tired"),
        ("hue(pawn) := blue", "the pawn turns blue"),
        ("size(pawn) += 1", "the pawn grows"),
        ("size(pawn) += 2", "the pawn grows by 2"),
        ("size(pawn) := 0", "the pawn shrinks to nothing"),
    ],
)
def test_a_change_is_told_by_the_name_of_what_changes(effect: str, expected: str) -> None:
    assert sentences_of(f"after walk: {effect}") == [f"After a walk, {expected}."]


@pytest.mark.parametrize(
    ("clause", "sentence"),
    [
        ("forbid walk where far(to)", "The player may not run."),
        ("forbid walk where to = place(pawn)", "The player may not go to the area of the pawn."),
        ("permit walk waiving short", "You may walk over any distance."),
        ("permit walk waiving short where far(to)", "You may run."),
        ("permit walk waiving small", "You may walk even if the pawn is not small."),
    ],
)
def test_an_action_is_told_by_the_names_in_its_conditions(clause: str, sentence: str) -> None:
    assert sentences_of(clause) == [sentence]


def test_a_name_is_that_of_the_card_first() -> None:
    (sentence,) = sentences_of("forbid walk where near(to, from)")
    assert sentence == "The player may not walk if the goal is the area itself."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a cell, cells", Noun("cell", "cells", "")),
        ("an area, areas", Noun("area", "areas", "")),
        ("water", Noun("water", "water", "", proper=True)),
    ],
)
def test_a_noun_is_parsed_with_its_article(text: str, expected: Noun) -> None:
    assert expected == lexicon().noun(text)


@functools.cache
def lexicon() -> Lexicon:
    with tempfile.TemporaryDirectory() as folder:
        game = tiny(Path(folder), GAME + ONE_STEP.replace("pick", "walk"))
    return GameSentences(game, "en").verbalizer("").lexicon


def test_names_are_found_by_what_they_belong_to() -> None:
    words = lexicon()
    assert words.name("roles", (Ref("", "walk"), "to")) == "the goal"
    assert words.name("rules", (Ref("", "walk"), "short")) == "over any distance"
    assert words.name("words", ("Hue", "red")) == "red"
    assert words.kind("Hue") == Noun("hue", "hues", "")
    assert words.name("roles", (Ref("", "walk"), "pawn")) is None
