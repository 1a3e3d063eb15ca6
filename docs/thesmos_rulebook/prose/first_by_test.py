"""The sentences about the member of a set that comes first by a number."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.tiny import tiny
from thesmos_rulebook.prose import GameSentences

GAME = """
headings: {Rules: {es: Reglas}}
state:
  Player:
    gold: {is: 0..9, says: {en: "the gold of {it}", es: "el oro de {it}"}}
    debt: {is: 0..9, says: {en: "the debt of {it}", es: "la deuda de {it}"}}
facts:
  rich(p in Player): {is: gold(p) > 3, says: {en: "{p} is [|not ]rich", es: "{p} [|no ]es rico"}}
actions:
  pick: {text: pick}
steps: {pick: {action: pick}}
flow: {turn: [begin turn, {steps: pick}, judge, pass]}
clauses:
  Rules: |
    win rich for first (p in Player where rich(p) by most gold(p), fewest debt(p)) where yes
"""
EN = """The player that comes first by the highest value of the gold of that player, then by the \
lowest value of the debt of that player, of those where that player is rich wins."""
ES = """Gana el jugador que va primero por lo máximo que es el oro de ese jugador, luego por lo \
mínimo que es la deuda de ese jugador, entre los casos en que ese jugador es rico."""


@pytest.mark.parametrize(("language", "sentence"), [("en", EN), ("es", ES)])
def test_what_decides_is_said_in_order(language: str, sentence: str, tmp_path: Path) -> None:
    sentences = GameSentences(tiny(tmp_path, GAME), language)
    assert list(sentences.clauses("tiny").values()) == [sentence]
