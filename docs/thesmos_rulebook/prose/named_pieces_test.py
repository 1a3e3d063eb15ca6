"""A piece that has a name is described by the words under its `says`."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.tiny import tiny
from thesmos_rulebook.prose import GameSentences

GAME = """
headings: {Rules: {es: Reglas}}
zones: [hand, box]
pieces:
  Card:
    says: {en: "a card, cards", es: "una carta, cartas"}
    attributes:
      points: {is: 0..9, says: {en: "the value of {it}", es: "el valor de {it}"}}
      over:
        is: Card or none
        says: {equals: {en: "{it} lies [|not ]on {value}", es: "{it} [|no ]está sobre {value}"}}
    table: cards.yaml
actions:
  pick:
    says: {noun: {en: "a pick, picks", es: "una elección, elecciones"}}
    roles: {card: Card}
    text: "{card}"
steps: {pick: {action: pick, when empty: ask}}
flow: {turn: [begin turn, {steps: pick}, pass]}
clauses:
  Rules: |
    extra turn where points(old_mill) > 3
    extra turn where some (c in Card where over(c) = old_mill)
"""
ROW = "- {name: old_mill, says: {en: the Old Mill, es: el Viejo Molino}, zone: hand}\n"
SENTENCES = {
    "en": [
        "You have another turn after this one if the value of the Old Mill is more than 3.",
        "You have another turn after this one if a card lies on the Old Mill.",
    ],
    "es": [
        "Tienes otro turno después de este si el valor del Viejo Molino es mayor que 3.",
        "Tienes otro turno después de este si una carta está sobre el Viejo Molino.",
    ],
}


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_sentence_calls_a_named_piece_by_its_words(language: str, tmp_path: Path) -> None:
    sentences = GameSentences(tiny(tmp_path, GAME, {"cards.yaml": ROW}), language)
    assert list(sentences.clauses("tiny").values()) == SENTENCES[language]
