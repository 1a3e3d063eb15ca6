"""The sentences about attributes that have a value for each of something."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.tiny import tiny
from thesmos_rulebook.prose import GameSentences

GAME = """
headings: {Rules: {es: Reglas}}
enums:
  Good:
    says: {en: "a good, goods", es: "un bien, bienes"}
    words:
      wood: {says: {en: wood, es: madera}}
      clay: {says: {en: clay, es: arcilla}}
state:
  Player:
    stock:
      is: 0..9
      for: Good
      says:
        en: "the amount of {for} that belongs to {it}"
        es: "la cantidad de {for} que corresponde a {it}"
        one less: {en: "one {for} is taken from {it}", es: "se quita una unidad de {for} a {it}"}
actions:
  pick:
    says: {noun: {en: "a pick, picks", es: "una elección, elecciones"}}
    text: pick
steps: {pick: {action: pick}}
flow: {turn: [begin turn, {steps: pick}, pass]}
clauses:
  Rules: |
    after pick where stock(you, clay) > 2: stock(you, wood) -= 1
"""
EN = """After a pick, if the amount of clay that belongs to you is more than 2, one wood is taken \
from you."""
ES = """Tras una elección, si la cantidad de arcilla que corresponde a ti es mayor que 2, se quita \
una unidad de madera a ti."""


@pytest.mark.parametrize(("language", "sentence"), [("en", EN), ("es", ES)])
def test_a_sentence_says_for_what_it_is(language: str, sentence: str, tmp_path: Path) -> None:
    sentences = GameSentences(tiny(tmp_path, GAME), language)
    assert list(sentences.clauses("tiny").values()) == [sentence]
