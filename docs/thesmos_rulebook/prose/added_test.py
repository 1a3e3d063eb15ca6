"""What a card adds to a number is expressed as more, and what it subtracts as less."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.tiny import tiny
from thesmos_rulebook.prose import GameSentences

GAME = """
headings: {Rules: {es: Reglas}}
facts:
  price(n in 0..5):
    is: 3
    says: {en: "the price of {n}", es: "el precio de {n}"}
actions:
  pick:
    roles: {n: 0..5}
    rules: {paid: n >= price(n)}
    text: "{n}"
steps: {pick: {action: pick, when empty: ask}}
flow: {turn: [begin turn, {steps: pick}, pass]}
clauses:
  Rules: |
    add 2 to price(n)
    add -1 to price(n)
position: {}
"""
SENTENCES = {
    "en": ["The price of a number is higher by 2.", "The price of a number is lower by 1."],
    "es": ["El precio de un número aumenta en 2.", "El precio de un número disminuye en 1."],
}


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_sentence_says_more_or_less(language: str, tmp_path: Path) -> None:
    sentences = GameSentences(tiny(tmp_path, GAME), language)
    assert list(sentences.clauses("tiny").values()) == SENTENCES[language]
