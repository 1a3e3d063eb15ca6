"""A small game for tests of words, and its values and phrases made from text."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path

from thesmos.check.spec import CheckedGame
from thesmos.check.typed_words import PhraseWord, TypedWord
from thesmos.program.effects import Effect
from thesmos.program.values import Value
from thesmos.syntax.words import read_words
from thesmos.syntax.yaml_nodes import YamlMap, parse_yaml
from thesmos.testing.tiny import ONE_STEP, tiny

GAME = """
enums: {Colour: [red, blue]}
boards: {Cell: {grid: 3x3}}
zones: [box, red_box]
pieces:
  Pawn: {on: Cell, attributes: {owner: {is: Side}, size: 0..3, hue: {is: Colour}}}
  Card: {attributes: {size: 0..9}}
state:
  game: {height: 0..9, high: {is: flag}, tired: {is: flag}}
  Cell: {mark: 0..3}
facts:
  free(c in Cell): Pawn at c is none
  full(c in Cell): Pawn at c exists
  flat(c in Cell): mark(c) = 0
  near(a in Cell, b in Cell): a in adjacent(b)
  winless: no
actions:
  pick:
    roles: {pawn: Pawn, from: place(pawn), to: Cell, red: hue(pawn)}
    do: height += 1
    text: "{to}"
  walk: {roles: {pawn: Pawn, to: Cell, rise: mark(to)}, do: height += 1, text: "{to}"}
"""


@functools.cache
def small_game() -> CheckedGame:
    """Return the game; `red` is a word of it and a role too."""
    with tempfile.TemporaryDirectory() as folder:
        return tiny(Path(folder), GAME + ONE_STEP).checked


def words_of(text: str) -> tuple[TypedWord, ...]:
    """Return what is under `words` in a file of words, with its keys resolved."""
    root, _ = parse_yaml(text, "words.yaml")
    assert isinstance(root, YamlMap)
    words, diagnostics = read_words(root)
    assert not diagnostics
    return small_game().typed_words(words)


def readings(text: str, gaps: str = "") -> list[PhraseWord]:
    """Return the meanings of the key of a phrase. gaps: names that stand for anything."""
    said = " ".join(f"{{{gap}}}" for gap in gaps)
    found = words_of(f'phrases: {{"{text}": "{said}"}}')
    return [word for word in found if isinstance(word, PhraseWord)]


def node(text: str, gaps: str = "") -> Value | Effect:
    """Return the meaning of the key of a phrase."""
    return readings(text, gaps)[0].pattern


def value(text: str, names: str = "") -> Value:
    """Return the meaning of a value. names: those in it that are bound around it."""
    made = node(text, names)
    assert isinstance(made, Value)
    return made
